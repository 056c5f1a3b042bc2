import { integer, integers, sql, type Sql } from '#platform/database/sql.ts'
import { handedOverStatuses, ownersTurnStatuses, status } from '#features/authorizations/statuses.ts'
import { queueDue } from '#features/authorizations/hand-over-sql.ts'
import { inScope } from '#features/authorizations/sql.ts'
import { letterUnread } from '#features/authorizations/letter-columns.ts'
import { meAndMyTeam, ownersAndAbsent, subjectAndAbsent } from '#features/owners/people-sql.ts'
import { teamView } from '#features/settings/columns.ts'
import type { QueueCount } from './contract.ts'
import { COUNTED } from './most-rows.ts'
import { completeNow, escalatedNow, mineToDecide, openNow, ownedInScope, overMyLimit, snoozedNow } from './sql.ts'

type CountsFound = {
  pending: number
  escalated: number
  overdue: number
  due_today: number
  due_tomorrow: number
  later: number
  snoozed: number
  waiting: number
  completed_today: number
  waiting_pharmacist: number
  waiting_reviewer: number
  waiting_second: number
  waiting_supervisor: number
  carrier_pending: number
  at_counter: number
  letter_came: number
  over_limit: number
  team_pending: number
  queues: QueueCount[]
  allowed: boolean
}
type CountsInput = {
  email: string | undefined
  username: string | undefined
  /** `me` or ids of users; takes the place of the two above. */
  owners: readonly string[] | undefined
  statuses: readonly number[] | undefined
}
/** Requests that wait for somebody of a role, as the index of each status spells it. */
const inStatus = (id: number): Sql => sql`a.status_id = ${integer(id)}`
const inQueues = handedOverStatuses
  .map(
    (id) => sql`(select a.status_id, ${queueDue} as due from rx_authorization a
      where ${inScope.fragment} and ${openNow} and ${inStatus(id)} and ${mineToDecide} limit ${COUNTED})`,
  )
  .reduce((all, next) => sql`${all} union all ${next}`)
/** Requests by the time they have left: `due` is when a request is due, `today.day` the caller's day. */
const startsIn = (days: number): Sql => sql`((today.day + ${integer(days)})::timestamp at time zone app_zone())`
export const overdue = (due: Sql): Sql => sql`${due} < app_now()`
export const dueToday = (due: Sql): Sql => sql`${due} >= app_now() and ${due} < ${startsIn(1)}`
const dueTomorrow = (due: Sql): Sql => sql`${due} >= app_now() and ${due} >= ${startsIn(1)} and ${due} < ${startsIn(2)}`
const dueLater = (due: Sql): Sql => sql`${due} >= app_now() and ${due} >= ${startsIn(2)}`
/** Own work: without what was handed over, unless the statuses counted were chosen. */
const ownersTurn = (statuses: readonly number[] | undefined): Sql =>
  statuses === undefined ? sql`a.status_id in (${integers(ownersTurnStatuses)})` : sql`true`
const amongStatuses = (statuses: readonly number[] | undefined): Sql =>
  statuses === undefined ? sql`true` : sql`a.status_id = any(${statuses}::smallint[])`
/**
 * The counts of the worklists for one user and those they cover: each is the total of the list it links
 * to.
 */
export const counts = ({ email, username, owners, statuses }: CountsInput): Sql<CountsFound> => sql<CountsFound>`
  with people as materialized (${owners ? ownersAndAbsent(owners) : subjectAndAbsent(email, username)}),
  today as (select (app_now() at time zone app_zone())::date as day),
  queue as (select found.status_id as status, count(*)::int as waiting,
      count(*) filter (where ${overdue(sql`found.due`)})::int as "overdueCount",
      count(*) filter (where ${dueToday(sql`found.due`)})::int as "dueTodayCount",
      count(*) filter (where ${dueTomorrow(sql`found.due`)})::int as "dueTomorrowCount",
      count(*) filter (where ${dueLater(sql`found.due`)})::int as "laterCount"
    from (${inQueues}) found, today group by found.status_id),
  own as (select a.id, a.pharmacy_waiting, a.status_id, a.statutory_due_at, a.escalated, a.snoozed_until, ${ownersTurn(statuses)} as turn,
      ${letterUnread} as letter, ${overMyLimit} as over
    from rx_authorization a
    where ${inScope.fragment} and ${openNow} and ${amongStatuses(statuses)}
      and a.id in (select o.authorization_id from authorization_owner o where o.mc = app_mc() and o.open and o.user_id = any(array(select id from people))))
  select count(*) filter (where a.turn)::int as pending,
    count(*) filter (where ${escalatedNow})::int as escalated,
    count(*) filter (where a.turn and ${overdue(sql`a.statutory_due_at`)})::int as overdue,
    count(*) filter (where a.turn and ${dueToday(sql`a.statutory_due_at`)})::int as due_today,
    count(*) filter (where a.turn and ${dueTomorrow(sql`a.statutory_due_at`)})::int as due_tomorrow,
    count(*) filter (where a.turn and ${dueLater(sql`a.statutory_due_at`)})::int as later,
    count(*) filter (where ${snoozedNow})::int as snoozed,
    count(*) filter (where a.status_id = ${integer(status.PENDING_LOMN)})::int as waiting,
    count(*) filter (where ${inStatus(status.PENDING_CLINICAL)})::int as waiting_pharmacist,
    count(*) filter (where ${inStatus(status.PENDING_UR)})::int as waiting_reviewer,
    count(*) filter (where ${inStatus(status.PENDING_SECOND_APPROVAL)})::int as waiting_second,
    count(*) filter (where ${inStatus(status.PENDING_SUPERVISOR)})::int as waiting_supervisor,
    count(*) filter (where a.pharmacy_waiting)::int as at_counter,
    count(*) filter (where a.letter)::int as letter_came,
    count(*) filter (where a.turn and a.over)::int as over_limit,
    case when exists (select from user_supervision s where s.mc = app_mc() and s.supervisor_id = app_user())
        and ${teamView()}
      then (select count(*)::int from (select distinct o.authorization_id from authorization_owner o
        where ${ownedInScope} and o.open and o.user_id = any(array(${meAndMyTeam})) limit ${COUNTED}) found) else 0 end as team_pending,
    (select count(distinct o.authorization_id)::int from authorization_owner o ${
      statuses === undefined
        ? sql``
        : sql`join rx_authorization a on a.mc = o.mc and a.id = o.authorization_id and ${completeNow} and ${amongStatuses(statuses)}`
    }
      where ${ownedInScope} and o.user_id = any(array(select id from people))
        and o.completed_at >= (select day::timestamp at time zone app_zone() from today)) as completed_today,
    (select count(*)::int from (select from rx_authorization a where ${inScope.fragment} and ${openNow} and ${amongStatuses(statuses)}
      limit ${COUNTED}) found) as carrier_pending,
    coalesce((select jsonb_agg(to_jsonb(queue)) from queue), '[]') as queues,
    exists (select from people) as allowed
  from today left join own a on true`
