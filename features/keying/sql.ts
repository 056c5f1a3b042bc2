import { priorAuthStatus } from '#features/prior-auths/statuses.ts'
import { callbackStatus } from '#features/callbacks/statuses.ts'
import { sql, type Sql, integer } from '#platform/database/sql.ts'

export type Waiting = {
  id: string
  stratus_claim_id: string
  override_ref: string
  authorization_id: string | null
  reference_number: string | null
  claim_number: string
  group_code: string
  drug_name: string
  level: number
  gpi_prefix: string
  ndc: string | null
  brand_flag: string
  start_date: string
  end_date: string
  one_time: boolean
  max_fills: number | null
  max_qty_per_fill: number | null
  max_days_per_fill: number | null
  max_cost_per_fill: number | null
  codes_cleared: string[]
  keying_attempts: number | null
  keying_error: string | null
  created_at: string
  sub_carrier: string
  keying_by: string | null
  keying_by_name: string | null
  keying_at: string | null
}
/** A prior authorization p that waits to be keyed. */
export const toBeKeyed = sql`p.mc = app_mc() and p.status_id = ${integer(priorAuthStatus.QUEUED)}`
/** Prior authorizations waiting to be keyed, oldest first; one row more than shown. */
export const waiting = (page: number, size: number): Sql<Waiting> => sql<Waiting>`
  select p.id, p.stratus_claim_id, p.override_ref, p.authorization_id,
    (select a.reference_number from rx_authorization a where a.mc = p.mc and a.id = p.authorization_id) as reference_number, c.claim_number, c.group_code,
    p.drug_name, p.level, p.gpi_prefix, p.ndc, p.brand_flag, p.start_date, p.end_date, p.one_time, p.max_fills, p.max_qty_per_fill,
      p.max_days_per_fill, p.max_cost_per_fill, p.codes_cleared, p.keying_attempts, p.keying_error, p.created_at, p.sub_carrier,
      p.keying_by, p.keying_by_name, p.keying_at
  from prior_auth p join wc_claim c on c.mc = p.mc and c.id = p.stratus_claim_id
  where ${toBeKeyed} order by p.created_at, p.id limit ${size + 1} offset ${page * size}`

export type QueuedPriorAuth = {
  id: string
  mc: string
  stratus_claim_id: string
  authorization_id: string | null
  auth_status: number | null
  status_id: number
  start_date: string
  override_ref: string
  keying_by: string | null
  keying_by_name: string | null
  keying_at: string | null
  /** Callbacks that wait for it: those of the request and of requests merged into it. */
  callback_ids: string[]
  today: string
}
/** The prior authorization with the callbacks that wait for it, locked. */
export const hold = (id: string): Sql<QueuedPriorAuth> => sql<QueuedPriorAuth>`
  select p.id, p.mc, p.stratus_claim_id, p.authorization_id, (select a.status_id from rx_authorization a
    where a.mc = p.mc and a.id = p.authorization_id) as auth_status, p.status_id, p.start_date, p.override_ref,
    p.keying_by, p.keying_by_name, p.keying_at,
    array(select k.id from pharmacy_callback k where k.mc = p.mc and k.status_id = ${integer(callbackStatus.QUEUED)}
      and (k.authorization_id = p.authorization_id or k.authorization_id in (select m.id from rx_authorization m
        where m.mc = p.mc and m.superseded_by = p.authorization_id)) order by k.created_at, k.id) as callback_ids,
    (app_now() at time zone (select m.time_zone from master_carrier m where m.mc = p.mc))::date::text as today
  from prior_auth p where p.mc = app_mc() and p.id = ${id} for update of p`
