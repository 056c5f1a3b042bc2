import { expect, test } from 'vitest'
import { lateWords, stateOfQuestion, stepsOf, waitedWords } from './waiting-words.ts'

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

test.each([
  ['pharmacist', 'The next pharmacist may take it; the supervisor is notified.'],
  ['reviewer', 'The next reviewer may take it; the supervisor is notified.'],
  ['second approver', 'The next supervisor may take it; all of them are notified.'],
  ['supervisor', 'The next supervisor may take it; all of them are notified.'],
])('who waits for a %s reads what happens when the answer is late', (who, words) => {
  expect(lateWords(who)).toBe(words)
})

const saved = { waitsFor: ['7Y'] } as never
test.each([
  [22, null, 'Dana sent it to a pharmacist', 'A pharmacist decides or recommends'],
  [22, saved, 'Dana approved all but 7Y', 'A pharmacist clears 7Y'],
  [23, null, 'Dana sent it to utilization review', 'A licensed reviewer decides it'],
  [25, saved, 'Dana saved the approval', 'A supervisor clears 7Y'],
  [25, { waitsFor: [] } as never, 'Dana saved the approval', 'A second person approves it or returns it'],
  [26, null, 'Dana asked a supervisor', 'A supervisor decides it or answers'],
] as const)(
  'who waits in status %i reads what was done and what is done now',
  (authorizationStatusId, firstApproval, done, now) => {
    const steps = stepsOf({ authorizationStatusId, firstApproval, pharmacy: { name: 'Blue Finch Rx' } })
    expect([steps.done('Dana'), steps.now]).toEqual([done, now])
  },
)
