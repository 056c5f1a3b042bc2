import { sql, type Sql } from '#platform/database/sql.ts'

/** True where a letter of medical necessity was received for the authorization `a`, reviewed or not. */
export const letterCame: Sql = sql`exists (select from lomn_request l
  where l.mc = a.mc and l.authorization_id = a.id and l.status in (6, 7))`
