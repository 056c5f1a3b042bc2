/** The states of a letter that was asked for. */
export const letterStatuses = [
  { id: 1, name: 'DRAFT', label: 'Draft' },
  { id: 2, name: 'QUEUED', label: 'Queued' },
  { id: 3, name: 'SENT', label: 'Sent' },
  { id: 4, name: 'DELIVERED', label: 'Delivered' },
  { id: 5, name: 'FAILED', label: 'Not delivered' },
  { id: 6, name: 'RECEIVED', label: 'Letter arrived, not read yet' },
  { id: 7, name: 'REVIEWED', label: 'Read' },
  { id: 8, name: 'EXPIRED', label: 'Not answered in time' },
  { id: 9, name: 'CANCELLED', label: 'Cancelled' },
] as const
export type LetterStatus = (typeof letterStatuses)[number]['id']
export type LetterStatusName = (typeof letterStatuses)[number]['name']

const byId: ReadonlyMap<number, (typeof letterStatuses)[number]> = new Map(letterStatuses.map((one) => [one.id, one]))
/** The API name of a letter's status ("DELIVERED"). */
export const letterStatusName = (id: number): LetterStatusName => byId.get(id)!.name
/** The words people read for it. */
export const letterStatusLabel = (id: number): string => byId.get(id)?.label ?? 'Unknown'

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

/** From where a happening leads where. What is not here cannot happen. */
export const letterTransitions: readonly {
  on: LetterEvent
  from: readonly (LetterStatus | 'new')[]
  to: LetterStatus
  why: string
}[] = [
  { on: 'queue', from: ['new', 1], to: 2, why: 'asked for by mail or fax' },
  { on: 'print', from: ['new', 1], to: 3, why: 'printed and sent by hand' },
  { on: 'send', from: [2], to: 3, why: 'the gateway took it' },
  { on: 'deliver', from: [2, 3], to: 4, why: 'the gateway, or the prescriber who opened it, says it is there' },
  { on: 'fail', from: [2, 3], to: 5, why: 'the last try failed' },
  { on: 'retry', from: [3], to: 2, why: 'the gateway could not deliver it; tried again' },
  // A letter may come whatever became of its request's way: by post, or by telephone after a fax that failed.
  { on: 'receive', from: [2, 3, 4, 5], to: 6, why: 'the prescriber answered' },
  { on: 'review', from: [6], to: 7, why: 'a person read it' },
  { on: 'expire', from: [2, 3, 4, 5], to: 8, why: 'not received in time' },
  { on: 'cancel', from: [1, 2, 3, 4, 5], to: 9, why: 'called off, or the request was decided' },
  // Only by an undo of the decision that cancelled it.
  { on: 'restore', from: [9], to: 2, why: 'the decision was taken back' },
  { on: 'restore', from: [9], to: 3, why: 'the decision was taken back' },
  { on: 'restore', from: [9], to: 4, why: 'the decision was taken back' },
  { on: 'restore', from: [9], to: 5, why: 'the decision was taken back' },
]

/** Where a happening leads a letter; undefined when it cannot happen to it now. */
export const letterAfter = (
  from: LetterStatus | 'new',
  on: Exclude<LetterEvent, 'restore'>,
): LetterStatus | undefined => letterTransitions.find((row) => row.on === on && row.from.includes(from))?.to

const leading = (on: LetterEvent): readonly LetterStatus[] =>
  letterTransitions.filter((row) => row.on === on).flatMap((row) => row.from.filter((from) => from !== 'new'))

/** On its way or waited for: there is one at most for a request and prescriber. */
export const openLetters: readonly LetterStatus[] = [1, 2, 3, 4]
/** An answer is taken. */
export const answerable = leading('receive')
export const cancellable = leading('cancel')
