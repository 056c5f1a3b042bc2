import type { CallerRole } from '#features/contact-notes/rules.ts'
import { sql, type Sql } from '#platform/database/sql.ts'
import type { QuestionType } from './rules.ts'

type Visit = { call: string; requestId: string; ip: string; now: string }

/** Gives the transaction access to the carrier of the contact with this link, for the statements after it. */
export const enterByLink = (code: string, { call, requestId, ip, now }: Visit): Sql<{ id: string }> =>
  sql<{ id: string }>`select id from enter_survey(${code}, ${call}, ${requestId}, ${ip}, ${now})`
/** Gives a signed-in user access to their carrier, as any other call does (P2: no role is needed to answer). */
export type SignedIn = { user_id: string; name: string; roles: string[]; email: string }
export const enterBySession = (
  sessionHash: Uint8Array,
  { call, requestId, ip, now }: Visit,
): Sql<SignedIn> => sql<SignedIn>`
  select e.user_id, e.name, e.roles, (select u.email from app_user u where u.id = e.user_id) as email
    from enter(${sessionHash}, null, false, 'carrier', null, ${call}, ${requestId}, ${ip}, false, ${now}) e`

export type Contact = {
  id: string
  stratus_claim_id: string
  sub_carrier: string
  caller_name: string
  caller_email: string | null
  agent_id: string | null
  carrier: string
  phone: string
  survey_id: number | null
  survey_sent_at: string | null
  survey_expires_at: string | null
  survey_completed_at: string | null
  /** The stored answer. */
  r1: number | null
  r2: boolean | null
  r3: string | null
  /** The users who follow up low ratings at this carrier. */
  support: string[]
}
const contact = (which: Sql): Sql<Contact> => sql<Contact>`
  select n.id, n.stratus_claim_id, n.sub_carrier, n.caller_name, n.caller_email, n.agent_id, m.name as carrier, m.product_phone as phone,
    n.survey_id, n.survey_sent_at, n.survey_expires_at, n.survey_completed_at, r.r1, r.r2, r.r3,
    array(select k.user_id from user_carrier k join app_user u on u.id = k.user_id and u.status = 'ACTIVE'
           where k.mc = n.mc and k.active and k.roles && '{pbm_support,account_admin}'::text[]
             and (k.sub_carriers is null or n.sub_carrier = any(k.sub_carriers))
             order by k.user_id) as support
    from claim_contact_note n join master_carrier m on m.mc = n.mc left join survey_response r on r.mc = n.mc and r.claim_contact_note_id = n.id
   where n.mc = app_mc() and app_sees(n.sub_carrier) and n.id = ${which}`
/** The contact of the link, or one by its id, locked. */
export const contactEntered = (): Sql<Contact> =>
  sql<Contact>`${contact(sql`nullif(current_setting('app.contact', true), '')::uuid`)} for update of n`
export const contactOf = (id: string): Sql<Contact> => sql<Contact>`${contact(sql`${id}::uuid`)} for update of n`

export type QuestionFound = {
  survey_id: number
  id: number
  position: number
  text: string
  type: QuestionType
  required: boolean
}
/** The questions of a survey in order; `active`: only while it is in use. */
export const questionsOf = (survey: Sql, active: boolean): Sql<QuestionFound> => sql<QuestionFound>`
  select q.survey_id, q.id, q.position, q.text, q.type, q.required from survey s join survey_question q on q.survey_id = s.id
   where s.id = ${survey} and (s.active or not ${active}) order by q.position`
/** The survey of the link's contact. */
export const surveyEntered = sql`
  (select n.survey_id from claim_contact_note n
    where n.mc = app_mc() and n.id = nullif(current_setting('app.contact', true), '')::uuid)`

export type ResponseRow = {
  claim_contact_note_id: string
  sub_carrier: string
  survey_id: number
  survey_question_id: number
  name: string
  email: string | null
  r1: number
  r2: boolean | null
  r3: string | null
  user_id: string | null
  created: string
  answered: string
  follow_up: 'NONE' | 'OPEN'
}
export const insertResponse = (of: ResponseRow): Sql => sql`
  insert into survey_response (mc, claim_contact_note_id, sub_carrier, survey_id, survey_question_id, name, email, r1,
    r2, r3, user_id, created, answered, follow_up)
  values (app_mc(), ${of.claim_contact_note_id}, ${of.sub_carrier}, ${of.survey_id}, ${of.survey_question_id},
    ${of.name}, ${of.email}, ${of.r1}, ${of.r2}, ${of.r3}, ${of.user_id}, ${of.created}, ${of.answered},
    ${of.follow_up})`
/** Audits an answer: a public call has no user, so it writes the line itself. */
export const audited = (claim: string, id: string, detail: Record<string, unknown>): Sql =>
  sql`select audit(${[claim]}::uuid[], 'survey_response', ${id}, ${JSON.stringify(detail)}::jsonb)`

export type FollowUpFound = {
  id: string
  survey_id: number
  stratus_claim_id: string
  sub_carrier: string
  claim_number: string
  r1: number
  r2: boolean | null
  r3: string | null
  answered: string
  caller_name: string
  caller_role: CallerRole
  caller_email: string | null
  agent_name: string
  started_at: string
}
/** A response r with a low rating that nobody followed up. */
export const openFollowUp = sql`r.mc = app_mc() and app_sees(r.sub_carrier) and r.follow_up = 'OPEN'`
/** Low ratings to follow up, oldest first; one more than is shown. */
export const toFollowUp = (page: number, size: number): Sql<FollowUpFound> => sql<FollowUpFound>`
  select n.id, r.survey_id, n.stratus_claim_id, n.sub_carrier, c.claim_number, r.r1, r.r2, r.r3, r.answered, n.caller_name, n.caller_role, n.caller_email,
    n.agent_name, n.started_at
    from survey_response r join claim_contact_note n on n.mc = r.mc and n.id = r.claim_contact_note_id
      join wc_claim c on c.mc = n.mc and c.id = n.stratus_claim_id
   where ${openFollowUp}
     order by r.answered, r.claim_contact_note_id limit ${size + 1} offset ${page * size}`

export type FollowUp = {
  stratus_claim_id: string
  follow_up: 'NONE' | 'OPEN' | 'DONE'
  followed_up_at: string | null
  followed_up_by_name: string | null
}
/** An answer with its follow-up, locked. */
export const holdFollowUp = (id: string): Sql<FollowUp> => sql<FollowUp>`
  select n.stratus_claim_id, r.follow_up, r.followed_up_at, r.followed_up_by_name
    from survey_response r join claim_contact_note n on n.mc = r.mc and n.id = r.claim_contact_note_id
   where r.mc = app_mc() and app_sees(r.sub_carrier) and r.claim_contact_note_id = ${id} for update of r`
export const followedUp = (id: string, of: { by: string; name: string; note: string; now: string }): Sql => sql`
  update survey_response r
    set follow_up = 'DONE', followed_up_at = ${of.now}, followed_up_by = ${of.by}, followed_up_by_name = ${of.name},
      follow_up_note = ${of.note}
   where r.mc = app_mc() and r.claim_contact_note_id = ${id}`

export type Invitation = {
  message_id: string
  status: string
  address: string
  subject: string
  body: string
  completed_at: string | null
}
/** The e-mail of a survey to be sent, locked. */
export const invitation = (noteId: string): Sql<Invitation> => sql<Invitation>`
  select o.id as message_id, o.status, o.address, o.subject, o.body, n.survey_completed_at as completed_at
    from claim_contact_note n join outside_message o on o.mc = n.mc and o.id = n.survey_message_id
   where n.mc = app_mc() and n.id = ${noteId} for update of n, o`
