import { findingsOf } from '#features/prior-auths/findings.ts'
import type { PriorAuthRow } from '#features/prior-auths/rows.ts'
import { priorAuthStatus } from '#features/prior-auths/statuses.ts'
import type { Adjudication, Consideration, Recommendation } from '#features/adjudication/answer.ts'
import type { ClaimRequest } from '#features/adjudication/claim-request.ts'
import type { DrugFacts } from '#features/adjudication/snapshot.ts'
import type { ClaimKeys } from '#features/claims/claim-keys.ts'
import type { RequestKind } from '#reference/jurisdictions/rule-pack.ts'
import { claimDay } from '#features/claims/claim-day.ts'
import { dueAt, type ClockEvents } from '#features/deadlines/due.ts'
import { packFor, requestKind } from '#features/deadlines/which-pack.ts'
import { origin } from '#reference/origins.ts'
import { eventCode } from './events.ts'
import type { Step } from './lifecycle.ts'
import { status } from './statuses.ts'
import {
  engine,
  event,
  type AuthorizationRow,
  type DecisionRow,
  type EventRow,
  type OwnerRow,
  type Shown,
} from './rows.ts'

/** Who a new request goes to, in order, as routing decided. */
export type Routed = {
  userId: string
  name: string
  /** Set when this user is the delegate of somebody away; `until` is the day in words, as `backOn` writes it. */
  insteadOf?: { name: string; until: string }
}

export type Raise = {
  id: string
  transactionId: string
  referenceNumber: string
  now: string
  keys: ClaimKeys
  jurisState: string
  request: ClaimRequest
  adjudication: Adjudication
  drug: DrugFacts | null
  pharmacyName: string
  owners: readonly Routed[]
  /** When support is notified that nobody can take it; left out or null when somebody can. */
  alarmAt?: string | null
  considerations: Consideration[]
  recommendation: Recommendation | null
  lastPaidCost: number | null
}
/** `step` is the transition that makes the row. */
export type Raised = { authorization: AuthorizationRow; step: Step; owners: OwnerRow[]; events: EventRow[] }

const digitsOf = (hex: string): string => BigInt(`0x${hex}`).toString()

/** `count` digits drawn from the random part of an id: references and transaction numbers that reveal nothing. */
export const digits = (id: string, count: number): string =>
  digitsOf(id.replaceAll('-', '').slice(13)).padStart(count, '0').slice(-count)

/** The twelve digits people say on the phone for what a pharmacy sent; those that begin with 9 are the portal's. */
export const pharmacyReference = (id: string): string => digits(id, 12).replace(/^9/, '0')
/** The twelve digits of what somebody made in the portal. */
export const portalReference = (id: string): string => `9${digits(id, 11)}`

/** Two lines of a list: what the drug is, and its strength and form. */
export function drugWords(drug: DrugFacts | null, fallback: string): { name: string; strength: string } {
  if (!drug) return { name: fallback, strength: '' }
  const tail = ` ${drug.strength} ${drug.form}`
  if (drug.name.endsWith(tail)) return { name: drug.name.slice(0, -tail.length), strength: tail.trim() }
  return {
    name: drug.name,
    strength: drug.name.includes(drug.strength) ? drug.form : `${drug.strength} ${drug.form}`.trim(),
  }
}

const shownOf = (of: Raise): Shown => ({
  facts: of.adjudication.facts,
  pricing: of.adjudication.pricing,
  considerations: of.considerations,
  recommendation: of.recommendation,
  trace: of.adjudication.trace,
  warnings: of.adjudication.warnings,
})

/** When the state's clock runs out for a request received now, and how that was counted. */
export function dueFor(
  jurisState: string,
  receivedAt: string,
  channel: ClockEvents['channel'] = 'electronic',
  kind: RequestKind = 'prospective',
  recommendedOn: string | null = null,
) {
  const pack = packFor(jurisState, kind, receivedAt)
  return { pack, due: dueAt(pack, { receivedAt, channel, recommendedOn }) }
}

/**
 * 461-EU "medical certification": the prescriber certifies that waiting endangers health, and the expedited clock runs
 * where the state has one.
 */
const isUrgent = (request: ClaimRequest): boolean => request.prescription?.paType === '2'
const clockOf = (request: ClaimRequest): RequestKind => requestKind(request.channel, 0, isUrgent(request))

/**
 * T01: the engine stopped a claim that a person must decide. Everything that is written then, but the transaction itself.
 */
export function raise(of: Raise): Raised {
  const { request, adjudication, drug, keys } = of
  const rx = request.prescription ?? {}
  const written = claimDay(rx.dateWritten)
  const { due } = dueFor(of.jurisState, of.now, 'electronic', clockOf(request), written)
  const words = drugWords(drug, adjudication.facts.drugName ?? 'Compound')
  const waiting = request.channel === origin.RETAIL
  const mustFix = adjudication.pending.pharmacyMustFix
  const authorization: AuthorizationRow = {
    mc: keys.mc,
    id: of.id,
    sub_carrier: keys.subCarrier,
    group_code: keys.groupCode,
    stratus_claim_id: keys.claimId,
    reference_number: of.referenceNumber,
    status_id: status.PENDING,
    origin_code: request.channel,
    claim_channel_type: request.channel,
    delivery_type_id: request.deliveryType ?? 1,
    juris_state: of.jurisState,
    request_received_at: of.now,
    received_how: null,
    posted_on: null,
    urgent: isUrgent(request),
    concurrent: false,
    completed_at: null,
    completed_by: null,
    completed_by_name: null,
    statutory_due_at: due.dueAt,
    due_pack: `${due.packId} v${due.packVersion}`,
    due_arithmetic: due.arithmetic,
    next_clock_at: of.now, // at its next turn the clock works out the rungs, in the carrier's hours
    escalated: false,
    escalation_level: 0,
    escalated_at: null,
    snoozed_until: null,
    snooze_hours_total: 0,
    snoozed_by: null,
    reconsideration_level: 0,
    original_auth_id: null,
    superseded_by: null,
    trigger_transaction_id: of.transactionId,
    last_transaction_id: of.transactionId,
    resubmission_count: 0,
    last_submitted_at: of.now,
    pharmacy_nabp: request.pharmacyNabp ?? '',
    pharmacy_waiting: waiting,
    prescriber_npi: request.prescriber?.npi ?? '',
    owner_id: of.owners[0]?.userId ?? null,
    rx_number: rx.rxNumber ?? '',
    fill_number: rx.fillNumber ?? 0,
    refills_authorised: rx.refillsAuthorised ?? 0,
    date_written: written,
    date_of_service: claimDay(request.dateOfService) ?? of.now.slice(0, 10),
    ndc: drug?.ndc ?? '',
    gpi: drug?.gpi ?? adjudication.facts.gpi ?? '',
    drug_name: words.name,
    strength: words.strength,
    generic_or_brand: drug === null || drug.brandFlag === 'G' ? 'G' : 'B',
    daw: rx.daw ?? '0',
    dea_schedule: drug?.dea ?? null,
    quantity: rx.quantity ?? request.hcpcs?.units ?? 1,
    days_supply: rx.daysSupply ?? 1,
    compound_code: Number(rx.compoundCode ?? 0),
    estimated_cost: adjudication.pricing?.paid ?? adjudication.facts.estimatedCost,
    last_paid_cost: of.lastPaidCost,
    mme_current: adjudication.facts.mme ? Math.round(adjudication.facts.mme.now * 10) / 10 : null,
    mme_after: adjudication.facts.mme ? Math.round(adjudication.facts.mme.after * 10) / 10 : null,
    rejects: adjudication.rejects,
    reject_codes: adjudication.codes,
    must_also_fix: mustFix.map((reject) => `${reject.rejectCode}: ${reject.fixHint}`),
    first_approval: null,
    shown: shownOf(of),
    auto_pa: keys.autoPa,
    passthru: {},
    clock_state: of.alarmAt ? { alarmAt: of.alarmAt } : {},
    version: 1,
    created_at: of.now,
    updated_at: of.now,
  }
  const at = { mc: keys.mc, authorizationId: of.id, now: of.now, from: null, to: status.PENDING }
  const events: EventRow[] = [
    event({ ...at, actor: { type: 'pharmacy', id: null, name: of.pharmacyName } }, eventCode.RECEIVED, {
      pharmacy: of.pharmacyName,
      rejects: adjudication.codes.join(', '),
    }),
  ]
  for (const owner of of.owners) {
    if (owner.insteadOf)
      events.push(
        event({ ...at, from: status.PENDING, actor: engine }, eventCode.REROUTED, {
          user: owner.insteadOf.name,
          date: owner.insteadOf.until,
        }),
      )
  }
  return { authorization, step: { via: 'receive', to: status.PENDING }, owners: ownersOf(of), events }
}

const ownersOf = (of: Raise): OwnerRow[] =>
  of.owners.map((owner, at) => ({
    mc: of.keys.mc,
    authorization_id: of.id,
    user_id: owner.userId,
    position: at + 1,
    open: true,
    assigned_by: 'RxDocket',
    assigned_at: of.now,
  }))

export type Cleared = Raised & { decision: DecisionRow | null; priorAuth: PriorAuthRow | null }

/**
 * T29, T30: a rule or a bypass cleared the claim and it paid; the complete row is kept, so that the robot's work can be
 * read.
 */
export function raiseCleared(of: Raise & { decisionId: string; priorAuthId: string; todayPaid: boolean }): Cleared {
  const raised = raise(of)
  const { adjudication, keys, drug } = of
  const auto = adjudication.autoRule
  const to = auto ? status.AUTO_APPROVED : status.BYPASSED
  const codes = auto?.codes ?? adjudication.bypassUsed?.codes ?? []
  const cause = auto
    ? `rule ${auto.id}`
    : adjudication.bypassUsed?.bypassId
      ? `bypass (${adjudication.bypassUsed.reason.toLowerCase().replaceAll('_', ' ')})`
      : 'transition of care'
  const authorization: AuthorizationRow = {
    ...raised.authorization,
    status_id: to,
    completed_at: of.now,
    completed_by: null,
    completed_by_name: 'RxDocket',
    next_clock_at: null,
    pharmacy_waiting: false,
    reject_codes: codes,
    rejects: adjudication.cleared.filter((one) => one.by !== 'PRIOR_AUTH').map((one) => one.reject),
  }
  const at = { mc: keys.mc, authorizationId: of.id, now: of.now, actor: engine }
  const events = [
    event(
      { ...at, actor: { type: 'pharmacy', id: null, name: of.pharmacyName }, from: null, to: null },
      eventCode.RECEIVED,
      {
        pharmacy: of.pharmacyName,
        rejects: codes.join(', '),
      },
    ),
    auto
      ? event({ ...at, from: null, to }, eventCode.AUTO_APPROVED, { rule: `${auto.id} (${auto.name})` })
      : event({ ...at, from: null, to }, eventCode.BYPASSED, {
          cause,
          ...(adjudication.bypassUsed?.bypassId && { bypassId: adjudication.bypassUsed.bypassId }),
        }),
  ]
  const day = authorization.date_of_service
  const decision: DecisionRow = {
    mc: keys.mc,
    authorization_id: of.id,
    id: of.decisionId,
    decision: auto ? 'AUTO' : 'BYPASS',
    decided_by: null,
    decided_by_name: 'RxDocket',
    at: of.now,
    start_date: day,
    end_date: day,
    one_time: true,
    drug_level: 14,
    override_all: false,
    safety_included: false,
    safety_ack_text: null,
    reason_id: null,
    reason_desc: auto ? auto.name : `Cleared by ${cause}`,
    note: '',
    max_fill: 1,
    max_qty: null,
    max_days: null,
    rejects: codes.map((rejectCode) => ({ rejectCode, override: true })),
    second_approver: null,
    second_approver_name: null,
    shown: { rule: cause },
    undone_at: null,
    undone_by_name: null,
  }
  // A fill counts once: where a prior authorization cleared the other codes, the fill is its own and the rule writes none.
  const priorAuth: PriorAuthRow | null =
    auto && !adjudication.priorAuthUsed
      ? {
          mc: keys.mc,
          id: of.priorAuthId,
          sub_carrier: keys.subCarrier,
          stratus_claim_id: keys.claimId,
          authorization_id: of.id,
          override_ref: `PA${digits(of.priorAuthId, 10)}`,
          kind: 'PERMIT',
          status_id: of.todayPaid ? priorAuthStatus.USED_UP : priorAuthStatus.ACTIVE,
          level: 14,
          gpi_prefix: authorization.gpi,
          ndc: null,
          brand_flag: drug?.brandFlag ?? '*',
          drug_name: drug?.name ?? authorization.drug_name,
          start_date: day,
          end_date: day,
          one_time: true,
          max_fills: 1,
          fills_used: of.todayPaid ? 1 : 0,
          max_qty_per_fill: authorization.quantity,
          max_days_per_fill: authorization.days_supply,
          max_cost_per_fill: null,
          pharmacy_nabp: null,
          prescriber_npi: null,
          rx_number: null,
          codes_cleared: codes,
          findings: findingsOf(authorization.rejects),
          override_all: false,
          safety_included: false,
          safety_tier: null,
          reason_id: null,
          reason_desc: auto.name,
          created_source: 'AUTO',
          supersedes_id: null,
          terminated_by: null,
          terminated_reason: null,
          created_at: of.now,
          created_by_name: 'RxDocket',
          version: 1,
        }
      : null
  return {
    authorization,
    step: { via: auto ? 'autoApprove' : 'bypass', to },
    owners: raised.owners.map((owner) => ({ ...owner, open: false })),
    events,
    decision,
    priorAuth,
  }
}

/** T02: the pharmacy sends the same prescription again while the request is open. */
export function resubmitted(of: {
  mc: string
  authorizationId: string
  now: string
  attempt: number
  pharmacyName: string
  statusId: number
}): EventRow {
  return event(
    {
      mc: of.mc,
      authorizationId: of.authorizationId,
      now: of.now,
      actor: { type: 'pharmacy', id: null, name: of.pharmacyName },
      from: of.statusId,
      to: of.statusId,
    },
    eventCode.RESUBMITTED,
    { n: of.attempt },
  )
}
