import { sql, type Sql } from '#platform/database/sql.ts'
import type { FirstApproval } from './rows.ts'

/** Keeps the first of two approvals on the authorization, or removes it. */
export const keepFirstApproval = (mc: string, id: string, first: FirstApproval | null): Sql => sql`
  update rx_authorization set first_approval = ${first === null ? null : JSON.stringify(first)}::jsonb
   where mc = ${mc} and id = ${id}`
