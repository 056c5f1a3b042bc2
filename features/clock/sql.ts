import { sql, type Sql } from '#platform/database/sql.ts'
import type { PlanFound } from '#features/deadlines/plan.ts'
import { planFound } from '#features/deadlines/plan-sql.ts'
import type { Facts } from '#features/authorizations/facts.ts'
import { factsColumns, factsFrom } from '#features/authorizations/facts-sql.ts'
import { inScope } from '#features/authorizations/sql.ts'
import type { ClockColumns, Extension } from '#features/decision-rights/extension.ts'

/** The steps of the ladder that are done for a request. */
export type ClockState = {
  reminded?: boolean
  remindFrom?: string
  pharmacyPushed?: boolean
  popUpShown?: boolean
  sharesTold?: number
  letterSentAt?: string
  overdueTold?: boolean
  /** When support is notified that it has no owner; removed afterwards. */
  alarmAt?: string
  /** When it was reopened (T32). */
  reopenedAt?: string
  /** How the due time in force was extended, because information was requested. */
  extended?: Extension
}
export type Ticking = Facts & {
  clock_state: ClockState
  next_clock_at: string | null
  plan: PlanFound
  owner_names: Record<string, string>
}

const ticking = sql`${factsColumns}, a.next_clock_at, ${planFound} as plan,
  coalesce((select jsonb_object_agg(u.id, u.name) from authorization_owner o join app_user u on u.id = o.user_id
    where o.mc = a.mc and o.authorization_id = a.id), '{}') as owner_names`

/** The request with its clock, locked; skipped when another transaction holds it, the next tick finds it again. */
export const holdTicking = (id: string): Sql<Ticking> =>
  sql<Ticking>`select ${ticking} ${factsFrom} where ${inScope.fragment} and a.id = ${id} for update of a skip locked`

/** The same, once any act under way has ended. */
export const waitTicking = (id: string): Sql<Ticking> =>
  sql<Ticking>`select ${ticking} ${factsFrom} where ${inScope.fragment} and a.id = ${id} for update of a`

/** The clock of a request and its steps. */
export const running = (
  id: string,
): Sql<Omit<ClockColumns, 'clock_state'> & { clock_state: ClockState; plan: PlanFound }> =>
  sql<Omit<ClockColumns, 'clock_state'> & { clock_state: ClockState; plan: PlanFound }>`
  select a.statutory_due_at, a.due_pack, a.date_written, a.juris_state, a.request_received_at, a.claim_channel_type, a.reconsideration_level,
    a.clock_state, ${planFound} as plan
    from rx_authorization a where ${inScope.fragment} and a.id = ${id}`
