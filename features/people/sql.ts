import { openStatuses } from '#features/authorizations/statuses.ts'
import { every, integers, sql, type Sql } from '#platform/database/sql.ts'
import type { License } from '#features/permissions/professions.ts'
import type { KeptRights } from './fields.ts'
import {
  ALONE_DAYS,
  GRANT_DAYS,
  INVITED,
  UNUSED_DAYS,
  type ListedState,
  type Manager,
  type UserState,
} from './rules.ts'

export type Found = {
  id: string
  username: string
  name: string
  email: string
  sso_user: boolean
  status: 'ACTIVE' | 'LOCKED' | 'DISABLED' | 'PENDING_REGISTRATION'
  active: boolean
  roles: string[]
  sub_carriers: string[] | null
  data_extract_sub_carriers: string[]
  license_states: string[]
  licenses: License[]
  approval_limit: number | null
  last_login_at: string | null
  version: number
  state: UserState
  asked: { userId: string; name: string; at: string; roles: string[]; subCarriers: string[] | null } | null
  away_until: string | null
  /** Names of those who lead them. */
  led_by: string[]
  /** How many they lead. */
  leads: number
  place: string
}
/** Whether the membership `w` makes an account manager; somebody who may only read manages nothing. */
const administers = sql`w.active and exists (select from unnest(w.roles) r where lower(btrim(r)) = 'account_admin')
  and not exists (select from unnest(w.roles) r where lower(btrim(r)) in ('read_only', 'prog_special'))`
/** Account managers see and change users whose programs are all their own (`covers` in the rules), and themselves. */
export const managed = sql`app_manages(w)`
/**
 * Who the account managers of the carrier are. One whose account is locked acts again soon: nobody is alone because of a lock.
 */
export const managers = sql`select w.user_id, w.sub_carriers, u.status = 'ACTIVE' as acts from user_carrier w join app_user u on u.id = w.user_id
  where w.mc = app_mc() and u.status in ('ACTIVE', 'LOCKED') and ${administers}`
/** Whether a colleague of the user `w` could review them: an account manager of all their programs. */
export const someoneReviews = sql`exists (select from (${managers}) m where m.acts and m.user_id <> w.user_id
  and covers_programs(m.sub_carriers, w.sub_carriers, w.data_extract_sub_carriers))`
/** How the account `u` with the membership `w` stands (`UserState`). */
export const state = sql`case when not w.active or u.status = 'DISABLED' then 'OFF' when u.status = 'LOCKED' then 'LOCKED'
  when exists (select from out_of_office v where v.mc = w.mc and v.user_id = w.user_id and v.start_at <= app_now() and v.end_at > app_now()) then 'AWAY'
  when coalesce(u.last_login_at, w.created_at) < app_now() - make_interval(days => ${UNUSED_DAYS}) then 'UNUSED' else 'ACTIVE' end`

export type Filter = { search: string | null; role: string | null; state: ListedState | null }
const matches = (of: Filter): Sql =>
  every([
    sql`w.mc = app_mc() and ${managed}`,
    ...(of.search === null
      ? []
      : [sql`strpos(lower(u.name || ' ' || u.username || ' ' || u.email), lower(${of.search})) > 0`]),
    ...(of.role === null ? [] : [sql`exists (select from unnest(w.roles) r where lower(btrim(r)) = ${of.role})`]),
    ...(of.state === null ? [] : [of.state === INVITED ? sql`false` : sql`${state} = ${of.state}`]),
  ])
/** The most users counted or exported. */
export const MOST_USERS = 10_000
/** How many users stand how, whichever state was asked for; counted to one more than the most. */
export const counts = (of: Pick<Filter, 'search' | 'role'>): Sql<{ state: UserState; users: number }> => sql<{
  state: UserState
  users: number
}>`
  select f.state, count(*)::int as users from (select ${state} as state from user_carrier w join app_user u on u.id = w.user_id
    where ${matches({ ...of, state: null })} limit ${MOST_USERS + 1}) f group by f.state`
/** Who asked for which roles of the user `w` within the last days. */
export const askedOf = sql`(select jsonb_build_object('userId', g.asked_by, 'name', g.asked_by_name, 'at', g.asked_at, 'roles', g.roles,
    'subCarriers', g.sub_carriers)
    from admin_grant g where g.mc = w.mc and g.user_id = w.user_id and g.asked_at > app_now() - make_interval(days => ${GRANT_DAYS}))`
/** The licenses of the user `w`. */
export const licensesOf = sql`coalesce((select jsonb_agg(jsonb_build_object('profession', l.profession, 'state', l.state, 'number', l.number,
    'expiresOn', l.expires_on) order by l.state, l.profession) from user_license l where l.mc = w.mc and l.user_id = w.user_id), '[]')`
/** The account `u` with the membership `w`, as lists and files have it. */
const columns = sql`u.id, u.username, u.name, u.email, u.sso_user, u.status, w.active, w.roles, w.sub_carriers, w.data_extract_sub_carriers,
    w.license_states, ${licensesOf} as licenses, w.approval_limit, u.last_login_at, w.version, ${state} as state,
    ${askedOf} as asked,
    (select v.end_at from out_of_office v where v.mc = w.mc and v.user_id = w.user_id and v.start_at <= app_now() and v.end_at > app_now()
      order by v.end_at desc limit 1) as away_until,
    array(select s.name from user_supervision v join app_user s on s.id = v.supervisor_id where v.mc = w.mc and v.member_id = w.user_id
      order by s.last_name, s.first_name, s.id limit 10) as led_by,
    (select count(*)::int from user_supervision v where v.mc = w.mc and v.supervisor_id = w.user_id) as leads`
const byName = sql`lower(u.last_name), lower(u.first_name), u.id`
/** The users found by name from an encrypted cursor on, and one more. */
export const people = (of: Filter, cursor: string | null, question: string, size: number): Sql<Found> => sql<Found>`
  with place as materialized (select open_cursor(${cursor}, ${question})::jsonb as at)
  select ${columns}, seal_cursor(jsonb_build_array(lower(u.last_name), lower(u.first_name), u.id)::text, ${question}) as place
  from user_carrier w join app_user u on u.id = w.user_id where ${matches(of)}
    and (${cursor}::text is null or (${byName}) > (select at ->> 0, at ->> 1, (at ->> 2)::uuid from place))
  order by ${byName} limit ${size + 1}`
/** All users found by name, for a file, and one more than it has at most. */
export const everybody = (of: Filter): Sql<Found> => sql<Found>`
  select ${columns}, '' as place from user_carrier w join app_user u on u.id = w.user_id where ${matches(of)}
  order by ${byName} limit ${MOST_USERS + 1}`
/** Whether an encrypted cursor is of this user and this list. */
export const opens = (cursor: string | null, question: string): Sql<{ ours: boolean }> =>
  sql<{ ours: boolean }>`select ${cursor}::text is null or open_cursor(${cursor}, ${question}) is not null as ours`

export type Work = { sessions: number; open_requests: number }
/** The open requests of a user that the caller sees. */
export const openOf = (id: string | Sql): Sql => sql`
  select a.id, a.reference_number, a.sub_carrier, a.statutory_due_at, a.stratus_claim_id from authorization_owner o
    join rx_authorization a on a.mc = o.mc and a.id = o.authorization_id
   where o.mc = app_mc() and o.user_id = ${id} and o.open and a.status_id in (${integers(openStatuses)}) and app_sees(a.sub_carrier)`
type OpenItem = {
  id: string
  reference_number: string | null
  sub_carrier: string
  statutory_due_at: string | null
  stratus_claim_id: string
}
/** The most urgent of them. */
export const mostUrgent = (id: string): Sql<OpenItem> =>
  sql<OpenItem>`${openOf(id)} order by a.statutory_due_at nulls last, a.id limit 20`
/**
 * How many open requests a user has that the caller sees, as the owners' rows alone say it, and sessions; nothing for a user the
 * caller does not manage.
 */
export const work = (id: string): Sql<Work> => sql<Work>`
  select colleague_sessions(w.user_id, app_now()) as sessions, (select count(*)::int from authorization_owner o
      where o.mc = app_mc() and o.user_id = w.user_id and o.open and app_sees(o.sub_carrier)) as open_requests
  from user_carrier w where w.mc = app_mc() and w.user_id = ${id} and ${managed}`

/** One change of administrators at a time in a carrier: the second one waits, and then counts who is left. */
export const oneChangeAtATime = (): Sql =>
  sql`select pg_advisory_xact_lock(hashtextextended(app_mc() || ' administrators', 0))`
export type AuthorityRow = { managers: Manager[]; two_until: string | null }
/** The account managers of the carrier, and until when two are needed because one lost something. */
export const authority = (): Sql<AuthorityRow> => sql<AuthorityRow>`
  select coalesce((select jsonb_agg(jsonb_build_object('id', m.user_id, 'subCarriers', m.sub_carriers, 'acts', m.acts) order by m.user_id)
      from (${managers}) m), '[]') as managers,
    (select max(c.at) + make_interval(days => ${ALONE_DAYS}) from rights_change c where c.mc = app_mc()
      and c.at > app_now() - make_interval(days => ${ALONE_DAYS}) and took_from_manager(c.before, c.after)) as two_until`
export type AskedRow = { asked_by: string; asked_by_name: string; roles: string[]; sub_carriers: string[] | null }
/** Who asked for which roles of a user within the last days. */
export const asked = (id: string): Sql<AskedRow> => sql<AskedRow>`
  select g.asked_by, g.asked_by_name, g.roles, g.sub_carriers from admin_grant g where g.mc = app_mc() and g.user_id = ${id}
    and g.asked_at > app_now() - make_interval(days => ${GRANT_DAYS})`
export const askForSecond = (
  id: string,
  { roles, subCarriers }: { roles: readonly string[]; subCarriers: readonly string[] | null },
  by: { id: string; name: string },
  now: string,
): Sql => sql`
  insert into admin_grant (mc, user_id, roles, sub_carriers, asked_by, asked_by_name, asked_at)
  values (app_mc(), ${id}, ${roles}, ${subCarriers}, ${by.id}, ${by.name}, ${now})
  on conflict (mc, user_id) do update set roles = excluded.roles, sub_carriers = excluded.sub_carriers, asked_by = excluded.asked_by,
    asked_by_name = excluded.asked_by_name, asked_at = excluded.asked_at`
export const closeGrant = (id: string): Sql => sql`delete from admin_grant where mc = app_mc() and user_id = ${id}`
export const endSessions = (id: string, now: string): Sql<{ ended: number | null }> =>
  sql<{ ended: number | null }>`select end_colleague_sessions(${id}, ${now}) as ended`

export type Open = {
  id: string
  email: string
  name: string
  roles: string[]
  invited_by_name: string
  created_at: string
  expires_at: string
  total: number
}
const MOST_INVITATIONS = 200
/** The newest open invitations found to programs that are all the caller's own, with how many there are, counted to one more than the most. */
export const openInvitations = (of: Pick<Filter, 'search' | 'role'>): Sql<Open> => sql<Open>`
  with found as materialized (
    select i.id, i.email, i.first_name || ' ' || i.last_name as name, i.roles, i.invited_by_name, i.created_at, i.expires_at from invitation i
     where ${every([
       sql`i.mc = app_mc() and i.closed_at is null and i.expires_at > app_now()
         and app_covers(i.sub_carriers, i.data_extract_sub_carriers)`,
       ...(of.search === null
         ? []
         : [sql`strpos(lower(i.first_name || ' ' || i.last_name || ' ' || i.email), lower(${of.search})) > 0`]),
       ...(of.role === null ? [] : [sql`exists (select from unnest(i.roles) r where lower(btrim(r)) = ${of.role})`]),
     ])} limit ${MOST_USERS + 1})
  select f.*, (select count(*)::int from found) as total from found f order by f.created_at desc, f.id limit ${MOST_INVITATIONS}`

/** Serializes invitations of an address: the second waits, and then sees the first. */
export const oneAtATime = (email: string): Sql =>
  sql`select pg_advisory_xact_lock(hashtextextended(app_mc() || ' invitation ' || lower(${email}::text), 0))`

export type InvitationFacts = {
  carrier: string
  phone: string
  zone: string
  member: boolean
  /** Had access before, also to programs that are not the caller's. */
  former: boolean
  sub_carriers: string[]
  open: { invited_by_name: string; created_at: string; expires_at: string; listed: boolean } | null
}
/** The facts of an invitation: the carrier, its sub-carriers, whether the address belongs to a user, open invitations. */
export const invitationFacts = (email: string): Sql<InvitationFacts> => sql<InvitationFacts>`
  select m.name as carrier, m.product_phone as phone, m.time_zone as zone,
    exists (select from user_carrier w join app_user u on u.id = w.user_id where w.mc = app_mc() and w.active and lower(u.email) = lower(${email})) as member,
    exists (select from user_carrier w join app_user u on u.id = w.user_id
      where w.mc = app_mc() and not w.active and lower(u.email) = lower(${email}) and not ${managed}) as former,
    (select coalesce(array_agg(s.sub_carrier), '{}') from sub_carrier s where s.mc = app_mc()) as sub_carriers,
    (select jsonb_build_object('invited_by_name', i.invited_by_name, 'created_at', i.created_at, 'expires_at', i.expires_at,
        'listed', app_covers(i.sub_carriers, i.data_extract_sub_carriers))
       from invitation i where i.mc = app_mc() and lower(i.email) = lower(${email}) and i.closed_at is null and i.expires_at > app_now()) as open
  from master_carrier m where m.mc = app_mc()`

/** Closes expired invitations of this address. */
export const closeExpired = (email: string, now: string): Sql => sql`
  update invitation set closed_at = ${now}, outcome = 'EXPIRED'
    where mc = app_mc() and lower(email) = lower(${email}) and closed_at is null and expires_at <= ${now}`

/** Takes the open invitation of this address back. */
export const withdrawInvitation = (email: string, now: string): Sql => sql`
  update invitation set closed_at = ${now}, outcome = 'WITHDRAWN'
    where mc = app_mc() and lower(email) = lower(${email}) and closed_at is null`

const rowsOfLicenses = (licenses: readonly License[]): string =>
  JSON.stringify(licenses.map(({ expiresOn, ...one }) => ({ ...one, expires_on: expiresOn })))
/** The licenses of a colleague whose programs are all the caller's, and today at the carrier. */
export const licensesNow = (id: string): Sql<{ licenses: License[]; today: string }> => sql<{
  licenses: License[]
  today: string
}>`select ${licensesOf} as licenses, (app_now() at time zone m.time_zone)::date as today
    from user_carrier w join master_carrier m on m.mc = w.mc where w.mc = app_mc() and w.user_id = ${id} and ${managed}`
export const carrierToday = (): Sql<{ today: string }> =>
  sql<{
    today: string
  }>`select (app_now() at time zone m.time_zone)::date as today from master_carrier m where m.mc = app_mc()`
/** The licenses of a user, all of them. */
export const setLicenses = (id: string, licenses: readonly License[], by: string, now: string): readonly Sql[] => [
  sql`delete from user_license where mc = app_mc() and user_id = ${id}`,
  sql`insert into user_license (mc, user_id, profession, state, number, expires_on, set_by_name, set_at)
    select app_mc(), ${id}, l.profession, l.state, l.number, l.expires_on, ${by}, ${now}
      from jsonb_to_recordset(${rowsOfLicenses(licenses)}::jsonb) as l(profession text, state text, number text, expires_on date)`,
]
/** The users of every carrier whose last license for a state has ended. */
export const dueLicenseEnds = (now: string, limit: number): Sql<{ mc: string; id: string }> =>
  sql<{
    mc: string
    id: string
  }>`select d.mc, d.id from due_license_ends(${now}) d limit ${limit}`
/** Takes the states of licenses that ended from a user. */
export const endLicenses = (id: string, now: string): Sql<{ ended: string[]; name: string }> =>
  sql<{
    ended: string[]
    name: string
  }>`select end_licenses(u.id, ${now}) as ended, u.name from app_user u where u.id = ${id}`

export type ForWithdrawal = {
  email: string
  first_name: string
  last_name: string
  carrier: string
  phone: string
  closed_at: string | null
  outcome: 'ACCEPTED' | 'EXPIRED' | 'WITHDRAWN' | null
  closed_by_name: string | null
  expired: boolean
}
/** An invitation to programs that are all the caller's, locked: who accepts it meanwhile waits. */
export const invitationForUpdate = (id: string): Sql<ForWithdrawal> => sql<ForWithdrawal>`
  select i.email, i.first_name, i.last_name, m.name as carrier, m.product_phone as phone, i.closed_at, i.outcome, i.closed_by_name,
    i.expires_at <= app_now() as expired
  from invitation i join master_carrier m on m.mc = i.mc
  where i.mc = app_mc() and i.id = ${id} and app_covers(i.sub_carriers, i.data_extract_sub_carriers) for update of i`
export const closeInvitation = (id: string, by: string, now: string): Sql => sql`
  update invitation set closed_at = ${now}, outcome = 'WITHDRAWN', closed_by_name = ${by} where mc = app_mc() and id = ${id} and closed_at is null`

export type Invitation = {
  id: string
  email: string
  firstName: string
  lastName: string
  ssoUser: boolean
  roles: readonly string[]
  subCarriers: readonly string[] | null
  extract: readonly string[]
  licenseStates: readonly string[]
  licenses: readonly License[]
  approvalLimit: number | null
  by: string
  byName: string
  now: string
  expiresAt: string
}
export const invite = (of: Invitation): Sql => sql`
  insert into invitation (mc, id, email, first_name, last_name, sso_user, roles, sub_carriers,
    data_extract_sub_carriers, license_states, licenses, approval_limit, invited_by, invited_by_name, created_at, expires_at)
  values (app_mc(), ${of.id}, ${of.email}, ${of.firstName}, ${of.lastName}, ${of.ssoUser}, ${of.roles},
    ${of.subCarriers}, ${of.extract}, ${of.licenseStates}, ${rowsOfLicenses(of.licenses)}::jsonb, ${of.approvalLimit}, ${of.by}, ${of.byName}, ${of.now},
    ${of.expiresAt})`

export type ForChange = {
  username: string
  version: number
  active: boolean
  roles: string[]
  sub_carriers: string[] | null
  data_extract_sub_carriers: string[]
  license_states: string[]
  approval_limit: number | null
  updated_at: string | null
  updated_by: string
}
/** The membership of a colleague whose programs are all the caller's, locked. */
export const colleagueForChange = (id: string): Sql<ForChange> =>
  sql<ForChange>`select * from colleague_for_change(${id})`
export const subCarriers = (): Sql<{ sub_carrier: string }> =>
  sql<{ sub_carrier: string }>`select s.sub_carrier from sub_carrier s where s.mc = app_mc()`

export const change = (
  id: string,
  version: number,
  to: Pick<
    ForChange,
    'active' | 'roles' | 'sub_carriers' | 'data_extract_sub_carriers' | 'license_states' | 'approval_limit'
  >,
  now: string,
  /** Why, and who asked for what is confirmed by it. */
  why: { reason?: string | undefined; askedBy?: string | undefined } = {},
): Sql =>
  sql`select * from change_colleague(${id}, ${version}, ${to.active}, ${to.roles}, ${to.sub_carriers}, ${to.data_extract_sub_carriers},
    ${to.license_states}, ${to.approval_limit}, ${now}, ${why.reason ?? null}, ${why.askedBy ?? null})`

export type ChangeRow = {
  at: string
  by_name: string
  asked_by_name: string | null
  reason: string | null
  before: KeptRights | null
  after: KeptRights
}
/** The latest changes of what a user may do at the carrier; nothing for a user the caller does not manage. */
export const changesOf = (id: string, most: number): Sql<ChangeRow> => sql<ChangeRow>`
  select c.at, c.by_name, c.asked_by_name, c.reason, c.before, c.after from rights_change c
   where c.mc = app_mc() and c.user_id = ${id} and exists (select from user_carrier w where w.mc = c.mc and w.user_id = c.user_id and ${managed})
   order by c.id desc limit ${most}`
export const worksHere = (id: string): Sql<{ there: boolean }> =>
  sql<{
    there: boolean
  }>`select exists (select from user_carrier w where w.mc = app_mc() and w.user_id = ${id} and ${managed}) as there`
