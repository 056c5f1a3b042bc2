import type { OutboxRow } from './outbox-row.ts'
import { sql, type Sql } from '../database/sql.ts'

/** Writes what is to happen afterwards, in the transaction of what it follows from. */
export const insertOutbox = (rows: readonly OutboxRow[]): Sql =>
  sql`insert into outbox select * from jsonb_populate_recordset(null::outbox, ${JSON.stringify(rows)}::jsonb)`
