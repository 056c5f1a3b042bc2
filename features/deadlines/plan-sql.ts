import { settingValue } from '#features/settings/columns.ts'
import { sql, type Sql } from '#platform/database/sql.ts'

/**
 * The plan of an authorization `a` as one column (`PlanFound`): hours are counted in the time zone of its first owner, else
 * in the carrier's; the sub-carrier's hours and ladder win over the carrier's.
 */
export const planFound: Sql = sql`(select jsonb_build_object(
    'zone', coalesce((select u.time_zone from app_user u where u.id = a.owner_id), m.time_zone),
    'calendar', ${settingValue('businessCalendar', { mc: sql`m.mc`, sub: sql`a.sub_carrier` })},
    'settings', ${settingValue('ladder', { mc: sql`m.mc`, sub: sql`a.sub_carrier` })})
  from master_carrier m where m.mc = a.mc)`
