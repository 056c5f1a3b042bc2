import type { OutboxRow } from './outbox-row.ts'
import { sql, type Sql } from '../database/sql.ts'

/** Writes what is to happen afterwards, in the transaction of what it follows from. */
export const insertOutbox = (rows: readonly OutboxRow[]): Sql =>
  sql`insert into outbox select * from jsonb_populate_recordset(null::outbox, ${JSON.stringify(rows)}::jsonb)`

/** The same for each payload a statement finds: rows of (mc, payload). */
export const insertOutboxOf = (topic: string, found: Sql<{ mc: string; payload: unknown }>, now: string): Sql => sql`
  insert into outbox (mc, id, topic, payload, available_at, created_at)
  select f.mc, gen_random_uuid(), ${topic}, f.payload, ${now}, ${now} from (${found}) f`

/** Cancels messages of these topics that are not sent yet and have this in their payload. */
export const cancelByPayload = (of: {
  mc: string
  topics: readonly string[]
  payload: Readonly<Record<string, string>>
  now: string
}): Sql => sql`
  update outbox set cancelled_at = ${of.now}
   where mc = ${of.mc} and topic = any(${of.topics}) and payload @> ${JSON.stringify(of.payload)}::jsonb
     and dispatched_at is null and cancelled_at is null`

/** Cancels all messages about an authorization that are not sent yet. */
export const cancelOutboxOf = (mc: string, authorizationId: string, now: string): Sql => sql`
  update outbox set cancelled_at = ${now}
   where mc = ${mc} and authorization_id = ${authorizationId} and dispatched_at is null and cancelled_at is null`
