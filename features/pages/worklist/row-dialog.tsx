import type { AssignRequestProps } from '../assign-request.tsx'
import type { SnoozeProps } from '#features/clock/snooze.tsx'
import { lazyPart } from '#platform/browser/load-part.ts'

// Each comes when it is first opened.
const Assign = lazyPart(() => import('../assign-request.tsx').then((it) => it.AssignRequest))
const Snooze = lazyPart(() => import('#features/clock/snooze.tsx').then((it) => it.Snooze))

type RowDialogProps = AssignRequestProps & SnoozeProps & { kind: 'assign' | 'snooze' }

/** What a key does with one request of the list: another case owner, or reminders put off. */
export const RowDialog = ({ kind, now, ...of }: RowDialogProps) =>
  kind === 'assign' ? <Assign {...of} /> : <Snooze {...of} now={now} />
