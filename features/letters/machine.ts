/** The statuses of a letter, by API name. */
export const letterStatus = {
  DRAFT: 1,
  QUEUED: 2,
  SENT: 3,
  DELIVERED: 4,
  FAILED: 5,
  RECEIVED: 6,
  REVIEWED: 7,
  EXPIRED: 8,
  CANCELLED: 9,
} as const
export type LetterStatusName = keyof typeof letterStatus
export type LetterStatus = (typeof letterStatus)[LetterStatusName]

const labels: Readonly<Record<LetterStatusName, string>> = {
  DRAFT: 'Draft',
  QUEUED: 'Queued',
  SENT: 'Sent',
  DELIVERED: 'Delivered',
  FAILED: 'Not delivered',
  RECEIVED: 'Letter arrived, not read yet',
  REVIEWED: 'Read',
  EXPIRED: 'Not answered in time',
  CANCELLED: 'Cancelled',
}
const names = Object.keys(letterStatus) as LetterStatusName[]
/** Every status with its id, its API name and the words a person reads. */
export const letterStatuses = names.map((name) => ({ id: letterStatus[name], name, label: labels[name] }))

const byId: ReadonlyMap<number, (typeof letterStatuses)[number]> = new Map(letterStatuses.map((one) => [one.id, one]))
/** The API name of a letter's status ("DELIVERED"). */
export const letterStatusName = (id: number): LetterStatusName => byId.get(id)!.name
/** The words people read for it. */
export const letterStatusLabel = (id: number): string => byId.get(id)?.label ?? 'Unknown'

const { DRAFT, QUEUED, SENT, DELIVERED, FAILED, RECEIVED, REVIEWED, EXPIRED, CANCELLED } = letterStatus

/** What happens to a letter. */
export type LetterEvent =
  | 'queue'
  | 'print'
  | 'send'
  | 'deliver'
  | 'fail'
  | 'retry'
  | 'receive'
  | 'review'
  | 'expire'
  | 'cancel'
  | 'restore'

/** The transitions of a letter. What is not here cannot happen. */
export const letterTransitions: readonly {
  on: LetterEvent
  from: readonly (LetterStatus | 'new')[]
  to: LetterStatus
  why: string
}[] = [
  { on: 'queue', from: ['new', DRAFT], to: QUEUED, why: 'asked for by mail or fax' },
  { on: 'print', from: ['new', DRAFT], to: SENT, why: 'printed and mailed or faxed' },
  { on: 'send', from: [QUEUED], to: SENT, why: 'the gateway took it' },
  {
    on: 'deliver',
    from: [QUEUED, SENT, FAILED],
    to: DELIVERED,
    why: 'the gateway, or the prescriber who opened it, says it is there',
  },
  { on: 'fail', from: [QUEUED, SENT], to: FAILED, why: 'the last try failed' },
  { on: 'retry', from: [SENT], to: QUEUED, why: 'the gateway could not deliver it; tried again' },
  // An answer may also arrive after the delivery failed, by mail for instance.
  { on: 'receive', from: [QUEUED, SENT, DELIVERED, FAILED], to: RECEIVED, why: 'the prescriber answered' },
  { on: 'review', from: [RECEIVED], to: REVIEWED, why: 'a person read it' },
  { on: 'expire', from: [QUEUED, SENT, DELIVERED, FAILED], to: EXPIRED, why: 'not received in time' },
  {
    on: 'cancel',
    from: [DRAFT, QUEUED, SENT, DELIVERED, FAILED],
    to: CANCELLED,
    why: 'canceled, or the request was decided',
  },
  // Only by undoing the decision that cancelled it.
  { on: 'restore', from: [CANCELLED], to: QUEUED, why: 'the decision was undone' },
  { on: 'restore', from: [CANCELLED], to: SENT, why: 'the decision was undone' },
  { on: 'restore', from: [CANCELLED], to: DELIVERED, why: 'the decision was undone' },
  { on: 'restore', from: [CANCELLED], to: FAILED, why: 'the decision was undone' },
]

/** The status after an event; undefined when the event is not possible now. */
export const letterAfter = (
  from: LetterStatus | 'new',
  on: Exclude<LetterEvent, 'restore'>,
): LetterStatus | undefined => letterTransitions.find((row) => row.on === on && row.from.includes(from))?.to

const leading = (on: LetterEvent): readonly LetterStatus[] =>
  letterTransitions.filter((row) => row.on === on).flatMap((row) => row.from.filter((from) => from !== 'new'))

/** Open letters: at most one per authorization and prescriber. */
export const openLetters: readonly LetterStatus[] = [DRAFT, QUEUED, SENT, DELIVERED]
/** Statuses in which an answer is accepted. */
export const answerable = leading('receive')
export const cancellable = leading('cancel')
