import { sql, type Sql } from '#platform/database/sql.ts'
import type { PlanFound } from '#features/deadlines/plan.ts'
import { planFound } from '#features/deadlines/plan-sql.ts'
import type { Facts } from '#features/authorizations/facts.ts'
import { factsColumns, factsFrom } from '#features/authorizations/facts-sql.ts'
import { inScope } from '#features/authorizations/sql.ts'
import type { ClockColumns, Extension } from '#features/decision-rights/extension.ts'

/** What the ladder has done for a request already. */
export type ClockState = {
  reminded?: boolean
  remindFrom?: string
  pharmacyPushed?: boolean
  popUpShown?: boolean
  sharesTold?: number
  letterSentAt?: string
  overdueTold?: boolean
  /** When support hears that nobody is there to have it; gone once it has. */
  alarmAt?: string
  /** When it was reopened (T32). */
  reopenedAt?: string
  /** How the due time that holds was moved, because information was asked for. */
  extended?: Extension
}
export type Ticking = Facts & {
  clock_state: ClockState
  next_clock_at: string | null
  plan: PlanFound
  owner_names: Record<string, string>
}

const ticking = sql`${factsColumns}, a.next_clock_at, ${planFound} as plan,
  coalesce((select jsonb_object_agg(u.id, u.name) from authorization_owner o join app_user u on u.id = o.user_id where o.mc = a.mc and o.authorization_id = a.id), '{}') as owner_names`

/** The request with its clock, held; skipped when somebody else holds it, the next tick finds it again. */
export const holdTicking = (id: string): Sql<Ticking> =>
  sql<Ticking>`select ${ticking} ${factsFrom} where ${inScope.fragment} and a.id = ${id} for update of a skip locked`

export const setClock = (mc: string, id: string, state: ClockState, next: string | null): Sql =>
  sql`update rx_authorization set clock_state = ${JSON.stringify(state)}::jsonb, next_clock_at = ${next} where mc = ${mc} and id = ${id}`
/** A completed request that is reopened is looked at at once, its owner is reminded anew, and it is kept as long as a new one. */
export const restartClock = (mc: string, id: string, now: string): Sql => sql`
  update rx_authorization set next_clock_at = ${now}, clock_state = clock_state || jsonb_build_object('reopenedAt', ${now}::text, 'reminded', false, 'remindFrom', ${now}::text) where mc = ${mc} and id = ${id}`
export const escalate = (mc: string, id: string, level: number, now: string): Sql => sql`
  update rx_authorization set escalated = true, escalation_level = ${level}, escalated_at = coalesce(escalated_at, ${now}), version = version + 1, updated_at = ${now} where mc = ${mc} and id = ${id}`
export const snooze = (mc: string, id: string, until: string, hours: number, by: string, now: string): Sql => sql`
  update rx_authorization set snoozed_until = ${until}, snooze_hours_total = snooze_hours_total + ${hours}, snoozed_by = ${by}, version = version + 1, updated_at = ${now}, next_clock_at = least(next_clock_at, ${until}) where mc = ${mc} and id = ${id}`
export const unsnooze = (mc: string, id: string, now: string): Sql => sql`
  update rx_authorization set snoozed_until = null, snoozed_by = null, version = version + 1, updated_at = ${now}, next_clock_at = ${now} where mc = ${mc} and id = ${id}`
/** A snooze whose time has passed is over. */
export const wake = (mc: string, id: string): Sql =>
  sql`update rx_authorization set snoozed_until = null, snoozed_by = null where mc = ${mc} and id = ${id}`

/** How the clock of a request stands, and its rungs. */
export const running = (
  id: string,
): Sql<Omit<ClockColumns, 'clock_state'> & { clock_state: ClockState; plan: PlanFound }> =>
  sql<Omit<ClockColumns, 'clock_state'> & { clock_state: ClockState; plan: PlanFound }>`
  select a.statutory_due_at, a.due_pack, a.date_written, a.juris_state, a.request_received_at, a.claim_channel_type, a.reconsideration_level, a.clock_state, ${planFound} as plan
    from rx_authorization a where ${inScope.fragment} and a.id = ${id}`
/** The due time moves with how it was counted; the clock is looked at anew at once. */
export const extend = (of: {
  mc: string
  id: string
  dueAt: string
  pack: string
  arithmetic: readonly string[]
  state: Partial<ClockState>
  now: string
}): Sql => sql`
  update rx_authorization set statutory_due_at = ${of.dueAt}, due_pack = ${of.pack}, due_arithmetic = ${JSON.stringify(of.arithmetic)}::jsonb, clock_state = clock_state || ${JSON.stringify(of.state)}::jsonb,
    next_clock_at = ${of.now}, version = version + 1, updated_at = ${of.now} where mc = ${of.mc} and id = ${of.id}`
/** A request is due with its reviewers when it is due. */
export const extendReferral = (mc: string, id: string, due: string): Sql =>
  sql`update ur_referral set due_at = ${due} where mc = ${mc} and authorization_id = ${id} and closed_at is null`
