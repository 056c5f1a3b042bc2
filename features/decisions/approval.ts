import type { Why } from '#platform/calls/refusal.ts'
import { ncpdp, notCoveredThatDay } from '#reference/ncpdp.ts'
import { approvalReasons } from '#reference/approval-reasons.ts'
import { explains, whyNotExplained } from '#features/authorizations/explains.ts'
import { status } from '#features/authorizations/statuses.ts'
import type { Person } from '#platform/calls/person.ts'
import { type ClearedNow, findingId } from '#features/prior-auths/findings.ts'
import { asOf } from '#features/authorizations/lapse.ts'
import { mayMove } from '#features/authorizations/transitions.ts'
import { isCompound, type DecisionFacts, type RejectFacts } from '#features/authorizations/decision-facts.ts'
import { deniedBy, orderedTerms } from '#features/determinations/rules.ts'
import type { DecisionSettings } from '#features/permissions/decision-settings.ts'
import { defaultDecisionSettings } from '#features/permissions/decision-settings.ts'
import { authorityInWords } from '#features/determinations/authorities.ts'
import { editLimits, endOf, whyNotAmounts, whyNotDates, whyNotLevel } from './limits/edit-limits.ts'
import { findingInWords, named, type NamedReject, whyNotNamed, withReasons } from './named-findings.ts'
import { presetReason } from './preset-reason.ts'
import { whyNotReduce } from './least-grant.ts'
import { columnOf, isOverLimit, whyNotOverride } from '#features/decision-rights/override-matrix.ts'
import { live, recordsOutside, whyNotDecide } from '#features/decision-rights/who-decides.ts'

/** An approval as a form sends it; what is left out takes its default. */
export type ApprovalInput = {
  startDate?: string | undefined
  endDate?: string | undefined
  oneTimeFill?: boolean | undefined
  drugLevel?: number | undefined
  overrideAllRejections?: boolean | undefined
  rejects?: readonly NamedReject[] | undefined
  paMaxFill?: number | null | undefined
  /** Most units, and most days of supply, of one fill. */
  maxQty?: number | null | undefined
  maxDays?: number | null | undefined
  safetyRejectEnabled?: boolean | undefined
  safetyAck?: string | undefined
  priorauthReasonDesc?: string | undefined
  note?: string | undefined
}

/** An approval with every field filled in, as it will be written. */
export type Approval = {
  startDate: string
  endDate: string
  oneTimeFill: boolean
  drugLevel: number
  maxFills: number | null
  /** Codes the approval clears; codes the request keeps. */
  clears: readonly string[]
  /** The safety findings it clears, each with its reason. */
  cleared: readonly ClearedNow[]
  keeps: readonly string[]
  safetyIncluded: boolean
  /** Dollars a fill up to which a cost is cleared: a person with a limit clears none above it (R20, R27). */
  maxCost: number | null
  /** The reason it has unless another is given, in words; '' where none is sure to be true. */
  presetReason: string
}

/** Codes about cost: over the limit of a fill, or of a compound. */
const costCodes: readonly string[] = [ncpdp.COST_OVER_MAXIMUM, ncpdp.COMPOUND_NOT_COVERED, ncpdp.TOO_MANY_INGREDIENTS]

/**
 * Dollars a fill up to which this person clears these rejects; null where their clearing has no limit. Above a compound's
 * threshold its codes are a supervisor's (R20), whatever the person's own limit.
 */
export function costCap(
  person: Person,
  cleared: readonly RejectFacts[],
  of: Pick<DecisionFacts, 'compound_code'>,
  settings: DecisionSettings,
): number | null {
  const costly = cleared.filter(({ rejectCode }) => costCodes.includes(rejectCode))
  if (costly.length === 0) return null
  const mayAbove = (reject: RejectFacts) =>
    whyNotOverride(person, { ...reject, overridableBy: 'S' }, settings) === undefined
  if (!isCompound(of) || costly.every(mayAbove)) return person.approvalLimit
  return Math.min(person.approvalLimit ?? Number.POSITIVE_INFINITY, settings.compoundSupervisorAbove)
}

/**
 * The rejects an approval is to clear: those listed, safety findings one by one; without a list every ordinary one this
 * person may clear; with "all" those but for coverage, which is listed beside it.
 */
export function toClear(
  person: Person,
  authorization: DecisionFacts,
  input: ApprovalInput,
  settings: DecisionSettings,
): readonly RejectFacts[] {
  const uncleared = live(authorization)
  // What was decided outside is not picked from here.
  if (recordsOutside(person, authorization)) return uncleared
  if (input.rejects && !input.overrideAllRejections) {
    const listed = new Set(input.rejects.filter((reject) => reject.override).map(named))
    return uncleared.filter((reject) => listed.has(findingId(reject, authorization.rejects)))
  }
  const beside = new Set(input.rejects?.filter((reject) => reject.override).map(named))
  return uncleared.filter((reject) => {
    if (reject.safety) return beside.has(findingId(reject, authorization.rejects))
    const { rejectCode } = reject
    if (input.overrideAllRejections && notCoveredThatDay.includes(rejectCode) && !beside.has(rejectCode)) return false
    // A cost over the user's limit may be cleared here: a second approver confirms it (T07).
    return columnOf(reject) === 'cost'
      ? whyNotOverride(person, reject, settings, { ...authorization, estimated_cost: 0 }) === undefined
      : whyNotOverride(person, reject, settings, authorization) === undefined
  })
}

/** The approval a form means, with the defaults of the edit limits and of the ladder filled in. Whether it is allowed is `whyNotApprove`'s. */
export function approvalOf(
  person: Person,
  authorization: DecisionFacts,
  input: ApprovalInput,
  now: string,
  settings: DecisionSettings = defaultDecisionSettings,
): Approval {
  const limits = editLimits(person, authorization, 'approve', now, settings)
  const startDate = input.startDate ?? limits.start.default
  const oneTimeFill = input.oneTimeFill ?? limits.oneTime.default
  const cleared = toClear(person, authorization, input, settings)
  const clears = cleared.map((reject) => reject.rejectCode)
  return {
    startDate,
    endDate: input.endDate ?? endOf(limits, startDate, oneTimeFill).default,
    oneTimeFill,
    drugLevel: input.drugLevel ?? limits.levels.default,
    maxFills: oneTimeFill ? 1 : (input.paMaxFill ?? limits.fills.default),
    clears,
    cleared: withReasons(cleared, authorization, input),
    keeps: live(authorization)
      .map((reject) => reject.rejectCode)
      .filter((code) => !clears.includes(code)),
    safetyIncluded: cleared.some((reject) => reject.safety),
    maxCost: recordsOutside(person, authorization) ? null : costCap(person, cleared, authorization, settings),
    presetReason: presetReason(authorization)?.reason ?? '',
  }
}

/** The codes a clearing may be refused with. */
type ClearRefusal =
  | 'CODE_NOT_YOURS_TO_CLEAR'
  | 'HARD_STOP'
  | 'NOT_OVERRIDABLE'
  | 'REASON_REQUIRED'
  | 'RULE'
  | 'SAFETY_NEEDS_PHARMACIST'
  | 'UPDATE_BLOCKED'

/** Why these rejects may not be cleared by this approval: role, then the words that must come with safety codes. */
function whyNotClear(
  person: Person,
  authorization: DecisionFacts,
  input: ApprovalInput,
  settings: DecisionSettings,
): Why<ClearRefusal> | undefined {
  if (recordsOutside(person, authorization)) {
    const message = whyNotExplained(input.note, 'Enter in the note who decided this outside, and when.')
    return message === undefined ? undefined : { code: 'REASON_REQUIRED', message, field: 'note' }
  }
  const unnamed = whyNotNamed(authorization, input)
  if (unnamed) return unnamed
  const clearing = toClear(person, authorization, input, settings)
  for (const reject of clearing) {
    const why = whyNotOverride(person, reject, settings, authorization)
    const overLimitOnly =
      why !== undefined &&
      columnOf(reject) === 'cost' &&
      whyNotOverride(person, reject, settings, { ...authorization, estimated_cost: 0 }) === undefined
    if (why && !overLimitOnly) return why
  }
  const safety = clearing.filter((reject) => reject.safety)
  const unexplained = withReasons(clearing, authorization, input).filter(
    ({ reason }) => !input.safetyRejectEnabled || !explains(reason),
  )
  if (unexplained.length > 0) {
    const codes = unexplained.map(findingInWords).join('; ')
    return {
      code: 'REASON_REQUIRED',
      message: `Confirm in words why each safety finding is to be cleared: ${codes}.`,
      field: 'safetyAck',
    }
  }
  const columns = safety.map(columnOf)
  if (columns.includes('safety1') && !explains(input.note ?? '')) {
    return {
      code: 'REASON_REQUIRED',
      message: 'Clearing this needs a note that names the second person who agreed.',
      field: 'note',
    }
  }
  if (columns.includes('safety2') && !explains(input.note ?? '') && !explains(input.priorauthReasonDesc ?? '')) {
    return { code: 'REASON_REQUIRED', message: 'Clearing this safety code needs a note.', field: 'note' }
  }
  return undefined
}

/** Why this supervisor may not clear what the first of two people left to a supervisor. */
function whyNotClearLeft(
  person: Person,
  authorization: DecisionFacts,
  settings: DecisionSettings,
): Why<ClearRefusal> | undefined {
  const codes = authorization.first_approval?.waitsFor ?? []
  for (const reject of live(authorization)) {
    const why = codes.includes(reject.rejectCode) && whyNotOverride(person, reject, settings, authorization)
    if (why) return why
  }
  return undefined
}

/** Why a reason is not enough without a note: "Other" names none. */
function whyNotReason({ priorauthReasonDesc, note }: ApprovalInput): Why<'REASON_REQUIRED'> | undefined {
  const reason = approvalReasons.find((one) => one.reason === priorauthReasonDesc?.trim())
  return reason?.noteRequired && !explains(note ?? '')
    ? { code: 'REASON_REQUIRED', message: `“${reason.reason}” needs a note that says which.`, field: 'note' }
    : undefined
}

/** The safety rejects that would stay when this approval is given: a pharmacist must clear them first. */
function safetyLeft(
  person: Person,
  authorization: DecisionFacts,
  input: ApprovalInput,
  settings: DecisionSettings,
): readonly RejectFacts[] {
  const clearing = toClear(person, authorization, input, settings)
  return live(authorization).filter((reject) => reject.safety && !clearing.includes(reject))
}

/** Why nobody may grant what a board or a court denied: both sides are bound by it. A review binds only who denies. */
function whyNotAgainst(authorization: Pick<DecisionFacts, 'determination'>): Why<'RULE'> | undefined {
  const by = deniedBy(authorization)
  if (by !== 'BOARD' && by !== 'COURT') return undefined
  const message = `${authorityInWords(by)} denied this. It may be approved when a later order or stipulation is recorded.`
  return { code: 'RULE', message }
}

/** The codes an approval may be refused with. */
export type ApprovalRefusal =
  | ClearRefusal
  | 'ALREADY_DECIDED'
  | 'DATES_NOT_ALLOWED'
  | 'DENIAL_TOO_LATE'
  | 'LEVEL_NOT_ALLOWED'
  | 'NEEDS_UR_DECISION'
  | 'NOT_ALLOWED'

/**
 * Why this person may not grant this request as asked; nothing means they may, though it may still wait for a
 * pharmacist or a second approver: see `approveOutcome`. On "Second approval" it is the second person's yes.
 */
export function whyNotApprove(
  person: Person,
  authorization: DecisionFacts,
  input: ApprovalInput,
  now: string,
  settings: DecisionSettings = defaultDecisionSettings,
): Why<ApprovalRefusal> | undefined {
  const refused = whyNotDecide(person, asOf(authorization, now), settings)
  if (refused) return refused
  const against = whyNotAgainst(authorization)
  if (against) return against
  const order = orderedTerms(authorization)
  const amounts = order && whyNotAmounts(order, { ...input, maxFills: input.paMaxFill })
  if (amounts) return amounts
  const reduced = whyNotReduce(person, authorization, input, now, settings)
  if (authorization.status_id === status.PENDING_SECOND_APPROVAL)
    return reduced ?? whyNotClearLeft(person, authorization, settings)

  const hard = live(authorization).find((reject) => columnOf(reject) === 'hardStop')
  if (hard) return whyNotOverride(person, hard, settings, authorization)
  const unknown = input.rejects?.find(
    ({ rejectCode, finding }) =>
      !live(authorization).some(
        (reject) =>
          reject.rejectCode === rejectCode &&
          (finding === undefined || findingId(reject, authorization.rejects) === finding),
      ),
  )
  if (unknown)
    return {
      code: 'RULE',
      message:
        unknown.finding === undefined
          ? `Code ${unknown.rejectCode} does not stand on this request.`
          : `This finding of code ${unknown.rejectCode} does not stand on this request.`,
      field: 'rejects',
    }

  const limits = editLimits(person, authorization, 'approve', now, settings)
  const approval = approvalOf(person, authorization, input, now, settings)
  const level = whyNotLevel(person, approval.drugLevel, limits)
  if (level) return level
  const dates = whyNotDates(approval.startDate, approval.endDate, approval.oneTimeFill, limits)
  if (dates ?? reduced) return dates ?? reduced
  if (limits.oneTime.locked && approval.oneTimeFill !== limits.oneTime.default) {
    const message = limits.oneTime.default
      ? 'Only a one-time fill may be approved here.'
      : 'A one-time fill is not offered here.'
    return { code: 'RULE', message, field: 'oneTimeFill' }
  }
  if (input.paMaxFill != null) {
    if (!limits.fills.visible) return { code: 'RULE', message: 'This carrier sets no fill limit.', field: 'paMaxFill' }
    if (!Number.isInteger(input.paMaxFill) || input.paMaxFill < 1 || input.paMaxFill > limits.fills.max) {
      return { code: 'RULE', message: `Max fills must be from 1 to ${limits.fills.max}.`, field: 'paMaxFill' }
    }
  }
  if (input.overrideAllRejections && !limits.overrideAll) {
    return { code: 'RULE', message: 'Override all is not offered for this request.', field: 'overrideAllRejections' }
  }
  const codes = whyNotClear(person, authorization, input, settings) ?? whyNotReason(input)
  if (codes) return codes
  const left = safetyLeft(person, authorization, input, settings)
  // The approval would wait at 22 for a pharmacist who may not clear it, while the legal clock runs (docs/decisions/0021).
  const nobodys = left.find((reject) => columnOf(reject) === 'safety1')
  if (nobodys && !settings.safetyOverrides) {
    const message = `No one can clear ${nobodys.rejectCode}: the carrier has turned safety overrides off.`
    return { code: 'SAFETY_NEEDS_PHARMACIST', message, field: 'rejects' }
  }
  if (left.length > 0 && !mayMove(authorization.status_id, status.PENDING_CLINICAL, 'approve')) {
    const message = `Only a pharmacist can clear ${left.map((reject) => reject.rejectCode).join(', ')}.`
    return { code: 'SAFETY_NEEDS_PHARMACIST', message, field: 'rejects' }
  }
  return undefined
}

/** A carrier names drug classes that two people approve (T07), by the first digits of their codes. */
const isFlagged = (gpi: string, { dualControlDrugs }: Pick<DecisionSettings, 'dualControlDrugs'>): boolean =>
  dualControlDrugs.some((prefix) => prefix !== '' && gpi.startsWith(prefix))

/** True when a second person must agree: over the approver's own limit, the carrier's threshold, or a flagged drug (T07). */
export function dualControl(
  person: Pick<Person, 'approvalLimit'>,
  authorization: Pick<DecisionFacts, 'estimated_cost' | 'gpi'>,
  settings: Pick<DecisionSettings, 'dualControlThreshold' | 'dualControlDrugs'> = defaultDecisionSettings,
): boolean {
  if (isFlagged(authorization.gpi, settings) || isOverLimit(person, authorization.estimated_cost)) return true
  return settings.dualControlThreshold !== null && (authorization.estimated_cost ?? 0) > settings.dualControlThreshold
}

/** Whether an approval by this person waits for a second one: not where a review, a board or a court decided. */
export const needsSecondPerson = (person: Person, authorization: DecisionFacts, settings: DecisionSettings): boolean =>
  authorization.status_id !== status.PENDING_UR &&
  authorization.status_id !== status.PENDING_SECOND_APPROVAL &&
  !recordsOutside(person, authorization) &&
  dualControl(person, authorization, settings)

/** Granted, waiting for a second approver, or waiting for a pharmacist. */
export type ApprovalStatus =
  | typeof status.APPROVED
  | typeof status.PENDING_SECOND_APPROVAL
  | typeof status.PENDING_CLINICAL

/** What an approval leads to. */
export type Outcome = {
  statusId: ApprovalStatus
  /** Safety codes that wait for a pharmacist (22). */
  waitsFor: readonly string[]
  /** A second approver is needed, now (25) or once the pharmacist is done: keep it on the row. */
  dualControl: boolean
}
