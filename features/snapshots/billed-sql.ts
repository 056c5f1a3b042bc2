import { billOrigins } from '#reference/origins.ts'
import type { ClaimRequest } from '#features/adjudication/claim-request.ts'
import type { Reject } from '#features/adjudication/answer.ts'
import { integers, sql, type Sql } from '#platform/database/sql.ts'

// What was billed for a request, to adjudicate it again.

/** A request as the pharmacy sent it: the input when the engine adjudicates it again. */
export type EngineInput = {
  stratus_claim_id: string
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
  compound_code: number
  /** The last claim sent for it. */
  request: ClaimRequest | null
  /** For a compound or a clinic line: the claim that says what was billed. */
  bill: ClaimRequest | null
}
/** The ingredients of a compound as a claim sent them, each with its name and amount; null for anything else. */
export const partsSent = (request: Sql): Sql => sql`
  (select jsonb_agg(jsonb_build_object('name', coalesce(d.facts ->> 'genericName', 'NDC ' || replace(p ->> 'productId', '-', '')),
      'quantity', (p ->> 'quantity')::numeric))
    from jsonb_array_elements(${request} -> 'compound' -> 'ingredients') p left join drug d on d.ndc = replace(p ->> 'productId', '-', ''))`

/**
 * The claim that says what a compound is made of, or which units a clinic billed, over `a`: the last that was sent for the
 * request or, for a reconsideration, which has none of its own, for the request it reconsiders; for a clinic line made in
 * the portal what its maker entered. Null for anything else.
 */
export const billSent = sql`
  case when a.compound_code = 2 or a.claim_channel_type in (${integers(billOrigins)}) then (with recursive up as (select a.id,
    array[a.last_transaction_id, a.trigger_transaction_id] as sent, a.original_auth_id as above, 0 as level
      union all select b.id, array[b.last_transaction_id, b.trigger_transaction_id], b.original_auth_id, up.level + 1 from up
        join rx_authorization b on b.mc = a.mc and b.id = up.above where up.level < 3)
    select said.claim from (
      select x.request as claim, up.level, x.id = up.sent[1] as last from up join rx_transaction x on x.mc = a.mc and x.id = any(up.sent)
       where case when a.compound_code = 2 then x.request #>> '{prescription,compoundCode}' = '2' else x.request ? 'hcpcs' end
      union all select w.clinic_line, up.level, false from up join authorization_wish w on w.mc = a.mc and w.authorization_id = up.id
        where a.compound_code <> 2 and w.clinic_line is not null) said
    order by said.level, said.last desc limit 1) end`
/** The package codes of its ingredients, as an array. */
export const ingredientsOf = (bill: Sql): Sql => sql`
  array(select replace(i ->> 'productId', '-', '') from jsonb_array_elements(coalesce(${bill} -> 'compound' -> 'ingredients', '[]')) i)`

/** The columns of `EngineInput`, over `a`. */
export const wishColumns = sql`
  a.stratus_claim_id, a.claim_channel_type, a.delivery_type_id, a.pharmacy_nabp, a.prescriber_npi, a.date_of_service, a.rx_number, a.fill_number,
    a.refills_authorised, a.ndc, a.gpi, a.quantity, a.days_supply, a.daw, a.compound_code,
  (select x.request from rx_transaction x where x.mc = a.mc and x.id = a.last_transaction_id) as request, ${billSent} as bill`

export type Tried = EngineInput & {
  /** What stopped it, as an approval would clear it. */
  rejects: Reject[]
  juris_state: string
  /** The denied requests it reconsiders. */
  reconsiders: string[]
}
/** The request that is tried, with the claim the pharmacy last sent for it. */
export const tried = (id: string): Sql<Tried> => sql<Tried>`
  select ${wishColumns}, a.juris_state, a.rejects,
    array(with recursive up as (select a.original_auth_id as id, 1 as level union all select b.original_auth_id, up.level + 1 from up
      join rx_authorization b on b.mc = a.mc and b.id = up.id where up.level < 3)
      select up.id from up where up.id is not null) as reconsiders
  from rx_authorization a where a.mc = app_mc() and app_sees(a.sub_carrier) and a.id = ${id}`
