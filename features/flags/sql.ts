import { managed } from '#features/people/sql.ts'
import { flagValues, type FlagValues } from '#features/settings/sql.ts'
import { sql, type Sql } from '#platform/database/sql.ts'

/** The hash of the caller's mail address (SHA-256 of it in lower case). */
export const emailHash = (): Sql<{ hash: string }> => sql<{ hash: string }>`
  select encode(sha256(convert_to(lower(u.email), 'UTF8')), 'hex') as hash from app_user u where u.id = app_user()`

export type FlagRow = {
  key: string
  description: string
  enabled: boolean
  carrier: boolean | null
  sub_carriers: { code: string; enabled: boolean }[]
  users: { username: string; name: string; enabled: boolean; access: boolean }[]
  changed_by: string | null
  changed_at: string | null
}
/** Every flag with what is set of it where the caller works, and for users whose programs are all the caller's. */
export const flagRows = (): Sql<FlagRow> => sql<FlagRow>`
  select f.key, f.description, f.enabled,
    (select o.enabled from feature_flag_override o where o.mc = app_mc() and o.sub_carrier = '*' and o.key = f.key) as carrier,
    coalesce((select jsonb_agg(jsonb_build_object('code', o.sub_carrier, 'enabled', o.enabled) order by o.sub_carrier)
      from feature_flag_override o where o.mc = app_mc() and o.key = f.key and o.sub_carrier <> '*' and app_sees(o.sub_carrier)), '[]')
      as sub_carriers,
    coalesce((select jsonb_agg(jsonb_build_object('username', u.username, 'name', u.name, 'enabled', o.enabled, 'access', w.active) order by u.name, u.username)
      from feature_flag_user o join app_user u on u.id = o.user_id join user_carrier w on w.mc = o.mc and w.user_id = o.user_id
      where o.mc = app_mc() and o.key = f.key and ${managed}), '[]') as users,
    last.name as changed_by, last.made_at as changed_at
  from feature_flag f
    left join lateral (select u.name, h.made_at from feature_flag_change h join app_user u on u.id = h.made_by
      where h.mc = app_mc() and h.key = f.key order by h.made_at desc, h.id desc limit 1) last on true
  order by f.key`

export const subCarriers = (): Sql<{ code: string; name: string }> => sql<{ code: string; name: string }>`
  select s.sub_carrier as code, s.name from sub_carrier s
   where s.mc = app_mc() and s.status = 'ACTIVE' and app_sees(s.sub_carrier) order by s.sub_carrier`

/** Serializes changes of a flag of the carrier. */
export const lock = (key: string): Sql =>
  sql`select pg_advisory_xact_lock(hashtextextended('flag ' || app_mc() || ' ' || ${key}, 7))`

type Where = { key: string; subCarrier: string | undefined; username: string | undefined; takes: boolean }
export type Found = { flag: boolean; place: boolean; user_id: string | null; before: boolean | null }
/** Whether flag, sub-carrier and user are there, and what is set. From a user without access a value is only taken away. */
export const found = ({ key, subCarrier, username, takes }: Where): Sql<Found> => sql<Found>`
  with person as (select w.user_id from user_carrier w join app_user u on u.id = w.user_id
    where w.mc = app_mc() and (w.active or ${takes}) and lower(u.username) = lower(${username ?? null}::text))
  select exists (select from feature_flag f where f.key = ${key}) as flag,
    case when ${username ?? null}::text is not null then exists (select from person)
      else ${subCarrier ?? null}::text is null or exists (select from sub_carrier s
        where s.mc = app_mc() and s.sub_carrier = ${subCarrier ?? null}::text and app_sees(s.sub_carrier)) end as place,
    (select p.user_id from person p) as user_id,
    case when ${username ?? null}::text is not null
      then (select o.enabled from feature_flag_user o join person p on p.user_id = o.user_id where o.mc = app_mc() and o.key = ${key})
      else (select o.enabled from feature_flag_override o
        where o.mc = app_mc() and o.key = ${key} and o.sub_carrier = ${subCarrier ?? '*'}) end as before`

export const setForPlace = (key: string, sub: string, enabled: boolean | null): Sql =>
  enabled === null
    ? sql`delete from feature_flag_override where mc = app_mc() and sub_carrier = ${sub} and key = ${key}`
    : sql`insert into feature_flag_override (mc, sub_carrier, key, enabled) values (app_mc(), ${sub}, ${key}, ${enabled})
        on conflict (mc, sub_carrier, key) do update set enabled = excluded.enabled`
export const setForUser = (key: string, userId: string, enabled: boolean | null): Sql =>
  enabled === null
    ? sql`delete from feature_flag_user where mc = app_mc() and user_id = ${userId} and key = ${key}`
    : sql`insert into feature_flag_user (mc, user_id, key, enabled) values (app_mc(), ${userId}, ${key}, ${enabled})
        on conflict (mc, user_id, key) do update set enabled = excluded.enabled`

type NewChange = {
  id: string
  key: string
  sub: string
  userId: string | null
  before: boolean | null
  after: boolean | null
  reason: string
  at: string
}
export const insertChange = (of: NewChange): Sql => sql`
  insert into feature_flag_change (mc, id, key, sub_carrier, user_id, before, after, reason, made_by, made_at)
  values (app_mc(), ${of.id}, ${of.key}, ${of.sub}, ${of.userId}, ${of.before}, ${of.after}, ${of.reason}, app_user(), ${of.at})`

export type ChangeRow = {
  id: string
  sub_carrier: string
  user_name: string | null
  before: boolean | null
  after: boolean | null
  reason: string
  made_by_name: string
  made_at: string
}
export const changesOf = (key: string): Sql<ChangeRow> => sql<ChangeRow>`
  select h.id, h.sub_carrier, u.name as user_name, h.before, h.after, h.reason, m.name as made_by_name, h.made_at
    from feature_flag_change h join app_user m on m.id = h.made_by left join app_user u on u.id = h.user_id
      left join user_carrier w on w.mc = h.mc and w.user_id = h.user_id
   where h.mc = app_mc() and h.key = ${key} and (h.sub_carrier = '*' or app_sees(h.sub_carrier)) and (h.user_id is null or ${managed})
   order by h.made_at desc, h.id desc limit 50`

/** The values of a flag for a user of the carrier: a sub-carrier counts for who works in one alone. */
export const tried = (key: string, username: string): Sql<FlagValues & { user_id: string }> => sql<
  FlagValues & { user_id: string }
>`
  with person as (select w.user_id, case when cardinality(w.sub_carriers) = 1 then w.sub_carriers[1]
      when w.sub_carriers is null and (select count(*) from sub_carrier s where s.mc = app_mc()) = 1
        then (select s.sub_carrier from sub_carrier s where s.mc = app_mc()) end as sub
    from user_carrier w join app_user u on u.id = w.user_id
      where w.mc = app_mc() and lower(u.username) = lower(${username}) and ${managed})
  select v.*, p.user_id from (${flagValues([key], sql`select user_id, sub from person`)}) v, person p`
