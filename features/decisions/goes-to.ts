import { status } from '#features/authorizations/statuses.ts'
import type { DecisionFacts } from '#features/authorizations/decision-facts.ts'
import type { Receiver, Receivers } from '#features/delivery/receivers-sql.ts'
import type { Outcome } from './approval.ts'
import { waitsOf } from './limits/waits.ts'

const byName = (of: readonly Receiver[], queue: string): string =>
  of.length === 1 && !of[0]!.away ? of[0]!.name : queue

/**
 * To whom what is saved goes, in words: by name where only one person gets it and is at work, else the queue of the role.
 * Null where nothing waits.
 */
export function goesTo(
  { statusId, waitsFor }: Pick<Outcome, 'statusId' | 'waitsFor'>,
  judged: DecisionFacts,
  { pharmacists, seniors, supervisors }: Receivers,
): string | null {
  if (statusId === status.APPROVED) return null
  if (statusId === status.PENDING_SECOND_APPROVAL) return byName(supervisors, 'the supervisors')
  const waits = waitsOf(judged, waitsFor)
  // As the notices go: seniors are notified where nothing is left to any other pharmacist.
  return waits.senior.length > 0 && waits.pharmacist.length === 0
    ? byName(seniors, 'the senior pharmacists')
    : byName(pharmacists, 'the pharmacist queue')
}
