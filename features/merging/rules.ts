import type { Why } from '#platform/calls/refusal.ts'
import type { Person } from '#platform/calls/person.ts'
import { addDays } from '#platform/dates/day.ts'
import { billOrigins } from '#reference/origins.ts'
import type { Facts } from '#features/authorizations/facts.ts'
import { maySupervise, mayUpdate } from '#features/permissions/rules.ts'
import { alreadyIn, mayMove } from '#features/authorizations/transitions.ts'
import { status, isOpen, statusLabel } from '#features/authorizations/statuses.ts'

/** What merging asks of a request's facts. */
export type Mergeable = Pick<
  Facts,
  | 'id'
  | 'status_id'
  | 'stratus_claim_id'
  | 'gpi'
  | 'quantity'
  | 'days_supply'
  | 'date_of_service'
  | 'prescriber_npi'
  | 'claim_channel_type'
  | 'request_received_at'
  | 'reconsideration_level'
> & { first_approval: object | null; determination: object | null; advice: object | null }

/** The first ten digits of the drug code: the same drug and salt, in any form and strength. */
const drugOf = (request: Pick<Mergeable, 'gpi'>): string => request.gpi.slice(0, 10)

/** A bill for what was dispensed already. */
const isBill = ({ claim_channel_type }: Pick<Mergeable, 'claim_channel_type'>): boolean =>
  billOrigins.includes(claim_channel_type)

/** The days a request asks for, both included. */
const daysOf = (request: Pick<Mergeable, 'date_of_service' | 'days_supply'>): { first: string; last: string } => ({
  first: request.date_of_service,
  last: addDays(request.date_of_service, request.days_supply - 1),
})

/**
 * True when two requests are about the same drug on the same claim for days that overlap (T28). A bill is for the day it was
 * dispensed and no other: an approval from another day on would not pay it.
 */
export function areDuplicates(a: Mergeable, b: Mergeable): boolean {
  if (a.id === b.id || a.stratus_claim_id !== b.stratus_claim_id || a.gpi.length < 10 || drugOf(a) !== drugOf(b))
    return false
  if (isBill(a) || isBill(b)) return a.date_of_service === b.date_of_service
  const [one, other] = [daysOf(a), daysOf(b)]
  return one.first <= other.last && other.first <= one.last
}

const rule = (message: string, field = 'into'): Why<'RULE'> => ({ code: 'RULE', message, field })

/** Why one request may not be merged into another now by anybody; undefined when it may (T28). */
export function whyNotMerge(gone: Mergeable, stays: Mergeable): Why<'ALREADY_DECIDED' | 'RULE'> | undefined {
  if (gone.id === stays.id) return rule('A request cannot be merged into itself.')
  for (const { status_id } of [gone, stays]) if (!isOpen(status_id)) return alreadyIn(status_id)
  if (!mayMove(gone.status_id, status.SUPERSEDED, 'merge')) return alreadyIn(gone.status_id)
  if (gone.stratus_claim_id !== stays.stratus_claim_id) return rule('The two requests belong to different claims.')
  if (gone.gpi.length < 10 || drugOf(gone) !== drugOf(stays)) return rule('The two requests are for different drugs.')
  if (!areDuplicates(gone, stays))
    return rule(
      isBill(gone) || isBill(stays)
        ? 'A bill is for the day it was dispensed: it cannot be merged with a request for another day.'
        : 'The two requests are for different days.',
    )
  if (gone.reconsideration_level !== stays.reconsideration_level)
    return rule('A reconsideration is decided by itself: it cannot be merged with a first request.')
  // What somebody has begun must not be lost with the request it was begun on.
  if (gone.first_approval) return rule('This request has a first approval. Merge the other one into it.', 'id')
  if (gone.determination) return rule('A determination stands on this request. Merge the other one into it.', 'id')
  if (gone.advice && !stays.advice)
    return rule('A pharmacist advised on this request. Merge the other one into it.', 'id')
  if (
    [status.PENDING_CLINICAL, status.PENDING_UR].some((one) => one === gone.status_id) &&
    stays.status_id !== gone.status_id
  )
    return rule(`This request is in ${statusLabel(gone.status_id).toLowerCase()}. Merge the other one into it.`, 'id')
  return undefined
}

/** Why this person may not merge a request with one for the same drug. */
export function whyNotMergeThis(
  person: Person,
  statusId: number,
): Why<'ALREADY_DECIDED' | 'NOT_ALLOWED' | 'UPDATE_BLOCKED'> | undefined {
  return whyNotMergeBy(person) ?? (isOpen(statusId) ? undefined : alreadyIn(statusId))
}

/** Why this person may merge nothing; nothing means they may (P5). */
export function whyNotMergeBy(person: Person): Why<'NOT_ALLOWED' | 'UPDATE_BLOCKED'> | undefined {
  if (!mayUpdate(person)) return { code: 'UPDATE_BLOCKED', message: 'Update functionality is blocked for user' }
  if (!maySupervise(person)) return { code: 'NOT_ALLOWED', message: 'Only a supervisor may merge requests.' }
  return undefined
}

const isOlder = (a: Mergeable, b: Mergeable): boolean =>
  a.request_received_at === b.request_received_at ? a.id < b.id : a.request_received_at < b.request_received_at

/**
 * The request a new one is the same prescription as, if there is one: then the portal merges the new one by itself. Only
 * the same strength, amount, days and prescriber is certainly the same, and only a bill the same as a bill; where a person
 * has to look, a supervisor does. The oldest one stays.
 */
export function sameAs<One extends Mergeable>(newcomer: One, others: readonly One[]): One | undefined {
  if (newcomer.status_id !== status.PENDING) return undefined
  return others
    .filter(
      (other) =>
        isOlder(other, newcomer) &&
        other.gpi === newcomer.gpi &&
        other.quantity === newcomer.quantity &&
        other.days_supply === newcomer.days_supply &&
        other.prescriber_npi === newcomer.prescriber_npi &&
        isBill(other) === isBill(newcomer) &&
        whyNotMerge(newcomer, other) === undefined,
    )
    .toSorted((a, b) => (isOlder(a, b) ? -1 : 1))[0]
}

/** The clock of a request, as its facts have it. */
export type Clocked = Pick<
  Facts,
  | 'reference_number'
  | 'statutory_due_at'
  | 'due_pack'
  | 'due_arithmetic'
  | 'request_received_at'
  | 'date_written'
  | 'silence_approves'
>
export type ClockAfter = {
  dueAt: string
  pack: string
  arithmetic: readonly string[]
  /** Set where the due time is the merged request's. */
  from: { receivedAt: string; recommendedOn: string | null; referenceNumber: string } | null
}

/**
 * The clock of the request that stays: the earlier of the two due times, with how it was counted. A time after which silence
 * approves goes before one after which it does not: no merge takes an approval by law from the worker.
 */
export function clockAfter(stays: Clocked, gone: Clocked): ClockAfter {
  const isFirst =
    gone.silence_approves === stays.silence_approves
      ? Date.parse(gone.statutory_due_at) < Date.parse(stays.statutory_due_at)
      : gone.silence_approves
  if (!isFirst)
    return { dueAt: stays.statutory_due_at, pack: stays.due_pack, arithmetic: stays.due_arithmetic, from: null }
  return {
    dueAt: gone.statutory_due_at,
    pack: gone.due_pack,
    arithmetic: [
      ...gone.due_arithmetic,
      `Taken over from request ${gone.reference_number}, which was merged into this one.`,
    ],
    from: {
      receivedAt: new Date(gone.request_received_at).toISOString(),
      recommendedOn: gone.date_written,
      referenceNumber: gone.reference_number,
    },
  }
}
