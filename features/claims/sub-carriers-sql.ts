import { sql, type Sql } from '#platform/database/sql.ts'

type SubCarrierRow = { code: string; name: string; id: number; active: boolean }
/** The sub-carriers of the carrier that the caller sees, with those that ended. */
export const subCarriers = (): Sql<SubCarrierRow> => sql<SubCarrierRow>`
  select s.sub_carrier as code, s.name, s.id, s.status = 'ACTIVE' as active from sub_carrier s
  where s.mc = app_mc() and app_sees(s.sub_carrier) order by s.sub_carrier`
