import { describe, expect, test } from 'vitest'
import { directKinds } from '#features/notifications/direct-kinds.ts'
import { happenings } from '#features/notifications/rules.ts'
import { waitsIn, workOf } from './done-work.ts'
import { completeStatuses, openStatuses, status } from './statuses.ts'

// Which notices of a request have their work done in which status.

const kinds = [...happenings, ...Object.keys(directKinds)]

describe('the work of a notice', () => {
  test.each(completeStatuses)('is done in status %i, whatever it was', (to) => {
    expect(workOf(to)).toEqual({ done: Object.keys(waitsIn), waits: [] })
  })
  test.each(openStatuses)('waits or is done in status %i, never both', (to) => {
    const { done, waits } = workOf(to)
    expect([...done, ...waits].toSorted()).toEqual(Object.keys(waitsIn).toSorted())
    expect(waits).toContain('assigned')
  })
  test.each([
    ['clinicalNeeded', status.PENDING_CLINICAL, status.PENDING],
    ['reviewNeeded', status.PENDING_UR, status.PENDING],
    ['secondNeeded', status.PENDING_SECOND_APPROVAL, status.PENDING],
    ['supervisorNeeded', status.PENDING_SUPERVISOR, status.PENDING],
    ['letterNeeded', status.PENDING, status.PENDING_LOMN],
  ] as const)('%s waits in status %i and is done in %i', (kind, waiting, left) => {
    expect([workOf(waiting).waits.includes(kind), workOf(left).done.includes(kind)]).toEqual([true, true])
  })
})

test('a kind that is in no status waits for nobody: it says what happened', () => {
  expect(kinds.filter((kind) => !(kind in waitsIn))).toEqual([
    'approved',
    'rejected',
    'deemed',
    'closed',
    'withdrawn',
    'claimChanged',
    'approvalEnded',
    'approvalInDoubt',
    'liabilitySettled',
    'letterSent',
    'letterFailed',
    'reassigned',
    'autoApproved',
    'filled',
    'endMoved',
    'notDelivered',
    'noAddress',
    'moved',
    'rerouted',
    'standIn',
    'merged',
    'ending',
    'extractFailed',
    'surveyFollowUp',
    'workerTexted',
    'admin_grant',
    'access_review',
    'license',
    'carrier_setting',
    'bypass',
    'exportAsked',
    'exportAnswered',
    'emergency_access',
    'directory_token',
  ])
})
