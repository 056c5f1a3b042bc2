import { textConsent, type TextConsent } from '#features/text-messages/columns.ts'
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

/** A worker and their consent to text messages. */
export type WorkerTexts = { id: string; language: string; consent: TextConsent }
const worker = sql`jsonb_build_object('id', t.id, 'language', t.language, 'consent', ${textConsent})`

/** A note as lists show it, with what became of its survey. */
export type ListedNote = NoteRow & {
  survey_channel: 'MAIL' | 'SMS' | null
  /** The message of the survey was not sent for good. */
  survey_failed: boolean
  /** What was answered, and what came of a low rating; null until then. */
  answer: {
    rating: number
    resolved: boolean | null
    comment: string | null
    followUp: 'NONE' | 'OPEN' | 'DONE'
    followUpNote: string | null
  } | null
  /** Of a contact with the worker for whom no e-mail address was noted. */
  worker: WorkerTexts | null
}
/** The columns of a listed note `n`. The message of a text says when it was sent, the note of the contact when an e-mail was. */
const listed = sql`
  n.id, n.stratus_claim_id, n.contact_type, n.caller_role, n.caller_name, n.caller_email, n.reason, n.text, n.agent_id, n.agent_name,
    n.started_at, n.ended_at, n.survey_id, coalesce(n.survey_sent_at, s.sent_at) as survey_sent_at, n.survey_completed_at,
    s.channel as survey_channel, coalesce(s.status in ('FAILED', 'BLOCKED'), false) as survey_failed,
    (select jsonb_build_object('rating', r.r1, 'resolved', r.r2, 'comment', r.r3, 'followUp', r.follow_up, 'followUpNote', r.follow_up_note)
       from survey_response r where r.mc = n.mc and r.claim_contact_note_id = n.id) as answer,
    case when n.caller_role = 'WORKER' and n.caller_email is null then (
      select ${worker} from wc_claim c join claimant t on t.mc = c.mc and t.id = c.claimant_id cross join lateral (select c.mc, c.sub_carrier) a
       where c.mc = n.mc and c.id = n.stratus_claim_id) end as worker`
const surveyMessage = sql`
  left join lateral (select o.channel, o.status, case when o.channel = 'SMS' then o.sent_at end as sent_at from outside_message o
    where o.mc = n.mc and o.id = n.survey_message_id) s on true`

/** The claim of a list, at its carrier and sub-carrier. */
export const claimOf = (id: string, sub: string): Sql<{ id: string }> => sql<{ id: string }>`
  select c.id from wc_claim c where c.mc = app_mc() and app_sees(c.sub_carrier) and c.id = ${id} and c.sub_carrier = ${sub}`

export type Slice = ListedNote & { place: string }
/** One note more than is shown, from an encrypted cursor on; an invalid cursor finds nothing. */
export const slice = (
  of: { claim: string; sub: string; after: string | null; page: number; size: number },
  question: string,
): Sql<Slice> => sql<Slice>`
  with place as materialized (select open_cursor(${of.after}, ${question}) as at)
  select ${listed}, seal_cursor((n.started_at at time zone 'UTC')::text || '~' || n.id, ${question}) as place
    from claim_contact_note n ${surveyMessage} where ${inScope} and n.stratus_claim_id = ${of.claim} and n.sub_carrier = ${of.sub}
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
  worker: WorkerTexts
  carrier: string
  phone: string
  zone: string
}
/** The claim of a contact, with its worker's address. */
export const claimCalledAbout = (id: string): Sql<ClaimFound> => sql<ClaimFound>`
  select c.id, c.mc, c.sub_carrier, nullif(t.email, '') as worker_email, ${worker} as worker, m.name as carrier, m.product_phone as phone, m.time_zone as zone
    from wc_claim c join claimant t on t.mc = c.mc and t.id = c.claimant_id join master_carrier m on m.mc = c.mc
      cross join lateral (select c.mc, c.sub_carrier) a
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

export type ToSurvey = ListedNote & {
  mc: string
  carrier: string
  phone: string
  zone: string
  /** The message of a survey that is not sent yet. */
  waiting: string | null
}
/** A contact a survey is sent about; a second one waits until the first ends. */
export const toSurvey = (id: string): Sql<ToSurvey> => sql<ToSurvey>`
  select ${listed}, n.mc, m.name as carrier, m.product_phone as phone, m.time_zone as zone,
    (select o.id from outside_message o where o.mc = n.mc and o.id = n.survey_message_id and o.status = 'QUEUED') as waiting
    from claim_contact_note n join master_carrier m on m.mc = n.mc ${surveyMessage}
   where ${inScope} and n.id = ${id} for update of n`
/** Another survey of a contact: the link of the one before stops working. */
export const setSurvey = (
  id: string,
  survey: { id: number; messageId: string; code: string; expiresAt: string },
): Sql => sql`
  update claim_contact_note n set survey_id = ${survey.id}, survey_message_id = ${survey.messageId}, survey_sent_at = null,
    survey_token_hash = sha256(convert_to(${survey.code}::text, 'UTF8')), survey_expires_at = ${survey.expiresAt}
   where n.mc = app_mc() and n.id = ${id}`

export type Surveyed = { completed_at: string | null }
export const surveyed = (id: string): Sql<Surveyed> =>
  sql<Surveyed>`select n.survey_completed_at as completed_at from claim_contact_note n where ${inScope} and n.id = ${id}`

export const surveyCompleted = (id: string, now: string): Sql =>
  sql`update claim_contact_note n set survey_completed_at = ${now} where n.mc = app_mc() and n.id = ${id}`
export const surveySent = (id: string, now: string): Sql =>
  sql`update claim_contact_note n set survey_sent_at = ${now} where n.mc = app_mc() and n.id = ${id}`
