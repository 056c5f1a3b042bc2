import { usDate } from '#platform/dates/day.ts'
import { undoUntil } from '#features/authorizations/undo-until.ts'
import { ncpdp } from '#reference/ncpdp.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { status } from '#features/authorizations/statuses.ts'
import { levelInWords } from '#features/prior-auths/levels.ts'
import { licenceWords } from '#features/permissions/license-words.ts'
import { safetyTier } from './take-over.ts'
import { queued, type CallbackRow } from '#features/callbacks/rows.ts'
import { findingsOf, isClearedBy } from '#features/prior-auths/findings.ts'
import { oneOrderOnly } from '#features/deadlines/which-pack.ts'
import type { PriorAuthRow } from '#features/prior-auths/rows.ts'
import { priorAuthStatus, statusFromStart } from '#features/prior-auths/statuses.ts'
import { leaving, type OutboxRow } from '#platform/jobs/outbox-row.ts'
import type { RejectFacts } from '#features/authorizations/decision-facts.ts'
import type { Facts } from '#features/authorizations/facts.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { digits } from '#features/authorizations/raise.ts'
import {
  engine,
  event,
  type Actor,
  type DecisionRow,
  type EventRow,
  type Verdict,
} from '#features/authorizations/rows.ts'
import { plural } from '#platform/text/plural.ts'

/** The columns of `Facts` that a decision writes on; the row of a new authorization has them too. */
type DecidedAuthorization = Pick<
  Facts,
  | 'mc'
  | 'id'
  | 'sub_carrier'
  | 'stratus_claim_id'
  | 'status_id'
  | 'gpi'
  | 'ndc'
  | 'drug_name'
  | 'strength'
  | 'pharmacy_nabp'
  | 'rx_number'
  | 'auto_pa'
  | 'shown'
  | 'statutory_due_at'
  | 'reconsideration_level'
  | 'due_pack'
  | 'juris_state'
  | 'claim_channel_type'
  | 'request_received_at'
> & { reject_codes: readonly string[]; rejects: readonly RejectFacts[] }

export type Ids = { decision: string; priorAuth: string; callback: string; outbox: string }

/** The rows a decision comes to. */
export type Written = {
  to: number
  /** Codes the approval clears, or that the denial stands on. */
  codes: readonly string[]
  decision: DecisionRow
  priorAuth: PriorAuthRow | null
  callback: CallbackRow
  events: EventRow[]
  outbox: OutboxRow[]
}

/** Who decides, and the zone whose day is today: a prior authorization from tomorrow on is not in force tonight. */
export type DecidedBy = {
  id: string | null
  name: string
  actor: Actor
  timeZone: string
  licenseStates?: readonly string[]
  /** A licensed reviewer, where the state leaves denials to them: their denial is a determination also outside status 23. */
  reviews?: boolean
}

/**
 * What a decision writes (T06, T09, T10): the decision with what the decider was shown, the prior authorization or block, the
 * notification of the pharmacy, which leaves after the undo time, and the lines of the log.
 */
export function decide(
  request: DecidedAuthorization,
  verdict: Verdict,
  by: DecidedBy,
  ids: Ids,
  now: string,
  undoSeconds: number,
): Written {
  const grants = verdict.kind === 'APPROVE'
  const to = grants ? status.APPROVED : verdict.kind === 'REJECT' ? status.REJECTED : status.REJECTED_NO_PA
  const today = dateIn(Date.parse(now), by.timeZone)
  const decision: DecisionRow = {
    mc: request.mc,
    authorization_id: request.id,
    id: ids.decision,
    decision: verdict.kind,
    decided_by: by.id,
    decided_by_name: by.name,
    at: now,
    start_date: verdict.startDate,
    end_date: verdict.endDate,
    one_time: verdict.oneTime,
    drug_level: verdict.level,
    override_all: verdict.overrideAll,
    safety_included: verdict.safetyIncluded,
    safety_ack_text: verdict.safetyAck,
    reason_id: verdict.reasonId,
    reason_desc: verdict.reason,
    note: verdict.note,
    max_fill: verdict.maxFills,
    max_qty: verdict.maxQty,
    max_days: verdict.maxDays,
    rejects: request.reject_codes.map((rejectCode) => {
      const cleared = verdict.cleared?.filter((one) => one.rejectCode === rejectCode) ?? []
      const findings = cleared.map(({ finding, about, reason }) => ({ finding, about, reason }))
      const override = grants && verdict.codes.includes(rejectCode)
      return { rejectCode, override, ...(findings.length > 0 && { findings }) }
    }),
    second_approver: null,
    second_approver_name: null,
    undone_at: null,
    undone_by_name: null,
    // What was known is in the decision's record.
    shown: {
      fromStatus: request.status_id,
      due: request.statutory_due_at,
      ...(verdict.narrowed !== undefined && { narrowed: verdict.narrowed }),
      ...(verdict.instead && { instead: verdict.instead }),
    },
  }
  const prefix = verdict.level === 11 ? request.gpi : request.gpi.slice(0, verdict.level ?? 14)
  const isCleared = (reject: RejectFacts): boolean => isClearedBy(verdict, reject, request.rejects)
  const cleared = request.rejects.filter((reject) => reject.safety && isCleared(reject))
  const tier = grants ? safetyTier(cleared.map((reject) => reject.overridableBy)) : null
  // Lifting the block is what clears it (R40).
  const clears = verdict.codes.filter((code) => code !== ncpdp.BLOCKED)
  const base = {
    mc: request.mc,
    id: ids.priorAuth,
    sub_carrier: request.sub_carrier,
    stratus_claim_id: request.stratus_claim_id,
    authorization_id: request.id,
    override_ref: `PA${digits(ids.priorAuth, 10)}`,
    level: verdict.level ?? 14,
    gpi_prefix: prefix,
    ndc: verdict.level === 11 ? request.ndc : null,
    drug_name: `${request.drug_name} ${request.strength}`.trim(),
    start_date: verdict.startDate ?? today,
    end_date: verdict.endDate ?? today,
    fills_used: 0,
    max_cost_per_fill: verdict.maxCost ?? null,
    pharmacy_nabp: null,
    prescriber_npi: null,
    reason_id: verdict.reasonId,
    reason_desc: verdict.reason,
    created_source: 'PORTAL' as const,
    safety_tier: tier,
    supersedes_id: null,
    terminated_by: null,
    terminated_reason: null,
    created_at: now,
    created_by_name: by.name,
    version: 1,
  }
  const priorAuth: PriorAuthRow | null = grants
    ? {
        ...base,
        kind: 'PERMIT',
        status_id: request.auto_pa ? statusFromStart(base.start_date, today) : priorAuthStatus.QUEUED,
        brand_flag: '*',
        one_time: verdict.oneTime,
        max_fills: verdict.oneTime ? 1 : verdict.maxFills,
        max_qty_per_fill: verdict.maxQty,
        max_days_per_fill: verdict.maxDays,
        rx_number: oneOrderOnly(request) ? request.rx_number || null : null,
        codes_cleared: clears,
        findings: findingsOf(request.rejects.filter((one) => one.rejectCode !== ncpdp.BLOCKED && isCleared(one))),
        override_all: verdict.overrideAll,
        safety_included: verdict.safetyIncluded,
      }
    : verdict.kind === 'REJECT'
      ? {
          ...base,
          kind: 'BLOCK',
          status_id: priorAuthStatus.BLOCK_ACTIVE,
          brand_flag: verdict.brandFlag ?? '*',
          one_time: false,
          max_fills: null,
          max_qty_per_fill: null,
          max_days_per_fill: null,
          rx_number: verdict.oneTime ? request.rx_number : null,
          codes_cleared: [],
          findings: null,
          override_all: false,
          safety_included: false,
        }
      : null
  const callback = queued({
    mc: request.mc,
    id: ids.callback,
    authorization_id: request.id,
    pharmacy_nabp: request.pharmacy_nabp,
    outcome: grants ? 'APPROVED' : verdict.kind === 'REJECT' ? 'REJECTED' : 'NOT_COVERED_THIS_FILL',
    start_date: grants ? verdict.startDate : null,
    end_date: grants ? verdict.endDate : null,
    one_time: verdict.oneTime,
    created_at: now,
  })
  const at = { mc: request.mc, authorizationId: request.id, now, actor: by.actor, from: request.status_id, to }
  const said = grants
    ? event(at, eventCode.APPROVED, {
        user: by.name,
        level: levelInWords(base.level),
        start: usDate(base.start_date),
        end: usDate(base.end_date),
        n: priorAuth?.max_fills == null ? 'any number of fills' : plural(priorAuth.max_fills, 'fill'),
        codes: [...new Set(verdict.codes)].join(', ') || 'none',
      })
    : event(at, verdict.kind === 'REJECT' ? eventCode.REJECTED : eventCode.REJECTED_NO_PA, {
        user: by.name,
        reason: verdict.instead ? `${verdict.reason} (instead: ${verdict.instead.name})` : verdict.reason,
      })
  const after = { ...at, actor: engine, from: to }
  const result = grants ? 'approved' : verdict.kind === 'REJECT' ? 'denied' : 'denied for this fill'
  const still = { ...at, to: request.status_id }
  const events = [
    // What was decided comes before how: a determination of utilization review (T17), a reconsideration (T24).
    ...(request.status_id === status.PENDING_UR || (by.reviews && !grants)
      ? [event(still, eventCode.UR_DECIDED, { result, no: licenceWords(by.licenseStates) })]
      : []),
    ...(request.reconsideration_level > 0
      ? [event(still, eventCode.RECONSIDERATION_DECIDED, { n: request.reconsideration_level, result })]
      : []),
    said,
    ...(priorAuth && priorAuth.status_id !== priorAuthStatus.QUEUED
      ? [event(after, eventCode.PRIOR_AUTH_ACCEPTED, { ref: priorAuth.override_ref })]
      : []),
    event(after, eventCode.CALLBACK_QUEUED, {}),
  ]
  const outbox: OutboxRow[] = [
    leaving({
      mc: request.mc,
      id: ids.outbox,
      topic: 'pharmacy.callback',
      payload: { callbackId: ids.callback, authorizationId: request.id },
      now,
      authorizationId: request.id,
      availableAt: undoUntil(now, undoSeconds),
    }),
  ]
  return { to, codes: verdict.codes, decision, priorAuth, callback, events, outbox }
}
