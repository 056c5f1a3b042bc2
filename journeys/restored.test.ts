import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { restoredPortal } from '#testing/restored-portal.ts'
import { journeysOn } from './portal.ts'

// A backup is worth what can be done on it: every test of a journey, on a portal that was restored on another server from a
// copy made while the first one ran (docs/guide/backup.md).

let restored: Awaited<ReturnType<typeof restoredPortal>>
beforeAll(async () => {
  restored = await restoredPortal()
  journeysOn(restored.data)
})
// Hooks run in turn from the last: the journey ends its portal before its database ends.
afterAll(() => restored.remove())
// As a module of its own, where this process ran the journey before.
const journey = './provable.test.ts?restored'
await import(journey)

test('what the journey did is in the restored database', async () => {
  const db = new pg.Client({ connectionString: restored.data.databaseUrl })
  await db.connect()
  const { rows } = await db.query(`select from rx_authorization where mc = 'NWM' and completed_by_name = 'Sam Okafor'
    and completed_at > now() - interval '30 minutes'`)
  await db.end()
  expect(rows.length).toBeGreaterThan(0)
})
