import { integers, sql, type Sql } from '#platform/database/sql.ts'
import { openStatuses } from '#features/authorizations/statuses.ts'

export type Twin = {
  id: string
  mc: string
  stratus_claim_id: string
  reference_number: string
  status_id: number
  version: number
  gpi: string
  quantity: number
  days_supply: number
  date_written: string | null
  date_of_service: string
  prescriber_npi: string
  request_received_at: string
  reconsideration_level: number
  has_first_approval: boolean
  determined: boolean
  statutory_due_at: string
  silence_approves: boolean
  due_pack: string
  due_arithmetic: string[]
  pharmacy_nabp: string
  pharmacy_name: string
  owner_ids: string[]
}

const twin = sql`a.id, a.mc, a.stratus_claim_id, a.reference_number, a.status_id, a.version, a.gpi, a.quantity, a.days_supply, a.date_written,
  a.date_of_service, a.prescriber_npi, a.request_received_at, a.reconsideration_level, a.first_approval is not null as has_first_approval,
  exists (select from determination d where d.mc = a.mc and d.authorization_id = a.id and d.withdrawn_at is null) as determined,
  a.statutory_due_at, a.silence_approves, a.due_pack, a.due_arithmetic, a.pharmacy_nabp,
  coalesce((select y.name from pharmacy y where y.nabp = a.pharmacy_nabp), a.pharmacy_nabp) as pharmacy_name,
  array(select o.user_id from authorization_owner o where o.mc = a.mc and o.authorization_id = a.id order by o.position) as owner_ids`

/** Two requests, held in the order of their ids, so that two merges never wait for each other. */
export const holdBoth = (ids: readonly [string, string]): Sql<Twin> => sql<Twin>`
  select ${twin} from rx_authorization a where a.mc = app_mc() and app_sees(a.sub_carrier) and a.id = any(${ids}::uuid[]) order by a.id for update of a`

/** A new request and the open ones of its claim for the same drug, held. */
export const holdTwins = (id: string): Sql<Twin> => sql<Twin>`
  select ${twin} from rx_authorization x join rx_authorization a on a.mc = x.mc and a.stratus_claim_id = x.stratus_claim_id
    and left(a.gpi, 10) = left(x.gpi, 10) and a.status_id in (${integers(openStatuses)})
   where x.mc = app_mc() and x.id = ${id} order by a.id for update of a`
