import type { RefusalCode } from '#platform/calls/refusal.ts'
import { isComplete, statusLabel, type StatusId } from './statuses.ts'

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

/** A permission of domain 5.0.2, or what else may cause a transition. */
export type Actor = 'system' | 'P3' | 'P4' | 'P5' | 'P6' | 'P6u' | 'P8' | 'creator'

export type Transition = {
  /** Row of domain 3.5. */
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

const open = [20, 21, 22, 23, 24, 25] as const
const decidable = [20, 21, 22, 24] as const

/**
 * T01 to T32 as data, and our own X01. What is not here cannot happen. T17 is written as the acts a UR reviewer does (approve, reject,
 * return); T32's aliases stand with the status they lead to.
 */
export const transitions: readonly Transition[] = [
  { id: 'T01', from: ['new'], to: [20], via: 'receive', who: ['system'], events: [100] },
  { id: 'T02', from: open, to: ['same'], via: 'resubmit', who: ['system'], events: [101] },
  { id: 'T03', from: ['new'], to: [10], via: 'build', who: ['P3'], events: [110] },
  { id: 'T04', from: [10], to: [20], via: 'create', who: ['P3'], events: [111] },
  { id: 'T05', from: [10], to: [30], via: 'create', who: ['P4'], events: [111, 130] },
  { id: 'T06', from: decidable, to: [30], via: 'approve', who: ['P4', 'P6'], events: [130] },
  // Domain 7.9, last paragraph: what a claims desk may clear is approved, the safety codes wait for a pharmacist.
  { id: 'T06', from: decidable, to: [22], via: 'approve', who: ['P4'], events: [134] },
  { id: 'T07', from: decidable, to: [25], via: 'approve', who: ['P4', 'P6'], events: [131] },
  { id: 'T07', from: decidable, to: [25], via: 'secondapproval', who: ['P4', 'P6'], events: [131] },
  { id: 'T08', from: [25], to: [30], via: 'confirm', who: ['P5'], events: [132] },
  { id: 'T08', from: [25], to: [20], via: 'return', who: ['P5'], events: [133] },
  { id: 'T09', from: decidable, to: [40], via: 'reject', who: ['P4', 'P6'], events: [140] },
  { id: 'T10', from: decidable, to: [41], via: 'rejectThisFill', who: ['P4', 'P6'], events: [141] },
  { id: 'T11', from: [20, 22, 24], to: [21], via: 'lomn', who: ['P3'], events: [150] },
  { id: 'T12', from: [21], to: [20], via: 'letterReceived', who: ['system', 'P8'], events: [152] },
  { id: 'T13', from: [21], to: [20], via: 'letterExpired', who: ['system'], events: [153] },
  { id: 'T14', from: [20, 21, 24], to: [22], via: 'clinical', who: ['P3'], events: [160] },
  { id: 'T15', from: [22], to: [20], via: 'advise', who: ['P6'], events: [161] },
  { id: 'T16', from: decidable, to: [23], via: 'ur', who: ['P3', 'system'], events: [165] },
  { id: 'T17', from: [23], to: [30], via: 'approve', who: ['P6u'], events: [166, 130] },
  { id: 'T17', from: [23], to: [40], via: 'reject', who: ['P6u'], events: [166, 140] },
  { id: 'T17', from: [23], to: [20], via: 'return', who: ['P6u'], events: [166] },
  { id: 'T18', from: open, to: ['same'], via: 'snooze', who: ['P3'], events: [170] },
  { id: 'T19', from: open, to: ['same'], via: 'unsnooze', who: ['P3'], events: [171] },
  { id: 'T20', from: open, to: ['same'], via: 'escalate', who: ['system'], events: [172, 173] },
  { id: 'T21', from: open, to: ['same'], via: 'assign', who: ['P3', 'P5'], events: [180, 181] },
  { id: 'T22', from: [30, 31, 32], to: ['same'], via: 'terminate', who: ['P4'], events: [190] },
  { id: 'T23', from: [40, 41], to: [24], via: 'reconsider', who: ['P3', 'system'], events: [200], newRow: true },
  { id: 'T24', from: [24], to: [30], via: 'approve', who: ['P4', 'P6', 'P8'], events: [201, 130] },
  { id: 'T24', from: [24], to: [40], via: 'reject', who: ['P4', 'P6', 'P8'], events: [201, 140] },
  { id: 'T24', from: [24], to: [41], via: 'rejectThisFill', who: ['P4', 'P6', 'P8'], events: [201, 141] },
  { id: 'T25', from: [20, 21, 22, 23, 24], to: [33], via: 'deem', who: ['system'], events: [210] },
  { id: 'T26', from: open, to: [50], via: 'expire', who: ['system'], events: [211] },
  { id: 'T27', from: open, to: [51], via: 'withdraw', who: ['system', 'creator', 'P8'], events: [212] },
  { id: 'T28', from: open, to: [52], via: 'merge', who: ['system', 'P5'], events: [213] },
  { id: 'T29', from: ['new'], to: [31], via: 'autoApprove', who: ['system'], events: [120] },
  { id: 'T30', from: ['new'], to: [32], via: 'bypass', who: ['system'], events: [121] },
  { id: 'T31', from: [30], to: ['same'], via: 'consume', who: ['system'], events: [191, 192] },
  { id: 'T32', from: [21, 22], to: [20], via: 'pending', who: ['P3'], events: [162] },
  { id: 'T32', from: [41, 50], to: [20], via: 'reopen', who: ['P5'], events: [214] },
  // X01: a decision taken back while nothing has left the house. To the status it came from.
  { id: 'X01', from: [30, 40, 41], to: [20, 21, 22, 23, 24, 25], via: 'undo', who: ['P4', 'P6', 'P6u'], events: [215] },
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
  clinical: { via: 'clinical', to: 22 },
  ur: { via: 'ur', to: 23 },
  lomn: { via: 'lomn', to: 21 },
  pending: { via: 'pending', to: 20 },
  reconsider: { via: 'reconsider', to: 24 },
  withdraw: { via: 'withdraw', to: 51 },
  secondapproval: { via: 'secondapproval', to: 25 },
  reopen: { via: 'reopen', to: 20 },
} as const satisfies Record<string, { via: Via; to: StatusId }>

export type Alias = keyof typeof aliases

/** True for a word of 3.6. */
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

/** The flags an act clears: names of 3.4. `snoozedUntil` also ends by itself when its time has come. */
export function flagsCleared(via: Via, to: StatusId): readonly (typeof flags)[number]['name'][] {
  return flags
    .filter((flag) => (flag.clearedBy as readonly string[]).includes(isComplete(to) ? 'completion' : via))
    .map((flag) => flag.name)
}

/**
 * The event log's texts, keyed by code, with `{placeholders}`. 112, 134, 162, 167, 168, 174 and 214 to 216 are ours:
 * a changed medication, the first half of a two-step approval, a pull-back, a determination written down or withdrawn, an
 * extended due time, a reopening, an undo and a request that took another in have no code in the list they come from.
 */
export const eventTexts = {
  100: 'Request received from {pharmacy}: {rejects}',
  101: 'Pharmacy resubmitted (attempt {n})',
  110: 'Draft prepared by {user}',
  111: 'Request created by {user} in the portal',
  112: 'Medication changed by {user}: {change}',
  120: 'Approved automatically by rule {rule}',
  121: 'Cleared by {cause}',
  130: 'Approved by {user}: {level}, {start} - {end}, max fills {n}, clears {codes}',
  131: 'Approval waits for a second approver',
  132: 'Second approval given',
  133: 'Second approval returned',
  134: 'Approved by {user} except {codes}',
  140: 'Rejected by {user}: {reason}',
  141: 'Rejected without prior auth by {user}: {reason}',
  150: 'Letter of medical necessity sent to {prescriber} by {channel}',
  151: 'Letter delivery {result}',
  152: 'Letter received ({document})',
  153: 'Letter not received in time',
  160: 'Sent to clinical review by {user}',
  161: 'Pharmacist recommends {action}',
  162: 'Pulled back to pending by {user}',
  165: 'Sent to utilization review',
  166: 'UR determination: {result}, licence {no}',
  167: 'Determination recorded: {result} by {authority}{window}',
  168: 'Determination withdrawn: {result} by {authority}: {reason}',
  170: 'Reminder snoozed for {n} h by {user}',
  171: 'Snooze ended ({reason})',
  172: 'Escalated to level {n}',
  173: 'Reminder sent to {user}',
  174: 'Due time extended to {due}: {reason}',
  180: 'Assigned to {names} by {user}',
  181: 'Rerouted: {user} is out of office until {date}',
  190: 'Prior auth changed: {field} {old} -> {new}',
  191: 'Fill {n} of {max} on {date} at {pharmacy}',
  192: 'Prior auth {result}',
  195: 'Prior auth accepted by adjudication ({ref})',
  196: 'Prior auth not accepted: {error}; queued for keying',
  200: 'Reconsideration level {n} opened by {who}',
  201: 'Reconsideration level {n} decided: {result}',
  210: 'Deemed approved: no decision by {due} ({rule})',
  211: 'Closed without decision',
  212: 'Withdrawn: {reason}',
  213: 'Merged into {id}',
  214: 'Reopened by {user}: {reason}',
  215: 'Decision taken back by {user}',
  216: 'Request {reference} from {pharmacy} was merged into this one by {user}',
  220: 'Note added by {user}',
  221: 'Document {type} {action}',
  300: 'Pharmacy callback queued',
  301: 'Callback reached {name}',
  302: 'Callback not reached ({n})',
  310: 'E-mail to {role} {result}',
  311: 'SMS to claimant {result}',
  320: 'Opened by {user}',
  330: 'Exported by {user}',
} as const

export type EventCode = keyof typeof eventTexts

/** The names a text's placeholders have, so that a forgotten one does not compile. */
type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

/** What event `Code` must be told to be worded. */
export type EventDetail<Code extends EventCode> = { [Name in Placeholders<(typeof eventTexts)[Code]>]: string | number }

/** The line the event log shows for a code and its detail; an old row that lacks a detail reads "(not recorded)". */
export function eventText<Code extends EventCode>(code: Code, detail: EventDetail<Code>): string {
  const known: Readonly<Record<string, string | number | null | undefined>> = detail
  return eventTexts[code].replace(/\{(\w+)\}/g, (_, name: string) => String(known[name] ?? '(not recorded)'))
}

/** True for a number that is an event code. */
export const isEventCode = (code: number): code is EventCode => Object.hasOwn(eventTexts, code)

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
  let status: StatusId | null = null
  for (const { eventCode, oldStatusId, newStatusId } of events) {
    if (newStatusId === null || (newStatusId === oldStatusId && newStatusId === status)) {
      if (oldStatusId !== null && oldStatusId !== status) return null
      continue
    }
    if (oldStatusId !== status || !explains(eventCode, status, newStatusId)) return null
    status = newStatusId
  }
  return status
}
