import { expect, test } from 'vitest'
import { status } from '#features/authorizations/statuses.ts'
import { readReference, stateOf, type Known } from './rules.ts'

const known = (statusId: number, more: Partial<Known> = {}): Known => ({
  status_id: statusId,
  decided_at: null,
  waits_for_keying: false,
  was_in_force: false,
  in_force: false,
  is_paid: false,
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
  [
    'an approval in force whose fill is paid',
    [known(status.APPROVED, { was_in_force: true, in_force: true, is_paid: true })],
    'PAID',
  ],
  ['an approval that is used up', [known(status.APPROVED, { was_in_force: true, is_paid: true })], 'PAID'],
  ['a fill that a rule approved and paid', [known(status.AUTO_APPROVED, { is_paid: true })], 'PAID'],
  ['a request that was paid otherwise', [known(status.WITHDRAWN, { is_paid: true })], 'PAID'],
  ['the rest of a fill that was paid in part', [known(status.PENDING, { is_paid: true })], 'IN_REVIEW'],
  ['a decision of this minute', [known(status.APPROVED, { decided_at: '2026-05-12T11:59:30.000Z' })], 'IN_REVIEW'],
  ['a rejection', [known(status.REJECTED)], 'NOT_APPROVED'],
  ['a withdrawn request', [known(status.WITHDRAWN)], 'CLOSED'],
  ['a draft', [known(status.DRAFT)], 'UNKNOWN'],
  ['no request', [], 'UNKNOWN'],
  ['a number of two carriers', [known(status.APPROVED), known(status.PENDING)], 'UNKNOWN'],
] as const)('A pharmacy reads of %s what is true of it', (_, found, state) => {
  expect(stateOf(found, '2026-05-12T12:00:00.000Z')).toBe(state)
})

test.each([
  ['085046023391', '085046023391'],
  [' 085046023391\n', '085046023391'],
  ['0850 4602 3391', '085046023391'],
  ['0850-4602-3391', '085046023391'],
  ['0850–4602–3391', '085046023391'],
  ['\u200e085046023391\u200b', '085046023391'],
  ['REF 085046023391', '085046023391'],
  ['REF:085046023391.', '085046023391'],
  ['#085046023391', '085046023391'],
  ['PA REQUIRED REF 085046023391 CALL 800-555-0142', '085046023391'],
  ['REF 085046023391, REF 085046023391', '085046023391'],
  ['085046023391 11/28/2026', '085046023391'],
  ['REF 085046023391 or 085046023392', undefined],
  ['85046023391', undefined],
  ['0850460233911', undefined],
  ['08504602339O', undefined],
  ['800-555-0142', undefined],
  ['', undefined],
])('the reference number in %j is %s', (typed, number) => expect(readReference(typed)).toBe(number))
