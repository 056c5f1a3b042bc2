import { addDays } from '#platform/dates/day.ts'
import { exactWords } from '#platform/dates/words.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { approvalsCovering } from '#features/prior-auths/reach.ts'
import { endPriorAuths, insertPriorAuth } from '#features/prior-auths/sql.ts'
import { packOf } from '#features/deadlines/which-pack.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { keepFirstApproval } from '#features/authorizations/first-approval-sql.ts'
import { move } from '#features/authorizations/lifecycle.ts'
import { engine, event, type EventRow, type Verdict } from '#features/authorizations/rows.ts'
import { status } from '#features/authorizations/statuses.ts'
import { insertCallback } from '#features/callbacks/sql.ts'
import { followers } from '#features/merging/follow.ts'
import { blockLines, blocksAgainst, blocksLifted } from '#features/decisions/blocks.ts'
import { keep, outcomeOf, settingsThen } from '#features/decisions/provenance.ts'
import { decide } from '#features/decisions/rows.ts'
import { insertDecision } from '#features/decisions/sql.ts'
import { takeOver } from '#features/decisions/take-over.ts'
import type * as sql from './sql.ts'

/** T25: no decision in time in a state where silence approves. One fill, as requested; everybody is notified. */
export function deem(
  request: sql.Ticking,
  at: string,
  timeZone: string,
  to: { write: JobContext['write']; newId: () => string; events: EventRow[]; version: string },
): void {
  const day = request.date_of_service
  const deemed = status.DEEMED_APPROVED
  const verdict: Verdict = {
    kind: 'APPROVE',
    startDate: day,
    endDate: addDays(dateIn(Date.parse(at), timeZone), 14),
    oneTime: true,
    level: 14,
    maxFills: 1,
    maxQty: request.quantity,
    maxDays: request.days_supply,
    codes: request.reject_codes,
    overrideAll: false,
    safetyIncluded: request.rejects.some((reject) => reject.safety),
    safetyAck: null,
    reasonId: null,
    reason: 'No decision in time',
    note: '',
  }
  const pack = packOf(request)
  // Silence adds a fill and removes nothing. Codes that an older prior authorization clears would stop that fill
  // again, so this one clears them too (docs/decisions/0012).
  const overlapping = approvalsCovering(request.in_force, {
    gpi: request.gpi,
    rxNumber: request.rx_number,
    startDate: day,
    endDate: verdict.endDate!,
  })
  const written = decide(
    request,
    verdict,
    { id: null, name: 'RxDocket', actor: engine, timeZone },
    { decision: to.newId(), priorAuth: to.newId(), callback: to.newId(), outbox: to.newId() },
    at,
    0,
  )
  if (written.priorAuth) takeOver(written.priorAuth, overlapping, overlapping)
  to.write(insertDecision({ ...written.decision, decision: 'DEEMED' }))
  to.write(
    keep({
      kind: 'DEEMED',
      at,
      decisionId: written.decision.id,
      request: request,
      from: request.status_id,
      to: status.DEEMED_APPROVED,
      person: null,
      by: 'RxDocket',
      owners: null,
      first: null,
      outcome: outcomeOf(written.decision, written.codes, written.priorAuth),
      settings: settingsThen(request.settings),
      advice: request.advice,
      screen: null,
      versions: { portal: to.version, screen: null },
    }),
  )
  if (written.priorAuth) {
    // The fill is granted by law: any block that would stop it is lifted with it.
    const lifted = blocksLifted(request)
    const against = blocksAgainst(request, { level: 14, startDate: day, endDate: verdict.endDate! })
    for (const [blocks, reason] of [
      [lifted, 'Approved on reconsideration'],
      [against.filter((block) => !lifted.includes(block)), 'Deemed approved: no decision by the deadline'],
    ] as const) {
      if (blocks.length === 0) continue
      const ids = blocks.map(({ id }) => id)
      to.write(endPriorAuths(request.mc, ids, 'RxDocket', reason))
      to.events.push(...blockLines(blocks, { mc: request.mc, now: at, actor: engine }, true))
    }
    to.write(insertPriorAuth({ ...written.priorAuth, created_source: 'AUTO' }))
  }
  to.write(insertCallback(written.callback))
  const also = followers(request.merged, written, to.newId)
  for (const callback of also.callbacks) to.write(insertCallback(callback))
  to.write(insertOutbox([...written.outbox, ...also.outbox]))
  to.events.push(...also.events)
  to.events.push(
    event(
      { mc: request.mc, authorizationId: request.id, now: at, actor: engine, from: request.status_id, to: deemed },
      eventCode.DEEMED_APPROVED,
      { due: exactWords(Date.parse(request.statutory_due_at), pack.timeZone), rule: pack.name },
    ),
  )
  to.events.push(
    ...written.events
      .filter((line) => line.event_code !== eventCode.APPROVED)
      .map((line) => ({ ...line, old_status_id: deemed, new_status_id: deemed })),
  )
  // The first of two approvals has become void.
  if (request.first_approval) to.write(keepFirstApproval(request.mc, request.id, null))
  move(to, request, { via: 'deem', to: deemed, now: at, by: engine, events: to.events.splice(0) })
}
