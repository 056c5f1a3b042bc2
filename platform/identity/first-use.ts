import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { sql, type Sql } from '../database/sql.ts'

/** True the first time a key is used, false every later time until `until`, on any process. */
export type FirstUse = (key: string, until: Date) => Promise<boolean>

/** A key as it is remembered: its SHA-256. */
export const oneTimeKey = (key: string): Uint8Array => createHash('sha256').update(key).digest()

/** True for the first use of this key, on any process; after `until` the key is expired anyway. */
const firstUse = (keyHash: Uint8Array, until: string): Sql<{ first: boolean }> =>
  sql<{ first: boolean }>`select first_use(${keyHash}, ${until}) as first`

/** Remembers keys in the database, for every process over it. */
export function firstUseIn(pool: () => Pool): FirstUse {
  return async (key, until) => {
    const { text, values } = firstUse(oneTimeKey(key), until.toISOString())
    const { rows } = await pool().query<{ first: boolean }>(text, values as unknown[])
    return rows[0]?.first === true
  }
}
