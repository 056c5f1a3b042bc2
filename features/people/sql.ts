import { sql, type Sql } from '#platform/database/sql.ts'

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
  license_states: string[]
  approval_limit: number | null
  last_login_at: string | null
  version: number
  total: number
}
/** The users of the carrier by name; `total` on every row, counted to 10,000. */
export const people = (page: number, size: number): Sql<Found> => sql<Found>`
  select u.id, u.username, u.name, u.email, u.sso_user, u.status, w.active, w.roles, w.sub_carriers, w.license_states,
    w.approval_limit, u.last_login_at, w.version,
    (select count(*)::int from (select from user_carrier c where c.mc = app_mc() limit 10001) as counted) as total
  from user_carrier w join app_user u on u.id = w.user_id where w.mc = app_mc()
  order by lower(u.last_name), lower(u.first_name), u.id limit ${size} offset ${page * size}`

export type Open = {
  id: string
  email: string
  name: string
  roles: string[]
  invited_by_name: string
  created_at: string
  expires_at: string
}
export const openInvitations = (on: boolean): Sql<Open> => sql<Open>`
  select i.id, i.email, i.first_name || ' ' || i.last_name as name, i.roles, i.invited_by_name, i.created_at, i.expires_at
  from invitation i where i.mc = app_mc() and i.closed_at is null and i.expires_at > app_now() and ${on} order by i.created_at desc, i.id limit 200`

/** Serializes invitations of an address: the second waits, and then sees the first. */
export const oneAtATime = (email: string): Sql =>
  sql`select pg_advisory_xact_lock(hashtextextended(app_mc() || ' invitation ' || lower(${email}::text), 0))`

export type State = {
  carrier: string
  phone: string
  zone: string
  member: boolean
  sub_carriers: string[]
  open: { invited_by_name: string; created_at: string; expires_at: string } | null
}
/** The facts of an invitation: the carrier, its sub-carriers, whether the address belongs to a user, open invitations. */
export const state = (email: string): Sql<State> => sql<State>`
  select m.name as carrier, m.product_phone as phone, m.time_zone as zone,
    exists (select from user_carrier w join app_user u on u.id = w.user_id where w.mc = app_mc() and w.active and lower(u.email) = lower(${email})) as member,
    (select coalesce(array_agg(s.sub_carrier), '{}') from sub_carrier s where s.mc = app_mc()) as sub_carriers,
    (select jsonb_build_object('invited_by_name', i.invited_by_name, 'created_at', i.created_at, 'expires_at', i.expires_at)
       from invitation i where i.mc = app_mc() and lower(i.email) = lower(${email}) and i.closed_at is null and i.expires_at > app_now()) as open
  from master_carrier m where m.mc = app_mc()`

/** Closes expired invitations of this address. */
export const closeExpired = (email: string, now: string): Sql => sql`
  update invitation set closed_at = ${now}, outcome = 'EXPIRED'
    where mc = app_mc() and lower(email) = lower(${email}) and closed_at is null and expires_at <= ${now}`

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
  approvalLimit: number | null
  by: string
  byName: string
  now: string
  expiresAt: string
}
export const invite = (of: Invitation): Sql => sql`
  insert into invitation (mc, id, email, first_name, last_name, sso_user, roles, sub_carriers,
    data_extract_sub_carriers, license_states, approval_limit, invited_by, invited_by_name, created_at, expires_at)
  values (app_mc(), ${of.id}, ${of.email}, ${of.firstName}, ${of.lastName}, ${of.ssoUser}, ${of.roles},
    ${of.subCarriers}, ${of.extract}, ${of.licenseStates}, ${of.approvalLimit}, ${of.by}, ${of.byName}, ${of.now},
    ${of.expiresAt})`

export type ForChange = {
  username: string
  version: number
  active: boolean
  roles: string[]
  sub_carriers: string[] | null
  license_states: string[]
  approval_limit: number | null
  updated_at: string | null
  updated_by: string
}
/** A colleague's membership of the carrier, locked. */
export const colleagueForChange = (id: string): Sql<ForChange> =>
  sql<ForChange>`select * from colleague_for_change(${id})`
export const subCarriers = (): Sql<{ sub_carrier: string }> =>
  sql<{ sub_carrier: string }>`select s.sub_carrier from sub_carrier s where s.mc = app_mc()`

export const change = (
  id: string,
  version: number,
  to: Pick<ForChange, 'active' | 'roles' | 'sub_carriers' | 'license_states' | 'approval_limit'>,
  now: string,
): Sql =>
  sql`select * from change_colleague(${id}, ${version}, ${to.active}, ${to.roles}, ${to.sub_carriers}, ${to.license_states}, ${to.approval_limit}, ${now})`
