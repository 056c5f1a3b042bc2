import { expect, test } from 'vitest'
import { interactionsBetween, interactionsIn } from '#features/adjudication/gates/interaction-match.ts'
import { drugs } from '#reference/drugs.ts'
import type { Interaction } from '#reference/interactions.ts'
import { coverageLines, coverageOf, lineOf } from './coverage.ts'

const product = (gpi: string, genericName: string) => ({ gpi, genericName })
const products = [
  product('10100101010101', 'one'),
  product('10100101010102', 'one'),
  product('10100103010101', 'two'),
  product('12100101010101', 'three'),
  product('12100103010101', 'four'),
]
const rule = (a: string, b: string, severity: 1 | 2 | 3, from: Interaction['source']['from']): Interaction => ({
  id: `${a} ${b}`,
  a: [a],
  b: [b],
  severity,
  text: 'Text.',
  source: { label: 'A label', section: 'section 7', from },
})

test('each two classes say how many of their drugs a row knows, how severe, and which it does not know', () => {
  const between = interactionsIn([rule('1010', '12100101', 2, 'read'), rule('10100103', '12100103', 3, 'memory')])
  expect(coverageLines(products, between)).toEqual([
    'Opioid agonists, short acting (1010) × Muscle relaxants (1210): 3 of 4 pairs, 2 of severity 2, 1 of severity 3, 1 not confirmed; no row: one with four',
    '2 of 3 pairs of classes have no row.',
  ])
  expect(coverageLines(products, between, ['1210', '1010']).slice(1)).toEqual([
    'one with three: severity 2',
    'one with four: no row',
    'two with three: severity 2',
    'two with four: severity 3, not confirmed',
  ])
  expect(coverageLines(products, between, ['1710'])).toEqual([
    'The catalog has no two drugs of the classes 1710 and 1710.',
  ])
})

// Of these classes the label speaks as classes, so that a drug that is left out is a mistake.
test.each<[string, string, number]>([
  ['1010', '1210', 2],
  ['1012', '1210', 2],
  ['1014', '1210', 2],
  ['1016', '1210', 2],
  ['1010', '1212', 2],
  ['1010', '1710', 2],
  ['1012', '1710', 2],
  ['1014', '1710', 2],
  ['1110', '2010', 3],
  ['1112', '2010', 3],
  ['1110', '2210', 2],
  ['1112', '2210', 2],
])('%s with %s: no drug of the catalog is left out, and none is below severity %i', (a, b, severity) => {
  const one = coverageOf(drugs, interactionsBetween).find((pair) => pair.a === a && pair.b === b)!
  expect(one.pairs.filter((pair) => pair.severity === null || pair.severity > severity)).toEqual([])
  expect(one.pairs.length).toBeGreaterThan(0)
  expect(lineOf(one)).toContain(`: ${one.pairs.length} of ${one.pairs.length} pairs`)
})
