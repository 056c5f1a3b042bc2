import { sql, type Sql } from '#platform/database/sql.ts'

/** Whose settings are read: the carrier and sub-carrier of a row of the statement. */
export type SettingPlace = { mc: Sql; sub: Sql }
/** The carrier and sub-carrier in the columns `mc` and `sub_carrier` of a row. */
export const placeOf = (row: Sql): SettingPlace => ({ mc: sql`${row}.mc`, sub: sql`${row}.sub_carrier` })
const ofA = placeOf(sql`a`)

/** A feature flag: as the caller has it, then the override of the sub-carrier, then of the carrier, then the flag's own value. */
export const flag = (key: string, fallback: boolean, { mc, sub }: SettingPlace = ofA): Sql => sql`coalesce(
  (select o.enabled from feature_flag_user o where o.mc = ${mc} and o.user_id = app_user() and o.key = ${key}),
  (select o.enabled from feature_flag_override o
    where o.mc = ${mc} and o.key = ${key} and o.sub_carrier in ('*', ${sub}) order by o.sub_carrier = '*' limit 1),
  (select f.enabled from feature_flag f where f.key = ${key}), ${fallback}::boolean)`

/** The value of a carrier setting as JSON: of the sub-carrier, then of the carrier; null where neither has set it. */
export const settingValue = (key: string, { mc, sub }: SettingPlace = ofA): Sql => sql`
  (select z.value from carrier_setting z where z.mc = ${mc} and z.key = ${key} and z.sub_carrier in ('*', ${sub})
    order by z.sub_carrier = '*' limit 1)`
/** A carrier setting that is on or off. */
export const settingIsOn = (key: string, fallback: boolean, place: SettingPlace = ofA): Sql =>
  sql`coalesce(${settingValue(key, place)} = 'true'::jsonb, ${fallback}::boolean)`
/** Whether supervisors of the carrier have the team view: its flag is on, and the carrier did not turn it off. */
export const teamView = (): Sql => {
  const carrier = { mc: sql`app_mc()`, sub: sql`'*'` }
  return sql`(${flag('myTeamsSupervisorViewEnabled', false, carrier)} and ${settingIsOn('teamViewEnabled', true, carrier)})`
}
/** All that carrier and sub-carrier have set, as one JSON object, with the flags that rules of decisions read beside it. */
export const allSettings = (place: SettingPlace = ofA): Sql => sql`
  (coalesce((select jsonb_object_agg(z.key, z.value order by z.sub_carrier = '*' desc) from carrier_setting z
    where z.mc = ${place.mc} and z.sub_carrier in ('*', ${place.sub})), '{}')
   || jsonb_build_object('safetyRejectEnabled', ${flag('safetyRejectEnabled', true, place)},
     'safetyOverrideEnabled', ${flag('safetyOverrideEnabled', false, place)}))`
