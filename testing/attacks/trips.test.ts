import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyCall } from '#registry'
import type { AnyCall } from '#platform/calls/contract.ts'
import { trips } from '#platform/database/pools.ts'
import { attempt, nobody, pharmacy, send, sender } from './attempt.ts'
import { openPrepared } from './prepared.ts'
import type { Prepared } from './place.ts'
import { sampleOf } from './samples.ts'

/**
 * How often a call waits for PostgreSQL, session, caller, audit and commit included: a read once, an act twice, to load
 * and to write. A call that needs another number declares it with its reason.
 */
const tripsOf = (call: AnyCall): number => call.trips?.count ?? (call.kind === 'read' ? 1 : 2)

let prepared: Prepared
beforeAll(async () => void (prepared = await openPrepared()))
afterAll(() => prepared.close())

async function count(call: AnyCall, headers: Record<string, string> = {}): Promise<number> {
  const place = prepared.fresh('AAA1')
  const by =
    call.gate === 'service'
      ? pharmacy
      : call.name === 'session.exchange'
        ? nobody
        : sender(await prepared.api.signIn(place.username), place.mc)
  const made = attempt(call, await sampleOf(call, place), by)
  const before = trips.count
  const answer = await send(prepared.api, { ...made, headers: { ...made.headers, ...headers } })
  const after = trips.count
  expect(answer.status).toBe(200)
  return after - before
}

test.each(everyCall)('$name waits for the database as often as it declares', async (call) => {
  expect(await count(call)).toBe(tripsOf(call))
})

test('a call that waits more often than its kind gives a reason, and only files and the look for a person on file read twice', () => {
  expect(everyCall.filter((call) => call.trips?.why === '').map((call) => call.name)).toEqual([])
  expect(
    everyCall
      .filter((call) => call.kind === 'read' && tripsOf(call) > 1)
      .map((call) => call.name)
      .sort(),
  ).toEqual([
    'accessReview.export',
    'chat.transcript',
    'dataExtracts.extract',
    'eligibility.duplicates',
    'eligibility.validate',
    'history.detail',
    'history.export',
    'medications.hearing',
    'people.export',
    'pharmacies.export',
    'priorAuths.export',
    'provenance.export',
    'team.exportMove',
    'texts.export',
    'transactionHistory.export',
    'transactionHistory.summaryExport',
    'worklist.export',
  ])
})

test('a key against repeats costs no trip of its own', async () => {
  for (const call of everyCall.filter((one) => one.kind === 'act' && one.gate === 'carrier')) {
    // Fewer where the answer to the key is still under way when the handler sends its next statement.
    const counted = await count(call, { 'idempotency-key': `key-of-${call.name.replace('.', '-')}` })
    expect(counted, call.name).toBeLessThanOrEqual(tripsOf(call))
  }
})
