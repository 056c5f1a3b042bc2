import { expect, test } from 'vitest'
import {
  factInWords,
  factKinds,
  factOn,
  factProblems,
  factValues,
  hasSubject,
  subjectWords,
  valueWords,
  type FactKind,
  type FactOnFile,
  type WantedFact,
} from './claim-fact-rules.ts'

const today = '2026-11-20'
const claim = { doi: '2025-03-04', dob: '1980-02-29', holds: null as string | null }
const subjects: Partial<Record<FactKind, string>> = { DIAGNOSIS: 'M51.26', PART: '42', PROVIDER: '1932102084' }
const wanted = (kind: FactKind, value: string, more: Partial<WantedFact> = {}): WantedFact => ({
  kind,
  subject: subjects[kind] ?? '',
  value,
  from: today,
  ...more,
})
const problems = (of: WantedFact, holds: string | null = null) => factProblems({ ...claim, holds }, of, today)

test('each value of each kind is taken, but what holds already or takes back what was never there', () => {
  for (const kind of Object.keys(factKinds) as FactKind[])
    for (const value of Object.keys(factValues[kind])) {
      const takesBack = ['ENDED', 'REMOVED', 'NONE'].includes(value)
      const before = takesBack ? 'ALLOWED' : value === 'REOPENED' ? 'CLOSED' : null
      expect([kind, value, problems(wanted(kind, value), before)]).toEqual([kind, value, []])
      if (takesBack)
        expect(problems(wanted(kind, value))).toEqual([
          { path: 'value', message: 'There is nothing on file to take back.' },
        ])
      const again = problems(wanted(kind, value), value)
      expect([kind, value, again.map(({ message }) => message)]).toEqual([
        kind,
        value,
        kind === 'DEATH' ? [] : ['This holds on 11/20/2026 already.'],
      ])
    }
})

test.each<[what: string, fact: WantedFact, path: string, message: RegExp]>([
  ['no period', wanted('DIAGNOSIS', 'ACCEPTED', { subject: 'M5126' }), 'subject', /ICD-10 code with its period/],
  ['two periods', wanted('DIAGNOSIS', 'ACCEPTED', { subject: 'M51.2.6' }), 'subject', /ICD-10 code/],
  ['words around it', wanted('DIAGNOSIS', 'ACCEPTED', { subject: 'xM51.26' }), 'subject', /ICD-10 code/],
  ['five after the period', wanted('DIAGNOSIS', 'ACCEPTED', { subject: 'M51.26789' }), 'subject', /ICD-10 code/],
  ['a part that is none', wanted('PART', 'ACCEPTED', { subject: '999' }), 'subject', /42 for the low back/],
  ['a part in words', wanted('PART', 'ACCEPTED', { subject: 'back' }), 'subject', /number of a body part/],
  ['a part with more digits', wanted('PART', 'ACCEPTED', { subject: '0042' }), 'subject', /number of a body part/],
  ['an NPI with a wrong digit', wanted('PROVIDER', 'ALLOWED', { subject: '1932102085' }), 'subject', /NPI/],
  ['a subject of a status', wanted('STATUS', 'CLOSED', { subject: '42' }), 'subject', /Leave this empty/],
  ['a value of another kind', wanted('STATUS', 'DENIED'), 'value', /^Choose one of: OPEN, CLOSED, REOPENED\.$/],
  ['a name every object has', wanted('STATUS', 'toString'), 'value', /^Choose one of/],
  ['before the injury', wanted('STATUS', 'CLOSED', { from: '2025-03-03' }), 'from', /date of injury, 03\/04\/2025, on/],
  ['more than a year ahead', wanted('STATUS', 'CLOSED', { from: '2027-11-22' }), 'from', /within a year from today/],
  ['a death before the birth', wanted('DEATH', 'DIED', { from: '1980-02-28' }), 'from', /date of birth, 02\/29\/1980/],
  ['a death tomorrow', wanted('DEATH', 'DIED', { from: '2026-11-21' }), 'from', /A death is not in the future/],
])('%s is refused at its field with what helps', (_what, fact, path, message) => {
  const found = problems(fact)
  expect(found).toHaveLength(1)
  expect(found[0]).toEqual({ path, message: expect.stringMatching(message) })
})

test.each<[what: string, fact: WantedFact]>([
  ['a code without a part after the period', wanted('DIAGNOSIS', 'ACCEPTED', { subject: 'I10' })],
  ['a code with letters', wanted('DIAGNOSIS', 'ACCEPTED', { subject: 'S83.91XA' })],
  ['the day of the injury', wanted('STATUS', 'CLOSED', { from: '2025-03-04' })],
  ['the last day within a year', wanted('STATUS', 'CLOSED', { from: '2027-11-21' })],
  ['a death today', wanted('DEATH', 'DIED')],
  ['a death before the injury was reported', wanted('DEATH', 'DIED', { from: '2025-03-03' })],
  ['a death on the day of birth', wanted('DEATH', 'DIED', { from: '1980-02-29' })],
])('%s is taken', (_what, fact) => {
  expect(problems(fact)).toEqual([])
})

test('only a closed claim is reopened, and it is not opened as if it had never been closed', () => {
  expect(problems(wanted('STATUS', 'REOPENED'), 'OPEN')).toEqual([
    { path: 'value', message: 'Only a closed claim is reopened.' },
  ])
  expect(problems(wanted('STATUS', 'REOPENED'), null)).toHaveLength(1)
  expect(problems(wanted('STATUS', 'OPEN'), 'CLOSED')).toEqual([
    { path: 'value', message: 'A closed claim is reopened: choose “Reopened”.' },
  ])
  expect(problems(wanted('STATUS', 'OPEN'), 'REOPENED')).toEqual([])
  // What is wrong with a field comes alone: the claim is not asked about a value that is none.
  expect(problems(wanted('STATUS', 'REOPENED', { from: '2020-01-01' }), 'OPEN').map(({ path }) => path)).toEqual([
    'from',
  ])
})

const onFile = (from: string, value: string, before: string | null, at = '2026-11-01T10:00:00Z'): FactOnFile => ({
  kind: 'PART',
  subject: '42',
  value,
  before,
  from,
  at,
})
const back = { kind: 'PART', subject: '42' } as const

test('what held on a day is the last change up to it, of two of one day the later entered, before all what was there', () => {
  const facts = [
    onFile('2026-11-10', 'DENIED', 'ACCEPTED', '2026-11-02T10:00:00Z'),
    onFile('2026-11-15', 'PENDING', 'DENIED', '2026-11-04T10:00:00Z'),
    onFile('2026-11-15', 'ACCEPTED', 'PENDING', '2026-11-03T10:00:00Z'),
  ]
  for (const order of [facts, facts.toReversed()]) {
    expect(factOn(order, back, '2026-11-09')).toBe('ACCEPTED')
    expect(factOn(order, back, '2026-11-10')).toBe('DENIED')
    expect(factOn(order, back, '2026-11-14')).toBe('DENIED')
    expect(factOn(order, back, '2026-11-15')).toBe('PENDING')
    expect(factOn(order, back, '2027-01-01')).toBe('PENDING')
  }
  expect(factOn([onFile('2026-11-10', 'ACCEPTED', null)], back, '2026-11-09')).toBeNull()
  for (const other of [
    { kind: 'PART', subject: '53' },
    { kind: 'DIAGNOSIS', subject: '42' },
  ] as const)
    expect(factOn(facts, other, '2026-11-20')).toBeUndefined()
})

test.each<[WantedFact & { before: string | null }, subject: string, words: string]>([
  [
    { ...wanted('DIAGNOSIS', 'DENIED', { description: 'Disc displacement' }), before: 'ACCEPTED' },
    'Disc displacement M51.26',
    'Disc displacement M51.26: accepted to not accepted from 11/20/2026',
  ],
  [{ ...wanted('DIAGNOSIS', 'ACCEPTED'), before: null }, 'M51.26', 'M51.26: none to accepted from 11/20/2026'],
  [
    { ...wanted('PART', 'PENDING'), before: 'ACCEPTED' },
    'Lower back',
    'Lower back: accepted to under investigation from 11/20/2026',
  ],
  [
    { ...wanted('PART', 'DENIED', { subject: '999' }), before: null },
    'Part 999',
    'Part 999: none to not accepted from 11/20/2026',
  ],
  [
    { ...wanted('PROVIDER', 'ENDED', { description: 'Barrett Lindqvist' }), before: 'ALLOWED' },
    'Treating provider Barrett Lindqvist',
    'Treating provider Barrett Lindqvist: allowed to not allowed any more from 11/20/2026',
  ],
  [
    { ...wanted('PROVIDER', 'ALLOWED'), before: null },
    'Treating provider 1932102084',
    'Treating provider 1932102084: none to allowed from 11/20/2026',
  ],
  [{ ...wanted('STATUS', 'CLOSED'), before: 'OPEN' }, 'Claim status', 'Claim status: open to closed from 11/20/2026'],
  [
    { ...wanted('COMPENSABILITY', 'SETTLED_MSA'), before: 'PARTIAL' },
    'Acceptance',
    'Acceptance: accepted in part to settled from 11/20/2026',
  ],
  [{ ...wanted('SURGERY', 'ADDED'), before: null }, 'Surgery', 'Surgery on 11/20/2026'],
  [{ ...wanted('SURGERY', 'REMOVED'), before: 'ADDED' }, 'Surgery', 'Surgery on 11/20/2026 was withdrawn'],
  [{ ...wanted('DEATH', 'DIED'), before: null }, 'Death', 'Death on 11/20/2026'],
  [{ ...wanted('DEATH', 'NONE'), before: 'DIED' }, 'Death', 'The date of death was withdrawn'],
])('%o in words', (fact, subject, words) => {
  expect(subjectWords(fact)).toBe(subject)
  expect(factInWords(fact)).toBe(words)
})

test('a value of the feed that no kind knows is shown as it is, a closing of any kind as closed', () => {
  expect(valueWords('PART', null)).toBe('none')
  expect(valueWords('PART', 'CLOSED')).toBe('Closed')
  expect(valueWords('PART', 'ODD')).toBe('ODD')
  expect((Object.keys(factKinds) as FactKind[]).filter(hasSubject)).toEqual(['DIAGNOSIS', 'PART', 'PROVIDER'])
})
