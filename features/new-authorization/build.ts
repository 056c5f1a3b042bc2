import { decisionSettings } from '#features/permissions/decision-settings.ts'
import { origin as origins } from '#reference/origins.ts'
import { isBill } from '#features/deadlines/which-pack.ts'
import { usDate } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { editRules } from '#features/decisions/edit-rules.ts'
import { whyNotMove } from '#features/decision-rights/moves.ts'
import { nextLevel } from '#features/decision-rights/reconsider-until.ts'
import { toAdjuster } from '#features/owners/adjuster.ts'
import { candidates } from '#features/owners/sql.ts'
import { actorOf, event } from '#features/authorizations/rows.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { create } from '#features/authorizations/lifecycle.ts'
import { status } from '#features/authorizations/statuses.ts'
import type { CallContext } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import type { OutputOf } from '#platform/calls/contract.ts'
import { arrivalOf, lateWords, whyNotArrived } from './arrival.ts'
import { leftToPharmacist, whyNotAtOnce } from './approve-at-once.ts'
import { asSent, suggested, toMedication, toRejectLines } from './answers.ts'
import { lacksProduct, saidOf, whyNotNewLine, whyNotSaid } from '#features/snapshots/clinic-line.ts'
import type { newAuthorization } from './contract.ts'
import { claimRequestOf, draftRow, examine } from './prepare.ts'
import {
  alreadyPermitted,
  blocking,
  blockWords,
  doubled,
  whyNotBillDay,
  whyNotCovered,
  whyNotOrigin,
  whyNotPrepare,
  whyNotWindow,
} from './rules.ts'
import { snapshotOfDraft } from './snapshots.ts'
import * as sql from './sql.ts'

type Call = (typeof newAuthorization)['build']

/**
 * T03: creates a draft and evaluates it with the engine. Only its maker sees the draft; it is
 * deleted after a day when it is not sent.
 */
export async function build(context: CallContext<Call>): Promise<OutputOf<Call>> {
  const { input, db, now } = context
  const at = now.toISOString()
  const original = input.originalAuthId
  const named = [input.stratusClaimId, input.esiClaimId, input.subscriberNumber, input.customerClaimNumber].some(
    Boolean,
  )
  if (!named && original === undefined)
    context.refuse({ code: 'VALIDATION', field: 'stratusClaimId', message: 'Enter a claim.' })
  if (original === undefined) {
    if (input.ndc === undefined && input.gpi === undefined && !input.hcpcs)
      context.refuse({ code: 'VALIDATION', field: 'ndc', message: 'Enter a drug: an NDC or a drug code.' })
    context.refuse(whyNotNewLine(input))
    if (input.quantity === undefined && !input.hcpcs)
      context.refuse({ code: 'VALIDATION', field: 'quantity', message: 'Enter a quantity above 0.' })
    if (input.daysSupply === undefined && !input.hcpcs)
      context.refuse({ code: 'VALIDATION', field: 'daysSupply', message: 'Enter 1 to 365 days.' })
    if (input.reconsiderationLevel)
      context.refuse({
        code: 'VALIDATION',
        field: 'originalAuthId',
        message: 'Choose the decision to reconsider.',
      })
  } else if (input.hcpcs)
    context.refuse({ code: 'VALIDATION', field: 'hcpcs', message: 'A reconsideration is of the line that was billed.' })
  const { claim, ndc, read } = snapshotOfDraft(input, named)
  const [person, found, of, decided, people] = await Promise.all([
    context.who(),
    db.one(read),
    db.one(sql.claimFound(claim, sql.gpiOf(ndc))),
    original === undefined ? undefined : db.one(sql.lookMade(sql.byId(original))),
    db.all(candidates(sql.claimRow(claim))),
  ])
  if (!found?.keys || !found.claim || !of) return notFound()
  if (original !== undefined && decided?.stratus_claim_id !== of.id) return notFound()
  const origin =
    original !== undefined && input.originCode === origins.PORTAL ? origins.RECONSIDERATION : input.originCode
  if (
    input.masterCarrierCode !== undefined &&
    input.masterCarrierCode !== of.mc &&
    origin !== origins.CLAIMANT_REIMBURSEMENT
  )
    return notFound()
  context.refuse(whyNotPrepare(person, { createAllowed: of.create_allowed, mc: of.mc }))
  context.refuse(whyNotOrigin(origin, input.masterCarrierCode, of.mc))
  const { hcpcs } = input
  const quantity = input.quantity ?? hcpcs?.units ?? decided?.quantity ?? 0
  const pharmacyNabp = input.pharmacyNabp ?? decided?.pharmacy_nabp ?? ''
  const said = decided ? saidOf(decided, quantity, pharmacyNabp) : hcpcs && { hcpcs }
  if (decided) context.refuse(whyNotSaid(input, decided, said))
  const bare = decided ? lacksProduct(decided) : hcpcs !== undefined && input.ndc === undefined
  const drug = bare ? null : found.drug
  if (!bare && !drug)
    context.refuse({
      code: 'RULE',
      field: input.ndc === undefined ? 'gpi' : 'ndc',
      message: 'No product has this code.',
    })
  if (input.pharmacyNabp !== undefined && !found.pharmacy)
    context.refuse({ code: 'VALIDATION', field: 'pharmacyNabp', message: 'No pharmacy has this number.' })
  if (input.prescriberId !== undefined && !found.prescriber)
    context.refuse({ code: 'VALIDATION', field: 'prescriberId', message: 'No prescriber has this id.' })
  if (drug && input.genericOrbrand !== undefined && (input.genericOrbrand === 'G') !== (drug.brandFlag === 'G'))
    context.refuse({
      code: 'VALIDATION',
      field: 'genericOrbrand',
      message: drug.brandFlag === 'G' ? 'This product is a generic.' : 'This product is a brand.',
    })
  let level = 0
  if (decided) {
    context.refuse(whyNotMove(person, decided, 'reconsider', at, decisionSettings(decided)))
    level = nextLevel({
      jurisState: decided.juris_state,
      channelType: decided.claim_channel_type,
      level: decided.reconsideration_level,
    })
    if (input.reconsiderationLevel !== undefined && input.reconsiderationLevel !== level)
      context.refuse({ code: 'VALIDATION', field: 'reconsiderationLevel', message: `The next level is ${level}.` })
    if (drug && drug.gpi.slice(0, 10) !== decided.gpi.slice(0, 10))
      context.refuse({ code: 'RULE', field: 'ndc', message: 'Another drug is another request.' })
  }

  const today = dateIn(now.getTime(), person.timeZone)
  // A reconsidered bill stays a bill: it is not urgent and keeps its day and the deadline of bills.
  const bill = decided && isBill(decided.claim_channel_type) ? decided : undefined
  if (bill) context.refuse(whyNotBillDay(bill, input.effectiveDate))
  const effectiveDate = bill?.date_of_service ?? input.effectiveDate ?? today
  const wish = {
    effective_date: effectiveDate,
    expiration_date: input.authExpirationDate ?? null,
    drug_level: input.drugLevel ?? null,
  }
  context.refuse(whyNotWindow({ effectiveDate, expirationDate: wish.expiration_date }, of.doi))
  const request = claimRequestOf({
    channel: bill?.claim_channel_type ?? (hcpcs && origin === origins.PORTAL ? origins.J_CODE : origin),
    deliveryType: decided?.delivery_type_id,
    ndc: drug?.ndc ?? '',
    quantity,
    daysSupply: input.daysSupply ?? decided?.days_supply ?? 1,
    dateOfService: effectiveDate < today ? effectiveDate : today,
    pharmacyNabp: found.pharmacy?.nabp ?? '',
    prescriberNpi: found.prescriber?.npi ?? '',
    rxNumber: decided?.rx_number,
    refillsAuthorised: decided?.refills_authorised,
    mixture: said,
  })
  const examined = examine(request, { ...found, drug }, at, 'BUILD')
  context.refuse(whyNotCovered(examined.adjudication.rejects, examined.adjudication.facts.firstFill))

  const coming = {
    jurisState: found.claim.jurisState,
    channel: request.channel,
    level,
    dateOfInjury: of.doi,
    deniedAt: decided?.completed_at ?? null,
  }
  context.refuse(whyNotArrived(input, coming, at))

  const id = context.newId()
  const row = draftRow({
    id,
    now: at,
    found,
    examined,
    makerId: person.id,
    originCode: origin,
    lastPaid: bare ? null : of.last_paid,
    reconsiderationLevel: level,
    originalAuthId: original ?? null,
    arrival: arrivalOf(input, coming, at),
  })
  const settings = decisionSettings(of)
  const owners = suggested(
    people,
    { mc: row.mc, subCarrier: row.sub_carrier, level, originalDeciderId: decided?.completed_by ?? null },
    at,
  )
  const open = doubled(
    { id, gpi: row.gpi, originalAuthId: original ?? null, dateOfService: row.date_of_service },
    of.open_requests,
  )
  const approvals = alreadyPermitted(of.inForce, row)
  const blocks = blocking(of.inForce, row)
  const reconsiders = decided ? [decided.id, ...decided.reconsiders] : []
  // The log of a reconsideration begins with its opening (event 200): what comes before carries no status.
  const to = level > 0 ? null : status.DRAFT
  const logged = { mc: row.mc, authorizationId: id, now: at, actor: actorOf(person), from: null, to }
  create(context, row, [{ via: 'build', to: status.DRAFT }], {
    events: [event(logged, eventCode.DRAFT_PREPARED, { user: person.name })],
  })
  const sent = asSent(row, of, [person.id])
  const line = said?.hcpcs && {
    pharmacyNabp,
    hcpcs: said.hcpcs,
    prescription: { quantity },
    ...(said.pricing && { pricing: said.pricing }),
  }
  context.write(sql.wish(row.mc, id, wish, line))
  context.note({
    claims: [of.id],
    type: 'rx_authorization',
    id,
    detail: { to: status.DRAFT, origin, level, codes: row.reject_codes },
  })
  return {
    success: true,
    authorizationId: id,
    referenceNumber: row.reference_number,
    authorizationStatusId: status.DRAFT,
    version: row.version,
    receivedAt: row.request_received_at,
    statutoryDueAt: row.statutory_due_at,
    dueArithmetic: row.due_arithmetic,
    outcome: examined.adjudication.outcome === 'P' ? 'PAID' : 'REJECTED',
    medication: toMedication(row, drug, wish),
    rejects: toRejectLines(row, person, settings),
    estimatedCost: row.estimated_cost,
    mmeAfter: row.mme_after,
    clinicalConsiderations: examined.considerations,
    editRules: editRules(person, {
      authorization: sent,
      action: 'approve',
      now: at,
      settings,
    }),
    caseOwners: owners.map((one) => toAdjuster(one, at)),
    duplicates: [
      ...(open
        ? [{ kind: 'REQUEST' as const, id: open.id, reference: open.referenceNumber, startDate: null, endDate: null }]
        : []),
      ...[...approvals, ...blocks].map((one) => ({
        kind: one.kind === 'BLOCK' ? ('BLOCK' as const) : ('PRIOR_AUTH' as const),
        id: one.id,
        reference: one.overrideRef,
        startDate: one.startDate,
        endDate: one.endDate,
      })),
    ],
    whyNotApprove: whyNotAtOnce(person, sent, level, at, settings),
    leftToPharmacist: [...leftToPharmacist(person, sent, level, at, settings)],
    reconsiderationLevel: level,
    warnings: [
      ...lateWords(row, at),
      ...(examined.adjudication.outcome === 'P'
        ? ['As things stand this would be paid without an authorization.']
        : []),
      ...(open ? [`Request ${open.referenceNumber} for this drug is open already.`] : []),
      ...approvals.map(
        (approval) => `${approval.overrideRef} already covers this drug until ${usDate(approval.endDate)}.`,
      ),
      ...blocks.map((block) => blockWords(block, reconsiders)),
      ...examined.adjudication.warnings.map((warning) => warning.message),
    ],
  }
}
