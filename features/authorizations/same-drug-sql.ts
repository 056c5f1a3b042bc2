import { sql, type Sql } from '#platform/database/sql.ts'
import type { PriorAuthShown } from '#features/prior-auths/rows.ts'
import type { Decision, Fill } from './contract.ts'
import { inScope } from './sql.ts'

// What happened before with the drug of an authorization: shown beside it, and kept with its decision.

/** "The same drug" is the same ten digits of the drug code, whatever form and strength; the story looks back two years. */
export const sameDrug = (id: string): Sql => sql`
  select a.mc, a.id, a.stratus_claim_id, a.gpi, left(a.gpi, 10) as drug, a.original_auth_id, (app_now() - interval '24 months') as since
    from rx_authorization a where ${inScope.fragment} and a.id = ${id}`

export type PastDecision = Decision & {
  authorizationId: string
  drugName: string
  quantity: number
  daysSupply: number
}
/** Decisions about the same drug on the claim, newest first; those taken back say so. */
export const pastDecisions = (id: string): Sql<PastDecision> => sql<PastDecision>`
  with x as materialized (${sameDrug(id)})
  select a.id as "authorizationId", a.drug_name as "drugName", a.quantity, a.days_supply as "daysSupply", d.decision,
    d.decided_by_name as "decidedBy", d.second_approver_name as "secondApprover", d.at, d.start_date as "startDate", d.end_date as "endDate",
    d.one_time as "oneTimeFill", d.drug_level as "drugLevel", d.max_fill as "maxFill", d.reason_desc as "reasonDesc", d.note, d.rejects,
      d.undone_at is not null as undone
  from x join rx_authorization a on a.mc = x.mc and a.stratus_claim_id = x.stratus_claim_id and left(a.gpi, 10) = x.drug
  join authorization_decision d on d.mc = a.mc and d.authorization_id = a.id and d.at >= x.since
  order by d.at desc, d.id limit 200`

/** Prior authorizations and blocks of the claim that concern the same drug, the latest start first. */
export const priorAuths = (id: string): Sql<PriorAuthShown> => sql<PriorAuthShown>`
  with x as materialized (${sameDrug(id)})
  select p.id, p.authorization_id, p.override_ref, p.kind, p.status_id, p.level, p.gpi_prefix, p.drug_name, p.brand_flag, p.start_date, p.end_date,
    p.one_time, p.max_fills, p.fills_used, p.max_qty_per_fill, p.max_days_per_fill, p.max_cost_per_fill,
    p.codes_cleared, p.findings, p.override_all, p.safety_included, p.reason_desc, p.created_by_name, p.created_at
  from x join prior_auth p on p.mc = x.mc and p.stratus_claim_id = x.stratus_claim_id
   and (p.authorization_id = x.id or starts_with(x.gpi, p.gpi_prefix) or starts_with(p.gpi_prefix, x.drug)) and p.end_date >= x.since::date
  order by p.start_date desc, p.id limit 200`

/** What pharmacies billed of the same drug on the claim, newest first. */
export const pastFills = (id: string): Sql<Fill> => sql<Fill>`
  with x as materialized (${sameDrug(id)})
  select r.reference_number as "referenceNumber", r.tcn, r.status, r.fill_date as "fillDate", r.drug_name as "drugName", r.gpi, r.quantity,
    r.days_supply as "daysSupply", r.fill_number as refill,
    coalesce(q.first_name || ' ' || q.last_name, r.prescriber_npi) as "prescriberName", coalesce(y.name, r.pharmacy_nabp) as "pharmacyName",
      r.paid_amount as "paidAmount", r.reject_codes as rejects
  from x join rx_transaction r on r.mc = x.mc and r.stratus_claim_id = x.stratus_claim_id and left(r.gpi, 10) = x.drug and r.fill_date >= x.since::date
  left join practitioner q on q.npi = r.prescriber_npi left join pharmacy y on y.nabp = r.pharmacy_nabp
  order by r.fill_date desc, r.submitted_at desc, r.id limit 200`
