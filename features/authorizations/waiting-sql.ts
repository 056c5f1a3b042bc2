import { sql, type Sql } from '#platform/database/sql.ts'

/** The wait for a letter counts from now, in the carrier's working days; the legal clock goes on. */
export const waitForLetter = (mc: string, id: string, now: string): Sql => sql`
  update rx_authorization
     set clock_state = clock_state || jsonb_build_object('letterSentAt', ${now}::text),
       next_clock_at = least(next_clock_at, ${now}::timestamptz)
   where mc = ${mc} and id = ${id}`

/** Something happened that ends a snooze: the clock looks at the authorization again at once. */
export const endSnooze = (mc: string, id: string, now: string): Sql => sql`
  update rx_authorization
     set snoozed_until = null, snoozed_by = null, next_clock_at = least(next_clock_at, ${now}::timestamptz)
   where mc = ${mc} and id = ${id}`
