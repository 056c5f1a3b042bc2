import type { PriorAuthRow } from '#features/prior-auths/rows.ts'
import { decide } from '#features/decisions/rows.ts'
import { takeOver } from '#features/decisions/take-over.ts'
import type { ApprovalInput } from '#features/decisions/approval.ts'
import type { DecisionFacts } from '#features/authorizations/decision-facts.ts'
import { isLeft } from '#features/decisions/limits/left-to-second.ts'
import { waitsOf, waitWords } from '#features/decisions/limits/waits.ts'
import { approvalOf, whyNotApprove } from '#features/decisions/approval.ts'
import { planOf } from '#features/decisions/approval-plan.ts'
import { blockOf, whyNotReject, whyNotRejectThisFill } from '#features/decisions/denial.ts'
import { defaultCalendar } from '#features/deadlines/business-time.ts'
import { answerClock } from '#features/deadlines/pharmacist-answer.ts'
import { defaultLadder } from '#features/deadlines/plan.ts'
import { actorOf, engine, type Verdict } from '#features/authorizations/rows.ts'
import type { AuthorizationRow, FirstApproval } from '#features/authorizations/rows.ts'
import type { StatusId } from '#features/authorizations/statuses.ts'
import { flagsCleared } from '#features/authorizations/transitions.ts'
import type { Person } from '#platform/calls/person.ts'
import { approvalReason } from '#reference/approval-reasons.ts'
import { rejectionReason } from '#reference/rejection-reasons.ts'
import { dateIn, iso } from './calendar.ts'
import { confirmedFindings, findingByFinding } from './named-findings.ts'
import { followWithLetters, letterCame } from './letter-states.ts'
import { tell } from './messages.ts'
import { newPriorAuthId } from './numbers.ts'
import { keepPriorAuth } from './prior-auths.ts'
import { recordDecision } from './records.ts'
import type { Open, Tale } from './tale.ts'
import { later, log } from './tale.ts'

const minute = 60_000
/** As long as a decision can be taken back in the portal. */
const undoSeconds = 8

/** The people a request is with, in their order. */
const ownersOf = (open: Open): string[] =>
  open.owners.toSorted((a, b) => a.position - b.position).map((owner) => owner.user_id)

/** What the decision rules ask of an authorization when a person looks at it, and what those of a snooze do. */
export function factsOf(
  tale: Tale,
  open: Open,
  person: Person,
): DecisionFacts & Pick<AuthorizationRow, 'statutory_due_at' | 'snooze_hours_total'> {
  const { row, claim } = open
  const lastSpan = claim.spans.at(-1)
  const accepted = claim.row.accepted_date !== null && row.date_of_service >= claim.row.accepted_date
  return {
    ...row,
    owner_ids: ownersOf(open),
    doi: claim.row.doi,
    compensability: accepted ? claim.row.compensability : 'PENDING',
    term_date:
      lastSpan && lastSpan.term_date !== null && lastSpan.term_date <= tale.setting.today ? lastSpan.term_date : null,
    letter_came: letterCame(open),
    decided_before_by: tale.requests.find((one) => one.row.id === row.original_auth_id)?.row.completed_by ?? null,
    supervised: tale.setting.supervisedBy(row.mc, person.id),
  }
}

/** Asked by the clock that carriers have who set none. */
function askedPharmacist(row: Open['row'], at: string): void {
  const plan = { calendar: defaultCalendar, zone: 'America/New_York', settings: defaultLadder }
  const clock = answerClock(
    at,
    row.rejects.some(({ safety }) => safety),
    plan,
  )
  row.pharmacist_asked_at = clock.askedAt
  row.answer_by = clock.by
  row.answer_by_at_counter = clock.atCounterBy
}

/** Moves a request on, as the one statement that changes a status does. */
export function move(open: Open, to: StatusId, ms: number, by?: { id: string | null; name: string }): void {
  const { row } = open
  row.status_id = to
  row.version += 1
  row.updated_at = iso(ms)
  if (to === 22) askedPharmacist(row, iso(ms))
  else if (row.pharmacist_asked_at !== undefined) {
    delete row.pharmacist_asked_at
    delete row.answer_by
    delete row.answer_by_at_counter
  }
  if (!by) return
  row.completed_at = iso(ms)
  row.completed_by = by.id
  row.completed_by_name = by.name
  row.escalated = false
  row.next_clock_at = null
  row.pharmacy_waiting = false
  if (flagsCleared('approve', to).includes('snoozedUntil')) row.snoozed_until = null
  for (const owner of open.owners) owner.open = false
  followWithLetters(open, to, ms, by.name)
}

export type ApprovalWords = { reasonId: number; input: ApprovalInput; maxDays?: number | null }

/** What came of trying: done, waiting for a second person, or why not. */
export type Attempt = { done: true } | { waits: 22 | 25 } | { why: string }

/** Codes that would stay although neither a pharmacist nor the pharmacy will see to them: somebody else must decide. */
function stays(authorization: DecisionFacts, keeps: readonly string[]): boolean {
  return authorization.rejects.some(
    (reject) => keeps.includes(reject.rejectCode) && !reject.safety && reject.overridableBy !== 'K',
  )
}

/** A person approves, by the rules of the decision form; both halves of a two-step approval come through here. */
export function approve(tale: Tale, open: Open, person: Person, ms: number, words: ApprovalWords): Attempt {
  const { row } = open
  const now = iso(ms)
  const settings = tale.setting.decisionSettings(row.mc)
  const authorization = factsOf(tale, open, person)
  const first = row.first_approval
  const reason = approvalReason(words.reasonId)?.reason ?? ''
  // At level 3 somebody outside decided: the note says who (T24).
  const outside = row.reconsideration_level === 3 ? { note: 'Granted on appeal by the state board.' } : {}
  const sent: ApprovalInput = { priorauthReasonDesc: reason, ...words.input, ...outside }
  const terms: ApprovalInput = first
    ? {
        ...sent,
        startDate: first.startDate,
        endDate: first.endDate,
        oneTimeFill: first.oneTime,
        drugLevel: first.level,
        paMaxFill: undefined,
        ...(row.status_id === 25 && {
          rejects: confirmedFindings(first, authorization),
          safetyAck: first.safetyAck ?? undefined,
          safetyRejectEnabled: first.safetyIncluded,
        }),
      }
    : sent
  const judged =
    first && row.status_id === 22
      ? {
          ...authorization,
          rejects: authorization.rejects.map((one) =>
            isLeft(first, one, authorization.rejects) ? one : { ...one, cleared: true },
          ),
        }
      : authorization
  const wanted =
    terms.safetyRejectEnabled && !terms.rejects
      ? { ...terms, rejects: findingByFinding(person, judged, terms, settings) }
      : terms
  const why = whyNotApprove(person, judged, wanted, now, settings)
  if (why) return { why: `${why.code}: ${why.message}` }
  const approval = approvalOf(person, judged, wanted, now, settings)
  if (stays(judged, approval.keeps)) return { why: `Codes ${approval.keeps.join(', ')} would stay` }
  const plan = planOf(person, judged, wanted, null, now, settings)
  if (plan.why) return { why: `${plan.why.code}: ${plan.why.message}` }
  const { outcome } = plan
  const codes = [...new Set([...(first?.codes ?? []), ...approval.clears])]
  const cleared = [...(first?.cleared ?? []), ...approval.cleared].filter(
    ({ finding }, at, all) => all.findIndex((one) => one.finding === finding) === at,
  )
  const verdict: Verdict = {
    kind: 'APPROVE',
    startDate: approval.startDate,
    endDate: approval.endDate,
    oneTime: approval.oneTimeFill,
    level: approval.drugLevel,
    maxFills: first ? first.maxFills : approval.maxFills,
    maxQty: null,
    maxDays: words.maxDays ?? first?.maxDays ?? null,
    codes,
    cleared,
    overrideAll: false,
    safetyIncluded: approval.safetyIncluded || (first?.safetyIncluded ?? false),
    safetyAck: wanted.safetyAck ?? first?.safetyAck ?? null,
    reasonId: first?.reasonId ?? words.reasonId,
    reason: first?.reason || reason,
    note: wanted.note ?? first?.note ?? '',
  }
  const actor = actorOf(person)
  if (outcome.statusId !== 30) {
    const firstApproval: FirstApproval = {
      byId: person.id,
      byName: person.name,
      at: now,
      fromStatus: row.status_id,
      startDate: approval.startDate,
      endDate: approval.endDate,
      oneTime: approval.oneTimeFill,
      level: approval.drugLevel,
      maxFills: verdict.maxFills,
      maxQty: null,
      maxDays: verdict.maxDays,
      codes,
      waitsFor: [...outcome.waitsFor],
      cleared,
      overrideAll: false,
      safetyIncluded: verdict.safetyIncluded,
      safetyAck: verdict.safetyAck,
      reasonId: verdict.reasonId,
      reason: verdict.reason,
      note: verdict.note,
      dual: outcome.dualControl,
    }
    const from = row.status_id
    recordDecision(tale, {
      row,
      kind: 'FIRST_APPROVAL',
      decision: null,
      firstApproval,
      first: null,
      at: now,
      from,
      to: outcome.statusId,
      person,
      owners: ownersOf(open),
      codes,
    })
    move(open, outcome.statusId, ms)
    row.first_approval = firstApproval
    if (outcome.statusId === 22)
      log(tale, open, ms, actor, { from, to: 22 }, 134, {
        user: person.name,
        codes: waitWords(waitsOf(judged, outcome.waitsFor)),
      })
    else log(tale, open, ms, actor, { from, to: 25 }, 131, {})
    return { waits: outcome.statusId }
  }
  write(tale, open, verdict, person, ms, first)
  return { done: true }
}

export type DenialWords = { reasonId: number; note: string; thisFillOnly: boolean }

/** A person denies, by the rules of the decision form. */
export function deny(tale: Tale, open: Open, person: Person, ms: number, words: DenialWords): Attempt {
  const { row } = open
  const now = iso(ms)
  const settings = tale.setting.decisionSettings(row.mc)
  const authorization = factsOf(tale, open, person)
  const reason = rejectionReason(words.reasonId)?.reason ?? ''
  const sent = { reasonId: words.reasonId, priorauthReasonDesc: reason, note: words.note }
  const why = (words.thisFillOnly ? whyNotRejectThisFill : whyNotReject)(person, authorization, sent, now, settings)
  if (why) return { why: `${why.code}: ${why.message}` }
  const block = words.thisFillOnly ? null : blockOf(person, authorization, sent, now, settings)
  const verdict: Verdict = {
    kind: block ? 'REJECT' : 'REJECT_NO_PA',
    startDate: block?.startDate ?? null,
    endDate: block?.endDate ?? null,
    oneTime: block?.oneTimeFill ?? false,
    level: block?.drugLevel ?? null,
    maxFills: null,
    maxQty: null,
    maxDays: null,
    codes: block?.rejectCodes ?? row.reject_codes,
    overrideAll: false,
    safetyIncluded: false,
    safetyAck: null,
    reasonId: words.reasonId,
    reason,
    note: words.note,
  }
  write(tale, open, verdict, person, ms, null)
  return { done: true }
}

/** Whether a request reconsiders the one of this id, directly or over another reconsideration (T24). */
function isDenialOf(tale: Tale, row: Open['row'], id: string | null): boolean {
  for (let up = row.original_auth_id; up !== null;) {
    if (up === id) return true
    const at: string = up
    up = tale.requests.find((one) => one.row.id === at)?.row.original_auth_id ?? null
  }
  return false
}

/** The rows of a decision, and what follows outside: the pharmacy is notified when the undo time is over. */
function write(
  tale: Tale,
  open: Open,
  verdict: Verdict,
  person: Person,
  ms: number,
  first: FirstApproval | null,
): void {
  const { random, ledger } = tale
  const { row } = open
  const from = row.status_id
  const ids = {
    decision: random.id(ms),
    priorAuth: newPriorAuthId(tale, ms),
    callback: random.id(ms),
    outbox: random.id(ms),
  }
  const actor = actorOf(person)
  const written = decide(
    row,
    verdict,
    { id: person.id, name: person.name, actor, licenseStates: person.licenseStates, timeZone: person.timeZone },
    ids,
    iso(ms),
    undoSeconds,
  )
  if (first) {
    written.decision.decided_by = first.byId
    written.decision.decided_by_name = first.byName
    written.decision.second_approver = person.id
    written.decision.second_approver_name = person.name
    if (from === 25) {
      written.events = written.events.map((line) =>
        line.old_status_id === 25 ? { ...line, old_status_id: 30, new_status_id: 30 } : line,
      )
      log(tale, open, ms, actor, { from: 25, to: 30 }, 132, {})
    }
  }
  // What the new prior authorization stands in for ends (T22), as the handler does it.
  const { priorAuth } = written
  if (priorAuth) {
    const prefix = priorAuth.gpi_prefix
    const replaced: PriorAuthRow[] = []
    for (const other of tale.priorAuths) {
      const overlaps = other.start_date <= priorAuth.end_date && priorAuth.start_date <= other.end_date
      const sameKind = other.kind === priorAuth.kind
      const covered = priorAuth.kind === 'PERMIT' ? prefix.startsWith(other.gpi_prefix) : other.gpi_prefix === prefix
      if (other.stratus_claim_id !== row.stratus_claim_id || ![1, 2, 3, 7].includes(other.status_id)) continue
      const lifted =
        priorAuth.kind === 'PERMIT' && other.kind === 'BLOCK' && isDenialOf(tale, row, other.authorization_id)
      if (!lifted && (!overlaps || !sameKind || !covered)) continue
      other.status_id = other.kind === 'BLOCK' ? 8 : 6
      other.terminated_by = person.name
      other.terminated_reason = priorAuth.kind === 'PERMIT' ? 'Replaced by a new approval' : 'Replaced by a denial'
      other.version += 1
      if (priorAuth.kind === 'PERMIT' && sameKind) replaced.push(other)
    }
    takeOver(
      priorAuth,
      replaced.map((old) => ({
        id: old.id,
        endDate: old.end_date,
        codesCleared: old.codes_cleared,
        findings: old.findings,
        safetyIncluded: old.safety_included,
        safetyTier: old.safety_tier,
      })),
    )
    keepPriorAuth(tale, priorAuth)
  }
  recordDecision(tale, {
    row,
    kind: verdict.kind,
    decision: written.decision,
    first,
    at: iso(ms),
    from,
    to: written.to,
    person,
    owners: ownersOf(open),
    codes: verdict.codes,
  })
  move(open, written.to as StatusId, ms, { id: person.id, name: person.name })
  row.first_approval = null
  ledger.decisions.push(written.decision)
  ledger.callbacks.push(written.callback)
  open.callback = written.callback
  ledger.events.push(...written.events)
  ledger.outbox.push(...written.outbox)
  tale.decisions.push({
    authorizationId: row.id,
    decision: written.decision.decision,
    decidedOn: dateIn(ms, tale.setting.zone(row.mc)),
    gpi: row.gpi,
    reason: written.decision.reason_desc,
  })
  if (priorAuth?.status_id === 1) {
    // Not a straight-through group: support keys the prior authorization (T06).
    later(tale, ms + tale.random.int(4, 20) * minute, (at) => {
      priorAuth.status_id = priorAuth.start_date > dateIn(at, tale.setting.zone(row.mc)) ? 2 : 3
      priorAuth.version += 1
      log(tale, open, at, engine, { from: row.status_id, to: row.status_id }, 195, { ref: priorAuth.override_ref })
    })
  }
  const outward = written.outbox[0]!
  later(tale, Date.parse(outward.available_at) + tale.random.int(200, 1900), (at) => tell(tale, open, outward, at))
}
