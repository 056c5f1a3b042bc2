import { inScope } from '#features/authorizations/sql.ts'
import { sql, type Sql } from '#platform/database/sql.ts'
import { dueToday, overdue } from '#features/worklist/counts-sql.ts'
import { COUNTED } from '#features/worklist/most-rows.ts'
import { openNow } from '#features/worklist/sql.ts'

type ProgramFound = { code: string; name: string; pending: number; overdueCount: number; dueTodayCount: number }
/** The open requests of each program the caller sees, read from an index that has them by program and due time. */
export const programs = (): Sql<ProgramFound> => sql<ProgramFound>`
  with today as (select (app_now() at time zone app_zone())::date as day)
  select s.sub_carrier as code, s.name, n.pending, n."overdueCount", n."dueTodayCount"
    from today cross join sub_carrier s cross join lateral (
      select count(*)::int as pending, count(*) filter (where ${overdue(sql`found.statutory_due_at`)})::int as "overdueCount",
        count(*) filter (where ${dueToday(sql`found.statutory_due_at`)})::int as "dueTodayCount"
      from (select a.statutory_due_at from rx_authorization a where ${inScope.fragment} and ${openNow} and a.sub_carrier = s.sub_carrier
        order by a.statutory_due_at, a.id limit ${COUNTED}) found) n
   where s.mc = app_mc() and case when (select app_sees_all()) then true else app_sees(s.sub_carrier) end
   order by s.sub_carrier`

export type CarrierFound = {
  mc: string
  roles: string[]
  license_states: string[]
  approval_limit: number | null
  pending: number
  escalated: number
  overdue: number
  due_today: number
  due_tomorrow: number
  at_counter: number
  letter_came: number
  least_due: string | null
  with_pharmacist: number
  with_reviewer: number
  with_second: number
  with_supervisor: number
}
/** What waits for the caller at each of their carriers: numbers and times, of the rows a carrier lets them see there. */
export const carriers = (): Sql<CarrierFound> => sql<CarrierFound>`
  select mc, roles, license_states, approval_limit::float8 as approval_limit, pending, escalated, overdue, due_today, due_tomorrow,
    at_counter, letter_came, least_due, with_pharmacist, with_reviewer, with_second, with_supervisor
  from counts_of_my_carriers() order by mc`
