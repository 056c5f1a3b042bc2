import type { OutboxRow } from './leaving.ts'
import { sql, type Sql } from './sql.ts'

/** Writes what is to happen afterwards, in the transaction of what it follows from. */
export const insertOutbox = (rows: readonly OutboxRow[]): Sql =>
  sql`insert into outbox select * from jsonb_populate_recordset(null::outbox, ${JSON.stringify(rows)}::jsonb)`
