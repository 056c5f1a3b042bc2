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

/**
 * Flags for the caller: as they have them themselves; then as the sub-carrier has them that was asked about, or the only one
 * they work in; then as the carrier has them; then as everybody has them.
 */
export const flags = (
  keys: readonly string[],
  subCarrier: string | undefined,
): Sql<{ key: string; enabled: boolean }> => sql<{
  key: string
  enabled: boolean
}>`
  with own as (select coalesce(${subCarrier ?? null}::text,
    (select min(s.sub_carrier) from sub_carrier s where s.mc = app_mc() and app_sees(s.sub_carrier) having count(*) = 1)) as sub)
  select f.key, coalesce((select u.enabled from feature_flag_user u where u.mc = app_mc() and u.user_id = app_user() and u.key = f.key),
      (select o.enabled from feature_flag_override o where o.mc = app_mc() and o.key = f.key and o.sub_carrier in ('*', own.sub)
      order by o.sub_carrier = '*' limit 1), f.enabled) as enabled
    from feature_flag f, own where f.key = any(${keys})`
export const extractSubCarriers = (): Sql<{ code: string; name: string; id: number }> => sql<{
  code: string
  name: string
  id: number
}>`
  select s.sub_carrier as code, s.name, s.id from user_carrier u join sub_carrier s on s.mc = u.mc and s.sub_carrier = any(u.data_extract_sub_carriers)
   where u.mc = app_mc() and u.user_id = app_user() and s.status = 'ACTIVE' order by s.name`
