import { expect, test } from 'vitest'
import { isOpenSince, sinceCall } from './since-call.ts'
import { callbackStatus } from './statuses.ts'

const { FILLED, ACKNOWLEDGED, REACHED, NOT_REACHED, CALL_NEEDED, CLOSED } = callbackStatus

test.each([
  ['was paid since', REACHED, 'APPROVED', true, 1, 'FILLED', false],
  ['was paid, though nobody was reached', NOT_REACHED, 'APPROVED', true, 2, 'FILLED', false],
  ['was approved and not billed', REACHED, 'APPROVED', false, 1, 'NOT_BILLED', true],
  ['was denied', REACHED, 'REJECTED', false, 1, 'NOT_APPROVED', false],
  ['was approved, and the approval ended since', REACHED, 'NOT_COVERED_THIS_FILL', false, 1, 'NOT_APPROVED', false],
  ['is to be called again', NOT_REACHED, 'APPROVED', false, 2, 'CALL_AGAIN', true],
  ['is to be called, by what came since', CALL_NEEDED, 'APPROVED', false, 1, 'CALL_AGAIN', true],
  ['was never reached', CLOSED, 'APPROVED', false, 5, 'NOT_REACHED', true],
  ['has a later message', CLOSED, 'REJECTED', false, 1, 'REPLACED', false],
  ['read its message after the call', ACKNOWLEDGED, 'APPROVED', false, 1, 'READ', false],
  ['withdrew its claim', FILLED, 'APPROVED', false, 1, 'WITHDRAWN', false],
] as const)('a pharmacy that %s', (_, status, outcome, isPaid, attempts, since, open) => {
  expect(sinceCall({ status, outcome, isPaid, attempts, mostAttempts: 5 })).toBe(since)
  expect(isOpenSince(since)).toBe(open)
})
