import { sql, type Sql } from '#platform/database/sql.ts'

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

export type Colleague = { roles: string[]; sso_user: boolean }
/** A user who works for the carrier of the session. */
export const colleague = (id: string): Sql<Colleague> => sql<Colleague>`
  select w.roles, u.sso_user from user_carrier w join app_user u on u.id = w.user_id where w.mc = app_mc() and u.id = ${id}`
/** A user who works for the carrier, by id or username. */
export const colleagueNamed = (user: string): Sql<{ id: string; name: string }> => sql<{ id: string; name: string }>`
  select u.id, u.name from user_carrier w join app_user u on u.id = w.user_id
   where w.mc = app_mc() and (u.id::text = lower(${user}) or lower(u.username) = lower(${user}))`

export type Named = { name: string; active: boolean; email: string }
/** The user with this address, among those of a sub-carrier and group the caller sees; null = any of them. */
export const byEmail = (email: string, sub: string | null, group: string | null): Sql<Named> => sql<Named>`
  select u.name, w.active and u.status = 'ACTIVE' as active, u.email
  from user_carrier w join app_user u on u.id = w.user_id
  where w.mc = app_mc() and lower(u.email) = lower(${email})
    and exists (select from client_group g where g.mc = w.mc and app_sees(g.sub_carrier) and (w.sub_carriers is null or g.sub_carrier = any(w.sub_carriers))
      and (${sub}::text is null or g.sub_carrier = ${sub}) and (${group}::text is null or g.group_code = ${group}))
  order by active desc, u.id limit 1`
