import { sql, type Sql } from '#platform/sql.ts'
import { inScope, heldColumns, heldFrom, type Held } from '../sql.ts'

/** What the ladder has done for a request already. */
export type ClockState = {
  reminded?: boolean
  remindFrom?: string
  pharmacyPushed?: boolean
  popUpShown?: boolean
  letterSentAt?: string
  overdueTold?: boolean
}
export type Ticking = Held & {
  clock_state: ClockState
  escalation_level: number
  pharmacy_waiting: boolean
  last_submitted_at: string
  next_clock_at: string | null
  zone: string
  reference_number: string
  owner_names: Record<string, string>
}

const ticking = sql`${heldColumns}, a.clock_state, a.escalation_level, a.pharmacy_waiting, a.last_submitted_at, a.next_clock_at, (select m.time_zone from master_carrier m where m.mc = a.mc) as zone,
  coalesce((select jsonb_object_agg(u.id, u.name) from authorization_owner o join app_user u on u.id = o.user_id where o.mc = a.mc and o.authorization_id = a.id), '{}') as owner_names`

/** The request with its clock, held; skipped when somebody else holds it, the next tick finds it again. */
export const holdTicking = (id: string): Sql<Ticking> =>
  sql<Ticking>`select ${ticking} ${heldFrom} where ${inScope.fragment} and a.id = ${id} for update of a skip locked`

export const setClock = (mc: string, id: string, state: ClockState, next: string | null): Sql =>
  sql`update rx_authorization set clock_state = ${JSON.stringify(state)}::jsonb, next_clock_at = ${next} where mc = ${mc} and id = ${id}`
export const escalate = (mc: string, id: string, level: number, now: string): Sql => sql`
  update rx_authorization set escalated = true, escalation_level = ${level}, escalated_at = coalesce(escalated_at, ${now}), version = version + 1, updated_at = ${now} where mc = ${mc} and id = ${id}`
export const snooze = (mc: string, id: string, until: string, hours: number, by: string, now: string): Sql => sql`
  update rx_authorization set snoozed_until = ${until}, snooze_hours_total = snooze_hours_total + ${hours}, snoozed_by = ${by}, version = version + 1, updated_at = ${now}, next_clock_at = least(next_clock_at, ${until}) where mc = ${mc} and id = ${id}`
export const unsnooze = (mc: string, id: string, now: string): Sql => sql`
  update rx_authorization set snoozed_until = null, snoozed_by = null, version = version + 1, updated_at = ${now}, next_clock_at = ${now} where mc = ${mc} and id = ${id}`
