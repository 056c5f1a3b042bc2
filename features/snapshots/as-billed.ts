import type { ClaimRequest } from '#features/adjudication/claim-request.ts'
import { sql, type Sql } from '#platform/database/sql.ts'
import { billSent, ingredientsOf, type EngineInput } from './billed-sql.ts'
import { saidOf } from './clinic-line.ts'
import { snapshot, type SnapshotRow } from './sql.ts'

/** The claim of a request as its pharmacy last billed it, or with another amount or day. */
export function asBilled(
  of: EngineInput,
  change: { quantity?: number; daysSupply?: number; dateOfService?: string } = {},
): ClaimRequest {
  const { quantity = of.quantity, daysSupply = of.days_supply, dateOfService = of.date_of_service } = change
  const mixture = saidOf(of, quantity, of.pharmacy_nabp)
  const compound = mixture?.compound !== undefined
  return {
    ...of.request,
    ...mixture,
    channel: of.claim_channel_type,
    deliveryType: of.delivery_type_id,
    pharmacyNabp: of.pharmacy_nabp,
    dateOfService,
    prescriber: { npi: of.prescriber_npi },
    prescription: {
      ...of.request?.prescription,
      rxNumber: of.rx_number,
      fillNumber: of.fill_number,
      productId: compound ? '0' : of.ndc,
      ...(compound && { compoundCode: '2' }),
      quantity,
      daysSupply,
      daw: of.daw,
      refillsAuthorised: of.refills_authorised,
    },
  }
}

/** The engine's input for the claim of a request as it was billed, for another day, or for another product. */
export function snapshotOfBilled(id: string, day?: string | Sql, ndc?: string | Sql): Sql<SnapshotRow> {
  const own = (column: Sql) =>
    sql`(select ${column} from rx_authorization a where a.mc = app_mc() and app_sees(a.sub_carrier) and a.id = ${id})`
  return snapshot({
    claim: sql`select c.* from wc_claim c where c.mc = app_mc() and c.id = ${own(sql`a.stratus_claim_id`)}`,
    groupCode: own(sql`a.group_code`),
    nabp: own(sql`a.pharmacy_nabp`),
    npi: own(sql`a.prescriber_npi`),
    ndc: ndc === undefined ? own(sql`a.ndc`) : typeof ndc === 'string' ? sql`${ndc}::text` : ndc,
    ingredientNdcs: ingredientsOf(own(billSent)),
    lineGpi: own(sql`a.gpi`),
    dateOfService: day === undefined ? own(sql`a.date_of_service`) : typeof day === 'string' ? sql`${day}::date` : day,
  })
}
