import { lock } from '#features/claims/lock-sql.ts'
import { openStatuses } from '#features/authorizations/statuses.ts'
import { priorAuthStatus } from '#features/prior-auths/statuses.ts'
import { integer, integers, sql, type Sql } from '#platform/database/sql.ts'

const open = integers(openStatuses)
/** Claims of a worker that are shown. */
const MOST_CLAIMS = 50

type ClaimRow = {
  claimId: string
  claimNumber: string
  subCarrier: string
  doi: string
  status: string
  injury: string
  openRequests: number
  priorAuths: number
  fills: number
  documents: number
}
export type WorkerRow = {
  claimantId: string
  patientId: string
  firstName: string
  lastName: string
  dob: string
  gender: string
  ssn4: string | null
  address1: string | null
  city: string | null
  state: string | null
  zip: string | null
  phone: string | null
  mobile: string | null
  email: string | null
  diedOn: string | null
  version: number
  claims: ClaimRow[]
}
/** A worker `t` with their claims. */
const worker = (
  t: Sql,
): Sql => sql`jsonb_build_object('claimantId', ${t}.id, 'patientId', ${t}.patient_id, 'firstName', ${t}.first_name,
  'lastName', ${t}.last_name, 'dob', ${t}.dob, 'gender', ${t}.gender, 'ssn4', ${t}.ssn_last4, 'address1', ${t}.address1, 'city', ${t}.city,
  'state', ${t}.state, 'zip', ${t}.zip, 'phone', ${t}.phone, 'mobile', ${t}.mobile, 'email', ${t}.email, 'diedOn', ${t}.deceased_on,
  'version', ${t}.version, 'claims', coalesce((select jsonb_agg(jsonb_build_object('claimId', c.id, 'claimNumber', c.claim_number,
      'subCarrier', c.sub_carrier, 'doi', c.doi, 'status', c.status, 'injury', c.injury,
      'openRequests', (select count(*) from rx_authorization a where a.mc = c.mc and a.stratus_claim_id = c.id and a.status_id in (${open})),
      'priorAuths', (select count(*) from prior_auth p where p.mc = c.mc and p.stratus_claim_id = c.id and p.kind = 'PERMIT'
        and p.status_id = ${integer(priorAuthStatus.ACTIVE)}),
      'fills', (select count(*) from rx_transaction x where x.mc = c.mc and x.stratus_claim_id = c.id and x.status in ('P', 'B')),
      'documents', (select count(*) from document d where d.mc = c.mc and d.stratus_claim_id = c.id)) order by c.doi desc, c.id)
    from (select k.* from wc_claim k where k.mc = ${t}.mc and k.claimant_id = ${t}.id and app_sees(k.sub_carrier)
      order by k.doi desc, k.id limit ${MOST_CLAIMS}) c), '[]'))`
/** The caller sees a claim of the worker. */
const isSeen = (t: Sql): Sql =>
  sql`exists (select from wc_claim k where k.mc = ${t}.mc and k.claimant_id = ${t}.id and app_sees(k.sub_carrier))`
const [one, other] = [sql`t`, sql`o`]

export type PairRow = { one: WorkerRow; other: WorkerRow }
/** Those who look alike, the first found in front; one more than is shown. */
export const pairs = (page: number, size: number): Sql<PairRow> => sql<PairRow>`
  select ${worker(one)} as one, ${worker(other)} as other
    from worker_pair p join claimant t on t.mc = p.mc and t.id = p.one_id join claimant o on o.mc = p.mc and o.id = p.other_id
   where p.mc = app_mc() and p.different_at is null and looks_alike(t, o) and ${isSeen(one)} and ${isSeen(other)}
   order by p.found_at, p.one_id, p.other_id limit ${size + 1} offset ${page * size}`
const ofNumber = (claimNumber: string): Sql => sql`(select c.claimant_id from wc_claim c
  where c.mc = app_mc() and app_sees(c.sub_carrier) and c.claim_number = ${claimNumber})`
export const pairOf = (claimNumber: string, otherNumber: string): Sql<PairRow> => sql<PairRow>`
  select ${worker(one)} as one, ${worker(other)} as other from claimant t, claimant o
   where t.mc = app_mc() and t.id = ${ofNumber(claimNumber)} and o.mc = app_mc() and o.id = ${ofNumber(otherNumber)}`

const workersOf = (claims: readonly string[]): Sql => sql`select k.claimant_id from wc_claim k
  where k.mc = app_mc() and app_sees(k.sub_carrier) and k.id = any(${claims}::uuid[])`
const workersOfMerge = (id: string): Sql =>
  sql`select unnest(array[m.stays_id, m.goes_id]) from worker_merge m where m.mc = app_mc() and m.id = ${id}`
/** Whose workers an act is about: by claims of theirs, or by a merge. */
export type About = { claims: readonly string[] } | { merge: string }
const workersIn = (of: About): Sql => ('merge' in of ? workersOfMerge(of.merge) : workersOf(of.claims))

/** Locks all claims of these workers, as every act about a claim does. */
export const lockClaimsOf = (of: About): Sql =>
  lock(
    sql`select c.mc, c.id from wc_claim c where c.mc = app_mc() and c.claimant_id in (${workersIn(of)}) order by c.id`,
  )
/** These workers, locked; `through` are those of the claims they were found by, `by` who merged others into them last. */
export const workersLocked = (of: About): Sql<{ worker: WorkerRow; through: string[]; by: string | null }> => sql<{
  worker: WorkerRow
  through: string[]
  by: string | null
}>`
  select ${worker(one)} as worker,
    array(select k.id from wc_claim k where k.mc = t.mc and k.claimant_id = t.id and k.id = any(${'claims' in of ? of.claims : []}::uuid[])) as through,
    (select m.merged_by_name from worker_merge m where m.mc = t.mc and m.stays_id = t.id and m.undone_at is null order by m.at desc limit 1) as by
    from claimant t where t.mc = app_mc() and t.id in (${workersIn(of)}) order by t.id for update of t`
export type ClaimFound = { id: string; mc: string; sub_carrier: string; claimant_id: string }
export const claimsOf = (of: About): Sql<ClaimFound> => sql<ClaimFound>`
  select c.id, c.mc, c.sub_carrier, c.claimant_id from wc_claim c where c.mc = app_mc() and c.claimant_id in (${workersIn(of)}) order by c.id`
export type RequestFound = { id: string; mc: string; status_id: number }
/** Their open requests. */
export const requestsOf = (of: About): Sql<RequestFound> => sql<RequestFound>`
  select a.id, a.mc, a.status_id from wc_claim c join rx_authorization a on a.mc = c.mc and a.stratus_claim_id = c.id
   where c.mc = app_mc() and c.claimant_id in (${workersIn(of)}) and a.status_id in (${open}) order by a.id`

export const insertMerge = (of: {
  id: string
  stays: string
  goes: string
  reason: string
  at: string
  by: { id: string; name: string }
}): Sql => sql`
  insert into worker_merge (mc, id, stays_id, goes_id, claims, reason, at, merged_by, merged_by_name)
  values (app_mc(), ${of.id}, ${of.stays}, ${of.goes}, array(select c.id from wc_claim c where c.mc = app_mc() and c.claimant_id = ${of.goes} order by c.id),
    ${of.reason}, ${of.at}, ${of.by.id}, ${of.by.name})`
export const undoMerge = (id: string, of: { reason: string; at: string; by: { id: string; name: string } }): Sql => sql`
  update worker_merge set undone_at = ${of.at}, undone_by = ${of.by.id}, undone_by_name = ${of.by.name}, undo_reason = ${of.reason}
   where mc = app_mc() and id = ${id}`

export type MergeRow = {
  id: string
  stays_id: string
  goes_id: string
  stays: { patientId: string; name: string }
  goes: { patientId: string; name: string }
  claims: { claimId: string; claimNumber: string }[]
  reason: string
  at: string
  merged_by_name: string
  undone_at: string | null
  undone_by_name: string | null
  undo_reason: string | null
  /** The worker who stayed was merged into this one since. */
  merged_on: string | null
  /** Who had been merged into the one who went, before. */
  before: string[]
}
const side = (t: Sql): Sql =>
  sql`jsonb_build_object('patientId', ${t}.patient_id, 'name', ${t}.first_name || ' ' || ${t}.last_name)`
const mergeRow: Sql = sql`select m.id, m.stays_id, m.goes_id, ${side(one)} as stays, ${side(other)} as goes, m.reason, m.at, m.merged_by_name, m.undone_at,
    m.undone_by_name, m.undo_reason, n.patient_id as merged_on,
    array(select b.goes_id from worker_merge b where b.mc = m.mc and b.stays_id = m.goes_id and b.undone_at is null) as before,
    coalesce((select jsonb_agg(jsonb_build_object('claimId', c.id, 'claimNumber', c.claim_number) order by c.claim_number) from wc_claim c
      where c.mc = m.mc and c.id = any(m.claims) and app_sees(c.sub_carrier)), '[]') as claims
  from worker_merge m join claimant t on t.mc = m.mc and t.id = m.stays_id join claimant o on o.mc = m.mc and o.id = m.goes_id
    left join claimant n on n.mc = m.mc and n.id = t.merged_into`
const isShown = sql`m.mc = app_mc() and exists (select from wc_claim c where c.mc = m.mc and c.id = any(m.claims) and app_sees(c.sub_carrier))`
/** The last first; one more than is shown. */
export const merges = (claimId: string | null, page: number, size: number): Sql<MergeRow> => sql<MergeRow>`
  ${mergeRow} where ${isShown} and (${claimId}::uuid is null or ${claimId}::uuid = any(m.claims)
      or m.stays_id = (select c.claimant_id from wc_claim c where c.mc = m.mc and app_sees(c.sub_carrier) and c.id = ${claimId}::uuid))
   order by m.at desc, m.id desc limit ${size + 1} offset ${page * size}`
export const mergeOf = (id: string): Sql<MergeRow> => sql<MergeRow>`${mergeRow} where ${isShown} and m.id = ${id}`

/** Two workers who look alike are two people; so are two that were not on the list. */
export const keepDifferent = (of: {
  one: string
  other: string
  reason: string
  at: string
  by: { id: string; name: string }
}): Sql => sql`
  insert into worker_pair (mc, one_id, other_id, different_at, different_by, different_by_name, reason)
  values (app_mc(), least(${of.one}::uuid, ${of.other}::uuid), greatest(${of.one}::uuid, ${of.other}::uuid), ${of.at}, ${of.by.id}, ${of.by.name}, ${of.reason})
  on conflict (mc, one_id, other_id) do update set different_at = excluded.different_at, different_by = excluded.different_by,
    different_by_name = excluded.different_by_name, reason = excluded.reason`
