import { usDate } from '#platform/dates/day.ts'
import { insertDecision } from '#features/decisions/sql.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { clearPharmacyWaiting } from '#features/authorizations/resubmission-sql.ts'
import { countBypassFill } from '#features/bypasses/sql.ts'
import { markFilled } from '#features/callbacks/sql.ts'
import { countFill, insertPriorAuth } from '#features/prior-auths/sql.ts'
import { codesOf, keep, outcomeOf, settingsThen } from '#features/decisions/provenance.ts'
import { raiseCleared } from '#features/authorizations/raise.ts'
import { engine, event } from '#features/authorizations/rows.ts'
import * as lifecycle from '#features/authorizations/lifecycle.ts'
import * as rows from '#features/authorizations/sql.ts'
import { toNotify } from '#features/notifications/outbox.ts'
import { nextMorning } from '#features/notifications/rules.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import { answer } from './answer.ts'
import type { ClaimAnswer } from './contract.ts'
import { claimDay } from '#features/claims/claim-day.ts'
import * as sql from './sql.ts'
import { facts, store, type Submission } from './submission.ts'
import { paidBecause, paidOtherwise, withdraw } from './withdrawal.ts'

/** Stores a paid claim: withdraws the requests it answers and counts the prior authorization or bypass it used. */
export function paid(submission: Submission): ClaimAnswer {
  const { context, at, keys, snap, adjudication, intakeFacts, tcn, transactionId } = submission
  const { autoRule, bypassUsed, priorAuthUsed: used } = adjudication
  const settled = paidOtherwise(intakeFacts?.of_rx ?? [], context.input, snap.drug?.gpi ?? adjudication.facts.gpi ?? '')
  const authorizationId = (autoRule ?? bypassUsed) ? context.newId() : null
  store(submission, { withdrawn: settled.map(({ id }) => id) })
  withdraw(context, settled, { mc: keys.mc, now: at, actor: engine, reason: paidBecause(adjudication, tcn) })
  if (authorizationId) {
    const priorAuthId = clearedByRule(submission, authorizationId)
    context.write(sql.settledBy(transactionId, authorizationId, priorAuthId ?? used?.priorAuthId ?? null))
    if (bypassUsed?.bypassId) context.write(countBypassFill(bypassUsed.bypassId))
  }
  if (used) {
    filled(submission, used.priorAuthId, used.rest === true)
    context.publishChange('authorizations')
  }
  return answer(adjudication, tcn, null, authorizationId)
}

/** Creates the completed request of a claim that a rule or bypass cleared (T29); returns the id of its prior authorization. */
function clearedByRule(submission: Submission, authorizationId: string): string | undefined {
  const { context, at, keys, row, adjudication, intakeFacts } = submission
  const made = raiseCleared({
    ...facts(submission, authorizationId),
    decisionId: context.newId(),
    priorAuthId: context.newId(),
    todayPaid: true,
  })
  lifecycle.create(context, made.authorization, [made.step])
  if (made.owners.length > 0) context.write(rows.insertOwners(made.owners))
  if (made.decision) {
    context.write(insertDecision(made.decision))
    context.write(
      keep({
        kind: made.decision.decision,
        at,
        decisionId: made.decision.id,
        request: made.authorization,
        from: null,
        to: made.authorization.status_id,
        person: null,
        by: made.decision.decided_by_name,
        owners: null,
        first: null,
        outcome: outcomeOf(made.decision, codesOf(made.decision), made.priorAuth),
        settings: settingsThen(row.settings),
        advice: null,
        screen: null,
        versions: { portal: context.portal.version, screen: null },
      }),
    )
  }
  if (made.priorAuth) context.write(insertPriorAuth(made.priorAuth))
  context.write(rows.insertEvents(made.events))
  // The owner is notified in the next morning's digest.
  if (adjudication.autoRule && intakeFacts)
    context.write(
      insertOutbox([
        toNotify({
          mc: keys.mc,
          id: context.newId(),
          authorizationId,
          happening: 'autoApproved',
          now: at,
          availableAt: nextMorning(at, intakeFacts.zone),
        }),
      ]),
    )
  return made.priorAuth?.id
}

/** Counts a fill of a prior authorization, once for all its parts, and logs it on the request it came from. */
function filled(
  { context, at, keys, row, snap, pharmacyName }: Submission,
  priorAuthId: string,
  isRest: boolean,
): void {
  if (!isRest) context.write(countFill(priorAuthId))
  const priorAuth = snap.priorAuths.find((one) => one.priorAuthId === priorAuthId)
  const owner = row.prior_auths.find((one) => one.priorAuthId === priorAuthId) as
    | { authorizationId?: string | null }
    | undefined
  if (!priorAuth || !owner?.authorizationId) return
  const { mc } = keys
  const { authorizationId } = owner
  const n = priorAuth.fillsUsed + (isRest ? 0 : 1)
  const max = priorAuth.oneTime ? 1 : (priorAuth.maxFills ?? 'any')
  // Approved by a user, a rule or deemed: a fill changes no status.
  const line = { mc, authorizationId, now: at, actor: engine, from: null, to: null }
  context.write(markFilled(authorizationId, at))
  context.write(clearPharmacyWaiting(authorizationId, at))
  context.write(
    rows.insertEvents([
      event(line, eventCode.FILLED, {
        n,
        max,
        date: usDate(claimDay(context.input.dateOfService) ?? at.slice(0, 10)),
        pharmacy: pharmacyName,
      }),
      ...(n === max && !isRest ? [event(line, eventCode.PRIOR_AUTH_ENDED, { result: 'used up' })] : []),
    ]),
  )
  context.write(insertOutbox([toNotify({ mc, id: context.newId(), authorizationId, happening: 'filled', now: at })]))
}
