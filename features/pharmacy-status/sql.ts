import { sql, type Sql } from '#platform/database/sql.ts'
import type { Known } from './rules.ts'

/** The requests of this number received since an instant; two where carriers share it. */
export const requestsOf = (reference: string, since: string): Sql<Known & { received: string }> =>
  sql<Known & { received: string }>`
  select status_id, decided_at, received::text as received, waits_for_keying, was_in_force, in_force from request_status(${reference}, ${since})`
