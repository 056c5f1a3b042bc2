import type { Fill } from '#features/authorizations/contract.ts'
import { inForce } from '#features/prior-auths/sql.ts'
import type { Facts } from '#features/authorizations/facts.ts'
import { factsColumns, withRequests } from '#features/authorizations/facts-sql.ts'
import { authRow } from '#features/authorizations/row-columns.ts'
import type { PriorAuthRow } from '#features/prior-auths/rows.ts'
import { sql, type Sql } from '#platform/database/sql.ts'

export type AdditionalRow = Facts & {
  last_fills: Fill[]
  prior_auths: PriorAuthRow[]
  last_decision: { decision: string; at: string } | null
}
/** The preview of a list row: the detail and related rows. */
export const additional = (ids: readonly string[]): Sql<AdditionalRow> => sql<AdditionalRow>`
  ${withRequests(ids)} select ${factsColumns},
    coalesce((select jsonb_agg(f) from (
      select jsonb_build_object('referenceNumber', x.reference_number, 'tcn', x.tcn, 'status', x.status, 'fillDate', x.fill_date, 'drugName',
        x.drug_name, 'gpi', x.gpi, 'quantity', x.quantity, 'daysSupply', x.days_supply, 'refill', x.fill_number,
        'prescriberName', coalesce(pr.first_name || ' ' || pr.last_name, x.prescriber_npi), 'pharmacyName', coalesce(ph.name, x.pharmacy_nabp),
          'paidAmount', x.paid_amount, 'rejects', x.reject_codes) as f
      from rx_transaction x left join practitioner pr on pr.npi = x.prescriber_npi left join pharmacy ph on ph.nabp = x.pharmacy_nabp
      where x.mc = a.mc and x.stratus_claim_id = a.stratus_claim_id and x.status in ('P', 'B') and left(x.gpi, 4) = left(a.gpi, 4)
        order by x.fill_date desc, x.id limit 5) l), '[]') as last_fills,
    coalesce((select jsonb_agg(to_jsonb(p) order by p.start_date desc) from prior_auth p
      where p.mc = a.mc and p.stratus_claim_id = a.stratus_claim_id and p.status_id in ${inForce}), '[]') as prior_auths,
    (select jsonb_build_object('decision', e.decision, 'at', e.at) from rx_authorization b
      join authorization_decision e on e.mc = b.mc and e.authorization_id = b.id and e.undone_at is null
       where b.mc = a.mc and b.stratus_claim_id = a.stratus_claim_id and left(b.gpi, 10) = left(a.gpi, 10) and b.id <> a.id
         order by e.at desc limit 1) as last_decision
  from a ${authRow.joins}`
