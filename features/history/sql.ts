import { sql, type Sql } from '#platform/database/sql.ts'
import type { PermitRow } from '#features/decisions/sql.ts'
import type { Decision, Fill } from '#features/authorizations/contract.ts'
import { inScope } from '#features/authorizations/sql.ts'
import { authRow, type AuthRowFound } from '#features/authorizations/row-columns.ts'

/** "The same drug" is the same ten digits of the drug code, whatever form and strength; the story looks back two years. */
const target = (id: string): Sql => sql`
  select a.mc, a.id, a.stratus_claim_id, a.gpi, left(a.gpi, 10) as drug, a.original_auth_id, (app_now() - interval '24 months') as since
    from rx_authorization a where ${inScope.fragment} and a.id = ${id}`

/** The request with the earlier and later ones it is a reconsideration of: one row each, the first first. */
export const chain = (id: string): Sql<AuthRowFound> => sql<AuthRowFound>`
  with recursive x as materialized (${target(id)}),
  back as (select x.mc, x.id, x.original_auth_id from x
    union select p.mc, p.id, p.original_auth_id from back join rx_authorization p on p.mc = back.mc and p.id = back.original_auth_id),
  linked as (select mc, id from back
    union select n.mc, n.id from linked join x on true join rx_authorization n on n.mc = linked.mc and n.stratus_claim_id = x.stratus_claim_id
      and n.original_auth_id = linked.id)
  select ${authRow.columns} from linked join rx_authorization a on a.mc = linked.mc and a.id = linked.id ${authRow.joins}
   where ${inScope.fragment} order by a.request_received_at, a.id`

export type PastDecision = Decision & {
  authorizationId: string
  drugName: string
  quantity: number
  daysSupply: number
}
/** Decisions about the same drug on the claim, newest first; those taken back say so. */
export const decisions = (id: string): Sql<PastDecision> => sql<PastDecision>`
  with x as materialized (${target(id)})
  select a.id as "authorizationId", a.drug_name as "drugName", a.quantity, a.days_supply as "daysSupply", d.decision,
    d.decided_by_name as "decidedBy", d.second_approver_name as "secondApprover", d.at, d.start_date as "startDate", d.end_date as "endDate",
    d.one_time as "oneTimeFill", d.drug_level as "drugLevel", d.max_fill as "maxFill", d.reason_desc as "reasonDesc", d.note, d.rejects,
      d.undone_at is not null as undone
  from x join rx_authorization a on a.mc = x.mc and a.stratus_claim_id = x.stratus_claim_id and left(a.gpi, 10) = x.drug
  join authorization_decision d on d.mc = a.mc and d.authorization_id = a.id and d.at >= x.since
  order by d.at desc, d.id limit 200`

/** Permissions and blocks of the claim that concern the same drug, the latest start first. */
export const permits = (id: string): Sql<PermitRow> => sql<PermitRow>`
  with x as materialized (${target(id)})
  select p.id, p.authorization_id, p.override_ref, p.kind, p.status_id, p.level, p.gpi_prefix, p.drug_name, p.brand_flag, p.start_date, p.end_date,
    p.one_time, p.max_fills, p.fills_used, p.max_qty_per_fill, p.max_days_per_fill, p.max_cost_per_fill,
    p.codes_cleared, p.override_all, p.safety_included, p.reason_desc, p.created_by_name, p.created_at
  from x join prior_auth p on p.mc = x.mc and p.stratus_claim_id = x.stratus_claim_id
   and (p.authorization_id = x.id or starts_with(x.gpi, p.gpi_prefix) or starts_with(p.gpi_prefix, x.drug)) and p.end_date >= x.since::date
  order by p.start_date desc, p.id limit 200`

/** What pharmacies billed of the same drug on the claim, newest first. */
export const fills = (id: string): Sql<Fill> => sql<Fill>`
  with x as materialized (${target(id)})
  select r.reference_number as "referenceNumber", r.tcn, r.status, r.fill_date as "fillDate", r.drug_name as "drugName", r.gpi, r.quantity,
    r.days_supply as "daysSupply", r.fill_number as refill,
    coalesce(q.first_name || ' ' || q.last_name, r.prescriber_npi) as "prescriberName", coalesce(y.name, r.pharmacy_nabp) as "pharmacyName",
      r.paid_amount as "paidAmount", r.reject_codes as rejects
  from x join rx_transaction r on r.mc = x.mc and r.stratus_claim_id = x.stratus_claim_id and left(r.gpi, 10) = x.drug and r.fill_date >= x.since::date
  left join practitioner q on q.npi = r.prescriber_npi left join pharmacy y on y.nabp = r.pharmacy_nabp
  order by r.fill_date desc, r.submitted_at desc, r.id limit 200`

// Internal lines are for the benefit manager's own staff; a carrier neither sees nor counts them.
const shown = sql`(not e.internal or exists (select from user_carrier w
  where w.mc = app_mc() and w.user_id = app_user() and w.active and 'pbm_support' = any(select lower(btrim(role)) from unnest(w.roles) role)))`

export type EventFound = {
  id: string
  event_code: number
  event_text: string
  actor_name: string
  actor_type: string
  at: string
  old_status_id: number | null
  new_status_id: number | null
}
/** One page of the log, newest first. */
export const events = (id: string, page: number, size: number): Sql<EventFound> => sql<EventFound>`
  with x as materialized (${target(id)})
  select e.id, e.event_code, e.event_text, e.actor_name, e.actor_type, e.at, e.old_status_id, e.new_status_id
    from x join authorization_event e on e.mc = x.mc and e.authorization_id = x.id and ${shown} order by e.id desc limit ${size} offset ${page * size}`

/** The request itself, for the audit and to tell "no events" from "not there"; and how many lines its log has. */
export const logged = (id: string): Sql<{ stratus_claim_id: string; total: number }> => sql<{
  stratus_claim_id: string
  total: number
}>`
  with x as materialized (${target(id)})
  select x.stratus_claim_id, (select count(*)::int from authorization_event e where e.mc = x.mc and e.authorization_id = x.id and ${shown}) as total from x`
