import { sql, type Sql } from '#platform/database/sql.ts'

/** The claim of a row that shows a person's data, for the audit of `seen`, where the statement calls it so. */
export const claimOfRow = sql`seen.stratus_claim_id`

/** A claim that the caller sees; nothing where there is none of this id. */
export const claimSeen = (id: string | null): Sql<{ id: string }> =>
  sql<{
    id: string
  }>`select c.id from wc_claim c where c.mc = app_mc() and app_sees(c.sub_carrier) and c.id = ${id}::uuid`
