import { nameBegins } from '#features/owners/people-sql.ts'
import { activeAndMayOwn, candidate, type CandidateFound } from '#features/owners/sql.ts'
import type { NameStart } from '#platform/text/typed-name.ts'
import { inScope } from '#features/authorizations/sql.ts'
import { openStatuses } from '#features/authorizations/statuses.ts'
import { integers, sql, type Sql } from '#platform/database/sql.ts'

const isOpen = sql`a.status_id in (${integers(openStatuses)})`

export type LeaveRow = {
  id: string
  mc: string
  user_id: string
  name: string
  start_at: string
  end_at: string
  delegates: string[]
  delegate_names: { userId: string; name: string; active: boolean }[]
  message: string
  created_by_name: string
  moved: number
  version: number
  began_at: string | null
  ended_at: string | null
}

const columns = sql`
  v.id, v.mc, v.user_id, u.name, v.start_at, v.end_at, v.delegates, v.message, v.created_by_name, v.version, v.began_at, v.ended_at,
  coalesce((select jsonb_agg(jsonb_build_object('userId', d.id, 'name', d.name, 'active', w.active and d.status = 'ACTIVE') order by x.place)
     from unnest(v.delegates) with ordinality x(id, place) join app_user d on d.id = x.id
       join user_carrier w on w.mc = v.mc and w.user_id = d.id),
       '[]') as delegate_names,
  (select count(*)::int from authorization_reroute r where r.mc = v.mc and r.leave_id = v.id and r.to_user is not null) as moved`
const from = sql`from out_of_office v join app_user u on u.id = v.user_id`

/** Everybody below a user, level by level; a cycle ends. */
const below = (top: Sql): Sql => sql`
  below as (select s.member_id as id from user_supervision s where s.mc = app_mc() and s.supervisor_id = ${top}
    union select s.member_id from below join user_supervision s on s.mc = app_mc() and s.supervisor_id = below.id)`
/** Users whose leaves the caller may set: an account manager's are those of their programs, a supervisor's those below. */
const ownLeaves = sql`
  theirs as (select w.user_id as id from user_carrier w where w.mc = app_mc() and w.active and w.user_id <> app_user()
    and (app_manages(w) and exists (select from user_carrier me
      where me.mc = app_mc() and me.user_id = app_user()
        and exists (select from unnest(me.roles) r where lower(btrim(r)) = 'account_admin'))
      or w.user_id in (select id from below)))`

/** Leaves of the caller and their team, latest first; those over for more than thirty days are left out. */
export const listed = (): Sql<LeaveRow> => sql<LeaveRow>`
  with recursive ${below(sql`app_user()`)}, ${ownLeaves}
  select ${columns} ${from}
    where v.mc = app_mc() and v.end_at > app_now() - interval '30 days'
      and (v.user_id = app_user() or v.user_id in (select id from theirs))
    order by v.start_at desc, v.id limit 500`
type DelegateFor = {
  leaveId: string
  userId: string
  name: string
  startAt: string
  endAt: string
  message: string
  openCount: number
  dueTodayCount: number
}
const endOfToday = sql`(select ((app_now() at time zone app_zone())::date + 1)::timestamp at time zone app_zone())`
/** The leaves, present and to come, that name the caller as a delegate, with what those users have open. */
export const delegateFor = (): Sql<DelegateFor> => sql<DelegateFor>`
  select v.id as "leaveId", v.user_id as "userId", u.name, v.start_at as "startAt", v.end_at as "endAt", v.message, n."openCount",
      n."dueTodayCount"
    from out_of_office v join app_user u on u.id = v.user_id
     cross join lateral (select count(*)::int as "openCount",
         count(*) filter (where a.statutory_due_at >= app_now() and a.statutory_due_at < ${endOfToday})::int as "dueTodayCount"
       from rx_authorization a where ${inScope.fragment} and ${isOpen}
         and a.id in (select o.authorization_id from authorization_owner o where o.mc = v.mc and o.open and o.user_id = v.user_id)) n
   where v.mc = app_mc() and v.end_at > app_now() and app_user() = any(v.delegates) order by v.start_at, v.id limit 50`
/** The users whose leaves the caller may set, by name. */
export const people = (): Sql<{ userId: string; name: string }> => sql<{ userId: string; name: string }>`
  with recursive ${below(sql`app_user()`)}, ${ownLeaves}
  select u.id as "userId", u.name from theirs join app_user u on u.id = theirs.id where u.status = 'ACTIVE' order by u.last_name, u.first_name, u.id limit 1000`

/** Serializes the leaves of a user, so that two set at once see each other. */
export const lockLeavesOf = (userId: Sql): Sql =>
  sql`select pg_advisory_xact_lock(hashtextextended(app_mc() || ':' || 'away ' || ${userId}::text, 7))`
/** The same for the user of a leave. */
export const lockLeave = (id: string): Sql =>
  sql`
    select pg_advisory_xact_lock(hashtextextended(app_mc() || ':' || 'away ' || v.user_id::text, 7))
      from out_of_office v where v.mc = app_mc() and v.id = ${id}`

export const hold = (id: string): Sql<LeaveRow> =>
  sql<LeaveRow>`select ${columns} ${from} where v.mc = app_mc() and v.id = ${id} for update of v`
/** The same for the clock, without waiting: a leave that is being changed is found by the next run. */
export const holdTicking = (id: string): Sql<LeaveRow> =>
  sql<LeaveRow>`select ${columns} ${from} where v.mc = app_mc() and v.id = ${id} for update of v skip locked`

export type Whose = {
  id: string
  name: string
  sub_carriers: string[] | null
  active: boolean
  /** All their programs are the caller's own. */
  managed: boolean
  /** Everybody below the caller in the supervision tree. */
  supervised: string[]
  all_sub_carriers: string[]
  leaves: { id: string; userId: string; startAt: string; endAt: string; delegates: string[] }[]
}
/** A user with their leaves from now on. `userId` is a fragment. */
export const whose = (userId: Sql): Sql<Whose> => sql<Whose>`
  with recursive ${below(sql`app_user()`)}
  select u.id, u.name, w.sub_carriers, w.active and u.status = 'ACTIVE' as active, app_manages(w) as managed,
    array(select b.id from below b) as supervised,
    array(select s.sub_carrier from sub_carrier s where s.mc = app_mc() order by 1) as all_sub_carriers,
    coalesce((
      select jsonb_agg(jsonb_build_object('id', v.id, 'userId', v.user_id, 'startAt', v.start_at, 'endAt', v.end_at,
        'delegates', v.delegates)
        order by v.start_at)
      from out_of_office v where v.mc = w.mc and v.user_id = w.user_id and v.end_at > app_now()), '[]') as leaves
  from user_carrier w join app_user u on u.id = w.user_id where w.mc = app_mc() and w.user_id = ${userId}`

/** These users, and everyone their leaves lead to. */
export const withStandIns = (ids: Sql): Sql<CandidateFound> => sql<CandidateFound>`
  with recursive reached as (
    select w.user_id as id from user_carrier w where w.mc = app_mc() and w.user_id = any(${ids}::uuid[])
    union select delegate from reached
      join out_of_office v on v.mc = app_mc() and v.user_id = reached.id and v.end_at > app_now(),
      unnest(v.delegates) delegate)
  select ${candidate} from reached join user_carrier w on w.mc = app_mc() and w.user_id = reached.id join app_user u on u.id = w.user_id`

export type ItemFound = {
  id: string
  sub_carrier: string
  stratus_claim_id: string
  reference_number: string
  status_id: number
  next_clock_at: string | null
  statutory_due_at: string
  owner_ids: string[]
  secondary_ids: string[]
  desk_ids: string[]
  sub_desk_ids: string[]
}
const item = sql`
  a.id, a.sub_carrier, a.stratus_claim_id, a.reference_number, a.status_id, a.next_clock_at, a.statutory_due_at,
  array(select x.user_id from authorization_owner x where x.mc = a.mc and x.authorization_id = a.id order by x.position) as owner_ids,
  array(select s.user_id from claim_case_owner s
    where s.mc = a.mc and s.stratus_claim_id = a.stratus_claim_id and s.kind = 'SECONDARY'
    order by s.position) as secondary_ids,
  array(select g.default_owner_id from client_group g where g.mc = a.mc and g.group_code = a.group_code and g.default_owner_id is not null) as desk_ids,
  array(select d from sub_carrier_desk(a.mc, a.sub_carrier) d order by 1) as sub_desk_ids`
const owned = (userId: Sql): Sql => sql`
  authorization_owner o join rx_authorization a on a.mc = o.mc and a.id = o.authorization_id and ${isOpen}
   where o.mc = app_mc() and o.user_id = ${userId} and o.open and o.position = 1`

/** A user's open requests with a deadline before an instant: read, or locked in the order of their ids. */
export const itemsOf = (userId: Sql, before: string): Sql<ItemFound> => sql<ItemFound>`
  select ${item} from ${owned(userId)} and (a.statutory_due_at < ${before} or a.next_clock_at < ${before}) order by a.id limit 2000`
export const holdItems = (userId: Sql, before: string): Sql<ItemFound> => sql<ItemFound>`
  select ${item} from ${owned(userId)} and (a.statutory_due_at < ${before} or a.next_clock_at < ${before}) order by a.id limit 2000 for update of a`
/** One open request with its owners, locked. */
export const holdItem = (id: string): Sql<ItemFound> => sql<ItemFound>`
  select ${item} from rx_authorization a where a.mc = app_mc() and a.id = ${id} and ${isOpen} for update of a skip locked`

/** Everybody a user's requests could go to, with their delegates. */
export const candidatesFor = (userId: Sql, delegates: readonly string[]): Sql<CandidateFound> =>
  withStandIns(sql`
  array(select ${userId} union select unnest(${delegates}::uuid[])
    union select v.supervisor_id from user_supervision v where v.mc = app_mc() and v.member_id = ${userId}
    union select s.user_id from authorization_owner o join rx_authorization a on a.mc = o.mc and a.id = o.authorization_id and ${isOpen}
      join claim_case_owner s on s.mc = a.mc and s.stratus_claim_id = a.stratus_claim_id and s.kind = 'SECONDARY'
        where o.mc = app_mc() and o.user_id = ${userId} and o.open and o.position = 1
    union select g.default_owner_id from authorization_owner o join rx_authorization a on a.mc = o.mc and a.id = o.authorization_id and ${isOpen}
      join client_group g on g.mc = a.mc and g.group_code = a.group_code and g.default_owner_id is not null
        where o.mc = app_mc() and o.user_id = ${userId} and o.open and o.position = 1
    union select d
      from (select distinct a.mc, a.sub_carrier from authorization_owner o
        join rx_authorization a on a.mc = o.mc and a.id = o.authorization_id and ${isOpen}
      where o.mc = app_mc() and o.user_id = ${userId} and o.open and o.position = 1) x, sub_carrier_desk(x.mc, x.sub_carrier) d)`)

export const supervisorsOf = (userId: Sql): Sql<{ id: string }> =>
  sql<{
    id: string
  }>`select v.supervisor_id as id from user_supervision v where v.mc = app_mc() and v.member_id = ${userId} order by 1`

export type Written = {
  mc: string
  id: string
  userId: string
  startAt: string
  endAt: string
  delegates: readonly string[]
  message: string
  by: { id: string; name: string }
  now: string
}
export const insert = (of: Written): Sql => sql`
  insert into out_of_office (mc, id, user_id, start_at, end_at, delegates, message, created_by, created_by_name, created_at)
  values (${of.mc}, ${of.id}, ${of.userId}, ${of.startAt}, ${of.endAt}, ${of.delegates}::uuid[], ${of.message}, ${of.by.id}, ${of.by.name}, ${of.now})`
export const update = (of: Pick<Written, 'mc' | 'id' | 'startAt' | 'endAt' | 'delegates' | 'message'>): Sql => sql`
  update out_of_office
    set start_at = ${of.startAt}, end_at = ${of.endAt}, delegates = ${of.delegates}::uuid[], message = ${of.message},
      version = version + 1
    where mc = ${of.mc} and id = ${of.id}`
export const remove = (mc: string, id: string): Sql => sql`delete from out_of_office where mc = ${mc} and id = ${id}`

export const began = (mc: string, id: string, now: string): Sql =>
  sql`update out_of_office set began_at = ${now} where mc = ${mc} and id = ${id}`
export const ended = (mc: string, id: string, now: string): Sql =>
  sql`update out_of_office set ended_at = ${now} where mc = ${mc} and id = ${id}`

export type Reroute = {
  mc: string
  id: string
  authorization_id: string
  leave_id: string | null
  from_user: string
  to_user: string | null
  at: string
}
export const insertReroutes = (rows: readonly Reroute[]): Sql => sql`
  insert into authorization_reroute (mc, id, authorization_id, leave_id, from_user, to_user, at)
  select x.mc, x.id, x.authorization_id, x.leave_id, x.from_user, x.to_user, x.at from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as x(mc text, id uuid, authorization_id uuid, leave_id uuid, from_user uuid, to_user uuid, at timestamptz)`
export const returned = (mc: string, ids: readonly string[], now: string): Sql =>
  sql`update authorization_reroute set returned_at = ${now} where mc = ${mc} and id = any(${ids}::uuid[])`

export type Away = ItemFound & { reroute_id: string; from_user: string; to_user: string; at: string; opened: boolean }
/** Requests that moved because of a leave and are still open, locked, with whether their owner opened them. */
export const holdMoved = (leaveId: string): Sql<Away> => sql<Away>`
  select ${item}, r.id as reroute_id, r.from_user, r.to_user, r.at, opened_since(r.to_user, a.stratus_claim_id, a.id, r.noted_at) as opened
    from authorization_reroute r join rx_authorization a on a.mc = r.mc and a.id = r.authorization_id and ${isOpen}
   where r.mc = app_mc() and r.leave_id = ${leaveId} and r.to_user is not null and r.returned_at is null order by a.id for update of a`

/** Up to 25 colleagues whose name starts so and who work for a sub-carrier of this user; all of them without letters. */
export function standIns(
  userId: Sql,
  names: readonly NameStart[],
  oneName: string,
  email: string,
): Sql<CandidateFound> {
  return sql<CandidateFound>`
    select ${candidate} from user_carrier x join user_carrier w on w.mc = x.mc and w.user_id <> x.user_id join app_user u on u.id = w.user_id
     where x.mc = app_mc() and x.user_id = ${userId} and ${activeAndMayOwn}
       and (x.sub_carriers is null or w.sub_carriers is null or x.sub_carriers && w.sub_carriers)
       and (${email} = '' or starts_with(lower(u.email), ${email}) or ${nameBegins(names, oneName)})
     order by u.last_name, u.first_name, u.id limit 25`
}
