import { sql, type Sql } from '#platform/database/sql.ts'
import type { CallerRole, ContactReason, ContactType } from './rules.ts'

export type NoteRow = {
  id: string
  stratus_claim_id: string
  contact_type: ContactType
  caller_role: CallerRole
  caller_name: string
  caller_email: string | null
  reason: ContactReason
  text: string
  agent_id: string | null
  agent_name: string
  started_at: string
  ended_at: string
  survey_id: number | null
  survey_sent_at: string | null
  survey_completed_at: string | null
}
const inScope = sql`n.mc = app_mc() and app_sees(n.sub_carrier)`

/** The claim of a list, at its carrier and sub-carrier. */
export const claimOf = (id: string, sub: string): Sql<{ id: string }> => sql<{ id: string }>`
  select c.id from wc_claim c where c.mc = app_mc() and app_sees(c.sub_carrier) and c.id = ${id} and c.sub_carrier = ${sub}`

export type Slice = NoteRow & { place: string }
/** One note more than is shown, from an encrypted cursor on; an invalid cursor finds nothing. */
export const slice = (
  of: { claim: string; sub: string; after: string | null; page: number; size: number },
  question: string,
): Sql<Slice> => sql<Slice>`
  with place as materialized (select open_cursor(${of.after}, ${question}) as at)
  select n.id, n.stratus_claim_id, n.contact_type, n.caller_role, n.caller_name, n.caller_email, n.reason, n.text,
    n.agent_id, n.agent_name, n.started_at, n.ended_at, n.survey_id, n.survey_sent_at, n.survey_completed_at,
    seal_cursor((n.started_at at time zone 'UTC')::text || '~' || n.id, ${question}) as place
    from claim_contact_note n where ${inScope} and n.stratus_claim_id = ${of.claim} and n.sub_carrier = ${of.sub}
     and (
       ${of.after}::text is null
         or (n.started_at, n.id) < (
           select split_part(at, '~', 1)::timestamp at time zone 'UTC', split_part(at, '~', 2)::uuid from place))
   order by n.started_at desc, n.id desc limit ${of.size + 1} offset ${of.after === null ? of.page * of.size : 0}`
/** True where an encrypted cursor is ours, for this user and query. */
export const opens = (cursor: string | null, question: string): Sql<{ ours: boolean }> =>
  sql<{ ours: boolean }>`select ${cursor}::text is null or open_cursor(${cursor}, ${question}) is not null as ours`
export const total = (claim: string, sub: string, most: number): Sql<{ total: number }> => sql<{ total: number }>`
  select count(*)::int as total
    from (select 1 from claim_contact_note n
      where ${inScope} and n.stratus_claim_id = ${claim} and n.sub_carrier = ${sub} limit ${most + 1}) counted`

export type ClaimFound = {
  id: string
  mc: string
  sub_carrier: string
  worker_email: string | null
  carrier: string
  phone: string
  zone: string
}
/** The claim of a contact, with its worker's address. */
export const claimCalledAbout = (id: string): Sql<ClaimFound> => sql<ClaimFound>`
  select c.id, c.mc, c.sub_carrier, t.email as worker_email, m.name as carrier, m.product_phone as phone, m.time_zone as zone
    from wc_claim c join claimant t on t.mc = c.mc and t.id = c.claimant_id join master_carrier m on m.mc = c.mc
   where c.mc = app_mc() and app_sees(c.sub_carrier) and c.id = ${id}`

/** A note and its survey: the hash of the code and its message. */
export const insert = (
  of: NoteRow & { sub_carrier: string; created_at: string },
  survey: { id: number; messageId: string; code: string; expiresAt: string } | undefined,
): Sql => sql`
  insert into claim_contact_note (mc, id, sub_carrier, stratus_claim_id, contact_type, caller_role, caller_name,
    caller_email, reason, text, agent_id, agent_name, started_at, ended_at, created_at,
    survey_id, survey_message_id, survey_token_hash, survey_expires_at)
  values (app_mc(), ${of.id}, ${of.sub_carrier}, ${of.stratus_claim_id}, ${of.contact_type}, ${of.caller_role},
    ${of.caller_name}, ${of.caller_email}, ${of.reason}, ${of.text}, ${of.agent_id}, ${of.agent_name}, ${of.started_at},
    ${of.ended_at}, ${of.created_at},
    ${survey?.id ?? null}, ${survey?.messageId ?? null}, sha256(convert_to(${survey?.code ?? null}::text, 'UTF8')), ${survey?.expiresAt ?? null})`

export type Surveyed = { completed_at: string | null }
export const surveyed = (id: string): Sql<Surveyed> =>
  sql<Surveyed>`select n.survey_completed_at as completed_at from claim_contact_note n where ${inScope} and n.id = ${id}`

export const surveyCompleted = (id: string, now: string): Sql =>
  sql`update claim_contact_note n set survey_completed_at = ${now} where n.mc = app_mc() and n.id = ${id}`
export const surveySent = (id: string, now: string): Sql =>
  sql`update claim_contact_note n set survey_sent_at = ${now} where n.mc = app_mc() and n.id = ${id}`
