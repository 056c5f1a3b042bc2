import { sql, type Sql } from '#platform/sql.ts'

export type UserFound = { active: boolean; roles: string[]; license_states: string[]; safety_overrides: boolean }
/** A user of the session's carrier by id or username, in a sub-carrier the caller sees; nobody when the sub-carrier is none. */
export const userOf = (user: string, sub: string | null): Sql<UserFound> => sql<UserFound>`
  select w.active and u.status = 'ACTIVE' as active, w.roles, w.license_states,
    coalesce((select z.value = 'true'::jsonb from carrier_setting z where z.mc = w.mc and z.key = 'safetyOverrides' and z.sub_carrier in ('*', coalesce(${sub}::text, '*')) order by z.sub_carrier = '*' limit 1), false) as safety_overrides
  from user_carrier w join app_user u on u.id = w.user_id
  where w.mc = app_mc() and (u.id::text = lower(${user}) or lower(u.username) = lower(${user}))
    and (${sub}::text is null or (exists (select from sub_carrier s where s.mc = w.mc and s.sub_carrier = ${sub} and app_sees(s.sub_carrier)) and (w.sub_carriers is null or ${sub} = any(w.sub_carriers))))`
