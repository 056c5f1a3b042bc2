import type { InsteadDrug } from '#features/authorizations/decided.ts'
import { inScope } from '#features/authorizations/sql.ts'
import type { Written } from '#features/decisions/rows.ts'
import { sql, type Sql } from '#platform/database/sql.ts'

/** The decision in force of the request `a`, or of the one it was merged into. */
const inForce = sql`authorization_decision e where e.mc = a.mc and e.authorization_id = coalesce(a.superseded_by, a.id) and e.undone_at is null`

/** The request, with the product its decision named to be used instead. */
export const namedBy = (id: string): Sql<{ stratus_claim_id: string; instead: InsteadDrug | null }> => sql<{
  stratus_claim_id: string
  instead: InsteadDrug | null
}>`
  select a.stratus_claim_id, (select e.shown -> 'instead' from ${inForce}) as instead
    from rx_authorization a where ${inScope.fragment} and a.id = ${id}`

/** The NDC of that product, as a part of a statement. */
export const ndcNamedBy = (id: string): Sql =>
  sql`(select e.shown -> 'instead' ->> 'ndc' from rx_authorization a, ${inForce} and ${inScope.fragment} and a.id = ${id})`

/**
 * A statement about one request as it will answer once these rows are written and the letters that were asked for are closed by them:
 * its decision, its prior authorizations and its letters are read from here, everything else from the tables.
 */
export const asIfDecided = <Row>(
  statement: Sql<Row>,
  { decision, priorAuth }: Pick<Written, 'decision' | 'priorAuth'>,
): Sql<Row> => sql<Row>`
  with authorization_decision as materialized (
      select * from jsonb_populate_record(null::authorization_decision, ${JSON.stringify(decision)}::jsonb)),
    prior_auth as materialized (${
      priorAuth === null
        ? sql`select * from prior_auth where false`
        : sql`select * from jsonb_populate_record(null::prior_auth, ${JSON.stringify(priorAuth)}::jsonb)`
    }),
    lomn_request as materialized (select (jsonb_populate_record(l, jsonb_build_object('status', 9, 'closed_from', l.status))).*
      from lomn_request l where l.mc = app_mc() and l.authorization_id = ${decision.authorization_id} and l.status between 1 and 5)
  ${statement}`

/** A pharmacy whose request was merged into the one that is decided, with what it billed: it has a message of its own. */
type MergedPharmacy = {
  name: string
  quantity: number
  daysSupply: number
  fillDate: string
  /** The prescription to bill instead, where the same pharmacy billed it. */
  rx: string | null
}
export type PharmacyFound = { name: string; phone: string; unit: string; form: string; merged: MergedPharmacy[] }
/** What a message to a pharmacy says besides the decision. */
export const pharmacyOf = (id: string): Sql<PharmacyFound> => sql<PharmacyFound>`
  select coalesce(y.name, a.pharmacy_nabp) as name, m.product_phone as phone, coalesce(d.facts ->> 'unit', '') as unit,
    coalesce(d.facts ->> 'form', '') as form,
    coalesce((select jsonb_agg(jsonb_build_object('name', coalesce(z.name, s.pharmacy_nabp), 'quantity', s.quantity, 'daysSupply', s.days_supply,
        'fillDate', s.date_of_service, 'rx', case when s.pharmacy_nabp = a.pharmacy_nabp then a.rx_number end) order by s.created_at, s.id)
      from rx_authorization s left join pharmacy z on z.nabp = s.pharmacy_nabp
      where s.mc = a.mc and s.superseded_by = a.id and s.pharmacy_nabp <> ''), '[]') as merged
  from rx_authorization a join master_carrier m on m.mc = a.mc left join drug d on d.ndc = a.ndc left join pharmacy y on y.nabp = a.pharmacy_nabp
  where ${inScope.fragment} and a.id = ${id}`
