import { isComplete, isGranted, isOpen, isRejected, status } from '#features/authorizations/statuses.ts'
import { usDate } from '#platform/dates/day.ts'
import type { Happening } from '#features/notifications/rules.ts'

/** What is known of a request when a message about it is written, and again when it leaves. */
export type SoNow = {
  statusId: number
  /** The decision in force: APPROVE, REJECT and so on; null where there is none. */
  decision: string | null
  /** What was approved was ended, and no other approval took its place. */
  isEnded: boolean
  /** A fill of it is paid. */
  isPaid: boolean
  /** The last day of the newest approval, 'YYYY-MM-DD'. */
  lastDay: string | null
}

type IsSo = (now: SoNow, to: { worker: boolean; words: string }) => boolean

const isWaiting: IsSo = ({ statusId }) => isOpen(statusId)
const waitsIn =
  (id: number): IsSo =>
  ({ statusId }) =>
    statusId === id

/** What a message says that may change before it leaves; of all others: what happened stays so. */
const says: Partial<Record<Happening, IsSo>> = {
  raised: isWaiting,
  reminder: isWaiting,
  share1: isWaiting,
  share2: isWaiting,
  share3: isWaiting,
  pharmacyWaiting: isWaiting,
  popUp: isWaiting,
  overdue: isWaiting,
  unassigned: isWaiting,
  letterSent: isWaiting,
  letterNeeded: isWaiting,
  // A worker is promised that we look at it.
  letterReceived: ({ statusId }, { worker }) => !worker || isOpen(statusId),
  clinicalNeeded: waitsIn(status.PENDING_CLINICAL),
  seniorNeeded: waitsIn(status.PENDING_CLINICAL),
  answerLate: waitsIn(status.PENDING_CLINICAL),
  reviewNeeded: waitsIn(status.PENDING_UR),
  reviewLate: waitsIn(status.PENDING_UR),
  secondNeeded: waitsIn(status.PENDING_SECOND_APPROVAL),
  secondLate: waitsIn(status.PENDING_SECOND_APPROVAL),
  supervisorNeeded: waitsIn(status.PENDING_SUPERVISOR),
  supervisorLate: waitsIn(status.PENDING_SUPERVISOR),
  pharmacistGone: waitsIn(status.PENDING_CLINICAL),
  seniorGone: waitsIn(status.PENDING_CLINICAL),
  reviewerGone: waitsIn(status.PENDING_UR),
  secondGone: waitsIn(status.PENDING_SECOND_APPROVAL),
  supervisorGone: waitsIn(status.PENDING_SUPERVISOR),
  approved: ({ decision, isEnded }) => decision === 'APPROVE' && !isEnded,
  deemed: ({ decision, isEnded }) => decision === 'DEEMED' && !isEnded,
  rejected: ({ statusId }) => isRejected(statusId),
  // A supervisor may reopen what was closed.
  closed: ({ statusId }) => isComplete(statusId) && !isGranted(statusId) && !isRejected(statusId),
  filled: ({ isPaid }) => isPaid,
  endMoved: ({ lastDay }, { words }) => lastDay !== null && words.includes(usDate(lastDay)),
}

/** Whether a message about an event is still so; `words` are its own, `worker` where it is a text to the worker. */
export const isStillSo = (happening: string, now: SoNow, to: { worker: boolean; words: string }): boolean =>
  says[happening as Happening]?.(now, to) ?? true

/** What the log and the list of texts say of a message that did not leave. */
export const WITHHELD = 'withheld: it was no longer so'
