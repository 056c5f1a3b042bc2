import type { DirectKind } from '#features/notifications/direct-kinds.ts'
import type { Happening } from '#features/notifications/rules.ts'
import { openStatuses, status, type StatusId } from './statuses.ts'

/** The statuses in which there is still something to do about a notice of a kind; a kind that is not here only says what happened. */
export const waitsIn: Readonly<Partial<Record<Happening | DirectKind, readonly StatusId[]>>> = {
  raised: openStatuses,
  resubmitted: openStatuses,
  assigned: openStatuses,
  unassigned: openStatuses,
  reminder: openStatuses,
  share1: openStatuses,
  share2: openStatuses,
  share3: openStatuses,
  snoozed: openStatuses,
  overdue: openStatuses,
  escalation1: openStatuses,
  escalation2: openStatuses,
  escalation3: openStatuses,
  pharmacyWaiting: openStatuses,
  popUp: openStatuses,
  extended: openStatuses,
  asked: openStatuses,
  nudged: openStatuses,
  advised: openStatuses,
  determined: openStatuses,
  letterReceived: openStatuses,
  letterReturned: openStatuses,
  letterExpired: openStatuses,
  letterNeeded: openStatuses.filter((id) => id !== status.PENDING_LOMN),
  secondReturned: openStatuses,
  supervisorReturned: openStatuses,
  clinicalReturned: openStatuses,
  reviewReturned: openStatuses,
  clinicalNeeded: [status.PENDING_CLINICAL],
  seniorNeeded: [status.PENDING_CLINICAL],
  answerLate: [status.PENDING_CLINICAL],
  reviewNeeded: [status.PENDING_UR],
  reviewLate: [status.PENDING_UR],
  secondNeeded: [status.PENDING_SECOND_APPROVAL],
  secondLate: [status.PENDING_SECOND_APPROVAL],
  supervisorNeeded: [status.PENDING_SUPERVISOR],
  supervisorLate: [status.PENDING_SUPERVISOR],
  pharmacistGone: [status.PENDING_CLINICAL],
  seniorGone: [status.PENDING_CLINICAL],
  reviewerGone: [status.PENDING_UR],
  secondGone: [status.PENDING_SECOND_APPROVAL],
  supervisorGone: [status.PENDING_SUPERVISOR],
}
const kinds = Object.entries(waitsIn)

/** Kinds of notices whose work is done once a request has this status, and kinds whose work is not. */
export const workOf = (to: StatusId): { done: string[]; waits: string[] } => ({
  done: kinds.filter(([, statuses]) => !statuses.includes(to)).map(([kind]) => kind),
  waits: kinds.filter(([, statuses]) => statuses.includes(to)).map(([kind]) => kind),
})
