import type { Why } from '#platform/calls/refusal.ts'
import { handedOverStatuses, isOpen, status } from '#features/authorizations/statuses.ts'
import type { Person } from '#platform/calls/person.ts'
import { eobrRule } from '#reference/eobr.ts'
import { jurisdictionOf } from '#reference/jurisdictions/jurisdictions.ts'
import type { Denier, RequestKind } from '#reference/jurisdictions/rule-pack.ts'
import {
  deferralReason,
  rejectionReason,
  rejectionReasons,
  urOnlyReason,
  type RejectionReason,
} from '#reference/rejection-reasons.ts'
import { isBill, requestKind, packFor } from '#features/deadlines/which-pack.ts'
import { beginsBrandOnly, whyNotReachOf, type BrandDenial } from './about-brand.ts'
import { whyNotAsWide, whyNotBlockFor } from './block-fits.ts'
import { whyNotDefer } from './deferral.ts'
import { denialLost } from './denial-time.ts'
import { asOf } from '#features/authorizations/lapse.ts'
import { alreadyIn, mayMove } from '#features/authorizations/transitions.ts'
import { authorityInWords } from '#features/determinations/authorities.ts'
import type { DecisionFacts } from '#features/authorizations/decision-facts.ts'
import { deniedBy, orderedTerms, type ApprovalTerms } from '#features/determinations/rules.ts'
import type { DecisionSettings } from '#features/permissions/decision-settings.ts'
import { defaultDecisionSettings } from '#features/permissions/decision-settings.ts'
import { editLimits, endOf, whyNotDates, whyNotLevel } from './limits/edit-limits.ts'
import { explains, whyNotExplained } from '#features/authorizations/explains.ts'
import { whyNotTrue } from './reason-fits.ts'
import { isPharmacist, isSupport, isUrPhysician, isUrReviewer, mayDecide } from '#features/permissions/rules.ts'
import { levelOfLaw } from '#features/decision-rights/reconsider-until.ts'
import { whyNotByLicense } from '#features/decision-rights/license.ts'
import { blank, blocked, recordsOutside, whyNotDecide } from '#features/decision-rights/who-decides.ts'

/** A denial as a form sends it. */
export type RejectionInput = {
  startDate?: string | undefined
  endDate?: string | undefined
  oneTimeFill?: boolean | undefined
  drugLevel?: number | undefined
  /** Blocks the brand and leaves its generics alone. */
  brandOnly?: boolean | undefined
  rejectCodes?: readonly string[] | undefined
  priorauthReasonDesc?: string | undefined
  reasonId?: number | undefined
  note?: string | undefined
  /** Of a block that is changed: its reason stands as it was given. */
  keepsReason?: boolean | undefined
}

/** Reasons that also stand against what a board, a court or a review granted: of the claim, its worker or a doubled request. */
const liabilityReasons: readonly number[] = [3, 4, 19, 20]

/**
 * Reasons that say nothing about medical need: not of the injury, body part not accepted, claim denied, closed or settled,
 * too soon, prescriber or pharmacy not the one the state lets the payer require, cancelled by the worker, duplicate
 * request. An adjuster may give them for one fill in every state, and they stand after the time to deny for medical need
 * (Labor Code 4610(g), 28 TAC 134.600: review law governs medical necessity only; F.S. 440.13(3)(d)).
 */
const claimReasons: readonly number[] = [1, 2, ...liabilityReasons, 10, 11, 12, deferralReason]

const mayDenyAlone: Readonly<Record<Denier, boolean>> = {
  adjuster: true,
  examiner: true,
  fund: true,
  fundOrEmployer: true,
  board: true, // decided outside, and only written down here (T24)
  opinion: false, // a licensed reviewer writes it
  ur: false,
  physician: false,
}

/** True when the state lets claims staff refuse a drug for lack of medical need, at the level of this kind of request. */
export function adjusterMayDeny(jurisState: string, receivedAt: string, kind: RequestKind = 'prospective'): boolean {
  return mayDenyAlone[packFor(jurisState, kind, receivedAt).whoMayDeny]
}

/** True when the state leaves the denial of this request to its licensed reviewers. */
export const needsReview = ({
  juris_state: jurisState,
  request_received_at: receivedAt,
  claim_channel_type: channel,
  reconsideration_level: reconsiderationLevel,
}: Pick<
  DecisionFacts,
  'juris_state' | 'request_received_at' | 'claim_channel_type' | 'reconsideration_level'
>): boolean => {
  const level = levelOfLaw({ jurisState, channelType: channel, level: reconsiderationLevel })
  return !adjusterMayDeny(jurisState, receivedAt, requestKind(channel, level))
}

/** The refusal of a denial, in whole or in part, by somebody whom the state does not let deny. */
export const needsUrDecision: Why<'NEEDS_UR_DECISION'> = {
  code: 'NEEDS_UR_DECISION',
  message: 'This state needs a utilization review decision to deny.',
}

/** Whether a nurse reviewer looks at it: who certifies as asked, and prepares anything less (docs/decisions/0440). */
export const isNursesTurn = (
  person: Person,
  { status_id: statusId, juris_state: state }: Pick<DecisionFacts, 'status_id' | 'juris_state'>,
): boolean => statusId === status.PENDING_UR && isUrReviewer(person, state) && !isUrPhysician(person, state)

/** Why a nurse may not grant less than was asked, nor deny. */
export const nurseCertifiesOnly = (state: string): string =>
  `Certifying less, or denying, takes a physician reviewer licensed in ${state}.`

/** The refusal of a denial of what was determined already: only another determination changes that. */
const alreadyGranted = ({ by }: ApprovalTerms): Why<'NEEDS_UR_DECISION'> => ({
  code: 'NEEDS_UR_DECISION',
  message: `${by ? authorityInWords(by) : 'A determination'} granted this. Only another determination can deny it.`,
})

/** The refusal of a denial for medical need, in whole or in part, once the law has taken that right. */
export function whyNotLate(
  person: Person,
  authorization: DecisionFacts,
  now: string,
): Why<'DENIAL_TOO_LATE'> | undefined {
  if (recordsOutside(person, authorization)) return undefined
  const by = deniedBy(authorization)
  // A board, a court or an independent review has its own time.
  if (by !== null && by !== 'UR') return undefined
  const message = denialLost(authorization, now)
  return message === undefined ? undefined : { code: 'DENIAL_TOO_LATE', message }
}

/**
 * Why a bill may not be denied yet: a state that asks for explanations of bill review gets one before the denial. Who
 * has none to keep, because the carrier switched them off, is not asked for one.
 */
export function whyNotUnexplained(
  {
    claim_channel_type: channel,
    juris_state: jurisState,
    explained,
  }: Pick<DecisionFacts, 'claim_channel_type' | 'juris_state' | 'explained'>,
  settings: Pick<DecisionSettings, 'eobrEnabled'>,
): Why<'RULE'> | undefined {
  if (explained || !settings.eobrEnabled || !isBill(channel) || !eobrRule(jurisState)) return undefined
  const state = jurisdictionOf(jurisState)?.name ?? jurisState
  const message = `${state} asks for an explanation of bill review (EOBR) before a bill is denied. Keep one with the action Deny first.`
  return { code: 'RULE', message }
}

/** The refusal of a denial by the second of two: they confirm, or give it back to who approved first. */
const returnedInstead: Why<'RULE'> = {
  code: 'RULE',
  message: 'A second approver does not deny. Return it with a note, and the first approver decides.',
}

/** The codes a denial may be refused with. */
type DenialRefusal =
  | 'ALREADY_DECIDED'
  | 'DENIAL_TOO_LATE'
  | 'NEEDS_UR_DECISION'
  | 'NOT_ALLOWED'
  | 'REASON_REQUIRED'
  | 'RULE'
  | 'UPDATE_BLOCKED'

/** The reason of the list by its number, or by its own words. */
const listed = ({ reasonId, priorauthReasonDesc: own }: RejectionInput): RejectionReason | undefined =>
  reasonId === undefined ? rejectionReasons.find(({ reason }) => reason === own?.trim()) : rejectionReason(reasonId)

/** Why the reason of a denial says nothing: words of one's own are sent as the reason, and a note as the medical reason. */
function whyNotReason(input: RejectionInput): Why<'REASON_REQUIRED'> | undefined {
  const { priorauthReasonDesc: own, note } = input
  const reason = listed(input)
  const isOwn = !blank(own) && own?.trim() !== reason?.reason
  if (!reason || isOwn) {
    const message = whyNotExplained(own, 'A reason is required.')
    if (message !== undefined) return { code: 'REASON_REQUIRED', message, field: 'priorauthReasonDesc' }
  }
  if (!reason?.noteRequired || (isOwn && blank(note))) return undefined
  if (blank(note)) return { code: 'REASON_REQUIRED', message: `“${reason.reason}” needs a note.`, field: 'note' }
  return explains(note!)
    ? undefined
    : { code: 'REASON_REQUIRED', message: `Explain “${reason.reason}” in a sentence.`, field: 'note' }
}

function whyNotDeny(
  person: Person,
  authorization: DecisionFacts,
  input: RejectionInput,
  now: string,
  settings: DecisionSettings,
  thisFillOnly: boolean,
): Why<DenialRefusal> | undefined {
  const { juris_state: jurisState, status_id: statusId } = authorization
  const reviews = isUrPhysician(person, jurisState)
  if (isOpen(statusId) && isNursesTurn(person, authorization))
    return { code: 'NOT_ALLOWED', message: nurseCertifiesOnly(jurisState) }
  if (!mayDecide(person) && !reviews && !(statusId === status.PENDING_RECON && isSupport(person))) return blocked
  if (!isOpen(statusId)) return alreadyIn(statusId)
  const refused = whyNotDecide(person, authorization, settings)
  const unexplained = whyNotUnexplained(authorization, settings)
  if (!refused && unexplained) return unexplained
  const reason = input.reasonId === undefined ? undefined : rejectionReason(input.reasonId)
  const medical = reason === undefined || !claimReasons.includes(reason.id)
  const liable = thisFillOnly && !medical
  const order = orderedTerms(authorization)
  if (!refused && order && !(liable && liabilityReasons.includes(reason.id))) return alreadyGranted(order)
  const late = medical ? whyNotLate(person, authorization, now) : undefined
  if (!refused && late) return late
  const unlicensed = medical ? whyNotByLicense(person, authorization, now) : undefined
  if (!refused && unlicensed !== undefined) return { code: 'NEEDS_UR_DECISION', message: unlicensed }
  // What waits for somebody else is not denied for the claim either.
  if (refused && handedOverStatuses.includes(statusId)) return refused
  if (!reviews && !(statusId === status.PENDING_RECON && authorization.reconsideration_level >= 3)) {
    if (!liable && needsReview(authorization)) return needsUrDecision
    if (reason && urOnlyReason(reason, jurisState) && !isPharmacist(person)) {
      const message = `“${reason.reason}” needs a utilization review decision.`
      return { code: 'NEEDS_UR_DECISION', message, field: 'reasonId' }
    }
  }
  if (refused) return refused
  if (
    !mayMove(
      statusId,
      thisFillOnly ? status.REJECTED_NO_PA : status.REJECTED,
      thisFillOnly ? 'rejectThisFill' : 'reject',
    )
  )
    return statusId === status.PENDING_SECOND_APPROVAL ? returnedInstead : alreadyIn(statusId)
  const untrue =
    whyNotTrue(input.reasonId, authorization) ??
    (thisFillOnly ? undefined : whyNotBlockFor(listed(input)?.id)) ??
    whyNotDefer(authorization, { reasonId: input.reasonId, now })
  if (untrue) return untrue
  if (input.reasonId !== undefined && !reason) {
    return { code: 'REASON_REQUIRED', message: 'Choose a reason from the list.', field: 'reasonId' }
  }
  const saysNothing = input.keepsReason ? undefined : whyNotReason(input)
  if (saysNothing) return saysNothing
  const stands = (code: string): boolean => authorization.rejects.some((reject) => reject.rejectCode === code)
  if (input.rejectCodes?.length === 0 && authorization.rejects.length > 0) {
    return { code: 'RULE', message: 'Name at least one reject code.', field: 'rejectCodes' }
  }
  const unknown = input.rejectCodes?.find((code) => !stands(code))
  if (unknown) return { code: 'RULE', message: `Code ${unknown} does not stand on this request.`, field: 'rejectCodes' }
  return undefined
}

/** A denial as far as it is about a brand. */
const brandDenial = (
  { rejects, generic_or_brand: kind = 'G' }: DecisionFacts,
  { rejectCodes, reasonId }: RejectionInput,
): BrandDenial => ({
  brand: kind !== 'G',
  codes: rejectCodes ?? rejects.map((reject) => reject.rejectCode),
  reasonId,
})

/** A block with every field filled in, as it will be written. */
export function blockOf(
  person: Person,
  authorization: DecisionFacts,
  input: RejectionInput,
  now: string,
  settings: DecisionSettings = defaultDecisionSettings,
): {
  startDate: string
  endDate: string
  oneTimeFill: boolean
  drugLevel: number
  brandFlag: 'B' | '*'
  rejectCodes: readonly string[]
} {
  const limits = editLimits(person, authorization, 'reject', now, settings)
  const startDate = input.startDate ?? limits.start.default
  return {
    startDate,
    endDate: input.endDate ?? endOf(limits, startDate, false).default,
    oneTimeFill: input.oneTimeFill ?? false,
    drugLevel: input.drugLevel ?? limits.levels.default,
    brandFlag: (input.brandOnly ?? beginsBrandOnly(brandDenial(authorization, input))) ? 'B' : '*',
    rejectCodes: input.rejectCodes ?? authorization.rejects.map((reject) => reject.rejectCode),
  }
}

/** Why this person may not deny this request and block the drug; nothing means they may (T09). */
export function whyNotReject(
  person: Person,
  authorization: DecisionFacts,
  input: RejectionInput,
  now: string,
  settings: DecisionSettings = defaultDecisionSettings,
): Why<DenialRefusal | 'DATES_NOT_ALLOWED' | 'LEVEL_NOT_ALLOWED'> | undefined {
  const refused = whyNotDeny(person, asOf(authorization, now), input, now, settings, false)
  if (refused) return refused
  const limits = editLimits(person, authorization, 'reject', now, settings)
  const block = blockOf(person, authorization, input, now, settings)
  return (
    whyNotLevel(person, block.drugLevel, limits) ??
    whyNotAsWide(input.reasonId, block.drugLevel) ??
    whyNotDates(block.startDate, block.endDate, false, limits) ??
    whyNotReachOf(brandDenial(authorization, input), block.brandFlag === 'B')
  )
}

/** Why this person may not deny just this fill, blocking nothing; nothing means they may (T10). */
export function whyNotRejectThisFill(
  person: Person,
  authorization: DecisionFacts,
  input: RejectionInput,
  now: string,
  settings: DecisionSettings = defaultDecisionSettings,
): Why<DenialRefusal> | undefined {
  return whyNotDeny(person, asOf(authorization, now), input, now, settings, true)
}
