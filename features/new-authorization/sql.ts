import type { ClaimRequest } from '#features/adjudication/contract.ts'
import { sql, type Sql } from '#platform/sql.ts'

export type Tried = {
  stratus_claim_id: string
  juris_state: string
  claim_channel_type: number
  delivery_type_id: number
  pharmacy_nabp: string
  prescriber_npi: string
  date_of_service: string
  rx_number: string
  fill_number: number
  refills_authorised: number
  ndc: string
  gpi: string
  quantity: number
  days_supply: number
  daw: string
  request: ClaimRequest | null
}
/** The request that is tried, with the claim the pharmacy last sent for it. */
export const tried = (id: string): Sql<Tried> => sql<Tried>`
  select a.stratus_claim_id, a.juris_state, a.claim_channel_type, a.delivery_type_id, a.pharmacy_nabp, a.prescriber_npi, a.date_of_service, a.rx_number, a.fill_number, a.refills_authorised, a.ndc, a.gpi, a.quantity, a.days_supply, a.daw,
    (select x.request from rx_transaction x where x.mc = a.mc and x.id = a.last_transaction_id) as request
  from rx_authorization a where a.mc = app_mc() and app_sees(a.sub_carrier) and a.id = ${id}`
