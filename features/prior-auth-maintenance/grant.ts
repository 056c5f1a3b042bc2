import { decisionSettings } from '#features/permissions/decision-settings.ts'
import { insertDecision } from '#features/decisions/sql.ts'
import { lockClaim } from '#features/claims/lock-sql.ts'
import { insertCallback } from '#features/callbacks/sql.ts'
import { priorAuthStatus, statusFromStart } from '#features/prior-auths/statuses.ts'
import { status, isOpen } from '#features/authorizations/statuses.ts'
import { eventCode } from '#features/authorizations/events.ts'
import * as lifecycle from '#features/authorizations/lifecycle.ts'
import { lapseFirst } from '#features/authorizations/lapse.ts'
import { silentOfClaim } from '#features/authorizations/lapse-sql.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import { isClearedBy } from '#features/prior-auths/findings.ts'
import { doubledBy } from '#features/prior-auths/reach.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { decide } from '#features/decisions/rows.ts'
import { keep, outcomeOf, settingsThen } from '#features/decisions/provenance.ts'
import { endPriorAuths, insertPriorAuth } from '#features/prior-auths/sql.ts'
import { actorOf, event } from '#features/authorizations/rows.ts'
import * as rows from '#features/authorizations/sql.ts'
import { asSent } from '#features/new-authorization/answers.ts'
import { claimRequestOf, draftRow, examine, ownerRows } from '#features/new-authorization/prepare.ts'
import { alreadyPermitted, whyNotPrepare } from '#features/new-authorization/rules.ts'
import { claimFound, claimNamed, wish } from '#features/new-authorization/sql.ts'
import type { OutputOf } from '#platform/calls/contract.ts'
import type { CallContext } from '#platform/calls/handler.ts'
import { invalid, notFound } from '#platform/calls/refusal.ts'
import { approvalReasons } from '#reference/approval-reasons.ts'
import { origin } from '#reference/origins.ts'
import { rejectionReasons } from '#reference/rejection-reasons.ts'
import { amend } from './amend.ts'
import { MONTH } from './widening.ts'
import { toLine } from './answers.ts'
import type { priorAuths } from './contract.ts'
import { asRejects, usualCodes, whyNotGrantNow, whyNotReplace, whyNotTouch } from './rules.ts'
import { whyNotStop } from './stopping.ts'
import * as sql from './sql.ts'
import { adjudicate } from '#features/adjudication/rules.ts'
import type { ClaimRequest } from '#features/adjudication/claim-request.ts'
import { columnOf } from '#features/decision-rights/override-matrix.ts'
import { asGranted } from '#features/snapshots/as-granted.ts'
import type { PriorAuthRow } from '#features/prior-auths/rows.ts'
import { toSnapshot, type SnapshotRow } from '#features/snapshots/sql.ts'
import type { Why } from '#platform/calls/refusal.ts'
import { blocked, permitted, whyNotAtLevel, whyNotNamed } from './verdict.ts'

type Call = (typeof priorAuths)['save']

/** Creates a prior authorization or block without a request to decide, or changes one. */
export function save(context: CallContext<Call>): Promise<OutputOf<Call>> {
  const { reason, priorauthReasonDesc = reason } = context.input
  if (reason !== undefined && reason !== priorauthReasonDesc)
    invalid('reason', 'This and priorauthReasonDesc say different things. Give one of them.')
  const as = { ...context, input: { ...context.input, priorauthReasonDesc } }
  return as.input.priorAuthOverrideRef === undefined ? grant(as) : amend(as)
}

/**
 * T05 without a draft: the engine finds the rejects for the drug, the decision rules say whether this user may
 * clear them, and a completed request made in the portal records the decision and its facts.
 */
async function grant(context: CallContext<Call>): Promise<OutputOf<Call>> {
  const { input, db, now } = context
  const at = now.toISOString()
  const kind = input.kind ?? 'PERMIT'
  context.refuse(whyNotNamed(input))
  const claim = claimNamed(input)
  const reference = input.referenceNumber
  const [person, , silent, found, of, names, request] = await Promise.all([
    context.who(),
    db.all(lockClaim(claim)),
    db.all(silentOfClaim(claim)),
    db.one(sql.snapshotOfGrant(claim, input)),
    db.one(claimFound(claim)),
    db.one(sql.namesOf(claim)),
    reference === undefined ? undefined : db.one(sql.requestOf(reference)),
  ])
  if (!found?.keys || !of || !names) return notFound()
  if (input.subCarrierCode !== undefined && input.subCarrierCode !== of.sub_carrier) return notFound()
  if (reference !== undefined && request?.stratus_claim_id !== of.id) return notFound()
  lapseFirst(silent, at)
  const settings = decisionSettings(of)
  const owners = of.owner_id === null ? [] : [of.owner_id]
  context.refuse(whyNotPrepare(person, { createAllowed: of.create_allowed, mc: of.mc }))
  context.refuse(
    whyNotTouch(person, { owner_ids: owners, supervised: of.supervised, sub_carrier: of.sub_carrier }, settings),
  )
  if (request && isOpen(request.status_id))
    context.refuse({ code: 'RULE', field: 'referenceNumber', message: 'That request is open: decide it instead.' })
  const { hcpcs } = input
  // A clinic line without an NDC has no product (14 digits, or the clinic's code).
  const bare = hcpcs !== undefined && input.ndc === undefined
  if (!bare && !found.drug)
    context.refuse({
      code: 'RULE',
      field: input.ndc === undefined ? 'gpi' : 'ndc',
      message: 'No product has this code.',
    })
  if (input.pharmacyNabp != null && !found.pharmacy)
    context.refuse({ code: 'VALIDATION', field: 'pharmacyNabp', message: 'No pharmacy has this number.' })
  if (input.prescriberNpi != null && !found.prescriber)
    context.refuse({ code: 'VALIDATION', field: 'prescriberNpi', message: 'No prescriber has this NPI.' })
  const drug = bare ? null : found.drug

  const today = dateIn(now.getTime(), person.timeZone)
  // What it replaces clears nothing any more: its findings are named again.
  const replaced =
    input.supersede && drug
      ? alreadyPermitted(
          found.prior_auths.map(({ ndc = null, ...one }) => ({ ...one, ndc })),
          drug,
        )
      : []
  const remaining = without(
    found.prior_auths,
    replaced.map(({ priorAuthId: id }) => ({ id })),
  )
  const examined = examine(
    claimRequestOf({
      channel: hcpcs ? origin.J_CODE : origin.PORTAL,
      ndc: drug?.ndc ?? '',
      quantity: input.maxQty ?? hcpcs?.units ?? input.maxDays ?? MONTH,
      daysSupply: input.maxDays ?? (hcpcs ? 1 : MONTH),
      dateOfService: input.startDate !== undefined && input.startDate < today ? input.startDate : today,
      pharmacyNabp: input.pharmacyNabp ?? '',
      prescriberNpi: input.prescriberNpi ?? '',
      ...(hcpcs && { mixture: { hcpcs } }),
    }),
    { ...found, prior_auths: remaining },
    at,
    'BUILD',
  )
  const uncleared = examined.adjudication.rejects
  const codes =
    kind === 'BLOCK'
      ? [...new Set([...uncleared.map((one) => one.rejectCode), ...(input.codes ?? [])])]
      : (input.codes ?? usualCodes(uncleared))
  const named = asRejects(codes, uncleared)
  if (named.why) return context.refuse(named.why)
  const judged = named.rejects
  if (kind === 'PERMIT') context.refuse(whyNotGrantNow(uncleared, codes))

  const id = context.newId()
  const row = draftRow({
    id,
    now: at,
    found,
    examined,
    makerId: person.id,
    originCode: origin.PORTAL,
    lastPaid: of.last_paid,
    reconsiderationLevel: 0,
    originalAuthId: null,
  })
  const { delivery_type_id: _dispenser, ...asked } = asSent(row, of, [person.id])
  // A block in advance denies no bill: there is none to explain, and anybody may dispense the drug.
  const authorization =
    kind === 'BLOCK'
      ? { ...asked, rejects: judged, claim_channel_type: origin.PORTAL, ...(drug && { drug: productOf(drug) }) }
      : { ...asked, rejects: judged }
  const reasons: readonly { id: number; reason: string }[] = kind === 'BLOCK' ? rejectionReasons : approvalReasons
  const reason = input.priorauthReasonDesc?.trim() || reasons.find((one) => one.id === input.reasonId)?.reason || ''
  const judging = { person, authorization, codes, reason, at, settings, input }
  const decided = kind === 'PERMIT' ? permitted(context, judging) : blocked(context, judging)
  const level = decided.level!
  context.refuse(whyNotAtLevel(input, level))
  const prefix = level === 11 ? row.gpi : row.gpi.slice(0, level)
  const window = { startDate: decided.startDate!, endDate: decided.endDate! }
  const brandFlag = input.brandFlag ?? decided.brandFlag ?? '*'
  const doubled = doubledBy(of.inForce, { kind, gpiPrefix: prefix, brandFlag, rxNumber: null, ...window })
  if (doubled.length > 0 && !input.supersede)
    context.refuse({
      code: 'DUPLICATE',
      field: 'supersede',
      message: 'An active prior authorization already covers this. Replace it, or choose other dates.',
      current: { existingPriorAuths: doubled },
    })

  context.refuse(whyNotReplace(of.juris_state, doubled, at, 'supersede'))
  if (kind === 'BLOCK')
    context.refuse(whyNotStop(of.juris_state, of.inForce, { ...window, level, prefix, rxNumber: null }, at))

  const to = kind === 'PERMIT' ? status.APPROVED : status.REJECTED
  const actor = actorOf(person)
  const written = decide(
    {
      ...row,
      status_id: status.PENDING,
      rejects: judged,
      reject_codes: [...new Set([...row.reject_codes, ...codes])],
    },
    decided,
    { id: person.id, name: person.name, actor, timeZone: person.timeZone },
    { decision: context.newId(), priorAuth: context.newId(), callback: context.newId(), outbox: context.newId() },
    at,
    context.portal.settings.undoSeconds,
  )
  const made = {
    ...written.priorAuth!,
    brand_flag: brandFlag,
    max_cost_per_fill: input.maxCost ?? written.priorAuth!.max_cost_per_fill,
    pharmacy_nabp: input.pharmacyNabp ?? null,
    prescriber_npi: input.prescriberNpi ?? null,
    supersedes_id: doubled[0]?.id ?? null,
    // A window that ends before its adjudicator keys it is still queued; one that begins later is future.
    status_id:
      kind === 'BLOCK'
        ? priorAuthStatus.BLOCK_ACTIVE
        : !of.auto_pa
          ? priorAuthStatus.QUEUED
          : statusFromStart(window.startDate, today),
  }
  const pharmacyNotified = kind === 'PERMIT' && input.pharmacyNabp != null
  if (pharmacyNotified)
    context.refuse(
      whyNotNotify(examined.request, { ...found, prior_auths: without(found.prior_auths, doubled) }, made, at),
    )
  if (doubled.length > 0)
    context.write(
      endPriorAuths(
        of.mc,
        doubled.map((one) => one.id),
        person.name,
        `Replaced by ${made.override_ref}`,
      ),
    )
  lifecycle.create(
    context,
    {
      ...row,
      status_id: to,
      completed_at: at,
      completed_by: person.id,
      completed_by_name: person.name,
      next_clock_at: null,
    },
    kind === 'PERMIT'
      ? [
          { via: 'build', to: status.DRAFT },
          { via: 'create', to: status.APPROVED },
        ]
      : [
          { via: 'build', to: status.DRAFT },
          { via: 'create', to: status.PENDING },
          { via: 'reject', to: status.REJECTED },
        ],
  )
  // There is no bill: a reconsideration (T23) reads the line from here.
  if (hcpcs)
    context.write(
      wish(
        of.mc,
        id,
        { effective_date: window.startDate, expiration_date: window.endDate, drug_level: level },
        { pharmacyNabp: input.pharmacyNabp ?? '', hcpcs, prescription: { quantity: row.quantity } },
      ),
    )
  context.write(rows.insertOwners(ownerRows(of.mc, id, [{ userId: person.id }], person.name, at, false)))
  context.write(insertDecision(written.decision))
  context.write(
    keep({
      kind: written.decision.decision,
      at,
      decisionId: written.decision.id,
      request: { ...row, rejects: judged as typeof row.rejects },
      from: null,
      to,
      person,
      by: person.name,
      owners: null,
      first: null,
      outcome: outcomeOf(written.decision, written.codes, made),
      settings: settingsThen(of.settings),
      advice: null,
      screen: null,
      versions: { portal: context.portal.version, screen: context.screen },
    }),
  )
  context.write(insertPriorAuth(made))
  if (pharmacyNotified) {
    context.write(insertCallback(written.callback))
    context.write(insertOutbox(written.outbox))
  }
  const line = { mc: of.mc, authorizationId: id, now: at, actor }
  context.write(
    rows.insertEvents([
      event({ ...line, from: null, to: status.DRAFT }, eventCode.DRAFT_PREPARED, { user: person.name }),
      event(
        { ...line, from: status.DRAFT, to: kind === 'PERMIT' ? status.APPROVED : status.PENDING },
        eventCode.CREATED,
        { user: person.name },
      ),
      ...written.events
        .filter((one) => pharmacyNotified || one.event_code !== eventCode.CALLBACK_QUEUED)
        .map((one) => (kind === 'PERMIT' ? { ...one, old_status_id: to, new_status_id: to } : one)),
    ]),
  )
  context.note({
    claims: [of.id],
    type: 'prior_auth',
    id: made.id,
    detail: {
      authorizationId: id,
      kind,
      level,
      prefix,
      ...window,
      codes: decided.codes,
      ...(reference && { reference }),
    },
  })
  context.publishChange('authorizations')
  const left = uncleared.filter((one) => !isClearedBy(decided, one, judged))
  return {
    success: true,
    priorAuth: toLine({
      ...made,
      ...names,
      status_today: made.status_id,
      claim_number: of.claim_number,
      reference_number: row.reference_number,
      fills: [],
    }),
    warnings: [
      ...(kind === 'PERMIT' ? left.map((one) => `Code ${one.rejectCode} is not cleared: ${one.message}.`) : []),
      ...(made.status_id === priorAuthStatus.QUEUED ? ['It takes effect after manual entry.'] : []),
    ],
  }
}

/** What a reason may say of a product. */
const productOf = ({ otc = false, repackaged = false }: { otc?: boolean; repackaged?: boolean }) => ({
  otc,
  repackaged,
})

const without = <One extends { priorAuthId: string }>(all: readonly One[], ended: readonly { id: string }[]): One[] =>
  all.filter(({ priorAuthId }) => !ended.some(({ id }) => id === priorAuthId))

/** Why no pharmacy is notified of this prior authorization: its claim would stop all the same. */
function whyNotNotify(
  request: ClaimRequest,
  found: SnapshotRow,
  made: PriorAuthRow,
  now: string,
): Why<'RULE'> | undefined {
  const day = request.dateOfService ?? made.start_date
  const later = made.start_date > day
  const claim = later ? { ...request, dateOfService: made.start_date } : request
  const snap = toSnapshot(found, later ? `${made.start_date}T17:00:00.000Z` : now)
  const { rejects } = adjudicate(claim, snap, { mode: 'TRIAL', assumePa: asGranted(made) })
  const left = rejects.find((reject) => columnOf(reject) !== 'data')
  return (
    left && {
      code: 'RULE',
      field: 'codes',
      message: `The pharmacy would be notified of an approval that does not pay: ${left.rejectCode} would stop the claim. Clear ${left.rejectCode} too, or leave the pharmacy out.`,
    }
  )
}
