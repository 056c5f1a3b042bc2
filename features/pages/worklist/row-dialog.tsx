import { lazy } from 'react'
import type { AssignRequestProps } from '../assign-request.tsx'
import type { SnoozeProps } from '#features/clock/snooze.tsx'

// Each comes when it is first opened.
const Assign = lazy(() => import('../assign-request.tsx').then((it) => ({ default: it.AssignRequest })))
const Snooze = lazy(() => import('#features/clock/snooze.tsx').then((it) => ({ default: it.Snooze })))

type RowDialogProps = AssignRequestProps & SnoozeProps & { kind: 'assign' | 'snooze' }

/** What a key does with one request of the list: another case owner, or reminders put off. */
export const RowDialog = ({ kind, now, ...of }: RowDialogProps) =>
  kind === 'assign' ? <Assign {...of} /> : <Snooze {...of} now={now} />
