import { inScope } from '#features/authorizations/sql.ts'
import { status } from '#features/authorizations/statuses.ts'
import { authRow, type AuthRowFound } from '#features/authorizations/row-columns.ts'
import { candidate, type CandidateFound } from '#features/owners/sql.ts'
import { teamView } from '#features/settings/columns.ts'
import { decidedByPeople, escalatedNow, openNow, snoozedNow } from '#features/worklist/sql.ts'
import { integer, integers, sql, type Sql } from '#platform/database/sql.ts'
import type { Load } from './contract.ts'
import { RATE_WEEKS } from './rules.ts'

/** Whether the carrier has the team view on. */
export const teamViewOn = (): Sql<{ enabled: boolean }> => sql<{ enabled: boolean }>`
  select ${teamView()} as enabled`

/** A user by id; the caller where none is given. */
const idOf = (userId: string | null): Sql => (userId === null ? sql`app_user()` : sql`${userId}::uuid`)

/**
 * `with recursive … team`: the supervisor and everybody below, level by level (a cycle ends), who is active today. The
 * team of somebody without people below is empty.
 */
const teamOf = (supervisor: Sql): Sql => sql`
  below as (select s.member_id as id from user_supervision s where s.mc = app_mc() and s.supervisor_id = ${supervisor}
    union select s.member_id from below join user_supervision s on s.mc = app_mc() and s.supervisor_id = below.id),
  people as (select w.user_id as id from user_carrier w join app_user u on u.id = w.user_id
    where w.mc = app_mc() and w.active and u.status = 'ACTIVE' and w.user_id in (select id from below union select ${supervisor})),
  team as materialized (select id from people where exists (select from people other where other.id <> ${supervisor}))`

/** The open requests of the team, one row for each of their owners in it. */
const own = sql`
  own as materialized (
    select o.user_id, a.id, a.status_id, a.statutory_due_at as due, a.request_received_at as received, ${escalatedNow} as escalated,
      coalesce(${snoozedNow}, false) as snoozed, a.pharmacy_waiting as waiting
    from authorization_owner o join rx_authorization a on a.mc = o.mc and a.id = o.authorization_id
    where o.mc = app_mc() and o.open and o.user_id = any(array(select id from team)) and ${inScope.fragment} and ${openNow})`

export type MemberFound = CandidateFound & {
  license_states: string[]
  approval_limit: number | null
  pending: number
  escalated: number
  due4: number
  oldest: string | null
  next_due: string | null
  next_received: string | null
}
/** The people of a team by name, with their open requests. */
export const members = (supervisorId: string | null): Sql<MemberFound> => sql<MemberFound>`
  with recursive ${teamOf(idOf(supervisorId))}, ${own}
  select ${candidate}, w.license_states, w.approval_limit, mine.*
    from team join user_carrier w on w.mc = app_mc() and w.user_id = team.id join app_user u on u.id = team.id
    cross join lateral (
      select count(*)::int as pending, count(*) filter (where own.escalated)::int as escalated,
        count(*) filter (where own.due < app_now() + interval '4 hours')::int as due4, min(own.received) as oldest, min(own.due) as next_due,
        (array_agg(own.received order by own.due, own.id))[1] as next_received
      from own where own.user_id = team.id) mine
   order by u.last_name, u.first_name, u.id`

export type PendingFound = { pending: number }
/** The open requests of the team, each counted once. */
export const pending = (supervisorId: string): Sql<PendingFound> => sql<PendingFound>`
  with recursive ${teamOf(idOf(supervisorId))}, ${own} select count(distinct own.id)::int as pending from own`

export type EscalatedFound = AuthRowFound & { claimant_id: string; total: number }
const ESCALATED_SHOWN = 200
/** The escalated requests of the team by claimant, the one who waits longest first, and the number of all. */
export const escalated = (supervisorId: string): Sql<EscalatedFound> => sql<EscalatedFound>`
  with recursive ${teamOf(idOf(supervisorId))}, ${own},
  hits as materialized (
    select a.id, a.request_received_at, c.claimant_id, min(a.request_received_at) over (partition by c.claimant_id) as since
      from (select distinct id from own where escalated) one join rx_authorization a on a.mc = app_mc() and a.id = one.id
      join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id),
  first as (select * from hits order by since, claimant_id, request_received_at, id limit ${integer(ESCALATED_SHOWN)})
  select ${authRow.columns}, first.claimant_id, (select count(*)::int from hits) as total
    from first join rx_authorization a on a.mc = app_mc() and a.id = first.id ${authRow.joins}
   order by first.since, first.claimant_id, first.request_received_at, first.id`

const load = sql`
  count(*)::int as pending, count(*) filter (where due < app_now())::int as overdue,
  count(*) filter (where due < app_now() + interval '4 hours')::int as due4,
  count(*) filter (where due < app_now() + interval '24 hours')::int as due24,
  count(*) filter (where due < app_now() + interval '72 hours')::int as due72,
  count(*) filter (where escalated)::int as escalated, count(*) filter (where snoozed)::int as snoozed,
  count(*) filter (where waiting)::int as "atCounter",
  count(*) filter (where status_id = ${integer(status.PENDING_CLINICAL)})::int as pharmacist,
  count(*) filter (where status_id = ${integer(status.PENDING_LOMN)})::int as prescriber,
  count(*) filter (where status_id = ${integer(status.PENDING_UR)})::int as "utilizationReview",
  count(*) filter (where status_id = ${integer(status.PENDING_SECOND_APPROVAL)})::int as "secondApprover",
  count(*) filter (where status_id = ${integer(status.PENDING_SUPERVISOR)})::int as "supervisor"`

export type LoadFound = Load & {
  /** Null for the whole team. */
  id: string | null
  pharmacist: number
  prescriber: number
  utilizationReview: number
  secondApprover: number
  supervisor: number
  /** In the same hours of the same weekday, over the weeks before. */
  arrived: number
  decided: number
  until: string
}
/** The load of each person of a team and of the team, with what arrived and was decided in the same hours of the weeks before. */
export const loads = (supervisorId: string): Sql<LoadFound> => sql<LoadFound>`
  with recursive ${teamOf(idOf(supervisorId))}, ${own},
  clock as (select local, date_trunc('day', local) at time zone app_zone() as midnight,
      date_trunc('day', local) + interval '17 hours' + case when local::time < '17:00' then interval '0' else interval '1 day' end as closing
    from (select app_now() at time zone app_zone() as local) now),
  past as (select (local - week * interval '7 days') at time zone app_zone() as begins, (closing - week * interval '7 days') at time zone app_zone() as ends
    from clock, generate_series(1, ${integer(RATE_WEEKS)}) week),
  arrived as materialized (select o.user_id, a.id from past join rx_authorization a on a.mc = app_mc() and ${inScope.fragment}
      and a.request_received_at >= past.begins and a.request_received_at < past.ends and a.status_id >= ${integer(status.PENDING)}
      and a.status_id not in (${integers([status.AUTO_APPROVED, status.BYPASSED])})
    join authorization_owner o on o.mc = a.mc and o.authorization_id = a.id and o.user_id in (select id from team)),
  decided as materialized (select a.completed_by as user_id from past join rx_authorization a on a.mc = app_mc() and ${inScope.fragment}
      and a.completed_at >= past.begins and a.completed_at < past.ends and ${decidedByPeople} and a.completed_by in (select id from team)),
  today as materialized (select a.completed_by as user_id from clock join rx_authorization a on a.mc = app_mc() and ${inScope.fragment}
      and a.completed_at >= clock.midnight and ${decidedByPeople} and a.completed_by in (select id from team))
  select team.id, mine.*, (select count(*)::int from today where today.user_id = team.id) as "decidedToday",
    (select count(*)::int from arrived where arrived.user_id = team.id) as arrived,
    (select count(*)::int from decided where decided.user_id = team.id) as decided,
    clock.closing at time zone app_zone() as until
  from team cross join clock cross join lateral (select ${load} from own where own.user_id = team.id) mine
  union all select null, every_one.*, (select count(*)::int from today),
    (select count(distinct id)::int from arrived), (select count(*)::int from decided), clock.closing at time zone app_zone()
  from clock cross join lateral (select ${load} from (select distinct on (id) * from own order by id) once) every_one`

export type LeaveFound = {
  user_id: string
  start_at: string
  end_at: string
  delegates: string[]
  began_at: string | null
  due_before: number
}
/** The present or the next time off of each person of a team. */
export const leaves = (supervisorId: string): Sql<LeaveFound> => sql<LeaveFound>`
  with recursive ${teamOf(idOf(supervisorId))}, ${own}
  select distinct on (v.user_id) v.user_id, v.start_at, v.end_at, v.began_at,
    array(select d.name from unnest(v.delegates) with ordinality x(id, place) join app_user d on d.id = x.id order by x.place) as delegates,
    (select count(*)::int from own where own.user_id = v.user_id and own.due < v.end_at) as due_before
  from team join out_of_office v on v.mc = app_mc() and v.user_id = team.id and v.end_at > app_now() order by v.user_id, v.start_at, v.id`
