import { sql, type Sql } from '#platform/database/sql.ts'

export const settingsOf = (subCarrier: string): Sql<{ key: string; value: unknown }> => sql<{
  key: string
  value: unknown
}>`
  select distinct on (key) key, value from carrier_setting where mc = app_mc() and sub_carrier in ('*', ${subCarrier}) order by key, sub_carrier = '*'`
export const carrierOf = (): Sql<{ date_label: string; product_phone: string }> =>
  sql<{
    date_label: string
    product_phone: string
  }>`select date_label, product_phone from master_carrier where mc = app_mc()`
/** Whether the caller sees this sub-carrier of their carrier; ALL stands for the carrier. */
export const seesSubCarrier = (subCarrier: string): Sql<{ there: boolean }> => sql<{ there: boolean }>`
  select ${subCarrier} = 'ALL' or exists (select from sub_carrier s
    where s.mc = app_mc() and s.sub_carrier = ${subCarrier} and app_sees(s.sub_carrier)) as there`

/** What is set of a flag, level by level; null where nothing is. */
export type FlagValues = {
  key: string
  own: boolean | null
  sub: string | null
  of_sub: boolean | null
  of_carrier: boolean | null
  otherwise: boolean
}
/** The values of flags for users with their sub-carrier: rows of `who`, as (user_id, sub). */
export const flagValues = (keys: readonly string[], who: Sql): Sql<FlagValues> => sql<FlagValues>`
  with who as (${who})
  select f.key, w.sub, f.enabled as otherwise,
    (select o.enabled from feature_flag_user o where o.mc = app_mc() and o.user_id = w.user_id and o.key = f.key) as own,
    (select o.enabled from feature_flag_override o where o.mc = app_mc() and o.sub_carrier = w.sub and o.key = f.key) as of_sub,
    (select o.enabled from feature_flag_override o where o.mc = app_mc() and o.sub_carrier = '*' and o.key = f.key) as of_carrier
  from who w, feature_flag f where f.key = any(${keys})`
/** The values of flags for the caller: of the sub-carrier that was asked about, or the only one they work in. */
export const flagsOfCaller = (keys: readonly string[], subCarrier: string | undefined): Sql<FlagValues> =>
  flagValues(
    keys,
    sql`select app_user() as user_id, coalesce(${subCarrier ?? null}::text,
      (select min(s.sub_carrier) from sub_carrier s where s.mc = app_mc() and app_sees(s.sub_carrier) having count(*) = 1)) as sub`,
  )
export const extractSubCarriers = (): Sql<{ code: string; name: string; id: number }> => sql<{
  code: string
  name: string
  id: number
}>`
  select s.sub_carrier as code, s.name, s.id from user_carrier u join sub_carrier s on s.mc = u.mc and s.sub_carrier = any(u.data_extract_sub_carriers)
   where u.mc = app_mc() and u.user_id = app_user() and s.status = 'ACTIVE' and app_sees(s.sub_carrier) order by s.name`
