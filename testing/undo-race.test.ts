import { randomInt } from 'node:crypto'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { expect, onTestFinished, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { everyJob } from '#registry'
import { startJobs } from '#platform/jobs/jobs.ts'
import { addManyWorkers, claimOfWorker } from './many-workers.ts'
import type { TestApi, Visitor } from './api.ts'
import { bound } from './bounds.ts'
import { startFixtureApi } from './fixture-api.ts'
import { startKillableServer } from './killable-server.ts'
import { inconsistentAuthorizations } from './consistent-decisions.ts'

const UNDO_MS = 10_000

/** Requests of so many workers of the crowd: raised by the pharmacy, approved by this person. */
async function approved(api: TestApi, adjuster: Visitor, from: number, count: number): Promise<string[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const { body } = await api.service.ask(transactions.intake, claimOfWorker(from + at))
      const id = body.authorizationId!
      const answer = await adjuster.ask(decision.approve, { id, version: 1 }, { key: `approve-${id}` })
      expect(answer.status).toBe(200)
      return id
    }),
  )
}

/** Lets fewer turns of the event loop pass than so many: nobody knows how far what is under way has come. */
async function someTurns(most: number): Promise<void> {
  for (let turns = randomInt(most); turns > 0; turns -= 1) await new Promise((turn) => setImmediate(turn))
}

const count = async (db: pg.Client, of: string): Promise<number> =>
  Number((await db.query<{ n: string }>(`select count(*) as n from ${of}`)).rows[0]!.n)

/** Waits until every notification that was sent has arrived. */
async function allNotified(db: pg.Client): Promise<void> {
  while ((await count(db, 'pharmacy_callback k where k.status_id = 1')) > 0)
    await new Promise((turn) => setTimeout(turn, 50))
}

/** What comes first in a round: the test sees to it in two of them, so that each wins some; in the others nobody knows. */
type First = 'undo' | 'dispatch' | 'either'
const PER_ROUND = 20
const rounds: readonly First[] = ['undo', 'dispatch', ...Array<First>(bound(4, 25)).fill('either')]

test(`undo and dispatch at the same instant: exactly one of them, ${rounds.length * PER_ROUND} times over`, async () => {
  const api = await startFixtureApi({ undoSeconds: UNDO_MS / 1000 })
  await addManyWorkers(api.db, rounds.length * PER_ROUND)
  // Two processes' worth of relays and workers; the relays look when the test says so.
  const relays = await Promise.all([1, 2].map(() => startJobs(api.built.portal, api.url, everyJob, {}, 3_600_000)))
  onTestFinished(async () => void (await Promise.all(relays.map((one) => one.stop()))))
  const undone = new Set<string>()
  const tooLate = new Set<string>()
  // How far undos come in a turn is the machine's matter: the start they get follows how they fared, so that both win some.
  let start = 40
  for (const [round, first] of rounds.entries()) {
    const adjuster = await api.signIn('adj.aaa') // the clock moves on: an older session would be idle
    const ids = await approved(api, adjuster, round * PER_ROUND + 1, PER_ROUND)
    const undo = () => ids.map((id) => adjuster.ask(decision.undo, { id }))
    let undos = first === 'dispatch' ? [] : undo()
    if (first === 'undo') await Promise.all(undos)
    if (first === 'either') await someTurns(start)
    api.clock.move(UNDO_MS)
    await Promise.all(relays.map((one) => one.relay()))
    if (first === 'dispatch') undos = undo()
    const answers = await Promise.all(undos)
    await relays[0]!.relay() // for what an undo that failed had held while the relays looked
    const won = answers.filter(({ status }) => status === 200).length
    if (first === 'undo') expect(won).toBe(PER_ROUND)
    if (first === 'dispatch') expect(won).toBe(0)
    start = won * 2 < PER_ROUND ? start * 2 : Math.max(2, Math.ceil(start / 2))
    for (const [at, answer] of answers.entries()) {
      if (answer.status === 200) undone.add(ids[at]!)
      else {
        expect(answer.body.status.code).toBe('UNDO_TOO_LATE')
        tooLate.add(ids[at]!)
      }
    }
  }
  expect(undone.size + tooLate.size).toBe(rounds.length * PER_ROUND)
  await allNotified(api.db)
  const notified = await api.db.query<{ id: string }>(
    'select k.authorization_id as id from pharmacy_message m join pharmacy_callback k on k.mc = m.mc and k.id = m.id',
  )
  expect(notified.rows.map((row) => row.id).sort()).toEqual([...tooLate].sort())
  expect(
    await count(
      api.db,
      `outbox where topic = 'pharmacy.callback' and (cancelled_at is null) = (dispatched_at is null)`,
    ),
  ).toBe(0)
  expect(await inconsistentAuthorizations(api.db)).toEqual([])
})

test('the pharmacy is notified once, although its worker is killed repeatedly and every job runs twice', async () => {
  const requests = bound(60, 120)
  const api = await startFixtureApi({ undoSeconds: 0 })
  await addManyWorkers(api.db, requests)
  const adjuster = await api.signIn('adj.aaa')
  for (let from = 1; from <= requests; from += 20) await approved(api, adjuster, from, 20)
  const worker = await startKillableServer(api.url)
  const notified = () => count(api.db, 'pharmacy_callback where status_id = 2')
  for (let kill = 0; kill < bound(2, 4); kill += 1) {
    await worker.address()
    const before = await notified()
    while ((await notified()) === before && before < requests) await new Promise((turn) => setImmediate(turn))
    await worker.killAndRestart()
  }
  const boss = new PgBoss({ connectionString: api.url, supervise: false, schedule: false, migrate: false })
  await boss.start()
  onTestFinished(() => boss.stop({ graceful: false }))
  const callbacks = await api.db.query<{ mc: string; id: string }>('select mc, id from pharmacy_callback')
  for (const { mc, id } of callbacks.rows) await boss.send('pharmacy.callback', { mc, payload: { callbackId: id } })
  await allNotified(api.db)
  const unfinished = `pgboss.job where name = 'pharmacy.callback' and state in ('created', 'retry', 'active')`
  while ((await count(api.db, unfinished)) > 0) await new Promise((turn) => setTimeout(turn, 50))
  expect(await count(api.db, `pgboss.job where name = 'pharmacy.callback' and state = 'completed'`)).toBe(2 * requests)
  expect(await count(api.db, 'pharmacy_message')).toBe(requests)
  expect(await inconsistentAuthorizations(api.db)).toEqual([])
})
