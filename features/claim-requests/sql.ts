import { sql, type Sql } from '#platform/database/sql.ts'
import { escalatedNow, openNow } from '#features/worklist/sql.ts'

type SubCarrierCounts = {
  sub_carrier: string
  name: string
  pending: number
  escalated: number
  overdue: number
  oldest_hours: number | null
}
/** Open requests of each sub-carrier in scope, those without any too. */
export const pendingBySubCarrier = (): Sql<SubCarrierCounts> => sql<SubCarrierCounts>`
  select s.sub_carrier, s.name, count(a.id)::int as pending, (count(a.id) filter (where ${escalatedNow}))::int as escalated,
    (count(a.id) filter (where a.statutory_due_at < app_now()))::int as overdue,
    round(extract(epoch from app_now() - min(a.request_received_at)) / 3600, 1)::float8 as oldest_hours
    from sub_carrier s left join rx_authorization a on a.mc = s.mc and a.sub_carrier = s.sub_carrier and ${openNow}
   where s.mc = app_mc() and app_sees(s.sub_carrier)
   group by s.sub_carrier, s.name order by s.sub_carrier`
