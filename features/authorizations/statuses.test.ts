import { expect, test } from 'vitest'
import {
  completeStatuses,
  handedOverStatuses,
  isComplete,
  isGranted,
  isOpen,
  isRejected,
  isStatusId,
  openStatuses,
  ownersTurnStatuses,
  statuses,
  statusLabel,
  statusName,
} from './statuses.ts'

type Kind = 'draft' | 'open' | 'handed over' | 'granted' | 'rejected' | 'ended'

/** Every status, the word a person reads for it and where it stands in the life of a request. */
const rows = [
  [10, 'DRAFT', 'Draft', 'draft'],
  [20, 'PENDING', 'Pending', 'open'],
  [21, 'PENDING_LOMN', 'Awaiting letter', 'open'],
  [22, 'PENDING_CLINICAL', 'Clinical review', 'handed over'],
  [23, 'PENDING_UR', 'Utilization review', 'handed over'],
  [24, 'PENDING_RECON', 'Reconsideration', 'open'],
  [25, 'PENDING_SECOND_APPROVAL', 'Second approval', 'handed over'],
  [26, 'PENDING_SUPERVISOR', 'Supervisor review', 'handed over'],
  [30, 'APPROVED', 'Approved', 'granted'],
  [31, 'AUTO_APPROVED', 'Auto approved', 'granted'],
  [32, 'BYPASSED', 'Bypassed', 'granted'],
  [33, 'DEEMED_APPROVED', 'Deemed approved', 'granted'],
  [40, 'REJECTED', 'Rejected', 'rejected'],
  [41, 'REJECTED_NO_PA', 'Rejected, no PA', 'rejected'],
  [50, 'EXPIRED', 'No decision', 'ended'],
  [51, 'WITHDRAWN', 'Withdrawn', 'ended'],
  [52, 'SUPERSEDED', 'Superseded', 'ended'],
] as const satisfies readonly (readonly [number, string, string, Kind])[]

test.each(rows)('%i is %s, "%s", %s', (id, name, label, kind) => {
  const open = kind === 'open' || kind === 'handed over'
  const complete = kind === 'granted' || kind === 'rejected' || kind === 'ended'
  expect({
    name: statusName(id),
    label: statusLabel(id),
    known: isStatusId(id),
    open: isOpen(id),
    complete: isComplete(id),
    granted: isGranted(id),
    rejected: isRejected(id),
    listed: [openStatuses, handedOverStatuses, ownersTurnStatuses, completeStatuses].map((list) =>
      (list as readonly number[]).includes(id),
    ),
  }).toEqual({
    name,
    label,
    known: true,
    open,
    complete,
    granted: kind === 'granted',
    rejected: kind === 'rejected',
    listed: [open, kind === 'handed over', kind === 'open', complete],
  })
})

test('There are no other statuses', () => {
  expect(statuses.map(({ id }) => id)).toEqual(rows.map(([id]) => id))
  expect([isStatusId(99), isOpen(99), isComplete(99), isGranted(99), isRejected(99)]).toEqual(Array(5).fill(false))
  expect(statusLabel(99)).toBe('Unknown')
})
