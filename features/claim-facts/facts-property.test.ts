import fc from 'fast-check'
import { expect, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { factOn, type FactOnFile } from '#features/eligibility/claim-fact-rules.ts'
import { addDays } from '#platform/dates/day.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { dayAt } from '#testing/new-york-day.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'
import { claimFacts } from './contract.ts'

// Facts of a claim over any history of changes: each day is decided by what the calendar of the claim says of it. The model is a
// calendar: a change writes its value on every day from its own on, up to the next day on which another change begins.

const values = ['ACCEPTED', 'PENDING', 'CONTROVERTED', 'DENIED'] as const
type Value = (typeof values)[number]
type Change = { offset: number; value: Value }

/** The calendar after some changes, entered one after the other: what holds on a day. */
function calendarOf(changes: readonly { from: string; value: string }[], first: string) {
  const begins = new Map<string, string>()
  for (const { from, value } of changes) begins.set(from, value)
  const days = [...begins.keys()].toSorted()
  return (day: string): string => {
    let holds = first
    for (const from of days) if (from <= day) holds = begins.get(from)!
    return holds
  }
}

const change = (least: number, most: number): fc.Arbitrary<Change> =>
  fc.record({ offset: fc.integer({ min: least, max: most }), value: fc.constantFrom(...values) })

test('what holds on a day is what the calendar of the changes says, in whatever order they were entered', () => {
  const start = '2026-11-20'
  fc.assert(
    fc.property(fc.array(change(-30, 30), { maxLength: 12 }), fc.integer({ min: -40, max: 40 }), (changes, look) => {
      const entered: FactOnFile[] = []
      for (const [at, { offset, value }] of changes.entries()) {
        const from = addDays(start, offset)
        const before = calendarOf(entered, 'ACCEPTED')(from)
        const instant = new Date(Date.UTC(2026, 10, 20, 15, 0, at)).toISOString()
        entered.push({ kind: 'COMPENSABILITY', subject: '', value, before, from, at: instant })
      }
      const day = addDays(start, look)
      const found = factOn(entered, { kind: 'COMPENSABILITY', subject: '' }, day)
      expect(found ?? 'ACCEPTED').toBe(calendarOf(entered, 'ACCEPTED')(day))
      // What is of another kind says nothing of it.
      expect(factOn(entered, { kind: 'STATUS', subject: '' }, day)).toBeUndefined()
    }),
  )
})

/** What stops a fill on a day on which the claim is this. */
const stopsBy: Readonly<Record<string, readonly string[]>> = {
  ACCEPTED: [],
  PENDING: ['830'],
  CONTROVERTED: ['65', '830'],
  DENIED: ['65', '830'],
}
const ofTheClaim = (codes: readonly string[]) =>
  [...new Set(codes.filter((code) => code === '65' || code === '830'))].toSorted()

test('any history of changes decides bills of any day, the open request and the claim as its calendar says', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          change: change(-12, 4),
          bill: fc.integer({ min: -14, max: 0 }),
          passes: fc.integer({ min: 0, max: 1 }),
        }),
        { minLength: 5, maxLength: 8 },
      ),
      async (steps) => {
        const api = await startFixtureApi({ keep: true })
        try {
          const claimId = idOf('AAA AAA1 claim 1')
          const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
          const served = dayAt(api.clock.now())
          const entered: { from: string; value: string }[] = []
          for (const [at, { change: wanted, bill, passes }] of steps.entries()) {
            api.clock.move(passes * 86_400_000)
            await runJobsUntilIdle(api)
            const owner = await api.signIn('adj.aaa')
            const today = dayAt(api.clock.now())
            const from = addDays(today, wanted.offset)
            const before = calendarOf(entered, 'ACCEPTED')
            const { version } = (await owner.ask(claimFacts.of, { claimId })).body
            const input = {
              claimId,
              version,
              kind: 'COMPENSABILITY',
              value: wanted.value,
              from,
              reason: 'As ordered',
            } as const
            const answer = await owner.ask(claimFacts.change, input)
            // A change to what holds that day is none.
            expect(answer.status === 200).toBe(before(from) !== wanted.value)
            if (answer.status === 200) entered.push({ from, value: wanted.value })
            await runJobsUntilIdle(api)
            const holds = calendarOf(entered, 'ACCEPTED')
            expect((await owner.ask(claimFacts.of, { claimId })).body.claim.compensability).toBe(holds(today))
            const shown = (await owner.ask(authorizations.one, { id })).body
            expect(ofTheClaim(shown.rejects.map(({ rejectCode }) => rejectCode))).toEqual(stopsBy[holds(served)])
            const day = addDays(today, bill)
            const rx = String(8_200_000 + at)
            const billed = await api.service.ask(
              transactions.intake,
              pharmacyClaim({ sub: 'AAA1', at: 1, drug: 'naproxen', date: day, rx }),
            )
            expect(ofTheClaim(billed.body.rejects.map(({ code }) => code))).toEqual(stopsBy[holds(day)])
          }
        } finally {
          await api.close()
        }
      },
    ),
    { numRuns: 3 },
  )
})
