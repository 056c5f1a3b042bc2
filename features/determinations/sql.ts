import { myLicense } from '#features/authorizations/my-license.ts'
import type { License } from '#features/permissions/professions.ts'
import { sql, type Sql } from '#platform/database/sql.ts'
import { inScope } from '#features/authorizations/sql.ts'
import { determined } from '#features/authorizations/determination-columns.ts'
import type { Review } from '#features/authorizations/review-shape.ts'
import type { Determined } from '#features/authorizations/determination-shape.ts'

/** A row of `ur_referral`. */
export type ReferralRow = {
  mc: string
  id: string
  sub_carrier: string
  authorization_id: string
  juris_state: string
  sent_at: string
  sent_by: string | null
  sent_by_name: string
  due_at: string
  closed_at: string | null
  result: 'CERTIFIED' | 'MODIFIED' | 'DENIED' | 'RETURNED' | 'ENDED' | null
  reviewer_id: string | null
  reviewer_name: string | null
  license: string | null
  decision_id: string | null
  review: Review | null
}

/** A row of `determination`. */
export type DeterminationRow = {
  mc: string
  id: string
  sub_carrier: string
  authorization_id: string
  kind: Determined['kind']
  authority: string
  number: string
  determined_on: string
  result: Determined['result']
  start_date: string | null
  end_date: string | null
  one_time: boolean | null
  drug_level: number | null
  max_fills: number | null
  max_qty: number | null
  max_days: number | null
  document_id: string | null
  note: string
  recorded_by: string
  recorded_by_name: string
  recorded_at: string
  withdrawn_at: string | null
  withdrawn_by: string | null
  withdrawn_by_name: string | null
  withdrawn_reason: string | null
}

/** T16: the request is with the reviewers from now on. */
export const openReferral = (row: ReferralRow): Sql =>
  sql`insert into ur_referral select * from jsonb_populate_record(null::ur_referral, ${JSON.stringify(row)}::jsonb)`

/** T17: what the reviewer did. Written before the request moves on; what is open after that has merely ended. */
export const closeReferral = (of: {
  mc: string
  authorizationId: string
  now: string
  result: Exclude<ReferralRow['result'], 'ENDED' | null>
  reviewer: { id: string; name: string }
  license: string
  decisionId: string | null
}): Sql => sql`
  update ur_referral set closed_at = ${of.now}, result = ${of.result}, reviewer_id = ${of.reviewer.id}, reviewer_name = ${of.reviewer.name},
    license = ${of.license}, decision_id = ${of.decisionId}
   where mc = ${of.mc} and authorization_id = ${of.authorizationId} and closed_at is null`

/** What the reviewer wrote of the referral that is open; what was written before is replaced. */
export const keepReview = (mc: string, authorizationId: string, review: Review): Sql => sql`
  update ur_referral set review = ${JSON.stringify(review)}::jsonb where mc = ${mc} and authorization_id = ${authorizationId} and closed_at is null`

/** A decision of review was taken back: the request is with the reviewers as before. */
export const reopenReferral = (mc: string, authorizationId: string, decisionId: string): Sql => sql`
  update ur_referral r set closed_at = null, result = null, reviewer_id = null, reviewer_name = null, license = null, decision_id = null,
    due_at = a.statutory_due_at
  from rx_authorization a where r.mc = ${mc} and r.authorization_id = ${authorizationId} and r.decision_id = ${decisionId}
    and a.mc = r.mc and a.id = r.authorization_id`

export const insertDetermination = (row: DeterminationRow): Sql =>
  sql`insert into determination select * from jsonb_populate_record(null::determination, ${JSON.stringify(row)}::jsonb)`

export const withdrawDetermination = (of: {
  mc: string
  id: string
  by: { id: string; name: string }
  reason: string
  now: string
}): Sql => sql`
  update determination set withdrawn_at = ${of.now}, withdrawn_by = ${of.by.id}, withdrawn_by_name = ${of.by.name}, withdrawn_reason = ${of.reason}
   where mc = ${of.mc} and id = ${of.id} and withdrawn_at is null`

export type EntryFound = {
  of: Determined
  withdrawn_at: string | null
  withdrawn_by_name: string | null
  withdrawn_reason: string | null
}
const entry = sql`${determined} as of, d.withdrawn_at, d.withdrawn_by_name, d.withdrawn_reason`
export const entriesOf = (id: string): Sql<EntryFound> =>
  sql<EntryFound>`select ${entry} from determination d where d.mc = app_mc() and d.authorization_id = ${id} order by d.recorded_at desc, d.id desc`
export const entryOf = (id: string, determinationId: string): Sql<EntryFound> =>
  sql<EntryFound>`select ${entry} from determination d where d.mc = app_mc() and d.authorization_id = ${id} and d.id = ${determinationId}`
export const referralsOf = (id: string): Sql<ReferralRow> =>
  sql<ReferralRow>`select r.* from ur_referral r where r.mc = app_mc() and r.authorization_id = ${id} order by r.sent_at desc, r.id desc`

/** The request, if it is the asker's to see. */
export const subject = (id: string): Sql<{ stratus_claim_id: string; my_license: License | null }> =>
  sql`select a.stratus_claim_id, ${myLicense} as my_license from rx_authorization a where ${inScope.fragment} and a.id = ${id}`

export type Paper = { id: string; file_name: string; type_id: number; received_at: string }
/** Reports of reviewers and orders (types 8 and 9) that are on file for a request, or for its claim. */
export const papersOf = (id: string): Sql<Paper> => sql<Paper>`
  select p.id, p.file_name, p.type_id, p.received_at from rx_authorization a join document p on p.mc = a.mc and p.stratus_claim_id = a.stratus_claim_id
   where ${inScope.fragment} and a.id = ${id} and p.active and p.type_id in (8, 9) and (p.authorization_id is null or p.authorization_id = a.id)
   order by p.received_at desc, p.id limit 50`

/** A request is due with its reviewers when it is due. */
export const extendReferral = (mc: string, id: string, due: string): Sql =>
  sql`update ur_referral set due_at = ${due} where mc = ${mc} and authorization_id = ${id} and closed_at is null`
