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

/** A user who works for the carrier of the session, or the caller, whether a carrier is chosen or not. */
export const colleagueOrMe = (id: string): Sql<{ logout_enabled: boolean }> => sql<{ logout_enabled: boolean }>`
  select u.logout_enabled from app_user u
    where u.id = ${id}
      and (u.id = app_user() or exists (select from user_carrier w where w.mc = app_mc() and w.user_id = u.id))`
