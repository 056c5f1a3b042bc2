import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#testing/database.ts'
import { Transaction } from './pools.ts'
import { sql } from './sql.ts'

test('statements sent together fail with what aborted the transaction, whichever is heard first', async () => {
  const pool = new pg.Pool({ connectionString: await freshDatabase(), max: 1 })
  const db = await Transaction.open(pool)
  onTestFinished(async () => {
    db.release(true)
    await pool.end()
  })
  await db.command('begin')
  const codes = async () =>
    (await Promise.allSettled([db.all(sql`select 1 / 0`), db.all(sql`select 1`)])).map((one) =>
      one.status === 'rejected' ? (one.reason as { code: string }).code : 'done',
    )
  const divisionByZero = '22012'
  expect(await codes()).toEqual([divisionByZero, divisionByZero])
  await expect(db.all(sql`select 2`)).rejects.toMatchObject({ code: divisionByZero })
  await db.command('rollback')
  await db.command('begin')
  expect(await db.one(sql<{ one: number }>`select 1 as one`)).toEqual({ one: 1 })
  await expect(db.all(sql`select from nowhere`)).rejects.toMatchObject({ code: '42P01' })
})
