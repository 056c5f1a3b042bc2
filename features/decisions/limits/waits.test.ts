import { expect, test } from 'vitest'
import type { RejectFacts } from '#features/authorizations/decision-facts.ts'
import { waitSentences, waitsOf, waitWords } from './waits.ts'

const reject = (rejectCode: string, more: Partial<RejectFacts> = {}): RejectFacts => ({
  rejectCode,
  class: 'DUR',
  safety: true,
  hardStop: false,
  overridableBy: 'R',
  ...more,
})

const cases: [string, RejectFacts[], boolean, string][] = [
  ['an ordinary safety code: a pharmacist', [reject('922')], false, '922, which waits for a pharmacist'],
  [
    'the gravest: a senior and a second person',
    [reject('88', { severity: 1 }), reject('HC', { overridableBy: 'O' })],
    false,
    '88, HC, which wait for a senior pharmacist and a second person',
  ],
  [
    'a code that stands for two findings: the graver one',
    [reject('88', { severity: 3 }), reject('88', { severity: 1 })],
    false,
    '88, which waits for a senior pharmacist and a second person',
  ],
  [
    'a letter comes before any person',
    [reject('88', { letterNeeded: true, severity: 1 }), reject('922')],
    false,
    '88, which waits for a letter of medical necessity; 922, which waits for a pharmacist',
  ],
  ['with the letter, a person', [reject('88', { letterNeeded: true })], true, '88, which waits for a pharmacist'],
]
test.each(cases)('%s', (_, rejects, letterOnFile, words) => {
  // One for each finding, as an approval leaves them.
  const codes = rejects.map(({ rejectCode }) => rejectCode)
  const waits = waitsOf({ rejects, letter_came: letterOnFile }, codes)
  expect(waitWords(waits)).toBe(words)
  expect([...waits.letter, ...waits.senior, ...waits.pharmacist].toSorted()).toEqual([...new Set(codes)].toSorted())
  expect(waitSentences(waits)).toHaveLength(words.split(';').length)
})
