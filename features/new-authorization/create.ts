import { insertOutbox } from '#platform/outbox.ts'
import type { OutboxRow } from '#platform/leaving.ts'
import { approvalReasons } from '#reference/approval-reasons.ts'
import { decide, type Deciding, type Verdict } from '#features/authorizations/decision/decide.ts'
import { decisionSettings, toPriorAuth } from '#features/authorizations/decision/held.ts'
import { keep, outcomeOf, settingsThen } from '#features/authorizations/decision/keep-record.ts'
import { approvalOf, approveOutcome, whyNotApprove } from '#features/authorizations/decision/rules.ts'
import { endPriorAuths } from '#features/authorizations/decision/sql.ts'
import { toAdjuster, toCandidate } from '#features/authorizations/owners/adjuster.ts'
import { assignment } from '#features/authorizations/owners/rules.ts'
import { named } from '#features/authorizations/owners/sql.ts'
import { event, type EventRow } from '#features/authorizations/rows.ts'
import { statusLabel, type StatusId } from '#features/authorizations/rules.ts'
import * as rows from '#features/authorizations/sql.ts'
import { toNotify } from '#features/notifications/outbox.ts'
import type { OutputOf } from '#platform/contract.ts'
import type { Asked, Asking } from '#platform/handler.ts'
import { notFound, refuse, type Why } from '#platform/refusal.ts'
import { asSent } from './answers.ts'
import type { newAuthorization } from './contract.ts'
import { refuseOldPrice } from './medication.ts'
import { claimRequestOf, examine, examinedColumns, ownerRows, sentColumns } from './prepare.ts'
import {
  doubled,
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

const overlaps = (a: { startDate: string; endDate: string }, b: { startDate: string; endDate: string }): boolean =>
  a.startDate <= b.endDate && b.startDate <= a.endDate

/** C051: the draft becomes a request (T04), a reconsideration of a denial (T23), or an approval of its maker (T05). */
export async function create(asked: Asked<Call>): Promise<OutputOf<Call>> {
  const { input, db, now } = asked
  const at = now.toISOString()
  const where = sql.byId(input.authorizationId)
  const emails = input.selectedCaseOwners.map((email) => email.trim().toLowerCase())
  const [person, , draft, found, claim, people] = await Promise.all([
    asked.who(),
    db.all(sql.lockClaim(sql.claimOfRequest(where))),
    db.one(sql.holdMade(where)),
    db.one(snapshotOfRequest(where)),
    db.one(sql.claimFound(sql.claimOfRequest(where))),
    db.all(named(emails)),
  ])
  refuse(whyNotUpdate(person))
  if (!draft || !found?.keys || !claim) return notFound()
  refuse(whyNotPrepare(person, { createAllowed: claim.create_allowed, mc: claim.mc }))
  refuse(whyNotSend({ statusId: draft.status_id, createdAt: draft.created_at }, at))
  const other = (field: string): Why => ({
    code: 'VALIDATION',
    field,
    message: 'The draft says otherwise. Prepare the request again.',
  })
  if (input.originalAuthId !== undefined && input.originalAuthId !== draft.original_auth_id)
    refuse(other('originalAuthId'))
  if (input.reconsiderationLevel !== undefined && input.reconsiderationLevel !== draft.reconsideration_level)
    refuse(other('reconsiderationLevel'))
  if (input.genericOrbrand !== undefined && input.genericOrbrand !== draft.generic_or_brand)
    refuse(other('genericOrbrand'))
  refuseOldPrice(input.awpEffectiveDate, found.drug?.awpEffectiveDate)
  const wish = {
    effective_date: input.effectiveDate ?? draft.wish?.effective_date ?? draft.date_of_service,
    expiration_date:
      input.authExpirationDate === undefined ? (draft.wish?.expiration_date ?? null) : input.authExpirationDate,
    drug_level: draft.wish?.drug_level ?? null,
  }
  refuse(whyNotWindow({ effectiveDate: wish.effective_date, expirationDate: wish.expiration_date }, draft.doi))

  const judged = assignment(
    emails,
    people.map(toCandidate),
    { mc: draft.mc, subCarrier: draft.sub_carrier },
    at,
    person.timeZone,
  )
  if (judged.why) return refuse({ ...judged.why, field: 'selectedCaseOwners' }) as never
  const chosen = judged.assignment.owners
  const ownerIds = chosen.map((owner) => owner.id)
  const original = { reconsiderationLevel: draft.reconsideration_level, originalDeciderId: draft.original_decider }
  refuse(whyNotReconsider(original, ownerIds))
  const open = doubled({ id: draft.id, gpi: draft.gpi, originalAuthId: draft.original_auth_id }, claim.open_requests)
  if (open)
    refuse({
      code: 'DUPLICATE',
      message: `Request ${open.referenceNumber} for this drug is open already.`,
      current: { authorizationId: open.id, referenceNumber: open.referenceNumber },
    })

  // A day may lie between preparing and sending: what counts is what the engine says now.
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
    }),
    found,
    at,
    'BUILD',
  )
  refuse(whyNotCovered(examined.adjudication.rejects, examined.adjudication.facts.firstFill))
  const columns = examinedColumns(examined)
  const sent = { ...draft, ...columns, ...sentColumns(draft, at) }
  const level = draft.reconsideration_level
  const actor = { type: 'user' as const, id: person.id, name: person.name }
  const line = { mc: draft.mc, authorizationId: draft.id, now: at, actor }
  const granted = input.approveNow && grant(asked, person, sent, claim, wish, ownerIds)
  const to: StatusId = granted ? 30 : level > 0 ? 24 : 20

  const events: EventRow[] = [
    level > 0
      ? event({ ...line, from: null, to }, 200, { n: level, who: person.name })
      : event({ ...line, from: 10, to }, 111, { user: person.name }),
    ...judged.assignment.rerouted.map((away) =>
      event({ ...line, from: to, to }, 181, { user: away.name, date: away.until }),
    ),
  ]
  const outbox: OutboxRow[] = []
  asked.write(sql.relook(draft.mc, draft.id, at, columns))
  asked.write(
    sql.send({
      ...(sent as never as Parameters<typeof sql.send>[0]),
      status_id: to,
      owner_id: ownerIds[0]!,
      completed_at: granted ? at : null,
      completed_by: granted ? person.id : null,
      completed_by_name: granted ? person.name : null,
      next_clock_at: granted ? null : sent.next_clock_at,
    }),
  )
  asked.write(sql.wish(draft.mc, draft.id, wish))
  asked.write(
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
    if (granted.ended.length > 0)
      asked.write(endPriorAuths(draft.mc, granted.ended, person.name, 'Replaced by a new approval'))
    asked.write(rows.insertDecision(granted.written.decision))
    asked.write(
      keep({
        kind: granted.written.decision.decision,
        at,
        decisionId: granted.written.decision.id,
        request: sent,
        from: 10,
        to: 30,
        person,
        by: person.name,
        owners: null,
        first: null,
        outcome: outcomeOf(granted.written.decision, granted.written.codes),
        settings: settingsThen(draft.settings),
        advice: null,
        screen: null,
        versions: { portal: asked.portal.version, screen: asked.screen },
      }),
    )
    asked.write(rows.insertPriorAuth(granted.written.priorAuth!))
    // T05: a pharmacy is told when one was chosen.
    const told = draft.pharmacy_nabp !== ''
    if (told) asked.write(rows.insertCallback(granted.written.callback))
    if (told) outbox.push(...granted.written.outbox)
    events.push(
      ...granted.written.events
        .filter((one) => told || one.event_code !== 300)
        .map((one) => ({ ...one, old_status_id: 30, new_status_id: 30 })),
    )
  } else
    outbox.push(
      toNotify({ mc: draft.mc, id: asked.newId(), authorizationId: draft.id, happening: 'assigned', now: at }),
    )
  asked.write(rows.insertEvents(events))
  if (outbox.length > 0) asked.write(insertOutbox(outbox))
  asked.note({
    claims: [draft.stratus_claim_id],
    type: 'rx_authorization',
    id: draft.id,
    detail: { from: 10, to, owners: ownerIds, codes: columns.reject_codes },
  })
  asked.bell('authorizations')
  const peopleById = new Map(people.map((one) => [one.id, one]))
  return {
    success: true,
    authorizationId: draft.id,
    referenceNumber: draft.reference_number,
    authorizationStatusId: to,
    authorizationStatus: statusLabel(to),
    version: draft.version + 1,
    caseOwners: ownerIds.map((id) => {
      const row = peopleById.get(id)!
      return toAdjuster({ ...row, open_count: row.open_count + (granted ? 0 : 1) }, at)
    }),
    priorAuth: granted ? toPriorAuth(granted.written.priorAuth!) : null,
    warnings: [...judged.assignment.warnings, ...examined.adjudication.warnings.map((warning) => warning.message)],
  }
}

/** T05: the same rules as an approval of a pending request; what two people must agree on is sent, not approved. */
function grant(
  asked: Asked<Call>,
  person: Asking,
  sent: sql.Made & ReturnType<typeof examinedColumns>,
  claim: sql.ClaimFound,
  wish: sql.Wish,
  ownerIds: string[],
) {
  const { input, now } = asked
  const now_ = input.approveNow!
  const at = now.toISOString()
  if (sent.reconsideration_level > 0)
    refuse({
      code: 'RULE',
      field: 'approveNow',
      message: 'A reconsideration is decided by another person than who asks for it.',
    })
  const settings = decisionSettings(sent)
  const authorization = asSent(sent as never as Parameters<typeof asSent>[0], claim, ownerIds)
  const reason =
    now_.priorauthReasonDesc?.trim() || approvalReasons.find((one) => one.id === now_.reasonId)?.reason || ''
  const wanted = {
    ...now_,
    startDate: wish.effective_date,
    endDate: wish.expiration_date ?? undefined,
    drugLevel: now_.drugLevel ?? wish.drug_level ?? undefined,
    priorauthReasonDesc: reason,
    note: input.note,
  }
  refuse(whyNotApprove(person, authorization, wanted, at, settings) as Why | undefined)
  const approval = approvalOf(person, authorization, wanted, at, settings)
  const outcome = approveOutcome(person, authorization, wanted, settings)
  if (outcome.statusId === 22)
    refuse({
      code: 'SAFETY_NEEDS_PHARMACIST',
      field: 'approveNow',
      message: `A pharmacist must clear ${outcome.waitsFor.join(', ')}. Send the request instead.`,
    })
  if (outcome.statusId === 25)
    refuse({ code: 'RULE', field: 'approveNow', message: 'A second person must agree. Send the request instead.' })
  const prefix = approval.drugLevel === 11 ? sent.gpi : sent.gpi.slice(0, approval.drugLevel)
  const overlapping = claim.permits.filter(
    (permit) => permit.kind === 'PERMIT' && prefix.startsWith(permit.gpiPrefix) && overlaps(permit, approval),
  )
  if (overlapping.length > 0 && !now_.supersede)
    refuse({
      code: 'DUPLICATE',
      field: 'approveNow.supersede',
      message: 'An active prior authorization already covers this. Replace it, or choose other dates.',
      current: { existingPriorAuths: overlapping },
    })
  const verdict: Verdict = {
    kind: 'APPROVE',
    startDate: approval.startDate,
    endDate: approval.endDate,
    oneTime: approval.oneTimeFill,
    level: approval.drugLevel,
    maxFills: approval.maxFills,
    maxQty: now_.maxQty ?? null,
    maxDays: now_.maxDays ?? null,
    codes: approval.clears,
    overrideAll: now_.overrideAllRejections ?? false,
    safetyIncluded: approval.safetyIncluded,
    safetyAck: now_.safetyAck ?? null,
    reasonId: now_.reasonId ?? null,
    reason: reason || 'Related to accepted injury',
    note: input.note ?? '',
  }
  // Undone, it would be a pending request: that is the status the decision says it came from.
  const written = decide(
    { ...(sent as never as Deciding), status_id: 20 },
    verdict,
    {
      id: person.id,
      name: person.name,
      actor: { type: 'user', id: person.id, name: person.name },
      timeZone: person.timeZone,
    },
    { decision: asked.newId(), priorAuth: asked.newId(), callback: asked.newId(), outbox: asked.newId() },
    at,
    asked.portal.settings.undoSeconds,
  )
  if (overlapping[0]) written.priorAuth!.supersedes_id = overlapping[0].id
  return { written, ended: overlapping.map((permit) => permit.id) }
}
