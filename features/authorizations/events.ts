import { usDate } from '#platform/dates/day.ts'
/** The events of an authorization's log by name; code and SQL compare with these, never with a raw number. */
export const eventCode = {
  RECEIVED: 100,
  RESUBMITTED: 101,
  CLAIM_CHANGED: 102,
  LIABILITY_SETTLED: 103,
  PATIENT_MERGED: 104,
  PATIENT_MERGE_UNDONE: 105,
  DRAFT_PREPARED: 110,
  CREATED: 111,
  MEDICATION_CHANGED: 112,
  AUTO_APPROVED: 120,
  BYPASSED: 121,
  APPROVED: 130,
  WAITS_FOR_SECOND_APPROVAL: 131,
  SECOND_APPROVAL_GIVEN: 132,
  SECOND_APPROVAL_RETURNED: 133,
  PARTLY_APPROVED: 134,
  REJECTED: 140,
  REJECTED_NO_PA: 141,
  LETTER_SENT: 150,
  LETTER_DELIVERY: 151,
  LETTER_RECEIVED: 152,
  LETTER_EXPIRED: 153,
  SENT_TO_CLINICAL: 160,
  PHARMACIST_RECOMMENDED: 161,
  PULLED_BACK: 162,
  TAKEN: 163,
  NUDGED: 164,
  SENT_TO_UR: 165,
  UR_DECIDED: 166,
  DETERMINATION_RECORDED: 167,
  DETERMINATION_WITHDRAWN: 168,
  GIVEN_BACK: 169,
  SNOOZED: 170,
  SNOOZE_ENDED: 171,
  ESCALATED: 172,
  REMINDER_SENT: 173,
  DUE_EXTENDED: 174,
  ANSWER_LATE: 175,
  SENT_TO_SUPERVISOR: 176,
  SUPERVISOR_RETURNED: 177,
  REVIEW_WRITTEN: 178,
  MONITORING_LOOKED: 179,
  ASSIGNED: 180,
  REROUTED: 181,
  NOBODY_TAKES: 182,
  PRIOR_AUTH_CHANGED: 190,
  FILLED: 191,
  PRIOR_AUTH_ENDED: 192,
  PRIOR_AUTH_ACCEPTED: 195,
  PRIOR_AUTH_NOT_ACCEPTED: 196,
  RECONSIDERATION_OPENED: 200,
  RECONSIDERATION_DECIDED: 201,
  DEEMED_APPROVED: 210,
  CLOSED_WITHOUT_DECISION: 211,
  WITHDRAWN: 212,
  MERGED_INTO: 213,
  REOPENED: 214,
  DECISION_UNDONE: 215,
  MERGED_FROM: 216,
  NOTE_ADDED: 220,
  DOCUMENT_CHANGED: 221,
  CALLBACK_QUEUED: 300,
  CALLBACK_REACHED: 301,
  CALLBACK_NOT_REACHED: 302,
  PRESCRIBER_CALLED: 303,
  PHARMACY_MESSAGE_SENT: 304,
  PHARMACY_MESSAGE_READ: 305,
  MESSAGE_SENT: 310,
  TEXT_MESSAGE_SENT: 311,
  OPENED: 320,
  EXPORTED: 330,
} as const

export type EventCode = (typeof eventCode)[keyof typeof eventCode]

/**
 * What the event log says for each code, with `{placeholders}`. Codes 102 to 105, 112, 134, 162 to 164, 167 to 169, 174, 175, 179, 182, 214 to 216
 * and 303 to 305 are RxDocket's own: the list the other codes come from has none for these events.
 */
export const eventTexts = {
  [eventCode.RECEIVED]: 'Request received from {pharmacy}: {rejects}',
  [eventCode.RESUBMITTED]: 'Pharmacy resubmitted (attempt {n})',
  [eventCode.CLAIM_CHANGED]: 'Claim changed: {change}. {effect}',
  [eventCode.LIABILITY_SETTLED]: 'Liability settled from {date}: fills are reviewed by {due} (8 CCR 9792.9.1(b)(2))',
  [eventCode.PATIENT_MERGED]: 'Patient {gone} merged into {stays} by {user}',
  [eventCode.PATIENT_MERGE_UNDONE]: 'Merge of patient {gone} into {stays} undone by {user}',
  [eventCode.DRAFT_PREPARED]: 'Draft prepared by {user}',
  [eventCode.CREATED]: 'Request created by {user} in the portal',
  [eventCode.MEDICATION_CHANGED]: 'Medication changed by {user}: {change}',
  [eventCode.AUTO_APPROVED]: 'Approved automatically by rule {rule}',
  [eventCode.BYPASSED]: 'Cleared by {cause}',
  [eventCode.APPROVED]: 'Approved by {user}: {level}, {start} – {end}, {n}, clears {codes}',
  [eventCode.WAITS_FOR_SECOND_APPROVAL]: 'Approval waits for a second approver',
  [eventCode.SECOND_APPROVAL_GIVEN]: 'Second approval given',
  [eventCode.SECOND_APPROVAL_RETURNED]: 'Second approval returned',
  [eventCode.PARTLY_APPROVED]: 'Approved by {user} except {codes}',
  [eventCode.REJECTED]: 'Rejected by {user}: {reason}',
  [eventCode.REJECTED_NO_PA]: 'Rejected without a prior authorization by {user}: {reason}',
  [eventCode.LETTER_SENT]: 'Letter of medical necessity sent to {prescriber} by {channel}',
  [eventCode.LETTER_DELIVERY]: 'Letter {result}',
  [eventCode.LETTER_RECEIVED]: 'Letter received ({document})',
  [eventCode.LETTER_EXPIRED]: 'Letter not received in time',
  [eventCode.SENT_TO_CLINICAL]: 'Sent to clinical review by {user}',
  [eventCode.PHARMACIST_RECOMMENDED]: 'Pharmacist recommends {action}',
  [eventCode.PULLED_BACK]: 'Pulled back to pending by {user}',
  [eventCode.TAKEN]: 'Taken by {user} in {place}',
  [eventCode.NUDGED]: '{who} reminded by {user}',
  [eventCode.SENT_TO_UR]: 'Sent to utilization review',
  [eventCode.UR_DECIDED]: 'UR determination: {result}, license {no}',
  [eventCode.DETERMINATION_RECORDED]: 'Determination recorded: {result} by {authority}{window}',
  [eventCode.DETERMINATION_WITHDRAWN]: 'Determination withdrawn: {result} by {authority}: {reason}',
  [eventCode.GIVEN_BACK]: 'Returned to the other {people} by {user}',
  [eventCode.SNOOZED]: 'Reminder snoozed for {n} h by {user}',
  [eventCode.SNOOZE_ENDED]: 'Snooze ended ({reason})',
  [eventCode.ESCALATED]: 'Escalated to level {n}',
  [eventCode.REMINDER_SENT]: 'Reminder sent to {user}',
  [eventCode.DUE_EXTENDED]: 'Due time extended to {due}: {reason}',
  [eventCode.ANSWER_LATE]: 'No {who} answered by {due}',
  [eventCode.SENT_TO_SUPERVISOR]: 'Sent to a supervisor by {user}: {about}',
  [eventCode.SUPERVISOR_RETURNED]: 'Returned by {user}, supervisor',
  [eventCode.MONITORING_LOOKED]: 'Monitoring report of {state} looked at by {user}',
  [eventCode.REVIEW_WRITTEN]: 'Review written by {user}, license {no}',
  [eventCode.ASSIGNED]: 'Assigned to {names} by {user}',
  [eventCode.REROUTED]: 'Rerouted: {user} is out of office until {date}',
  [eventCode.NOBODY_TAKES]: 'No {who} works for this carrier any more who could take it',
  [eventCode.PRIOR_AUTH_CHANGED]: 'Prior authorization changed: {field} {old} -> {new}',
  [eventCode.FILLED]: 'Fill {n} of {max} on {date} at {pharmacy}',
  [eventCode.PRIOR_AUTH_ENDED]: 'Prior authorization {result}',
  [eventCode.PRIOR_AUTH_ACCEPTED]: 'Accepted by the claims system ({ref})',
  [eventCode.PRIOR_AUTH_NOT_ACCEPTED]: 'Not accepted by the claims system: {error}; waits for manual entry',
  [eventCode.RECONSIDERATION_OPENED]: 'Reconsideration level {n} opened by {who}',
  [eventCode.RECONSIDERATION_DECIDED]: 'Reconsideration level {n} decided: {result}',
  [eventCode.DEEMED_APPROVED]: 'Deemed approved: no decision by {due} ({rule})',
  [eventCode.CLOSED_WITHOUT_DECISION]: 'Closed without decision',
  [eventCode.WITHDRAWN]: 'Withdrawn: {reason}',
  [eventCode.MERGED_INTO]: 'Merged into {id}',
  [eventCode.REOPENED]: 'Reopened by {user}: {reason}',
  [eventCode.DECISION_UNDONE]: 'Decision undone by {user}',
  [eventCode.MERGED_FROM]: 'Request {reference} from {pharmacy} was merged into this one by {user}',
  [eventCode.NOTE_ADDED]: 'Note added by {user}',
  [eventCode.DOCUMENT_CHANGED]: 'Document {type} {action}',
  [eventCode.CALLBACK_QUEUED]: 'Pharmacy callback queued',
  [eventCode.CALLBACK_REACHED]: 'Callback reached {name}',
  [eventCode.CALLBACK_NOT_REACHED]: 'Callback not reached ({n})',
  [eventCode.PRESCRIBER_CALLED]: 'Prescriber called by {user}: {result}',
  [eventCode.PHARMACY_MESSAGE_SENT]: 'Message to {name} sent',
  [eventCode.PHARMACY_MESSAGE_READ]: 'Message read by {name}',
  [eventCode.MESSAGE_SENT]: '{way} to {role} {result}',
  [eventCode.TEXT_MESSAGE_SENT]: 'Text message to the patient {result}',
  [eventCode.OPENED]: 'Opened by {user}',
  [eventCode.EXPORTED]: 'Exported by {user}',
} as const

/** The names a text's placeholders have, so that a forgotten one does not compile. */
type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

/** The details event `Code` needs for its sentence. */
export type EventDetail<Code extends EventCode> = { [Name in Placeholders<(typeof eventTexts)[Code]>]: string | number }

const valueWords = (value: string | number): string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? usDate(value) : String(value)

/**
 * The line the event log shows for a code and its detail, a day as MM/DD/YYYY; an old row that lacks a detail reads "(not
 * recorded)".
 */
export function eventText<Code extends EventCode>(code: Code, detail: EventDetail<Code>): string {
  const known: Readonly<Record<string, string | number | null | undefined>> = detail
  return eventTexts[code].replace(/\{(\w+)\}/g, (_, name: string) => valueWords(known[name] ?? '(not recorded)'))
}

/** True for a number that is an event code. */
export const isEventCode = (code: number): code is EventCode => Object.hasOwn(eventTexts, code)
