import { sql, type Sql } from '#platform/database/sql.ts'
import type { Figure } from '#platform/monitoring/metrics.ts'

/** Figures of the work over all carriers; their names are those of `figureHelp`. */
export const figures = (): Sql<Figure> => sql<Figure>`select name, carrier, value from operations_figures()`

/** Uses of pages that are added to those of today. */
export type Use = { page: string; action: string; times: number; waits: readonly number[] }
/** Adds to what is counted of the carrier's day; of a session without a carrier nothing is kept. */
export const addUse = (uses: readonly Use[]): Sql => sql`
  insert into page_use (mc, day, page, action, times, waits)
  select m.mc, (app_now() at time zone m.time_zone)::date, x.page, x.action, x.times, x.waits
    from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as x(page text, action text, times int, waits int[])
      join master_carrier m on m.mc = app_mc() order by x.page, x.action
  on conflict (mc, day, page, action) do update set times = page_use.times + excluded.times,
    waits = (select array_agg(a.n + b.n order by a.at) from unnest(page_use.waits) with ordinality a(n, at)
      join unnest(excluded.waits) with ordinality b(n, at) on b.at = a.at)`

const since = (days: number): Sql => sql`u.mc = app_mc() and u.day > (
  select (app_now() at time zone m.time_zone)::date - ${days}::int from master_carrier m where m.mc = app_mc())`
type DayOfUse = { day: string; opened: number; acted: number }
export const useByDay = (days: number): Sql<DayOfUse> => sql<DayOfUse>`
  select u.day::text as day, coalesce(sum(u.times) filter (where u.action = 'page.opened'), 0)::int as opened,
    coalesce(sum(u.times) filter (where u.action in ('page.clicked', 'page.keyed')), 0)::int as acted
    from page_use u where ${since(days)} and u.action in ('page.opened', 'page.clicked', 'page.keyed') group by u.day order by u.day`
export const useByPage = (days: number): Sql<Use> => sql<Use>`
  select u.page, u.action, u.times, u.waits from page_use u where ${since(days)}`
