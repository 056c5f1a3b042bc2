import { expect, test } from 'vitest'
import { status } from '#features/authorizations/statuses.ts'
import { stateOf, type Known } from './rules.ts'

const known = (statusId: number, more: Partial<Known> = {}): Known => ({
  status_id: statusId,
  decided_at: null,
  waits_for_keying: false,
  was_in_force: false,
  in_force: false,
  ...more,
})

test.each([
  ['a pending request', [known(status.PENDING)], 'IN_REVIEW'],
  ['a request that waits for a letter', [known(status.PENDING_LOMN)], 'WAITING_FOR_PRESCRIBER'],
  ['a request with a pharmacist', [known(status.PENDING_CLINICAL)], 'WITH_PHARMACIST'],
  ['an approval in force', [known(status.APPROVED, { was_in_force: true, in_force: true })], 'APPROVED'],
  ['a bypass without an approval of its own', [known(status.BYPASSED)], 'APPROVED'],
  [
    'an approval that is not keyed',
    [known(status.APPROVED, { waits_for_keying: true, was_in_force: true, in_force: true })],
    'BEING_ENTERED',
  ],
  ['an approval that ended', [known(status.APPROVED, { was_in_force: true })], 'ENDED'],
  ['a decision of this minute', [known(status.APPROVED, { decided_at: '2026-05-12T11:59:30.000Z' })], 'IN_REVIEW'],
  ['a rejection', [known(status.REJECTED)], 'NOT_APPROVED'],
  ['a withdrawn request', [known(status.WITHDRAWN)], 'CLOSED'],
  ['a draft', [known(status.DRAFT)], 'UNKNOWN'],
  ['no request', [], 'UNKNOWN'],
  ['a number of two carriers', [known(status.APPROVED), known(status.PENDING)], 'UNKNOWN'],
] as const)('A pharmacy reads of %s what is true of it', (_, found, state) => {
  expect(stateOf(found, '2026-05-12T12:00:00.000Z')).toBe(state)
})
