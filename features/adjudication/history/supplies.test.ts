import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Case, Fill } from '../case.ts'
import { daysBeside, fillsBefore } from './supplies.ts'

// Days counted one by one, and fills looked at one by one, are the measure.

const supply = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 40 }))
  .map(([start, days]) => ({ start, last: start + days - 1, until: start + days - 1 }) as Fill)

test('the days beside other supplies are those on which at least one of them counts, in any order', () => {
  fc.assert(
    fc.property(fc.array(supply, { maxLength: 5 }), supply, (supplies, span) => {
      let days = 0
      for (let day = span.start; day <= span.last; day += 1)
        if (supplies.some(({ start, until }) => start <= day && day <= until)) days += 1
      expect(daysBeside(supplies, span)).toBe(days)
    }),
  )
})

test('the fills of a drug before a claim begin on one of these days, oldest first', () => {
  const drugs = ['65100075', '65100091', '66100037']
  const fill = fc
    .tuple(fc.integer({ min: 0, max: 120 }), fc.constantFrom(...drugs))
    .map(([start, gpi]) => ({ start, drug: { gpi } }) as Fill)
  fc.assert(
    fc.property(
      fc.array(fill, { maxLength: 12 }),
      fc.constantFrom('', '65', ...drugs),
      fc.integer({ min: 1, max: 90 }),
      (some, prefix, days) => {
        const fills = some.toSorted((a, b) => a.start - b.start)
        const day = 100
        expect(fillsBefore({ day, fills } as unknown as Case, prefix, days)).toEqual(
          fills.filter(({ start, drug }) => start >= day - days && start < day && drug.gpi.startsWith(prefix)),
        )
      },
    ),
  )
})
