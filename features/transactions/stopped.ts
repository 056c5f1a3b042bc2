import { origin } from '#reference/origins.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { keepFirstApproval } from '#features/authorizations/first-approval-sql.ts'
import { changesInWords, outgrows, recipeWords } from '#features/authorizations/resubmission.ts'
import { followSubmission, noteMergedResubmission } from '#features/authorizations/resubmission-sql.ts'
import { status } from '#features/authorizations/statuses.ts'
import { silenceApproves } from '#features/deadlines/which-pack.ts'
import { snoozeEnded } from '#features/deadlines/snooze-ended.ts'
import { mayBeSame } from '#features/merging/outbox.ts'
import { raise, resubmitted } from '#features/authorizations/raise.ts'
import { engine, event, type EventRow } from '#features/authorizations/rows.ts'
import { create, move } from '#features/authorizations/lifecycle.ts'
import * as rows from '#features/authorizations/sql.ts'
import { toNotify } from '#features/notifications/outbox.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import { answer } from './answer.ts'
import type { ClaimAnswer } from './contract.ts'
import type { OutboxRow } from '#platform/jobs/outbox-row.ts'
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
  const follows = own ? following(submission, open) : undefined
  if (follows)
    for (const statement of followSubmission(keys.mc, open.id, transactionId, visit, follows.asked))
      context.write(statement)
  else context.write(noteMergedResubmission(open.id, visit))
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
      ...(follows?.change === undefined
        ? []
        : [event(line, eventCode.MEDICATION_CHANGED, { user: pharmacyName, change: follows.change })]),
    ]),
  )
  if (follows?.isVoid) voidFirstApproval(submission, open)
  // Other figures are news also while the patient still waits.
  if ((isNew || follows?.change !== undefined) && !isQuiet)
    context.write(
      insertOutbox([
        toNotify({ mc: keys.mc, id: context.newId(), authorizationId: open.id, happening: 'resubmitted', now: at }),
      ]),
    )
  if (!isQuiet) context.publishChange('authorizations')
  return answer(answered, tcn, open.reference_number, open.id)
}

/** What a compound of this submission is made of. */
const partsOf = ({ context, snap }: Submission): { name: string; quantity: number }[] =>
  (context.input.compound?.ingredients ?? []).map(({ productId, quantity }) => {
    const ndc = productId.replaceAll('-', '')
    return { name: snap.ingredients?.[ndc]?.genericName ?? `NDC ${ndc}`, quantity }
  })

/** What the request is as this submission and the engine have it, what of it is other than before, and whether a first approval is void. */
function following(submission: Submission, open: sql.Joined) {
  const made = raise(facts(submission, open.id)).authorization
  const first = open.first_approval
  const before = { ...open, recipe: recipeWords(open.parts) }
  const after = { ...made, recipe: recipeWords(partsOf(submission)) }
  return {
    asked: { ...made, silence_approves: silenceApproves({ ...open, shown: made.shown }) },
    change: changesInWords(before, after),
    isVoid: first !== null && outgrows(before, after, first),
  }
}

/** The first of two approvals was given for less than is asked now: it is void, and the approval is asked again. */
function voidFirstApproval({ context, at, keys }: Submission, open: sql.Joined): void {
  const of = { mc: keys.mc, id: open.id, status_id: open.status_id }
  const first = open.first_approval!
  context.write(keepFirstApproval(of.mc, of.id, null))
  const notice: OutboxRow = toNotify({
    mc: of.mc,
    id: context.newId(),
    authorizationId: of.id,
    happening: 'secondReturned',
    to: [first.byId],
    now: at,
  })
  if (of.status_id !== status.PENDING_SECOND_APPROVAL) return context.write(insertOutbox([notice]))
  const to = status.PENDING
  const line: EventRow = event(
    { mc: of.mc, authorizationId: of.id, now: at, actor: engine, from: of.status_id, to },
    eventCode.SECOND_APPROVAL_RETURNED,
    {},
  )
  const why = 'the pharmacy asks for more than the first approval saw'
  move(context, of, {
    via: 'return',
    to,
    now: at,
    by: engine,
    events: [{ ...line, event_text: `${line.event_text}: ${why}`, detail: { note: why } }],
    outbox: [notice],
  })
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
