import { keepFirstApproval } from '#features/authorizations/first-approval-sql.ts'
import { clearPharmacyWaiting } from '#features/authorizations/resubmission-sql.ts'
import { markFilled } from '#features/callbacks/sql.ts'
import type { Adjudication } from '#features/adjudication/answer.ts'
import type { ClaimRequest } from '#features/adjudication/claim-request.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { move } from '#features/authorizations/lifecycle.ts'
import { engine, event } from '#features/authorizations/rows.ts'
import { status } from '#features/authorizations/statuses.ts'
import { toNotify } from '#features/notifications/outbox.ts'
import type { CallContext } from '#platform/calls/handler.ts'
import type * as sql from './sql.ts'

type Writing = Pick<CallContext<never>, 'write' | 'newId' | 'publishChange'>

/**
 * T27: withdraws open requests that need no decision any more: closes their callbacks and deadlines and notifies
 * the owner.
 */
export function withdraw(
  { write, newId, publishChange }: Writing,
  requests: readonly sql.OpenOfRx[],
  of: { mc: string; now: string; actor: Parameters<typeof event>[0]['actor']; reason: string },
): void {
  if (requests.length === 0) return
  const { mc, now } = of
  for (const { id, statusId, secondApproval } of requests) {
    move(
      { write },
      { mc, id, status_id: statusId },
      {
        via: 'withdraw',
        to: status.WITHDRAWN,
        now,
        by: engine,
        events: [
          event(
            { mc, authorizationId: id, now, actor: of.actor, from: statusId, to: status.WITHDRAWN },
            eventCode.WITHDRAWN,
            { reason: of.reason },
          ),
        ],
        outbox: [toNotify({ mc, id: newId(), authorizationId: id, happening: 'withdrawn', now })],
      },
    )
    write(markFilled(id, now))
    write(clearPharmacyWaiting(id, now))
    if (secondApproval) write(keepFirstApproval(mc, id, null))
  }
  publishChange('authorizations')
}

/**
 * The open requests that a paid claim answers: of the same prescription at the same pharmacy, for the same drug (GPI-10),
 * the same or an earlier fill of it, and paid for no less than was asked. After a smaller fill the rest
 * still waits for its decision.
 */
export function paidOtherwise(
  open: readonly sql.OpenOfRx[],
  request: ClaimRequest,
  gpi: string,
): readonly sql.OpenOfRx[] {
  const rx = request.prescription ?? {}
  const [fill, quantity, days] = [rx.fillNumber ?? 0, rx.quantity ?? request.hcpcs?.units ?? 1, rx.daysSupply ?? 1]
  return open.filter(
    (one) =>
      gpi.length >= 10 &&
      one.gpi.slice(0, 10) === gpi.slice(0, 10) &&
      one.fillNumber <= fill &&
      one.quantity <= quantity &&
      one.daysSupply <= days,
  )
}

/** Why the claim paid, for the event log. */
export function paidBecause({ priorAuthUsed, autoRule, bypassUsed }: Adjudication, tcn: string): string {
  const by = priorAuthUsed
    ? `under prior authorization ${priorAuthUsed.overrideRef}`
    : autoRule
      ? `by rule ${autoRule.id}`
      : bypassUsed
        ? 'by a bypass'
        : 'without one'
  return `the prescription was paid ${by} (transaction ${tcn})`
}
