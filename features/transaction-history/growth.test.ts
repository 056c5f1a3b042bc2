import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStatuses } from '#features/authorizations/statuses.ts'
import type { TestApi } from '#testing/api.ts'
import { addFills, claimId, copyFills } from '#testing/fills.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { workOf } from '#testing/plans.ts'
import { integers, sql as sqlText, type Sql } from '#platform/database/sql.ts'
import { readFilter } from './rules.ts'
import { reviewedChannels } from './reviewed-channels.ts'
import * as sql from './sql.ts'

// The history of a claim reads that claim, whatever else the carrier has: counted in rows, which no busy machine changes.

const SMALL = 2000
const LARGE = 50_000
let api: TestApi
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  await addFills(
    api,
    Array.from({ length: 60 }, (_, at) => ({ ago: 3 + at * 5, status: (['P', 'P', 'R', 'B'] as const)[at % 4]! })),
  )
  await addFills(api, [{ ago: 4, claim: 2 }], 5000)
})
afterAll(() => api.close())

const id = claimId()
const whole = readFilter({ claimId: id } as Parameters<typeof readFilter>[0])
const tcn = `55${'7'.padStart(16, '0')}`
const reference = '7'.padStart(12, '0')
const statements: [string, Sql<unknown>][] = [
  ['the transactions of a claim, by cursor', sql.slice(whole, null, 'growth', 50)],
  ['the latest of a claim found by its number', sql.latestOf(sqlText`${id}::uuid`, 50)],
  ['the same by page', sql.pageOf(whole, 0, 50)],
  ['their totals', sql.totals(whole)],
  ['those with some words', sql.slice({ ...whole, words: 'naproxen' }, null, 'growth', 50)],
  ['the last 90 days', sql.slice({ ...whole, days: 90 }, null, 'growth', 50)],
  ['the medications of a claim', sql.medications({ claimId: id }, null)],
  ['the summary of a claim', sql.summary(id, null, null, integers(openStatuses))],
  ['one transaction in full', sql.detail({ claimId: id, reference, tcn: null }, sqlText`false`)],
  ['the transaction of a TCN', sql.ofTcn(tcn)],
  ['the ingredients of a compound', sql.compound(reference, null)],
  ['what bill review adds', sql.bills(id, { references: null, from: null, to: null }, integers(reviewedChannels))],
]

describe('The history of a claim reads as many rows in a carrier with 25 times as many fills', () => {
  const before = new Map<string, number>()
  beforeAll(async () => {
    await copyFills(api.db, claimId(2), { count: SMALL })
    for (const [words, statement] of statements) before.set(words, (await workOf(api.url, statement)).rows)
    await api.db.query(
      `delete from rx_transaction where stratus_claim_id = $1
         and id <> (select min(id::text)::uuid from rx_transaction where stratus_claim_id = $1)`,
      [claimId(2)],
    )
    await copyFills(api.db, claimId(2), { count: LARGE, first: SMALL })
  })

  test.each(statements)('for %s', async (words, statement) => {
    const { rows, scans } = await workOf(api.url, statement)
    expect(before.get(words)).toBeGreaterThan(0)
    expect(rows).toBeLessThanOrEqual(before.get(words)! * 1.5 + 5)
    expect(scans.filter((scan) => scan === 'Seq Scan rx_transaction')).toEqual([])
  })
})
