import { origin } from '#reference/origins.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { noteMergedResubmission, noteResubmission } from '#features/authorizations/resubmission-sql.ts'
import { snoozeEnded } from '#features/deadlines/snooze-ended.ts'
import { mayBeSame } from '#features/merging/outbox.ts'
import { raise, resubmitted } from '#features/authorizations/raise.ts'
import { event } from '#features/authorizations/rows.ts'
import { create } from '#features/authorizations/lifecycle.ts'
import * as rows from '#features/authorizations/sql.ts'
import { toNotify } from '#features/notifications/outbox.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import { answer } from './answer.ts'
import type { ClaimAnswer } from './contract.ts'
import { inProcess, stormOf, waitsStill } from './resubmission.ts'
import * as sql from './sql.ts'
import { facts, store, type Submission } from './submission.ts'

/** Joins a stopped claim to the open request for it (T02). */
export function joined(submission: Submission, open: sql.Joined): ClaimAnswer {
  const { context, at, keys, row, adjudication, intakeFacts, tcn, transactionId, pharmacyName } = submission
  const { input: request } = context
  const woken = snoozeEnded(open.snoozed_until, at, 'the pharmacy asked again')
  const isNew = !waitsStill(open, at, (row.settings as Record<string, unknown>)['ladder'])
  const { isStorm, isQuiet } = stormOf(intakeFacts!.lately)
  const answered = isStorm ? inProcess(adjudication, open.reference_number) : adjudication
  store(submission, { authorizationId: open.id, reference: open.reference_number, answered })
  const own = open.rx_number === (request.prescription?.rxNumber ?? '') && open.pharmacy_nabp === request.pharmacyNabp
  const visit = { now: at, atCounter: request.channel === origin.RETAIL, isNew }
  context.write(
    own
      ? noteResubmission(open.id, transactionId, visit, adjudication.rejects, adjudication.codes)
      : noteMergedResubmission(open.id, visit),
  )
  const line = {
    mc: keys.mc,
    authorizationId: open.id,
    now: at,
    actor: { type: 'pharmacy', id: null, name: pharmacyName },
    from: open.status_id,
    to: open.status_id,
  } as const
  context.write(
    rows.insertEvents([
      resubmitted({
        mc: keys.mc,
        authorizationId: open.id,
        now: at,
        attempt: open.resubmission_count + 2,
        pharmacyName,
        statusId: open.status_id,
      }),
      ...(woken ? [event(line, eventCode.SNOOZE_ENDED, woken)] : []),
    ]),
  )
  if (isNew && !isQuiet)
    context.write(
      insertOutbox([
        toNotify({ mc: keys.mc, id: context.newId(), authorizationId: open.id, happening: 'resubmitted', now: at }),
      ]),
    )
  if (!isQuiet) context.publishChange('authorizations')
  return answer(answered, tcn, open.reference_number, open.id)
}

/** Raises a request for a stopped claim that needs a decision (T01). */
export function raised(submission: Submission): ClaimAnswer {
  const { context, at, keys, snap, adjudication, tcn, transactionId } = submission
  const id = context.newId()
  const made = raise(facts(submission, id))
  const reference = made.authorization.reference_number
  const drug = made.authorization.gpi.slice(0, 10)
  const twins = (snap.openRequests ?? []).filter((one) => drug.length === 10 && one.gpi.startsWith(drug))
  store(submission, { reference })
  create(context, made.authorization, [made.step], {
    events: made.events,
    outbox: [
      toNotify({ mc: keys.mc, id: context.newId(), authorizationId: id, happening: 'raised', now: at }),
      ...(twins.length > 0 ? [mayBeSame(keys.mc, context.newId(), id, at)] : []),
    ],
  })
  context.write(sql.raisedBy(transactionId, id))
  if (made.owners.length > 0) context.write(rows.insertOwners(made.owners))
  context.publishChange('authorizations')
  return answer(adjudication, tcn, reference, id)
}
