import { expect, test } from 'vitest'
import { packFor } from '#features/deadlines/which-pack.ts'
import type { RequestKind } from '#reference/jurisdictions/rule-pack.ts'
import { jurisdictions } from '#reference/jurisdictions/jurisdictions.ts'
import { basisOf, isConfirmed } from './basis.ts'

const of = (state: string, kind: RequestKind = 'prospective') => packFor(state, kind, '2026-11-22T12:00:00Z')

test.each<[string, RequestKind, boolean, string[]]>([
  [
    'TN',
    'prospective',
    true,
    ['In force since 08/28/2016.', 'Looked up on 11/22/2026: statute, rule or official page read.'],
  ],
  [
    'GA',
    'prospective',
    true,
    [
      'Counted for requests received since 01/01/2026, the date of the copy read; the rule may be older.',
      'Looked up on 11/22/2026: statute, rule or official page read.',
      'The state’s time begins with form WC-205.',
      'Open: Whether a drug is “treatment” under the rule.',
    ],
  ],
  [
    'HI',
    'prospective',
    false,
    ['Looked up on 11/22/2026: not confirmed.', 'Published at https://data.capitol.hawaii.gov.'],
  ],
  ['NY', 'level2', false, ['Open: The four days, and what silence does, at Level 2.']],
  // No rule of the state is claimed, so none is unconfirmed.
  ['ID', 'prospective', true, ['Looked up on 11/22/2026.']],
])('An adjuster reads on the source of %s, %s: confirmed %s, %j', (state, kind, confirmed, lines) => {
  expect(isConfirmed(of(state, kind))).toBe(confirmed)
  expect(basisOf(of(state, kind))).toEqual(expect.arrayContaining(lines))
})

test('every jurisdiction says when its law was looked up', () => {
  for (const { code } of jurisdictions)
    expect([code, basisOf(of(code)).some((line) => line.startsWith('Looked up on 11/22/2026'))]).toEqual([code, true])
})
