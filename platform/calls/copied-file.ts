import { summed, type Summed } from './check-sum.ts'
import { seenClaims, type CopiedFile } from './handler.ts'
import { Refused } from './refusal.ts'
import { Transaction, type Pools } from '../database/pools.ts'
import { sql, type Sql } from '../database/sql.ts'
import { recordEnds } from '../text/record-ends.ts'

/** Days are written as files have them, MM/DD/YYYY: to_char takes as long for one as all the rest of its row. */
const daysAsRead = sql`select set_config('datestyle', 'SQL, MDY', true)`

export type Copying = Summed & {
  /** Gives the rest up, when its reader has gone. */
  cancel(): void
}

/**
 * Begins to copy a file out of the database: authenticates, counts the rows and writes who is in it into the audit, all
 * before a byte leaves. What fails here is answered as a refusal. The audit is counted after the snapshot of the file was taken
 * and committed by itself, so that a file given up halfway is on record and shows nobody who is not.
 */
export async function beginCopy(
  { pools }: { pools: Pools },
  /** Authenticates the user, or the service, that it is for. */
  opening: Sql,
  file: CopiedFile,
): Promise<Copying> {
  // One statement after the other: these connections have no pipeline.
  const begin = async (begun: 'begin' | 'begin isolation level repeatable read', ...more: Sql[]) => {
    const db = await Transaction.open(pools.copies)
    try {
      await db.command(begun)
      for (const query of [opening, ...more]) await db.all(query)
      return db
    } catch (error) {
      db.release(true)
      throw error
    }
  }
  const count = async () => {
    const audit = await begin('begin')
    try {
      const [sum] = await audit.all(seenClaims(file.claims))
      const why = file.whyNot(sum!.rows)
      if (why) throw new Refused(why)
      await audit.command('commit')
      audit.release()
    } catch (error) {
      audit.release(true)
      throw error
    }
  }
  if (pools.oneConnection) await count()
  const db = await begin('begin isolation level repeatable read', daysAsRead)
  if (!pools.oneConnection)
    await count().catch((error: unknown) => {
      db.release(true)
      throw error
    })
  let isOver = false
  const cancel = () => {
    if (isOver) return
    isOver = true
    db.cancel()
    db.release(true)
  }
  async function* pieces() {
    yield { bytes: Buffer.from(file.head), rows: 0 }
    const ending = recordEnds()
    try {
      for await (const chunk of db.copy(file.copy)) yield { bytes: ending.end(chunk as Buffer), rows: ending.rows }
      await db.command('commit')
      isOver = true
      db.release()
    } finally {
      cancel()
    }
  }
  return { cancel, ...summed(pieces()) }
}
