import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyCall } from '#registry'
import type { AnyCall } from '#platform/calls/contract.ts'
import { trips } from '#platform/database/pools.ts'
import type { Answer } from '../api.ts'
import { attempt, nobody, pharmacy, send, sender } from './attempt.ts'
import { drawn } from './drawn.ts'
import { openPrepared } from './prepared.ts'
import type { Place, Prepared } from './place.ts'
import { sampleOf } from './samples.ts'

// The sample of each call is a request that succeeds, and that costs as many trips to the database as its contract declares.

let prepared: Prepared
beforeAll(async () => void (prepared = await openPrepared()))
afterAll(() => prepared.close())

/**
 * How often a call waits for PostgreSQL, session, caller, audit and commit included: a read once, an act twice, to load
 * and to write. A call that needs another number declares it with its reason.
 */
const tripsOf = (call: AnyCall): number => call.trips?.count ?? (call.kind === 'read' ? 1 : 2)

/** Sends the sample of a call in a place, and counts how often its answer waited for PostgreSQL. */
async function askSample(
  call: AnyCall,
  place: Place,
  headers: Record<string, string> = {},
): Promise<{ answer: Answer; waited: number }> {
  const { api } = prepared
  const by =
    call.gate === 'service'
      ? pharmacy
      : call.name === 'session.exchange'
        ? nobody
        : sender(await api.signIn(place.username), place.mc)
  const made = attempt(call, await sampleOf(call, place), by)
  const before = trips.count
  const answer = await send(api, { ...made, headers: { ...made.headers, ...headers } })
  return { answer, waited: trips.count - before }
}

describe.each([
  { sub: 'AAA1', calls: everyCall },
  { sub: 'BBB1', calls: drawn(everyCall, 20, 'the other carrier') },
] as const)('in $sub', ({ sub, calls }) => {
  test.each(calls)('the sample of $name succeeds, and waits for the database as often as it declares', async (call) => {
    const { answer, waited } = await askSample(call, prepared.fresh(sub))
    expect({ status: answer.status, body: answer.status === 200 ? '' : answer.body }).toEqual({ status: 200, body: '' })
    expect(waited).toBe(tripsOf(call))
    if (call.file === undefined) expect(call.output.safeParse(answer.body).error).toBeUndefined()
    else expect(answer.headers['content-type']).toBe(call.file)
  })
})

test('a call that waits more often than its kind gives a reason, and only files, the look for a person on file and a preview read twice', () => {
  expect(everyCall.filter((call) => call.trips?.why === '').map((call) => call.name)).toEqual([])
  expect(
    everyCall
      .filter((call) => call.kind === 'read' && tripsOf(call) > 1)
      .map((call) => call.name)
      .sort(),
  ).toEqual([
    'accessReview.export',
    'carrierSettings.rerun',
    'chat.transcript',
    'dataExtracts.extract',
    'doubles.compare',
    'doubles.list',
    'doubles.merges',
    'eligibility.duplicates',
    'eligibility.validate',
    'history.detail',
    'history.export',
    'medications.hearing',
    'outgoing.shown',
    'people.export',
    'pharmacies.export',
    'priorAuths.export',
    'provenance.export',
    'support.elsewhere',
    'team.exportMove',
    'texts.export',
    'transactionHistory.export',
    'transactionHistory.summaryExport',
    'worklist.export',
  ])
})

test('a key against repeats costs no trip of its own', async () => {
  const acts = everyCall.filter((one) => one.kind === 'act' && one.gate === 'carrier')
  for (const call of drawn(acts, 20, 'with a key')) {
    // Fewer where the answer to the key is still under way when the handler sends its next statement.
    const key = { 'idempotency-key': `key-of-${call.name.replace('.', '-')}` }
    const { answer, waited } = await askSample(call, prepared.fresh('AAA1'), key)
    expect([call.name, answer.status]).toEqual([call.name, 200])
    expect(waited, call.name).toBeLessThanOrEqual(tripsOf(call))
  }
})
