import type { Submitted } from '#features/authorizations/resubmission.ts'
import type { FirstApproval } from '#features/authorizations/rows.ts'
import type { Clocked } from '#features/deadlines/which-pack.ts'
import { placeOf, settingIsOn } from '#features/settings/columns.ts'
import type { Lapsing } from '#features/authorizations/lapse.ts'
import { openStatuses } from '#features/authorizations/statuses.ts'
import type { OwnerCandidates } from '#features/owners/first-owners.ts'
import { isReplaced } from '#features/prior-auths/sql.ts'
import { hcpcs } from '#reference/hcpcs.ts'
import { partsSent } from '#features/snapshots/billed-sql.ts'
import { snapshot } from '#features/snapshots/sql.ts'
import type { ClaimRequest } from '#features/adjudication/claim-request.ts'
import { claimDay } from '#features/claims/claim-day.ts'
import type { TransactionRow } from './record.ts'
import type { PaidAnswer } from './answer.ts'
import { storm, type Lately } from './resubmission.ts'
import { sql, type Sql, integers } from '#platform/database/sql.ts'

/** A package code without its dashes. */
export const ndcOf = (text: string | undefined): string => (text ?? '').replaceAll('-', '')

/** The carrier of a routing group; null when there is none. */
export const carrierOfGroup = (bin: string, pcn: string, groupCode: string): Sql =>
  sql`mc_of_group(${bin}, ${pcn}, ${groupCode})`

/** The card number as it is stored. */
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
    lineGpi: sql`${hcpcs(request.hcpcs?.code ?? '')?.gpi ?? ''}::text`,
    dateOfService: sql`coalesce(${claimDay(request.dateOfService)}::date, app_now()::date)`,
  })

export type Joined = {
  id: string
  reference_number: string
  status_id: number
  resubmission_count: number
  pharmacy_waiting: boolean
  last_submitted_at: string
  snoozed_until: string | null
  rx_number: string
  pharmacy_nabp: string
  first_approval: FirstApproval | null
  parts: { name: string; quantity: number }[] | null
} & Submitted &
  Clocked
/** The open request a claim joins, locked so that a user acting on it at this moment finishes first. */
export const openRequest = (id: string): Sql<Joined> =>
  sql<Joined>`select id, reference_number, status_id, resubmission_count, pharmacy_waiting, last_submitted_at, snoozed_until, rx_number, pharmacy_nabp,
      first_approval, reject_codes, ndc, gpi, drug_name, strength, generic_or_brand, daw, dea_schedule, quantity, days_supply, compound_code,
      estimated_cost, mme_current, mme_after, prescriber_npi, date_of_service, date_written, fill_number, refills_authorised,
      due_pack, juris_state, request_received_at, claim_channel_type, reconsideration_level,
      case when compound_code = 2 then (select ${partsSent(sql`x.request`)} from rx_transaction x
        where x.mc = app_mc() and x.id = coalesce(last_transaction_id, trigger_transaction_id)) end as parts
    from rx_authorization where mc = app_mc() and id = ${id} for update`

/** Stores a claim as it was sent and answered. */
export const insertTransaction = (row: TransactionRow): Sql =>
  sql`insert into rx_transaction select * from jsonb_populate_record(null::rx_transaction, ${JSON.stringify(row)}::jsonb)`

/** The request a stopped claim raised. */
export const raisedBy = (transactionId: string, authorizationId: string): Sql =>
  sql`update rx_transaction set authorization_id = ${authorizationId} where mc = app_mc() and id = ${transactionId}`

/** T29, T30: the completed request of a claim that a rule or bypass cleared, and the prior authorization its fill counts on. */
export const settledBy = (transactionId: string, authorizationId: string, priorAuthId: string | null): Sql => sql`
  update rx_transaction set authorization_id = ${authorizationId}, prior_auth_id = ${priorAuthId} where mc = app_mc() and id = ${transactionId}`

/** A fill with what its reversal needs. */
export type Reversible = {
  mc: string
  id: string
  tcn: string
  reference_number: string
  sub_carrier: string
  status: 'P' | 'R' | 'X' | 'B'
  fill_date: string
  stratus_claim_id: string
  prior_auth_id: string | null
  authorization_id: string | null
  drug_name: string
  rx_number: string
  pharmacy_nabp: string
  invoice_number: string | null
  billed_date: string | null
  pa_authorization_id: string | null
  override_ref: string | null
  /** The prior authorization was used up and a newer one replaced it since. */
  pa_replaced: boolean
  /** Another part of the same fill is paid under the same prior authorization. */
  other_part: boolean
  pharmacy_name: string
  /** Supervisors of the carrier may reverse fills, too. */
  supervisors_may: boolean
  today: string
}
/** Whether the carrier lets its supervisors reverse the fill `x`. */
export const supervisorsMayReverse = settingIsOn('supervisorsMayReverse', false, placeOf(sql`x`))
/** Whether another part of the fill `x` is paid under the same prior authorization; of Schedule II a part may count its number up. */
const hasOtherPart = sql`exists (select from rx_transaction o where o.mc = x.mc and o.id <> x.id and o.prior_auth_id = x.prior_auth_id
      and o.status in ('P', 'B') and o.part is not null and x.part is not null and o.rx_number = x.rx_number and o.pharmacy_nabp = x.pharmacy_nabp
      and (o.fill_number = x.fill_number or x.dea_schedule = 'CII'))`
/** The fill with this number, locked. */
export const byTcn = (tcn: string): Sql<Reversible> => sql<Reversible>`
  select x.mc, x.id, x.tcn, x.reference_number, x.sub_carrier, x.status, x.fill_date, x.stratus_claim_id, x.prior_auth_id, x.authorization_id,
    x.drug_name, x.rx_number, x.pharmacy_nabp, x.invoice_number, x.billed_date, p.authorization_id as pa_authorization_id, p.override_ref,
    coalesce(${isReplaced}, false) as pa_replaced, coalesce(y.name, x.pharmacy_nabp) as pharmacy_name,
    ${hasOtherPart} as other_part, ${supervisorsMayReverse} as supervisors_may,
    (app_now() at time zone (select m.time_zone from master_carrier m where m.mc = x.mc))::date as today
    from rx_transaction x left join prior_auth p on p.mc = x.mc and p.id = x.prior_auth_id left join pharmacy y on y.nabp = x.pharmacy_nabp
   where x.mc = app_mc() and app_sees(x.sub_carrier) and x.tcn = ${tcn} for update of x`

/** Marks a fill as reversed: when, by whom, why, and under which reference. */
export const reverse = (of: {
  id: string
  now: string
  reference: string
  reason: string
  by: string | null
  byName: string
}): Sql =>
  sql`update rx_transaction set status = 'X', reversed_at = ${of.now}, reversal_reference = ${of.reference},
    reversal_reason = nullif(${of.reason}, ''), reversed_by = ${of.by}, reversed_by_name = ${of.byName} where mc = app_mc() and id = ${of.id}`
/** An open request of one prescription at one pharmacy, locked. */
export type OpenOfRx = {
  id: string
  statusId: number
  gpi: string
  fillNumber: number
  quantity: number
  daysSupply: number
  /** It waits for a second approval. */
  secondApproval: boolean
  /** The last instant for an answer, and whether silence approves it then. */
  dueAt: string
  silenceApproves: boolean
}
const openOfRx = sql`'dueAt', r.statutory_due_at, 'silenceApproves', r.silence_approves, 'id', r.id, 'statusId', r.status_id, 'gpi', r.gpi,
  'fillNumber', r.fill_number, 'quantity', r.quantity, 'daysSupply',
  r.days_supply, 'secondApproval', r.first_approval is not null`
/** The open request whose newest claim is this transaction, locked: its pharmacy may still withdraw it. */
export const openOfTransaction = (tcn: string): Sql<{ request: OpenOfRx }> => sql<{ request: OpenOfRx }>`
  select jsonb_build_object(${openOfRx}) as request from rx_authorization r
   where r.mc = app_mc() and r.status_id in (${integers(openStatuses)})
     and (r.id, r.last_transaction_id) in (select x.authorization_id, x.id from rx_transaction x where x.mc = app_mc() and x.tcn = ${tcn}) for update`

/** Owner candidates, open requests of the prescription at its pharmacy, and how often it was sent recently. */
export type IntakeFacts = OwnerCandidates & {
  pharmacy_name: string | null
  last_paid: number | null
  of_rx: OpenOfRx[]
  /** Open requests of the claim that silence approves. */
  silent: Lapsing[]
  lately: Lately
  /** The same claim, paid before and not reversed. */
  repeat_of: (PaidAnswer & { tcn: string; authorizationId: string | null }) | null
}

/**
 * The candidates to own a new request on this claim with their absences, rights and open requests; and the
 * open requests of the prescription, locked so that no user acts on one while its claim is adjudicated.
 */
export const intakeFacts = (
  subscriber: string,
  nabp: string,
  ndc: string,
  rx: string,
  /** The claim as it was sent. */
  sent: ClaimRequest,
): Sql<IntakeFacts> => sql<IntakeFacts>`
  with c as (select * from wc_claim where mc = app_mc() and subscriber_number = ${subscriber}),
  candidates as (
    select c.owner_id as user_id, 'PRIMARY' as role, 0 as position from c where c.owner_id is not null
    union all select o.user_id, 'SECONDARY', o.position from c join claim_case_owner o on o.mc = c.mc and o.stratus_claim_id = c.id and o.kind = 'SECONDARY'
    union all select g.default_owner_id, 'GROUP', 100 from c join client_group g on g.mc = c.mc and g.group_code = c.group_code
      where g.default_owner_id is not null
    union all select d.id, 'SUB_CARRIER', 150 from c, sub_carrier_desk(c.mc, c.sub_carrier) d(id)
    union all select v.supervisor_id, 'SUPERVISOR', 200 from c join user_supervision v on v.mc = c.mc and v.member_id = c.owner_id),
  away as (select o.* from out_of_office o where o.mc = app_mc() and o.end_at > app_now() and o.start_at < app_now() + interval '1 hour'),
  everybody as (select user_id from candidates union select unnest(delegates) from away),
  of_rx as (select r.* from c join rx_authorization r on r.mc = c.mc and r.stratus_claim_id = c.id
    where r.status_id in (${integers(openStatuses)}) and r.rx_number = ${rx} and r.pharmacy_nabp = ${nabp} for update of r)
  select
    coalesce((select jsonb_agg(jsonb_build_object('userId', k.user_id, 'role', k.role) order by k.position, k.user_id) from candidates k), '[]') as owners,
    coalesce((select jsonb_agg(jsonb_build_object('userId', a.user_id, 'startAt', a.start_at, 'endAt', a.end_at, 'delegates', a.delegates))
      from away a), '[]') as absences,
    coalesce((select jsonb_object_agg(u.id, jsonb_build_object('name', u.name, 'active', w.active and u.status = 'ACTIVE', 'roles', w.roles,
      'subCarriers', w.sub_carriers,
        'open', (select count(*) from authorization_owner o where o.mc = w.mc and o.user_id = w.user_id and o.open)))
      from everybody e join app_user u on u.id = e.user_id join user_carrier w on w.mc = app_mc() and w.user_id = e.user_id), '{}') as people,
    (select m.time_zone from master_carrier m where m.mc = app_mc()) as zone,
    coalesce((select jsonb_agg(jsonb_build_object(${openOfRx}) order by r.id) from of_rx r), '[]') as of_rx,
    coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'status_id', r.status_id, 'statutory_due_at', r.statutory_due_at, 'silence_approves', true))
      from c join rx_authorization r on r.mc = c.mc and r.stratus_claim_id = c.id
     where r.status_id in (${integers(openStatuses)}) and r.silence_approves and r.statutory_due_at < app_now()), '[]') as silent,
    (select jsonb_build_object('submissions', count(*) filter (where x.submitted_at > app_now() - make_interval(mins => ${storm.minutes})), 'stormed',
      coalesce(bool_or('3W' = any(x.reject_codes)), false))
       from c join rx_transaction x on x.mc = c.mc and x.stratus_claim_id = c.id
      where x.rx_number = ${rx} and x.pharmacy_nabp = ${nabp} and x.submitted_at > app_now() - make_interval(mins => ${storm.quietMinutes})) as lately,
    (select x.result->'paid' || jsonb_build_object('tcn', x.tcn, 'authorizationId', x.authorization_id)
       from c join rx_transaction x on x.mc = c.mc and x.stratus_claim_id = c.id
      where x.rx_number = ${rx} and x.pharmacy_nabp = ${nabp} and x.status in ('P', 'B') and x.request = ${JSON.stringify(sent)}::jsonb
        and x.result->'paid' is not null order by x.submitted_at desc limit 1) as repeat_of,
    (select y.name from pharmacy y where y.nabp = ${nabp}) as pharmacy_name,
    (select x.paid_amount from c join rx_transaction x on x.mc = c.mc and x.stratus_claim_id = c.id
      where x.status in ('P', 'B') and left(x.gpi, 10) = (select left(d.gpi, 10) from drug d where d.ndc = ${ndc})
       order by x.fill_date desc limit 1) as last_paid`
