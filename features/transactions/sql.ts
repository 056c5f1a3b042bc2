import { snapshot } from '#features/adjudication/sql.ts'
import type { ClaimRequest } from '#features/adjudication/contract.ts'
import { claimDay } from './record.ts'
import { sql, type Sql } from '#platform/sql.ts'

/** A package code without its dashes. */
export const ndcOf = (text: string | undefined): string => (text ?? '').replaceAll('-', '')

/** The card number as it is kept. */
export const keyOf = (request: ClaimRequest): string => (request.insurance?.cardholderId ?? '').trim().toUpperCase()

/** The snapshot of a claim by its card number, as the engine reads it. */
export const snapshotOf = (request: ClaimRequest) =>
  snapshot({
    claim: sql`select * from wc_claim where mc = app_mc() and subscriber_number = ${keyOf(request)}`,
    groupCode: sql`${request.insurance?.groupCode ?? ''}::text`,
    nabp: sql`${request.pharmacyNabp ?? ''}::text`,
    npi: sql`${request.prescriber?.npi ?? ''}::text`,
    ndc: sql`${ndcOf(request.prescription?.productId)}::text`,
    ingredientNdcs: (request.compound?.ingredients ?? []).map((one) => ndcOf(one.productId)),
    dateOfService: sql`coalesce(${claimDay(request.dateOfService)}::date, app_now()::date)`,
  })

/** Serializes what is written about one claim: two submissions, or a submission and a decision, never pass each other. */
export const lockClaimOf = (subscriber: string): Sql =>
  sql`select pg_advisory_xact_lock(hashtextextended(app_mc() || ':' || id::text, 7)) from wc_claim where mc = app_mc() and subscriber_number = ${subscriber}`
export const lockClaimOfRequest = (authorizationId: string): Sql =>
  sql`select pg_advisory_xact_lock(hashtextextended(app_mc() || ':' || stratus_claim_id::text, 7)) from rx_authorization where mc = app_mc() and id = ${authorizationId}`
export const lockClaimOfTransaction = (tcn: string): Sql =>
  sql`select pg_advisory_xact_lock(hashtextextended(app_mc() || ':' || stratus_claim_id::text, 7)) from rx_transaction where mc = app_mc() and tcn = ${tcn}`

export type Joined = {
  id: string
  reference_number: string
  status_id: number
  resubmission_count: number
  pharmacy_waiting: boolean
  rx_number: string
  pharmacy_nabp: string
}
export const openRequest = (id: string): Sql<Joined> =>
  sql<Joined>`select id, reference_number, status_id, resubmission_count, pharmacy_waiting, rx_number, pharmacy_nabp from rx_authorization where mc = app_mc() and id = ${id}`

/** T02: the open request learns that the pharmacy asked again, with what the engine says now. */
export const join = (
  id: string,
  transactionId: string,
  now: string,
  rejects: unknown,
  codes: readonly string[],
): Sql => sql`
  update rx_authorization set resubmission_count = resubmission_count + 1, last_transaction_id = ${transactionId}, last_submitted_at = ${now}, pharmacy_waiting = true,
    rejects = ${JSON.stringify(rejects)}::jsonb, reject_codes = ${codes}, version = version + 1, updated_at = ${now}, snoozed_until = null
  where mc = app_mc() and id = ${id}`

/** The same by the pharmacy of a request that was merged into this one: what the engine says of it is not said of the other. */
export const joinMerged = (id: string, now: string): Sql => sql`
  update rx_authorization set resubmission_count = resubmission_count + 1, last_submitted_at = ${now}, pharmacy_waiting = true, version = version + 1, updated_at = ${now}, snoozed_until = null
  where mc = app_mc() and id = ${id}`

/** The request a stopped claim raised. */
export const raisedBy = (transactionId: string, authorizationId: string): Sql =>
  sql`update rx_transaction set authorization_id = ${authorizationId} where mc = app_mc() and id = ${transactionId}`

/** T29, T30: the completed request of a claim that a rule or a bypass let through, and the permission its fill counts on. */
export const settledBy = (transactionId: string, authorizationId: string, priorAuthId: string | null): Sql => sql`
  update rx_transaction set authorization_id = ${authorizationId}, prior_auth_id = ${priorAuthId} where mc = app_mc() and id = ${transactionId}`

/** One more fill of a bypass. */
export const countBypass = (bypassId: string): Sql =>
  sql`update auth_bypass set fills_used = fills_used + 1 where mc = app_mc() and id = ${bypassId}`

/** T31: a paid fill counts against the permission it matched, needed or not, so that "one-time" means one. */
export const consume = (priorAuthId: string): Sql => sql`
  update prior_auth set fills_used = fills_used + 1, version = version + 1,
    status_id = case when (max_fills is not null and fills_used + 1 >= max_fills) or one_time then 4 else status_id end
  where mc = app_mc() and id = ${priorAuthId}`

/** The callback that brought the pharmacy back is done; nobody waits at the counter any more. */
export const filled = (authorizationId: string, now: string): Sql => sql`
  with told as (update pharmacy_callback set status_id = 4, acknowledged_at = coalesce(acknowledged_at, ${now}), next_try_at = null where mc = app_mc() and status_id in (1, 2, 3, 5, 6, 7)
    and (authorization_id = ${authorizationId} or authorization_id in (select m.id from rx_authorization m where m.mc = app_mc() and m.superseded_by = ${authorizationId})))
  update rx_authorization set pharmacy_waiting = false, updated_at = ${now} where mc = app_mc() and id = ${authorizationId}`

export type Reversible = {
  mc: string
  id: string
  tcn: string
  status: string
  fill_date: string
  stratus_claim_id: string
  prior_auth_id: string | null
  authorization_id: string | null
  drug_name: string
  pa_authorization_id: string | null
  pharmacy_name: string
}
export const byTcn = (tcn: string): Sql<Reversible> => sql<Reversible>`
  select x.mc, x.id, x.tcn, x.status, x.fill_date, x.stratus_claim_id, x.prior_auth_id, x.authorization_id, x.drug_name, p.authorization_id as pa_authorization_id, coalesce(y.name, x.pharmacy_nabp) as pharmacy_name
    from rx_transaction x left join prior_auth p on p.mc = x.mc and p.id = x.prior_auth_id left join pharmacy y on y.nabp = x.pharmacy_nabp
   where x.mc = app_mc() and x.tcn = ${tcn} for update of x`

export const reverse = (id: string, now: string): Sql =>
  sql`update rx_transaction set status = 'X', reversed_at = ${now} where mc = app_mc() and id = ${id}`
/** The fill never happened: the permission has it back, and a used-up one is usable again. */
export const restore = (priorAuthId: string): Sql => sql`
  update prior_auth set fills_used = greatest(fills_used - 1, 0), version = version + 1, status_id = case when status_id = 4 then 3 else status_id end where mc = app_mc() and id = ${priorAuthId}`

export type Desk = {
  owners: { userId: string; name: string; active: boolean; role: 'PRIMARY' | 'SECONDARY' | 'GROUP' | 'SUPERVISOR' }[]
  absences: { userId: string; startAt: string; endAt: string; delegates: string[] }[]
  open: Record<string, number>
  names: Record<string, string>
  active: string[]
  pharmacy_name: string | null
  last_paid: number | null
}

/** Who could get a new request on this claim, who of them is away, and what each has open (domain 3.15). */
export const deskOf = (subscriber: string, nabp: string, ndc: string): Sql<Desk> => sql<Desk>`
  with c as (select * from wc_claim where mc = app_mc() and subscriber_number = ${subscriber}),
  candidates as (
    select c.owner_id as user_id, 'PRIMARY' as role, 0 as position from c where c.owner_id is not null
    union all select o.user_id, 'SECONDARY', o.position from c join claim_case_owner o on o.mc = c.mc and o.stratus_claim_id = c.id and o.kind = 'SECONDARY'
    union all select g.default_owner_id, 'GROUP', 100 from c join client_group g on g.mc = c.mc and g.group_code = c.group_code where g.default_owner_id is not null
    union all select v.supervisor_id, 'SUPERVISOR', 200 from c join user_supervision v on v.mc = c.mc and v.member_id = c.owner_id),
  away as (select o.* from out_of_office o where o.mc = app_mc() and o.end_at > app_now() and o.start_at < app_now() + interval '1 hour'),
  everybody as (select user_id from candidates union select unnest(delegates) from away)
  select
    coalesce((select jsonb_agg(jsonb_build_object('userId', k.user_id, 'name', u.name, 'active', uc.active and u.status = 'ACTIVE', 'role', k.role) order by k.position)
       from candidates k join app_user u on u.id = k.user_id join user_carrier uc on uc.mc = app_mc() and uc.user_id = k.user_id), '[]') as owners,
    coalesce((select jsonb_agg(jsonb_build_object('userId', a.user_id, 'startAt', a.start_at, 'endAt', a.end_at, 'delegates', a.delegates)) from away a), '[]') as absences,
    coalesce((select jsonb_object_agg(x.user_id, x.n) from (select o.user_id, count(*) as n from authorization_owner o join everybody e on e.user_id = o.user_id where o.mc = app_mc() and o.open group by o.user_id) x), '{}') as open,
    coalesce((select jsonb_object_agg(u.id, u.name) from everybody e join app_user u on u.id = e.user_id), '{}') as names,
    coalesce((select array_agg(e.user_id::text) from everybody e join app_user u on u.id = e.user_id and u.status = 'ACTIVE' join user_carrier uc on uc.mc = app_mc() and uc.user_id = e.user_id and uc.active), '{}') as active,
    (select y.name from pharmacy y where y.nabp = ${nabp}) as pharmacy_name,
    (select x.paid_amount from c join rx_transaction x on x.mc = c.mc and x.stratus_claim_id = c.id where x.status in ('P', 'B') and left(x.gpi, 10) = (select left(d.gpi, 10) from drug d where d.ndc = ${ndc})
       order by x.fill_date desc limit 1) as last_paid`
