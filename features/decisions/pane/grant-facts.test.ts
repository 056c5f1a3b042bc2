import { expect, it } from 'vitest'
import { grantFacts } from './grant-facts.ts'

const approval = {
  kind: 'PERMIT' as const,
  oneTime: false,
  fillsUsed: 0,
  maxFills: 3,
  maxQtyPerFill: null,
  maxDaysPerFill: null,
  maxCostPerFill: null,
}

it.each([
  ['fills alone', approval, [['Fills', '0 of 3 used']]],
  [
    'half of what was asked',
    { ...approval, oneTime: true, maxFills: 1, maxQtyPerFill: 15, maxDaysPerFill: 7 },
    [
      ['Fills', 'one, 0 used'],
      ['Quantity a fill', 'at most 15'],
      ['Days a fill', 'at most 7'],
    ],
  ],
  [
    'any number of fills, up to a cost',
    { ...approval, maxFills: null, fillsUsed: 2, maxQtyPerFill: 1200.5, maxCostPerFill: 80 },
    [
      ['Fills', '2 of any number used'],
      ['Quantity a fill', 'at most 1,200.5'],
      ['Cost a fill', 'at most $80.00'],
    ],
  ],
  ['a block', { ...approval, kind: 'BLOCK' as const, maxQtyPerFill: 15 }, []],
])('what was decided says how much each fill may have: %s', (_, of, facts) => {
  expect(grantFacts(of)).toEqual(facts)
})
