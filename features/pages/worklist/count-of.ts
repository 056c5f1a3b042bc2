import { queues } from '#features/worklist/queues.ts'
import type { Wanted } from './address.ts'
import type { Counts } from '#features/worklist/contract.ts'

/** The count of a view's tab, where there is one. */
export function countOf(view: Wanted['view'], counts: Counts | undefined): number | undefined {
  if (!counts) return undefined
  const of: Partial<Record<Wanted['view'], number>> = {
    mine: counts.pendingAuthCount,
    escalated: counts.escalatedAuthCount,
    waiting: counts.waitingOnPrescriberCount,
    pharmacist: counts.waitingOnPharmacistCount,
    reviewer: counts.waitingOnReviewerCount,
    approver: counts.waitingOnSecondApproverCount,
    asked: counts.waitingOnSupervisorCount,
    snoozed: counts.snoozedCount,
    all: counts.carrierPendingCount,
    team: counts.teamPendingCount,
    counter: counts.atCounterCount,
    letter: counts.letterCameCount,
    limit: counts.overLimitCount,
  }
  const queue = queues.find((one) => one.view === view)
  return queue ? counts.queues.find(({ status }) => status === queue.status)?.waiting : of[view]
}
