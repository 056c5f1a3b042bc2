import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Amount,
  clearedFindings,
  clearedWords,
  type ClearedFinding,
  compare,
  findingsOf,
  findingWords,
  type Measure,
  measured,
  measureWords,
  notIn,
  unknownOf,
  whyNotCleared,
  withOlder,
} from './findings.ts'

// What a prior authorization cleared, by finding (docs/decisions/0071-findings-are-cleared.md).

const alprazolam = { id: '57100010', name: 'alprazolam 0.5 mg tablet' }
const zolpidem = { id: '60204080', name: 'zolpidem 10 mg tablet' }
const packaged = { id: '00093106401', name: 'carisoprodol 350 mg tablet' }
const pharmacy = { id: '1043391', name: 'Bay Pharmacy' }
const mme = (value: number): Amount => ({ of: 'MME', value })
const clearedOf = (measure: Measure | null, more: Partial<ClearedFinding> = {}): ClearedFinding => ({
  rejectCode: '922',
  rule: 'R33',
  measure,
  ...more,
})
const found = (measure?: Measure, more: { rejectCode?: string; sourceRule?: string } = {}) => ({
  rejectCode: '922',
  sourceRule: 'R33',
  ...(measure && { measure }),
  ...more,
})

test.each<[string, readonly ClearedFinding[], ReturnType<typeof found>, ReturnType<typeof compare>]>([
  ['nothing was cleared', [], found({ amounts: [mme(90)] }), 'none'],
  ['another code was cleared', [clearedOf(null, { rejectCode: '88' })], found(), 'none'],
  ['the same dose', [clearedOf({ amounts: [mme(90)] })], found({ amounts: [mme(90)] }), 'same'],
  ['a lower dose', [clearedOf({ amounts: [mme(90)] })], found({ amounts: [mme(89)] }), 'same'],
  ['a higher dose', [clearedOf({ amounts: [mme(90)] })], found({ amounts: [mme(90.001)] }), 'worse'],
  [
    'an amount of another kind',
    [clearedOf({ amounts: [mme(90)] })],
    found({ amounts: [{ of: 'DAYS', value: 7 }] }),
    'worse',
  ],
  [
    'an amount in another unit',
    [clearedOf({ amounts: [{ of: 'DOSE', value: 40, unit: 'mg' }] })],
    found({ amounts: [{ of: 'DOSE', value: 4, unit: 'g' }] }),
    'worse',
  ],
  [
    'one of two amounts higher',
    [clearedOf({ amounts: [mme(90), { of: 'DAYS', value: 7 }] })],
    found({ amounts: [mme(90), { of: 'DAYS', value: 8 }] }),
    'worse',
  ],
  [
    'two findings that only together would cover it',
    [clearedOf({ amounts: [mme(90)] }), clearedOf({ amounts: [{ of: 'DAYS', value: 7 }] })],
    found({ amounts: [mme(90), { of: 'DAYS', value: 7 }] }),
    'worse',
  ],
  [
    'an amount where only a drug was cleared',
    [clearedOf({ with: [alprazolam] })],
    found({ amounts: [mme(9)] }),
    'worse',
  ],
  ['the same other drug', [clearedOf({ with: [alprazolam, zolpidem] })], found({ with: [zolpidem] }), 'same'],
  ['another other drug', [clearedOf({ with: [alprazolam] })], found({ with: [zolpidem] }), 'worse'],
  [
    'a drug where only an amount was cleared',
    [clearedOf({ amounts: [mme(90)] })],
    found({ with: [zolpidem] }),
    'worse',
  ],
  ['no measure now', [clearedOf({ amounts: [mme(90)] })], found(), 'same'],
  ['no measure then and none now', [clearedOf(null)], found(), 'same'],
  ['no measure then', [clearedOf(null)], found({ amounts: [mme(90)] }), 'unmeasured'],
  [
    'no measure then beside a lower one',
    [clearedOf({ amounts: [mme(50)] }), clearedOf(null)],
    found({ amounts: [mme(90)] }),
    'unmeasured',
  ],
  ['another rule', [clearedOf(null, { rule: 'R31' })], found(), 'other'],
  ['no rule was named', [clearedOf(null, { rule: null })], found(), 'unmeasured'],
  [
    'another rule beside none',
    [clearedOf(null, { rule: 'R31' }), clearedOf(null, { rule: null })],
    found(),
    'unmeasured',
  ],
  [
    'the same amount of another rule',
    [clearedOf({ amounts: [mme(90)] }, { rule: 'R31' })],
    found({ amounts: [mme(90)] }),
    'other',
  ],
])('%s: compared with what is found now', (_what, cleared, now, expected) => {
  expect(compare(cleared, now)).toBe(expected)
})

test('a code without a rule, found without a rule, is the same', () => {
  expect(compare(unknownOf(['922']), { rejectCode: '922' })).toBe('same')
})

test('what an approval clears is each finding once, with its rule and measure', () => {
  const dose = { amounts: [mme(90)] }
  expect(findingsOf([found(dose), found(dose), { rejectCode: '75' }, found({ amounts: [mme(91)] })])).toEqual([
    clearedOf(dose),
    { rejectCode: '75', rule: null, measure: null },
    clearedOf({ amounts: [mme(91)] }),
  ])
  expect(unknownOf(['75', '88'])).toEqual([
    { rejectCode: '75', rule: null, measure: null },
    { rejectCode: '88', rule: null, measure: null },
  ])
})

test('a measure is kept in thousandths, and only what it has', () => {
  expect(measured({ amounts: [mme(0.1 + 0.2)], with: [alprazolam] })).toEqual({
    amounts: [mme(0.3)],
    with: [alprazolam],
  })
  expect(measured({ amounts: [mme(1.0005)] })).toEqual({ amounts: [mme(1.001)] })
  expect(Object.keys(measured({ with: [alprazolam] }))).toEqual(['with'])
  expect(measured({ amounts: [], with: [] })).toEqual({})
  expect(measured({})).toEqual({})
})

test('of two prior authorizations, findings the one clears less well are named', () => {
  const [high, low, other] = [
    clearedOf({ amounts: [mme(120)] }),
    clearedOf({ amounts: [mme(90)] }),
    clearedOf(null, { rejectCode: '75', rule: null }),
  ]
  expect(notIn([high, other], [low])).toEqual([high, other])
  expect(notIn([low], [high])).toEqual([])
  expect(notIn([other], [other])).toEqual([])
  expect(notIn([], [high])).toEqual([])
})

test('of one thing the newer finding counts; the older stays where it is about another drug, rule or code', () => {
  const newer = clearedOf({ amounts: [mme(120)], with: [alprazolam, zolpidem] })
  const sameThing = clearedOf({ amounts: [mme(50)], with: [zolpidem, alprazolam] })
  const others = [
    clearedOf({ with: [alprazolam] }),
    clearedOf(null),
    clearedOf({ amounts: [mme(50)], with: [alprazolam, zolpidem] }, { rule: 'R31' }),
    clearedOf({ amounts: [mme(50)], with: [alprazolam, zolpidem] }, { rejectCode: '88' }),
  ]
  expect(withOlder([newer], [sameThing, ...others])).toEqual([newer, ...others])
  expect(withOlder([clearedOf({ amounts: [mme(9)] })], [clearedOf(null)])).toEqual([clearedOf({ amounts: [mme(9)] })])
  expect(withOlder([newer, clearedOf(null, { rejectCode: '75' })], [sameThing])).toHaveLength(2)
})

test.each<[Amount, string]>([
  [{ of: 'MME', value: 119.999 }, '120 MME a day'],
  [{ of: 'MME', value: 97.126 }, '97.13 MME a day'],
  [{ of: 'DOSE', value: 40, unit: 'mg' }, '40 mg a day'],
  [{ of: 'ACETAMINOPHEN', value: 3.25 }, '3.25 g acetaminophen a day'],
  [{ of: 'QUANTITY', value: 100 }, 'quantity 100'],
  [{ of: 'PER_DAY', value: 3.3333 }, '3.333 a day'],
  [{ of: 'UNITS', value: 1 }, '1 unit'],
  [{ of: 'UNITS', value: 2 }, '2 units'],
  [{ of: 'DAYS', value: 30 }, '30 days’ supply'],
  [{ of: 'DAYS_EARLY', value: 1 }, '1 day early'],
  [{ of: 'DAYS_EARLY', value: 5 }, '5 days early'],
  [{ of: 'OVERLAP', value: 1 }, '1 day of overlap'],
  [{ of: 'OVERLAP', value: 0 }, '0 days of overlap'],
  [{ of: 'REFILL', value: 3 }, 'refill 3'],
  [{ of: 'COST', value: 1234.5 }, '$1,234.50'],
  [{ of: 'INGREDIENTS', value: 1 }, '1 ingredient'],
  [{ of: 'INGREDIENTS', value: 4 }, '4 ingredients'],
  [{ of: 'SEVERITY', value: 1 }, 'moderate'],
  [{ of: 'SEVERITY', value: 2 }, 'major'],
  [{ of: 'SEVERITY', value: 3 }, 'contraindicated'],
  [{ of: 'MISFIT', value: 1 }, 'in question for the injury'],
  [{ of: 'MISFIT', value: 2 }, 'rarely used for the injury'],
])('%o reads "%s"', (amount, words) => {
  expect(measureWords({ amounts: [amount] })).toBe(words)
})

test('a severity nobody graded says nothing', () => {
  expect(measureWords({ amounts: [{ of: 'SEVERITY', value: 0 }] })).toBe('')
  expect(measureWords({ amounts: [{ of: 'SEVERITY', value: 4 }] })).toBe('')
  expect(measureWords(null)).toBe('')
  expect(measureWords(undefined)).toBe('')
  expect(measureWords({})).toBe('')
})

test('an ingredient is said once, with its share where its recipe gives one', () => {
  const menthol = { id: '98901017401', name: 'Menthol' }
  const of = (...parties: { id: string; name: string }[]) => measureWords({ with: parties })
  expect(of(menthol, { id: 'recipe 15140101 24.6%', name: 'Menthol 24.6%' })).toBe('Menthol 24.6%')
  expect(of(menthol, { id: 'recipe 15160101 6.56%', name: 'Ketamine 6.56%' })).toBe('with Menthol, Ketamine 6.56%')
  expect(of(menthol)).toBe('with Menthol')
})

test('drugs are named as what the drug is taken with, others by their name alone', () => {
  expect(measureWords({ amounts: [mme(120)], with: [alprazolam, pharmacy, packaged] })).toBe(
    '120 MME a day, with alprazolam 0.5 mg tablet and carisoprodol 350 mg tablet, Bay Pharmacy',
  )
  for (const id of ['5710001', '571000100', '0009310640', '000931064011', 'A7100010', '57100010x', 'x57100010'])
    expect(measureWords({ with: [{ id, name: 'Somebody' }] }), id).toBe('Somebody')
})

test('a list shows each code with what it is cleared up to, how grave it is first', () => {
  const shown = clearedFindings([
    clearedOf({ amounts: [mme(120), { of: 'DAYS', value: 30 }] }),
    clearedOf(
      {
        amounts: [
          { of: 'DOSE', value: 40, unit: 'mg' },
          { of: 'SEVERITY', value: 2 },
        ],
        with: [alprazolam],
      },
      { rejectCode: '88' },
    ),
    clearedOf({ amounts: [{ of: 'SEVERITY', value: 0 }] }, { rejectCode: '79' }),
    clearedOf({ with: [zolpidem] }, { rejectCode: 'DD' }),
    clearedOf(null, { rejectCode: '75' }),
  ])
  expect(shown).toEqual([
    { rejectCode: '922', upTo: 'up to 120 MME a day, 30 days’ supply' },
    { rejectCode: '88', upTo: 'major, up to 40 mg a day, with alprazolam 0.5 mg tablet' },
    { rejectCode: '79', upTo: '' },
    { rejectCode: 'DD', upTo: 'with zolpidem 10 mg tablet' },
    { rejectCode: '75', upTo: '' },
  ])
  expect(clearedWords(shown.slice(3))).toBe('DD with zolpidem 10 mg tablet; 75')
  expect(clearedFindings(null)).toEqual([])
  expect(findingWords({ rejectCode: '922', measure: { amounts: [mme(120)] } })).toBe('922 (120 MME a day)')
  expect(findingWords({ rejectCode: '75' })).toBe('75')
})

test.each<[string, readonly ClearedFinding[], ReturnType<typeof found>, string | undefined]>([
  ['cleared', [clearedOf({ amounts: [mme(90)] })], found({ amounts: [mme(90)] }), undefined],
  ['not named', [], found({ amounts: [mme(90)] }), undefined],
  [
    'cleared at less, twice the same',
    [
      clearedOf({ amounts: [mme(90)] }),
      clearedOf({ amounts: [mme(90)] }),
      clearedOf({ amounts: [mme(60)] }),
      clearedOf({ amounts: [mme(1)] }, { rule: 'R31' }),
    ],
    found({ amounts: [mme(120)] }),
    'Prior authorization PA1 cleared 90 MME a day; 60 MME a day. Billed: 120 MME a day',
  ],
  [
    'cleared for another reason',
    [clearedOf(null, { rule: 'R31' })],
    found({ amounts: [mme(120)] }),
    'Prior authorization PA1 cleared code 922 for another reason',
  ],
  [
    'cleared without a measure',
    [clearedOf(null)],
    found({ amounts: [mme(120)] }),
    'Prior authorization PA1 does not say what it cleared of code 922. Billed: 120 MME a day',
  ],
  [
    'cleared without a rule, and nothing is measured',
    [clearedOf(null, { rule: null })],
    found(),
    'Prior authorization PA1 does not say what it cleared of code 922',
  ],
])('a finding that was %s: why it stops again', (_what, cleared, now, words) => {
  expect(whyNotCleared('PA1', cleared, now)).toBe(words)
})

test('more of any amount, or one more drug, is never cleared by less', () => {
  const kinds = ['MME', 'DAYS', 'OVERLAP', 'COST'] as const
  const measures = fc.record({
    amounts: fc.uniqueArray(fc.record({ of: fc.constantFrom(...kinds), value: fc.integer({ min: 0, max: 9 }) }), {
      selector: ({ of }) => of,
      minLength: 1,
    }),
    with: fc.subarray([alprazolam, zolpidem, pharmacy]),
  })
  fc.assert(
    fc.property(measures, measures, (then, now) => {
      const isMore =
        now.amounts.some(({ of, value }) => value > (then.amounts.find((one) => one.of === of)?.value ?? -1)) ||
        now.with.some(({ id }) => then.with.every((one) => one.id !== id))
      expect(compare([clearedOf(then)], found(now))).toBe(isMore ? 'worse' : 'same')
    }),
  )
})
