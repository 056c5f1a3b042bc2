import { flag } from '#features/settings/columns.ts'
import { sql, type Sql } from '#platform/database/sql.ts'
import type { Snoozing } from '#features/authorizations/facts.ts'

// Columns for the rules of snoozing; `a` is rx_authorization.

/**
 * The facts of snoozing the request `a` as one column (`Snoozing`): the carrier's switch, and whether the caller is a
 * delegate of an absent owner.
 */
export const snoozing: Sql<{ snoozing: Snoozing }> = sql<{
  snoozing: Snoozing
}>`jsonb_build_object('off', ${flag('patient_pending_auth_snooze_disabled', false)},
  'standsIn', exists (select from authorization_owner o join out_of_office v on v.mc = o.mc and v.user_id = o.user_id
     where o.mc = a.mc and o.authorization_id = a.id and app_user() = any(v.delegates) and v.start_at <= app_now() and v.end_at > app_now()))`
