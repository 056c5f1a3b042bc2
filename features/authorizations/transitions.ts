import type { Why } from '#platform/calls/refusal.ts'
import { eventCode, type EventCode } from './events.ts'
import { isComplete, openStatuses, status, statusLabel, type StatusId } from './statuses.ts'

/** Acts and happenings that move an authorization or touch it in place. */
export type Via =
  | 'receive'
  | 'resubmit'
  | 'build'
  | 'create'
  | 'approve'
  | 'confirm'
  | 'return'
  | 'reject'
  | 'rejectThisFill'
  | 'lomn'
  | 'letterReceived'
  | 'letterExpired'
  | 'clinical'
  | 'advise'
  | 'ur'
  | 'supervisor'
  | 'snooze'
  | 'unsnooze'
  | 'escalate'
  | 'assign'
  | 'terminate'
  | 'reconsider'
  | 'deem'
  | 'expire'
  | 'withdraw'
  | 'merge'
  | 'autoApprove'
  | 'bypass'
  | 'consume'
  | 'pending'
  | 'secondapproval'
  | 'reopen'
  | 'undo'

/** Who may cause a transition: a permission (P3 to P8), the system, or the creator of the request. */
type Actor = 'system' | 'P3' | 'P4' | 'P5' | 'P6' | 'P6u' | 'P8' | 'creator'

export type Transition = {
  /** Its id in docs/rules.md. */
  id: string
  from: readonly (StatusId | 'new')[]
  to: readonly (StatusId | 'same')[]
  via: Via
  who: readonly Actor[]
  /** Event codes written. */
  events: readonly EventCode[]
  /** The row this makes is a new one; the old row keeps its status. */
  newRow?: true
}

const {
  DRAFT,
  PENDING,
  PENDING_LOMN,
  PENDING_CLINICAL,
  PENDING_UR,
  PENDING_RECON,
  PENDING_SECOND_APPROVAL,
  PENDING_SUPERVISOR,
  APPROVED,
  AUTO_APPROVED,
  BYPASSED,
  DEEMED_APPROVED,
  REJECTED,
  REJECTED_NO_PA,
  EXPIRED,
  WITHDRAWN,
  SUPERSEDED,
} = status
const on = eventCode
const open = openStatuses
const handedOver = [PENDING_CLINICAL, PENDING_UR, PENDING_SECOND_APPROVAL, PENDING_SUPERVISOR] as const
const waiting = [PENDING, PENDING_LOMN, PENDING_CLINICAL, PENDING_RECON] as const
/** Where it is decided: a supervisor who was asked about it decides it too. */
const decided = [...waiting, PENDING_SUPERVISOR] as const

/**
 * The transitions as data: what is not here cannot happen. T17 is written as the acts a UR reviewer does (approve, reject,
 * return); T32's aliases stand with the status they lead to.
 */
// prettier-ignore
export const transitions: readonly Transition[] = [
  { id: 'T01', from: ['new'], to: [PENDING], via: 'receive', who: ['system'], events: [on.RECEIVED] },
  { id: 'T02', from: open, to: ['same'], via: 'resubmit', who: ['system'], events: [on.RESUBMITTED] },
  { id: 'T03', from: ['new'], to: [DRAFT], via: 'build', who: ['P3'], events: [on.DRAFT_PREPARED] },
  { id: 'T04', from: [DRAFT], to: [PENDING], via: 'create', who: ['P3'], events: [on.CREATED] },
  { id: 'T05', from: [DRAFT], to: [APPROVED], via: 'create', who: ['P4'], events: [on.CREATED, on.APPROVED] },
  { id: 'T06', from: decided, to: [APPROVED], via: 'approve', who: ['P4', 'P6'], events: [on.APPROVED] },
  // What a claims adjuster may clear is approved; the safety codes wait for a pharmacist.
  { id: 'T06', from: decided, to: [PENDING_CLINICAL], via: 'approve', who: ['P4'], events: [on.PARTLY_APPROVED] },
  { id: 'T07', from: decided, to: [PENDING_SECOND_APPROVAL], via: 'approve', who: ['P4', 'P6'], events: [on.WAITS_FOR_SECOND_APPROVAL] },
  { id: 'T07', from: decided, to: [PENDING_SECOND_APPROVAL], via: 'secondapproval', who: ['P4', 'P6'], events: [on.WAITS_FOR_SECOND_APPROVAL] },
  { id: 'T08', from: [PENDING_SECOND_APPROVAL], to: [APPROVED], via: 'confirm', who: ['P5'], events: [on.SECOND_APPROVAL_GIVEN] },
  { id: 'T08', from: [PENDING_SECOND_APPROVAL], to: [PENDING], via: 'return', who: ['P5'], events: [on.SECOND_APPROVAL_RETURNED] },
  { id: 'T09', from: decided, to: [REJECTED], via: 'reject', who: ['P4', 'P6'], events: [on.REJECTED] },
  { id: 'T10', from: decided, to: [REJECTED_NO_PA], via: 'rejectThisFill', who: ['P4', 'P6'], events: [on.REJECTED_NO_PA] },
  { id: 'T11', from: [PENDING, PENDING_CLINICAL, PENDING_RECON], to: [PENDING_LOMN], via: 'lomn', who: ['P3'], events: [on.LETTER_SENT] },
  { id: 'T12', from: [PENDING_LOMN], to: [PENDING], via: 'letterReceived', who: ['system', 'P8'], events: [on.LETTER_RECEIVED] },
  { id: 'T13', from: [PENDING_LOMN], to: [PENDING], via: 'letterExpired', who: ['system'], events: [on.LETTER_EXPIRED] },
  { id: 'T14', from: [PENDING, PENDING_LOMN, PENDING_RECON], to: [PENDING_CLINICAL], via: 'clinical', who: ['P3'], events: [on.SENT_TO_CLINICAL] },
  { id: 'T15', from: [PENDING_CLINICAL], to: [PENDING], via: 'advise', who: ['P6'], events: [on.PHARMACIST_RECOMMENDED] },
  { id: 'T16', from: waiting, to: [PENDING_UR], via: 'ur', who: ['P3', 'system'], events: [on.SENT_TO_UR] },
  { id: 'T17', from: [PENDING_UR], to: [APPROVED], via: 'approve', who: ['P6u'], events: [on.UR_DECIDED, on.APPROVED] },
  { id: 'T17', from: [PENDING_UR], to: [REJECTED], via: 'reject', who: ['P6u'], events: [on.UR_DECIDED, on.REJECTED] },
  { id: 'T17', from: [PENDING_UR], to: [REJECTED_NO_PA], via: 'rejectThisFill', who: ['P6u'], events: [on.UR_DECIDED, on.REJECTED_NO_PA] },
  { id: 'T17', from: [PENDING_UR], to: [PENDING], via: 'return', who: ['P6u'], events: [on.UR_DECIDED] },
  { id: 'T18', from: open, to: ['same'], via: 'snooze', who: ['P3'], events: [on.SNOOZED] },
  { id: 'T19', from: open, to: ['same'], via: 'unsnooze', who: ['P3'], events: [on.SNOOZE_ENDED] },
  { id: 'T20', from: open, to: ['same'], via: 'escalate', who: ['system'], events: [on.ESCALATED, on.REMINDER_SENT] },
  { id: 'T21', from: open, to: ['same'], via: 'assign', who: ['P3', 'P5'], events: [on.ASSIGNED, on.REROUTED] },
  { id: 'T22', from: [APPROVED, AUTO_APPROVED, BYPASSED], to: ['same'], via: 'terminate', who: ['P4'], events: [on.PRIOR_AUTH_CHANGED] },
  { id: 'T23', from: [REJECTED, REJECTED_NO_PA], to: [PENDING_RECON], via: 'reconsider', who: ['P3', 'system'], events: [on.RECONSIDERATION_OPENED], newRow: true },
  { id: 'T24', from: [PENDING_RECON], to: [APPROVED], via: 'approve', who: ['P4', 'P6', 'P8'], events: [on.RECONSIDERATION_DECIDED, on.APPROVED] },
  { id: 'T24', from: [PENDING_RECON], to: [REJECTED], via: 'reject', who: ['P4', 'P6', 'P8'], events: [on.RECONSIDERATION_DECIDED, on.REJECTED] },
  { id: 'T24', from: [PENDING_RECON], to: [REJECTED_NO_PA], via: 'rejectThisFill', who: ['P4', 'P6', 'P8'], events: [on.RECONSIDERATION_DECIDED, on.REJECTED_NO_PA] },
  { id: 'T25', from: open, to: [DEEMED_APPROVED], via: 'deem', who: ['system'], events: [on.DEEMED_APPROVED] },
  { id: 'T26', from: open, to: [EXPIRED], via: 'expire', who: ['system'], events: [on.CLOSED_WITHOUT_DECISION] },
  { id: 'T27', from: open, to: [WITHDRAWN], via: 'withdraw', who: ['system', 'creator', 'P8'], events: [on.WITHDRAWN] },
  { id: 'T28', from: open, to: [SUPERSEDED], via: 'merge', who: ['system', 'P5'], events: [on.MERGED_INTO] },
  { id: 'T29', from: ['new'], to: [AUTO_APPROVED], via: 'autoApprove', who: ['system'], events: [on.AUTO_APPROVED] },
  { id: 'T30', from: ['new'], to: [BYPASSED], via: 'bypass', who: ['system'], events: [on.BYPASSED] },
  { id: 'T31', from: [APPROVED], to: ['same'], via: 'consume', who: ['system'], events: [on.FILLED, on.PRIOR_AUTH_ENDED] },
  { id: 'T32', from: [PENDING_LOMN, ...handedOver], to: [PENDING], via: 'pending', who: ['P3'], events: [on.PULLED_BACK] },
  { id: 'T32', from: [REJECTED_NO_PA, EXPIRED], to: [PENDING], via: 'reopen', who: ['P5'], events: [on.REOPENED] },
  { id: 'T33', from: [PENDING, PENDING_LOMN, PENDING_RECON], to: [PENDING_SUPERVISOR], via: 'supervisor', who: ['P3'], events: [on.SENT_TO_SUPERVISOR] },
  { id: 'T33', from: [PENDING_SUPERVISOR], to: [PENDING], via: 'return', who: ['P5'], events: [on.SUPERVISOR_RETURNED] },
  // A decision undone before anybody outside was notified goes back to the status it came from.
  { id: 'X01', from: [APPROVED, REJECTED, REJECTED_NO_PA], to: open, via: 'undo', who: ['P4', 'P6', 'P6u'], events: [on.DECISION_UNDONE] },
]

/** The rows of the table that lead from one status to another by this act; an empty list means it cannot happen. */
export function transitionsFor(from: StatusId | 'new', to: StatusId, via: Via): readonly Transition[] {
  return transitions.filter(
    (row) =>
      row.via === via &&
      row.from.includes(from) &&
      row.to.some((target) => (target === 'same' ? from === to : target === to)),
  )
}

/** True when the table lets an authorization go from one status to another by this act. */
export function mayMove(from: StatusId | 'new', to: StatusId, via: Via): boolean {
  return transitionsFor(from, to, via).length > 0
}

/**
 * True when a row may be written with this status by this act: as the table says, and as the new row of a reconsideration,
 * whose draft becomes it while the rejected authorization stays as it is.
 */
export function mayWrite(from: StatusId | 'new', to: StatusId, via: Via): boolean {
  const becomesNewRow = transitions.some((row) => row.newRow && row.via === via && row.to.includes(to))
  return mayMove(from, to, via) || (from === DRAFT && becomesNewRow)
}

/** The refusal of an act that does not fit the status (409): "Authorization is already Approved." */
export function alreadyIn(statusId: number): Why<'ALREADY_DECIDED'> {
  return {
    code: 'ALREADY_DECIDED',
    message: `Authorization is already ${statusLabel(statusId)}.`,
  }
}

/** The words of `PUT .../status/{status}` and where they lead. Approve and reject are not among them. */
export const aliases = {
  clinical: { via: 'clinical', to: status.PENDING_CLINICAL },
  ur: { via: 'ur', to: status.PENDING_UR },
  supervisor: { via: 'supervisor', to: status.PENDING_SUPERVISOR },
  lomn: { via: 'lomn', to: status.PENDING_LOMN },
  pending: { via: 'pending', to: status.PENDING },
  reconsider: { via: 'reconsider', to: status.PENDING_RECON },
  withdraw: { via: 'withdraw', to: status.WITHDRAWN },
  secondapproval: { via: 'secondapproval', to: status.PENDING_SECOND_APPROVAL },
  reopen: { via: 'reopen', to: status.PENDING },
} as const satisfies Record<string, { via: Via; to: StatusId }>

export type Alias = keyof typeof aliases

/** True for one of these words. */
export const isAlias = (word: string): word is Alias => Object.hasOwn(aliases, word)

/** Columns that stand beside the status, with what clears them. */
export const flags = [
  { name: 'escalated', clearedBy: ['completion'] },
  { name: 'escalationLevel', clearedBy: ['completion'] },
  { name: 'escalatedAt', clearedBy: ['completion'] },
  { name: 'snoozedUntil', clearedBy: ['completion', 'unsnooze', 'letterReceived', 'advise', 'resubmit'] },
  { name: 'snoozedBy', clearedBy: ['completion', 'unsnooze', 'letterReceived', 'advise', 'resubmit'] },
  { name: 'pharmacyWaiting', clearedBy: ['callbackDone'] },
] as const

/** The flags an act clears. `snoozedUntil` also ends by itself when its time has come. */
export function flagsCleared(via: Via, to: StatusId): readonly (typeof flags)[number]['name'][] {
  return flags
    .filter((flag) => (flag.clearedBy as readonly string[]).includes(isComplete(to) ? 'completion' : via))
    .map((flag) => flag.name)
}

/** One row of the event log, as far as replay needs it. A reconsideration's log begins with 200, from null to 24. */
export type LoggedEvent = { eventCode: number; oldStatusId: StatusId | null; newStatusId: StatusId | null }

/** True when the table has a row that writes this code on a move between these statuses. */
function explains(code: number, from: StatusId | null, to: StatusId): boolean {
  return transitions.some(
    (row) =>
      (row.events as readonly number[]).includes(code) &&
      row.to.includes(to) &&
      (from === null ? row.from.includes('new') || row.newRow === true : row.from.includes(from) && !row.newRow),
  )
}

/**
 * The status an event log leads to; null when it is empty, has a gap (an event starts elsewhere than the last one
 * ended) or claims a move the table does not know. Events that change nothing carry the same status twice, or nulls.
 */
export function replay(events: readonly LoggedEvent[]): StatusId | null {
  let reached: StatusId | null = null
  for (const { eventCode, oldStatusId, newStatusId } of events) {
    if (newStatusId === null || (newStatusId === oldStatusId && newStatusId === reached)) {
      if (oldStatusId !== null && oldStatusId !== reached) return null
      continue
    }
    if (oldStatusId !== reached || !explains(eventCode, reached, newStatusId)) return null
    reached = newStatusId
  }
  return reached
}
