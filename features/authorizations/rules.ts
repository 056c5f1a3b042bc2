import type { RefusalCode } from '#platform/calls/refusal.ts'
import { eventCode, type EventCode } from './events.ts'
import { isComplete, openStatuses, status, statusLabel, type StatusId } from './statuses.ts'

/** Why something may not be done now, as a value: a code of the refusal table and the words a person reads. */
export type Why = { code: RefusalCode; message: string; field?: string }

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

/** A permission of a user, or what else may cause a transition. */
export type Actor = 'system' | 'P3' | 'P4' | 'P5' | 'P6' | 'P6u' | 'P8' | 'creator'

export type Transition = {
  /** Id of the transition, T01 and so on (docs/rules.md). */
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

const open = openStatuses
const decidable = [status.PENDING, status.PENDING_LOMN, status.PENDING_CLINICAL, status.PENDING_RECON] as const

/**
 * T01 to T32 as data, and our own X01. What is not here cannot happen. T17 is written as the acts a UR reviewer does (approve, reject,
 * return); T32's aliases stand with the status they lead to.
 */
export const transitions: readonly Transition[] = [
  { id: 'T01', from: ['new'], to: [status.PENDING], via: 'receive', who: ['system'], events: [eventCode.RECEIVED] },
  { id: 'T02', from: open, to: ['same'], via: 'resubmit', who: ['system'], events: [eventCode.RESUBMITTED] },
  { id: 'T03', from: ['new'], to: [status.DRAFT], via: 'build', who: ['P3'], events: [eventCode.DRAFT_PREPARED] },
  { id: 'T04', from: [status.DRAFT], to: [status.PENDING], via: 'create', who: ['P3'], events: [eventCode.CREATED] },
  {
    id: 'T05',
    from: [status.DRAFT],
    to: [status.APPROVED],
    via: 'create',
    who: ['P4'],
    events: [eventCode.CREATED, eventCode.APPROVED],
  },
  {
    id: 'T06',
    from: decidable,
    to: [status.APPROVED],
    via: 'approve',
    who: ['P4', 'P6'],
    events: [eventCode.APPROVED],
  },
  // What a claims desk may clear is approved, the safety codes wait for a pharmacist.
  {
    id: 'T06',
    from: decidable,
    to: [status.PENDING_CLINICAL],
    via: 'approve',
    who: ['P4'],
    events: [eventCode.PARTLY_APPROVED],
  },
  {
    id: 'T07',
    from: decidable,
    to: [status.PENDING_SECOND_APPROVAL],
    via: 'approve',
    who: ['P4', 'P6'],
    events: [eventCode.WAITS_FOR_SECOND_APPROVAL],
  },
  {
    id: 'T07',
    from: decidable,
    to: [status.PENDING_SECOND_APPROVAL],
    via: 'secondapproval',
    who: ['P4', 'P6'],
    events: [eventCode.WAITS_FOR_SECOND_APPROVAL],
  },
  {
    id: 'T08',
    from: [status.PENDING_SECOND_APPROVAL],
    to: [status.APPROVED],
    via: 'confirm',
    who: ['P5'],
    events: [eventCode.SECOND_APPROVAL_GIVEN],
  },
  {
    id: 'T08',
    from: [status.PENDING_SECOND_APPROVAL],
    to: [status.PENDING],
    via: 'return',
    who: ['P5'],
    events: [eventCode.SECOND_APPROVAL_RETURNED],
  },
  { id: 'T09', from: decidable, to: [status.REJECTED], via: 'reject', who: ['P4', 'P6'], events: [eventCode.REJECTED] },
  {
    id: 'T10',
    from: decidable,
    to: [status.REJECTED_NO_PA],
    via: 'rejectThisFill',
    who: ['P4', 'P6'],
    events: [eventCode.REJECTED_NO_PA],
  },
  {
    id: 'T11',
    from: [status.PENDING, status.PENDING_CLINICAL, status.PENDING_RECON],
    to: [status.PENDING_LOMN],
    via: 'lomn',
    who: ['P3'],
    events: [eventCode.LETTER_SENT],
  },
  {
    id: 'T12',
    from: [status.PENDING_LOMN],
    to: [status.PENDING],
    via: 'letterReceived',
    who: ['system', 'P8'],
    events: [eventCode.LETTER_RECEIVED],
  },
  {
    id: 'T13',
    from: [status.PENDING_LOMN],
    to: [status.PENDING],
    via: 'letterExpired',
    who: ['system'],
    events: [eventCode.LETTER_EXPIRED],
  },
  {
    id: 'T14',
    from: [status.PENDING, status.PENDING_LOMN, status.PENDING_RECON],
    to: [status.PENDING_CLINICAL],
    via: 'clinical',
    who: ['P3'],
    events: [eventCode.SENT_TO_CLINICAL],
  },
  {
    id: 'T15',
    from: [status.PENDING_CLINICAL],
    to: [status.PENDING],
    via: 'advise',
    who: ['P6'],
    events: [eventCode.PHARMACIST_RECOMMENDED],
  },
  {
    id: 'T16',
    from: decidable,
    to: [status.PENDING_UR],
    via: 'ur',
    who: ['P3', 'system'],
    events: [eventCode.SENT_TO_UR],
  },
  {
    id: 'T17',
    from: [status.PENDING_UR],
    to: [status.APPROVED],
    via: 'approve',
    who: ['P6u'],
    events: [eventCode.UR_DECIDED, eventCode.APPROVED],
  },
  {
    id: 'T17',
    from: [status.PENDING_UR],
    to: [status.REJECTED],
    via: 'reject',
    who: ['P6u'],
    events: [eventCode.UR_DECIDED, eventCode.REJECTED],
  },
  {
    id: 'T17',
    from: [status.PENDING_UR],
    to: [status.PENDING],
    via: 'return',
    who: ['P6u'],
    events: [eventCode.UR_DECIDED],
  },
  { id: 'T18', from: open, to: ['same'], via: 'snooze', who: ['P3'], events: [eventCode.SNOOZED] },
  { id: 'T19', from: open, to: ['same'], via: 'unsnooze', who: ['P3'], events: [eventCode.SNOOZE_ENDED] },
  {
    id: 'T20',
    from: open,
    to: ['same'],
    via: 'escalate',
    who: ['system'],
    events: [eventCode.ESCALATED, eventCode.REMINDER_SENT],
  },
  {
    id: 'T21',
    from: open,
    to: ['same'],
    via: 'assign',
    who: ['P3', 'P5'],
    events: [eventCode.ASSIGNED, eventCode.REROUTED],
  },
  {
    id: 'T22',
    from: [status.APPROVED, status.AUTO_APPROVED, status.BYPASSED],
    to: ['same'],
    via: 'terminate',
    who: ['P4'],
    events: [eventCode.PRIOR_AUTH_CHANGED],
  },
  {
    id: 'T23',
    from: [status.REJECTED, status.REJECTED_NO_PA],
    to: [status.PENDING_RECON],
    via: 'reconsider',
    who: ['P3', 'system'],
    events: [eventCode.RECONSIDERATION_OPENED],
    newRow: true,
  },
  {
    id: 'T24',
    from: [status.PENDING_RECON],
    to: [status.APPROVED],
    via: 'approve',
    who: ['P4', 'P6', 'P8'],
    events: [eventCode.RECONSIDERATION_DECIDED, eventCode.APPROVED],
  },
  {
    id: 'T24',
    from: [status.PENDING_RECON],
    to: [status.REJECTED],
    via: 'reject',
    who: ['P4', 'P6', 'P8'],
    events: [eventCode.RECONSIDERATION_DECIDED, eventCode.REJECTED],
  },
  {
    id: 'T24',
    from: [status.PENDING_RECON],
    to: [status.REJECTED_NO_PA],
    via: 'rejectThisFill',
    who: ['P4', 'P6', 'P8'],
    events: [eventCode.RECONSIDERATION_DECIDED, eventCode.REJECTED_NO_PA],
  },
  {
    id: 'T25',
    from: [status.PENDING, status.PENDING_LOMN, status.PENDING_CLINICAL, status.PENDING_UR, status.PENDING_RECON],
    to: [status.DEEMED_APPROVED],
    via: 'deem',
    who: ['system'],
    events: [eventCode.DEEMED_APPROVED],
  },
  {
    id: 'T26',
    from: open,
    to: [status.EXPIRED],
    via: 'expire',
    who: ['system'],
    events: [eventCode.CLOSED_WITHOUT_DECISION],
  },
  {
    id: 'T27',
    from: open,
    to: [status.WITHDRAWN],
    via: 'withdraw',
    who: ['system', 'creator', 'P8'],
    events: [eventCode.WITHDRAWN],
  },
  {
    id: 'T28',
    from: open,
    to: [status.SUPERSEDED],
    via: 'merge',
    who: ['system', 'P5'],
    events: [eventCode.MERGED_INTO],
  },
  {
    id: 'T29',
    from: ['new'],
    to: [status.AUTO_APPROVED],
    via: 'autoApprove',
    who: ['system'],
    events: [eventCode.AUTO_APPROVED],
  },
  { id: 'T30', from: ['new'], to: [status.BYPASSED], via: 'bypass', who: ['system'], events: [eventCode.BYPASSED] },
  {
    id: 'T31',
    from: [status.APPROVED],
    to: ['same'],
    via: 'consume',
    who: ['system'],
    events: [eventCode.FILLED, eventCode.PRIOR_AUTH_ENDED],
  },
  {
    id: 'T32',
    from: [status.PENDING_LOMN, status.PENDING_CLINICAL],
    to: [status.PENDING],
    via: 'pending',
    who: ['P3'],
    events: [eventCode.PULLED_BACK],
  },
  {
    id: 'T32',
    from: [status.REJECTED_NO_PA, status.EXPIRED],
    to: [status.PENDING],
    via: 'reopen',
    who: ['P5'],
    events: [eventCode.REOPENED],
  },
  // X01: a decision taken back while nothing has left the house. To the status it came from.
  {
    id: 'X01',
    from: [status.APPROVED, status.REJECTED, status.REJECTED_NO_PA],
    to: open,
    via: 'undo',
    who: ['P4', 'P6', 'P6u'],
    events: [eventCode.DECISION_UNDONE],
  },
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

/** The refusal of an act that does not fit the status (409): "Authorization is already Approved." */
export function alreadyIn(statusId: number): Why {
  return {
    code: 'ALREADY_DECIDED',
    message: `Authorization is already ${statusLabel(statusId)}.`,
  }
}

/** The words of `PUT .../status/{status}` and where they lead. Approve and reject are not among them. */
export const aliases = {
  clinical: { via: 'clinical', to: status.PENDING_CLINICAL },
  ur: { via: 'ur', to: status.PENDING_UR },
  lomn: { via: 'lomn', to: status.PENDING_LOMN },
  pending: { via: 'pending', to: status.PENDING },
  reconsider: { via: 'reconsider', to: status.PENDING_RECON },
  withdraw: { via: 'withdraw', to: status.WITHDRAWN },
  secondapproval: { via: 'secondapproval', to: status.PENDING_SECOND_APPROVAL },
  reopen: { via: 'reopen', to: status.PENDING },
} as const satisfies Record<string, { via: Via; to: StatusId }>

export type Alias = keyof typeof aliases

/** True for a word that names a move. */
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
