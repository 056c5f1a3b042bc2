import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findingsOf } from '#features/prior-auths/findings.ts'
import type { PriorAuth } from './snapshot.ts'
import { daysBefore, items, priorAuthOf, run, type SnapshotChange } from './testing.ts'
import { ibuprofen } from './testing-drugs.ts'

// What an approval clears, over any set of things that stand when it is given and when a bill comes.

type Stands = Partial<Record<'priorAuth' | 'days' | 'cost' | 'quantity' | 'coverage' | 'channel', boolean>>
const codes: Readonly<Record<keyof Stands, string>> = {
  priorAuth: '75',
  days: '7X',
  cost: '78',
  quantity: '76',
  coverage: '69',
  channel: '70',
}
const kinds = Object.keys(codes) as (keyof Stands)[]

/** A snapshot in which just these things stand against a bill of thirty tablets. */
const withThese = (stands: Stands, priorAuths: PriorAuth[] = []): SnapshotChange => ({
  ...items({
    gpiPrefix: '1110',
    status: stands.priorAuth === true ? 'PA' : 'COVERED',
    ...(stands.quantity === true && { maxQty: 10 }),
  }),
  settings: {
    ...(stands.days === true && { daysSupplyMax: { retail: 20, mail: 90, maintenance: 20 } }),
    ...(stands.cost === true && { costLimitPerFill: 0.5 }),
    ...(stands.channel === true && { excludedChannels: [1] }),
  },
  spans: [
    {
      effectiveDate: '2024-05-02',
      termDate: stands.coverage === true ? daysBefore(3) : null,
      reasonCode: stands.coverage === true ? 'TERM_CLOSED' : 'NEW',
      planLevel: 'FULL',
    },
  ],
  priorAuths,
})
const someOfThem = fc.record(Object.fromEntries(kinds.map((kind) => [kind, fc.boolean()]))) as fc.Arbitrary<Stands>
const codesOf = (stands: Stands): string[] => kinds.filter((kind) => stands[kind] === true).map((kind) => codes[kind])

/** An approval of all that stood, as the portal keeps it: each finding, coverage only where it was named. */
function approvalOf(stands: Stands, more: Partial<PriorAuth> & { named?: boolean } = {}): PriorAuth {
  const { named = false, ...rest } = more
  const rejects = run(ibuprofen, {}, withThese(stands)).rejects.filter(
    ({ rejectCode }) => named || rejectCode !== codes.coverage,
  )
  const kept = rejects.map(({ rejectCode }) => rejectCode)
  return priorAuthOf(ibuprofen, 14, kept, { overrideAll: true, findings: findingsOf(rejects), ...rest })
}

test('each of them stands by its own code', () => {
  for (const kind of kinds)
    expect([kind, run(ibuprofen, {}, withThese({ [kind]: true })).codes]).toEqual([kind, [codes[kind]]])
  expect(run(ibuprofen, {}, withThese({})).codes).toEqual([])
})

test('"All" clears what stood when it was given, never what is new, and coverage only where it was named', () => {
  fc.assert(
    fc.property(someOfThem, someOfThem, fc.boolean(), (then, now, named) => {
      const { rejects } = run(ibuprofen, {}, withThese(now, [approvalOf(then, { named })]))
      const cleared = kinds.filter((kind) => then[kind] === true && (kind !== 'coverage' || named))
      const left = kinds.filter((kind) => now[kind] === true && !cleared.includes(kind)).map((kind) => codes[kind])
      expect(rejects.map(({ rejectCode }) => rejectCode).toSorted()).toEqual(left.toSorted())
    }),
  )
})

test('of several approvals the one that clears most counts, of equals the later, in whatever order they are on file', () => {
  const one = fc.tuple(someOfThem, fc.integer({ min: 1, max: 20 }))
  fc.assert(
    fc.property(
      someOfThem,
      fc.uniqueArray(one, { minLength: 2, maxLength: 4, selector: ([, days]) => days }),
      (now, given) => {
        const approvals = given.map(([stands, days], at) =>
          approvalOf(stands, { named: true, priorAuthId: String(at), startDate: daysBefore(days) }),
        )
        const clears = ([stands]: (typeof given)[number]): number =>
          codesOf(now).filter((code) => codesOf(stands).includes(code)).length
        const most = Math.max(...given.map(clears))
        const answers = [approvals, approvals.toReversed()].map((order) => run(ibuprofen, {}, withThese(now, order)))
        for (const { cleared, rejects, priorAuthUsed } of answers) {
          expect(cleared.length).toBe(most)
          expect(rejects.length).toBe(codesOf(now).length - most)
          const used = given[Number(priorAuthUsed!.priorAuthId)]!
          expect(clears(used)).toBe(most)
          // The later of those that clear as much.
          expect(used[1]).toBe(Math.min(...given.filter((each) => clears(each) === most).map(([, days]) => days)))
        }
      },
    ),
  )
})
