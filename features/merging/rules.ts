import type { Why } from '#platform/calls/refusal.ts'
import type { Person } from '#platform/calls/person.ts'
import { addDays } from '#platform/dates/day.ts'
import { maySupervise, mayUpdate } from '#features/permissions/rules.ts'
import { alreadyIn, mayMove } from '#features/authorizations/transitions.ts'
import { status, isOpen, isStatusId, statusLabel } from '#features/authorizations/statuses.ts'

/** A request as far as merging asks about it. Dates 'YYYY-MM-DD', instants ISO 8601 UTC. */
export type Mergeable = {
  id: string
  statusId: number
  claimId: string
  gpi: string
  quantity: number
  daysSupply: number
  dateOfService: string
  prescriberNpi: string
  receivedAt: string
  reconsiderationLevel: number
  /** Somebody has given the first of two approvals. */
  hasFirstApproval: boolean
  /** A determination from outside stands on it. */
  isDetermined: boolean
}

/** The first ten digits of the drug code: the same drug and salt, in any form and strength. */
const drugOf = (request: Pick<Mergeable, 'gpi'>): string => request.gpi.slice(0, 10)

/** The days a request asks for, both included. */
const daysOf = (request: Pick<Mergeable, 'dateOfService' | 'daysSupply'>): { first: string; last: string } => ({
  first: request.dateOfService,
  last: addDays(request.dateOfService, request.daysSupply - 1),
})

/** True when two requests are about the same drug on the same claim for days that overlap (T28). */
export function areDuplicates(a: Mergeable, b: Mergeable): boolean {
  if (a.id === b.id || a.claimId !== b.claimId || a.gpi.length < 10 || drugOf(a) !== drugOf(b)) return false
  const [one, other] = [daysOf(a), daysOf(b)]
  return one.first <= other.last && other.first <= one.last
}

const rule = (message: string, field = 'into'): Why<'RULE'> => ({ code: 'RULE', message, field })

/** Why one request may not be merged into another now by anybody; undefined when it may (T28). */
export function whyNotMerge(gone: Mergeable, stays: Mergeable): Why<'ALREADY_DECIDED' | 'RULE'> | undefined {
  if (gone.id === stays.id) return rule('A request cannot be merged into itself.')
  for (const { statusId } of [gone, stays]) if (!isOpen(statusId)) return alreadyIn(statusId)
  if (!isStatusId(gone.statusId) || !mayMove(gone.statusId, status.SUPERSEDED, 'merge')) return alreadyIn(gone.statusId)
  if (gone.claimId !== stays.claimId) return rule('The two requests belong to different claims.')
  if (gone.gpi.length < 10 || drugOf(gone) !== drugOf(stays)) return rule('The two requests are for different drugs.')
  if (!areDuplicates(gone, stays)) return rule('The two requests are for different days.')
  if (gone.reconsiderationLevel !== stays.reconsiderationLevel)
    return rule('A reconsideration is decided by itself: it cannot be merged with a first request.')
  // What somebody has begun must not be lost with the request it was begun on.
  if (gone.hasFirstApproval) return rule('Half of this request is approved already. Merge the other one into it.', 'id')
  if (gone.isDetermined) return rule('A determination stands on this request. Merge the other one into it.', 'id')
  if (
    [status.PENDING_CLINICAL, status.PENDING_UR].some((one) => one === gone.statusId) &&
    stays.statusId !== gone.statusId
  )
    return rule(`This request is in ${statusLabel(gone.statusId).toLowerCase()}. Merge the other one into it.`, 'id')
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
  a.receivedAt === b.receivedAt ? a.id < b.id : a.receivedAt < b.receivedAt

/**
 * The request a new one is the same prescription as, if there is one: then the portal merges the new one by itself. Only
 * the same strength, amount, days and prescriber is certainly the same; where a person has to look, a supervisor does.
 * The oldest one stays.
 */
export function sameAs(newcomer: Mergeable, others: readonly Mergeable[]): Mergeable | undefined {
  if (newcomer.statusId !== status.PENDING) return undefined
  return others
    .filter(
      (other) =>
        isOlder(other, newcomer) &&
        other.gpi === newcomer.gpi &&
        other.quantity === newcomer.quantity &&
        other.daysSupply === newcomer.daysSupply &&
        other.prescriberNpi === newcomer.prescriberNpi &&
        whyNotMerge(newcomer, other) === undefined,
    )
    .toSorted((a, b) => (isOlder(a, b) ? -1 : 1))[0]
}

/** The clock of a request: when it is due, under which pack, and how that was counted. */
export type Clock = {
  dueAt: string
  pack: string
  arithmetic: readonly string[]
  receivedAt: string
  /** Day ('YYYY-MM-DD') the drug was prescribed, from which some states count a longest time. */
  recommendedOn: string | null
  /** Silence approves after it. */
  silenceApproves: boolean
}
export type ClockAfter = Omit<Clock, 'receivedAt' | 'recommendedOn' | 'silenceApproves'> & {
  /** Set where the due time is the merged request's. */
  from: { receivedAt: string; recommendedOn: string | null; referenceNumber: string } | null
}

/**
 * The clock of the request that stays: the earlier of the two due times, with how it was counted. A time after which silence
 * approves goes before one after which it does not: no merge takes an approval by law from the worker.
 */
export function clockAfter(stays: Clock, gone: Clock & { referenceNumber: string }): ClockAfter {
  const isFirst =
    gone.silenceApproves === stays.silenceApproves
      ? Date.parse(gone.dueAt) < Date.parse(stays.dueAt)
      : gone.silenceApproves
  if (!isFirst) return { dueAt: stays.dueAt, pack: stays.pack, arithmetic: stays.arithmetic, from: null }
  return {
    dueAt: gone.dueAt,
    pack: gone.pack,
    arithmetic: [
      ...gone.arithmetic,
      `Taken over from request ${gone.referenceNumber}, which was merged into this one.`,
    ],
    from: {
      receivedAt: new Date(gone.receivedAt).toISOString(),
      recommendedOn: gone.recommendedOn,
      referenceNumber: gone.referenceNumber,
    },
  }
}
