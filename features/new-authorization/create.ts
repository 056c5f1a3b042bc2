import { relook, startClock } from '#features/authorizations/clock-sql.ts'
import { lapseFirst } from '#features/authorizations/lapse.ts'
import { silentOfClaim } from '#features/authorizations/lapse-sql.ts'
import { insertDecision } from '#features/decisions/sql.ts'
import { silenceApproves } from '#features/deadlines/which-pack.ts'
import { lockClaim } from '#features/claims/lock-sql.ts'
import { insertCallback } from '#features/callbacks/sql.ts'
import type { OutboxRow } from '#platform/jobs/outbox-row.ts'
import { toPriorAuth } from '#features/authorizations/prior-auth-answer.ts'
import { keep, outcomeOf, settingsThen } from '#features/decisions/provenance.ts'
import { blockLines } from '#features/decisions/blocks.ts'
import { endPriorAuths, insertPriorAuth } from '#features/prior-auths/sql.ts'
import { toAdjuster, toCandidate } from '#features/owners/adjuster.ts'
import { assignment } from '#features/owners/rules.ts'
import { named } from '#features/owners/sql.ts'
import { actorOf, event, type EventRow } from '#features/authorizations/rows.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { move } from '#features/authorizations/lifecycle.ts'
import { status, statusLabel, type StatusId } from '#features/authorizations/statuses.ts'
import * as rows from '#features/authorizations/sql.ts'
import { toNotify } from '#features/notifications/outbox.ts'
import type { OutputOf } from '#platform/calls/contract.ts'
import type { CallContext } from '#platform/calls/handler.ts'
import { notFound, type Why } from '#platform/calls/refusal.ts'
import { grant } from './approve-now.ts'
import { arrivalAtSending, lateWords, whyNotArrived } from './arrival.ts'
import { saidOf, whyNotSaid } from '#features/snapshots/clinic-line.ts'
import type { newAuthorization } from './contract.ts'
import { refuseOldPrice } from './medication.ts'
import { claimRequestOf, examine, examinedColumns, ownerRows, sentColumns } from './prepare.ts'
import {
  blocking,
  blockWords,
  doubled,
  whyNotBillDay,
  whyNotCovered,
  whyNotPrepare,
  whyNotReconsider,
  whyNotSend,
  whyNotUpdate,
  whyNotWindow,
} from './rules.ts'
import { snapshotOfRequest } from './snapshots.ts'
import * as sql from './sql.ts'

type Call = (typeof newAuthorization)['create']

/** The draft becomes a request (T04), a reconsideration of a denial (T23), or an approval of its maker (T05). */
export async function create(context: CallContext<Call>): Promise<OutputOf<Call>> {
  const { input, db, now } = context
  const at = now.toISOString()
  const where = sql.byId(input.authorizationId)
  const emails = input.selectedCaseOwners.map((email) => email.trim().toLowerCase())
  const [person, , silent, draft, found, claim, people] = await Promise.all([
    context.who(),
    db.all(lockClaim(sql.claimOfRequest(where))),
    db.all(silentOfClaim(sql.claimOfRequest(where))),
    db.one(sql.holdMade(where)),
    db.one(snapshotOfRequest(where)),
    db.one(sql.claimFound(sql.claimOfRequest(where))),
    db.all(named(emails)),
  ])
  context.refuse(whyNotUpdate(person))
  if (!draft || !found?.keys || !claim) return notFound()
  lapseFirst(silent, at)
  context.refuse(whyNotPrepare(person, { createAllowed: claim.create_allowed, mc: claim.mc }))
  context.refuse(whyNotSend({ statusId: draft.status_id, createdAt: draft.created_at }, at))
  const other = (
    field: string,
  ): Why<'ALREADY_DECIDED' | 'DUPLICATE' | 'FEATURE_OFF' | 'RULE' | 'UPDATE_BLOCKED' | 'VALIDATION'> => ({
    code: 'VALIDATION',
    field,
    message: 'The draft says otherwise. Prepare the request again.',
  })
  if (input.originalAuthId !== undefined && input.originalAuthId !== draft.original_auth_id)
    context.refuse(other('originalAuthId'))
  if (input.reconsiderationLevel !== undefined && input.reconsiderationLevel !== draft.reconsideration_level)
    context.refuse(other('reconsiderationLevel'))
  if (input.genericOrbrand !== undefined && input.genericOrbrand !== draft.generic_or_brand)
    context.refuse(other('genericOrbrand'))
  refuseOldPrice(context, input.awpEffectiveDate, found.drug?.awpEffectiveDate)
  const wish = {
    effective_date: input.effectiveDate ?? draft.wish?.effective_date ?? draft.date_of_service,
    expiration_date:
      input.authExpirationDate === undefined ? (draft.wish?.expiration_date ?? null) : input.authExpirationDate,
    drug_level: draft.wish?.drug_level ?? null,
  }
  context.refuse(whyNotWindow({ effectiveDate: wish.effective_date, expirationDate: wish.expiration_date }, draft.doi))
  if (draft.original_auth_id !== null) context.refuse(whyNotBillDay(draft, input.effectiveDate))

  const judged = assignment(
    emails,
    people.map(toCandidate),
    { mc: draft.mc, subCarrier: draft.sub_carrier },
    at,
    person.timeZone,
  )
  if (judged.why) return context.refuse({ ...judged.why, field: 'selectedCaseOwners' })
  const chosen = judged.assignment.owners
  const ownerIds = chosen.map((owner) => owner.id)
  const original = { reconsiderationLevel: draft.reconsideration_level, originalDeciderId: draft.original_decider }
  context.refuse(whyNotReconsider(original, ownerIds))
  const open = doubled(
    { id: draft.id, gpi: draft.gpi, originalAuthId: draft.original_auth_id, dateOfService: draft.date_of_service },
    claim.open_requests,
  )
  if (open)
    context.refuse({
      code: 'DUPLICATE',
      message: `Request ${open.referenceNumber} for this drug is open already.`,
      current: { authorizationId: open.id, referenceNumber: open.referenceNumber },
    })

  const said = saidOf(draft, draft.quantity, draft.pharmacy_nabp)
  context.refuse(whyNotSaid({}, draft, said))

  // Up to a day may pass between draft and sending: the engine's answer now counts.
  const examined = examine(
    claimRequestOf({
      channel: draft.claim_channel_type,
      deliveryType: draft.delivery_type_id,
      ndc: draft.ndc,
      quantity: draft.quantity,
      daysSupply: draft.days_supply,
      dateOfService: draft.date_of_service,
      pharmacyNabp: draft.pharmacy_nabp,
      prescriberNpi: draft.prescriber_npi,
      rxNumber: draft.rx_number,
      fillNumber: draft.fill_number,
      refillsAuthorised: draft.refills_authorised,
      daw: draft.daw,
      mixture: said,
    }),
    found,
    at,
    'BUILD',
  )
  context.refuse(whyNotCovered(examined.adjudication.rejects, examined.adjudication.facts.firstFill))
  const columns = examinedColumns(examined)
  const coming = {
    jurisState: draft.juris_state,
    channel: draft.claim_channel_type,
    level: draft.reconsideration_level,
    dateOfInjury: draft.doi,
    deniedAt: draft.denied_at,
  }
  context.refuse(whyNotArrived(input, coming, at))
  const sent = { ...draft, ...columns, ...sentColumns(draft, arrivalAtSending(input, draft, coming, at), at) }
  const level = draft.reconsideration_level
  const actor = actorOf(person)
  const line = { mc: draft.mc, authorizationId: draft.id, now: at, actor }
  const billed = { id: draft.id, of: { ...sent, request: null, bill: draft.bill }, found }
  const granted = input.approveNow && (await grant(context, person, sent, claim, wish, ownerIds, billed))
  const to: StatusId = granted ? status.APPROVED : level > 0 ? status.PENDING_RECON : status.PENDING

  const events: EventRow[] = [
    level > 0
      ? event({ ...line, from: null, to }, eventCode.RECONSIDERATION_OPENED, { n: level, who: person.name })
      : event({ ...line, from: status.DRAFT, to }, eventCode.CREATED, { user: person.name }),
    ...judged.assignment.rerouted.map((away) =>
      event({ ...line, from: to, to }, eventCode.REROUTED, { user: away.name, date: away.until }),
    ),
  ]
  const outbox: OutboxRow[] = []
  context.write(relook(draft.mc, draft.id, { ...columns, silence_approves: silenceApproves(sent) }))
  context.write(sql.wish(draft.mc, draft.id, wish))
  context.write(
    rows.insertOwners(
      ownerRows(
        draft.mc,
        draft.id,
        ownerIds.map((userId) => ({ userId })),
        person.name,
        at,
        !granted,
      ),
    ),
  )
  if (granted) {
    for (const { of, reason } of granted.endings) {
      const ids = of.map((one) => one.id)
      if (ids.length > 0) context.write(endPriorAuths(draft.mc, ids, person.name, reason))
    }
    context.write(insertDecision(granted.written.decision))
    context.write(
      keep({
        kind: granted.written.decision.decision,
        at,
        decisionId: granted.written.decision.id,
        request: sent,
        from: status.DRAFT,
        to: status.APPROVED,
        person,
        by: person.name,
        owners: null,
        first: null,
        outcome: outcomeOf(granted.written.decision, granted.written.codes, granted.written.priorAuth),
        settings: settingsThen(draft.settings),
        advice: null,
        screen: null,
        versions: { portal: context.portal.version, screen: context.screen },
      }),
    )
    context.write(insertPriorAuth(granted.written.priorAuth!))
    // T05: the pharmacy is notified when one was chosen.
    const pharmacyNotified = draft.pharmacy_nabp !== ''
    if (pharmacyNotified) context.write(insertCallback(granted.written.callback))
    if (pharmacyNotified) outbox.push(...granted.written.outbox)
    events.push(
      ...granted.written.events
        .filter((one) => pharmacyNotified || one.event_code !== eventCode.CALLBACK_QUEUED)
        .map((one) => ({ ...one, old_status_id: to, new_status_id: to })),
      ...blockLines(granted.lifted, { mc: draft.mc, now: at, actor }, true),
    )
  } else
    outbox.push(
      toNotify({ mc: draft.mc, id: context.newId(), authorizationId: draft.id, happening: 'assigned', now: at }),
    )
  move(context, draft, { via: level > 0 ? 'reconsider' : 'create', to, now: at, by: person, events, outbox })
  // Only now: the database refuses another owner on a draft, which only its maker may see.
  context.write(
    startClock({
      ...(sent as never as Parameters<typeof startClock>[0]),
      owner_id: ownerIds[0]!,
      next_clock_at: granted ? null : sent.next_clock_at,
    }),
  )
  context.note({
    claims: [draft.stratus_claim_id],
    type: 'rx_authorization',
    id: draft.id,
    detail: { from: status.DRAFT, to, owners: ownerIds, codes: columns.reject_codes },
  })
  context.publishChange('authorizations')
  const peopleById = new Map(people.map((one) => [one.id, one]))
  return {
    success: true,
    authorizationId: draft.id,
    referenceNumber: draft.reference_number,
    authorizationStatusId: to,
    authorizationStatus: statusLabel(to),
    version: draft.version + 1,
    receivedAt: sent.request_received_at,
    statutoryDueAt: sent.statutory_due_at,
    dueArithmetic: sent.due_arithmetic,
    caseOwners: ownerIds.map((id) => {
      const row = peopleById.get(id)!
      return toAdjuster({ ...row, open_count: row.open_count + (granted ? 0 : 1) }, at)
    }),
    priorAuth: granted ? toPriorAuth(granted.written.priorAuth!) : null,
    warnings: [
      ...lateWords(sent, at),
      ...judged.assignment.warnings,
      ...(granted ? granted.warnings : []),
      ...(granted ? [] : blocking(claim.inForce, sent).map((block) => blockWords(block, draft.reconsiders))),
      ...examined.adjudication.warnings.map((warning) => warning.message),
    ],
  }
}
