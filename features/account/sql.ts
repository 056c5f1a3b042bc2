import { settingIsOn } from '#features/settings/columns.ts'
import { sql, type Sql } from '#platform/database/sql.ts'

export type UserFound = { active: boolean; roles: string[]; license_states: string[]; safety_overrides: boolean }
/**
 * A user of the session's carrier by id or username, in a sub-carrier the caller sees; no row for an unknown sub-
 * carrier.
 */
export const userOf = (user: string, sub: string | null): Sql<UserFound> => sql<UserFound>`
  select w.active and u.status = 'ACTIVE' as active, w.roles, w.license_states,
    ${settingIsOn('safetyOverrides', false, { mc: sql`w.mc`, sub: sql`coalesce(${sub}::text, '*')` })} as safety_overrides
  from user_carrier w join app_user u on u.id = w.user_id
  where w.mc = app_mc() and (u.id::text = lower(${user}) or lower(u.username) = lower(${user}))
    and (
      ${sub}::text is null
        or (exists (select from sub_carrier s where s.mc = w.mc and s.sub_carrier = ${sub} and app_sees(s.sub_carrier))
          and (w.sub_carriers is null or ${sub} = any(w.sub_carriers))))`

export type Me = {
  id: string
  username: string
  name: string
  email: string
  sso_user: boolean
  time_zone: string
  previous_login_at: string | null
  password_age: number | null
  password_limit_days: number
}
export const me = (): Sql<Me> => sql<Me>`
  select u.id, u.username, u.name, u.email, u.sso_user, u.time_zone, u.previous_login_at,
    (app_now()::date - u.password_changed_on)::int as password_age, u.password_limit_days
  from app_user u where u.id = app_user()`

export type Membership = {
  mc: string
  name: string
  roles: string[]
  sub_carriers: string[] | null
  license_states: string[]
  approval_limit: number | null
}
/** Every carrier the user works for, not only the current one. */
export const memberships = (): Sql<Membership> => sql<Membership>`
  select w.mc, m.name, w.roles, w.sub_carriers, w.license_states, w.approval_limit
  from user_carrier w join master_carrier m on m.mc = w.mc and m.status = 'ACTIVE' where w.user_id = app_user() and w.active order by m.name, w.mc`

/**
 * Whether the user has a password here, and the provider's id of the user. A session that a carrier vouched for changes none:
 * a password opens every carrier of its user.
 */
export const credentials = (): Sql<{ sso_user: boolean; idp_issuer: string | null; idp_subject: string | null }> =>
  sql<{
    sso_user: boolean
    idp_issuer: string | null
    idp_subject: string | null
  }>`select u.sso_user or coalesce(current_setting('app.sso_mc', true), '') <> '' as sso_user, u.idp_issuer, u.idp_subject
    from app_user u where u.id = app_user()`

export const endMySessions = (reason: string, now: string): Sql => sql`select end_my_sessions(${reason}, ${now})`

export type Group = {
  group_code: string
  name: string
  sub_carrier: string
  state: string
  auto_pa: boolean
}
/** A user of the carrier, by id or username; the caller by default. */
export const member = (user: string | undefined): Sql<{ user_id: string }> => sql<{ user_id: string }>`
  select w.user_id from user_carrier w join app_user u on u.id = w.user_id
  where w.mc = app_mc() and w.active
    and ${
      user === undefined
        ? sql`u.id = app_user()`
        : sql`(u.id::text = lower(${user})
      or lower(u.username) = lower(${user}))`
    }`
/** The active groups that this user may work on and the caller sees. */
export const groups = (user: string | undefined): Sql<Group> => sql<Group>`
  select g.group_code, g.name, g.sub_carrier, g.state, g.auto_pa
  from client_group g
    join user_carrier w on w.mc = g.mc and w.active and (w.sub_carriers is null or g.sub_carrier = any(w.sub_carriers))
    join app_user u on u.id = w.user_id
  where g.mc = app_mc() and app_sees(g.sub_carrier)
    and ${
      user === undefined
        ? sql`u.id = app_user()`
        : sql`(u.id::text = lower(${user})
      or lower(u.username) = lower(${user}))`
    }
    and g.effective_date <= (app_now() at time zone app_zone())::date and (g.term_date is null or g.term_date > (app_now() at time zone app_zone())::date)
  order by g.sub_carrier, g.group_code limit 1000`

export type Colleague = { id: string; name: string; roles: string[]; sso_user: boolean; logout_enabled: boolean }
/** A user who works for the carrier of the session. */
export const colleague = (id: string): Sql<Colleague> => sql<Colleague>`
  select u.id, u.name, w.roles, u.sso_user, u.logout_enabled from user_carrier w join app_user u on u.id = w.user_id where w.mc = app_mc() and u.id = ${id}`
/** The same by id or username. */
export const colleagueNamed = (user: string): Sql<{ id: string; name: string }> => sql<{ id: string; name: string }>`
  select u.id, u.name from user_carrier w join app_user u on u.id = w.user_id
   where w.mc = app_mc() and (u.id::text = lower(${user}) or lower(u.username) = lower(${user}))`

/** The same for the caller, whether a carrier is chosen or not. */
export const colleagueOrMe = (id: string): Sql<{ logout_enabled: boolean }> => sql<{ logout_enabled: boolean }>`
  select u.logout_enabled from app_user u
    where u.id = ${id}
      and (u.id = app_user() or exists (select from user_carrier w where w.mc = app_mc() and w.user_id = u.id))`

export type Named = { name: string; active: boolean; email: string }
/** The user with this address, among those of a sub-carrier and group the caller sees; null = any of them. */
export const byEmail = (email: string, sub: string | null, group: string | null): Sql<Named> => sql<Named>`
  select u.name, w.active and u.status = 'ACTIVE' as active, u.email
  from user_carrier w join app_user u on u.id = w.user_id
  where w.mc = app_mc() and lower(u.email) = lower(${email})
    and exists (select from client_group g where g.mc = w.mc and app_sees(g.sub_carrier) and (w.sub_carriers is null or g.sub_carrier = any(w.sub_carriers))
      and (${sub}::text is null or g.sub_carrier = ${sub}) and (${group}::text is null or g.group_code = ${group}))
  order by active desc, u.id limit 1`
