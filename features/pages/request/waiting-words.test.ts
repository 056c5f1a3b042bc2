import { expect, test } from 'vitest'
import { stateOfQuestion, waitedWords } from './waiting-words.ts'

const zone = 'America/New_York'
const now = Date.parse('2026-03-10T15:00:00Z')
const fresh = { due: '2026-03-10T17:00:00Z', taken: null, takenBy: null, openBy: null, call: null }
const taken = {
  takenBy: { userId: 'r', name: 'Rita Chen' },
  taken: { byName: 'Rita Chen', at: '2026-03-10T14:52:00Z' },
}
const call = { byName: 'Rita Chen', at: '2026-03-10T14:55:00Z', result: 'nobody answered', backAt: null }

test.each([
  ['notOpened', fresh, 'Not opened yet'],
  ['opened', { ...fresh, openBy: 'Omar Diaz' }, 'Omar Diaz has it open now'],
  ['opened', { ...fresh, ...taken }, 'Taken at 10:52 AM'],
  ['opened', { ...fresh, ...taken, openBy: 'Rita Chen' }, 'Taken at 10:52 AM · open now'],
  ['withPrescriber', { ...fresh, ...taken, call }, /^Prescriber called .*10:55 AM: nobody answered$/],
  ['late', { ...fresh, due: '2026-03-10T14:00:00Z' }, /^The answer was due .*10:00 AM EDT\. Not opened yet$/],
] as const)('an adjuster who waits on a pharmacist reads that it is %s', (kind, of, words) => {
  const state = stateOfQuestion(of, now)
  expect(state.kind).toBe(kind)
  expect(state.late).toBe(kind === 'late')
  expect(state.words(zone, now)).toMatch(words)
})

test.each([
  [0, '0m'],
  [59 * 60_000, '59m'],
  [136 * 60_000, '2h 16m'],
])('%d ms of waiting are %s', (ms, words) => {
  expect(waitedWords(ms)).toBe(words)
})
