import { expect, test } from 'vitest'
import { callsInOrder, callState, callsWords, type CallMade, type CallState } from './prescriber-calls.ts'

const now = '2026-11-17T15:00:00.000Z'
const call = (outcome: CallMade['outcome'], at: string, backAt: string | null = null): CallMade => ({
  outcome,
  at: `2026-11-17T${at}:00.000Z`,
  backAt: backAt && `2026-11-17T${backAt}:00.000Z`,
})

test.each<[string, CallMade, CallState]>([
  ['that was agreed for later', call('CALL_BACK', '14:00', '16:00'), 'BOOKED'],
  ['whose hour is now', call('CALL_BACK', '14:00', '15:00'), 'LATE'],
  ['whose hour is over', call('CALL_BACK', '14:00', '14:30'), 'LATE'],
  ['without an hour', call('CALL_BACK', '14:00'), 'AGAIN'],
  ['nobody answered', call('NO_ANSWER', '14:00'), 'AGAIN'],
  ['that reached the prescriber', call('REACHED', '14:00'), 'REACHED'],
])('a call %s', (_, made, state) => {
  expect(callState(made, now)).toBe(state)
})

test('calls to make come first, by their hour', () => {
  const late = call('CALL_BACK', '13:00', '14:10')
  const later = call('CALL_BACK', '13:30', '14:50')
  const unanswered = call('NO_ANSWER', '14:00')
  const [first, second] = [call('CALL_BACK', '14:20', '16:00'), call('CALL_BACK', '14:10', '17:00')]
  const reached = call('REACHED', '14:40')
  const all = [reached, second, unanswered, later, first, late]
  expect(callsInOrder(all, now)).toEqual([late, later, unanswered, first, second, reached])
})

test.each<[CallState[], string]>([
  [['LATE', 'BOOKED'], '2 to make'],
  [['AGAIN', 'REACHED', 'REACHED'], '1 to make, 2 made today'],
  [['REACHED'], '1 made today'],
])('calls %j are counted as %s', (states, words) => {
  expect(callsWords(states.map((state) => ({ state })))).toBe(words)
})
