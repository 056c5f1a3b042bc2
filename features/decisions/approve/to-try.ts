import { ncpdp } from '#reference/ncpdp.ts'
import { parseDate } from '#platform/dates/typed-date.ts'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import type { Clearing } from '../edit-rules-shape.ts'
import { daysOf, qtyOf, safetyTicked, type ApproveForm } from './choices.ts'

/** An approval as a trial run of the claim asks about it. */
export type ApprovalToTry = {
  authorizationId: string
  fillDate?: string
  daysSupply?: number
  quantity?: number
  assumePriorAuth: {
    startDate: string
    endDate: string
    drugLevel: number
    oneTimeFill: boolean
    overrideAll: boolean
    safetyIncluded: boolean
    codes: string[]
    /** Of safety codes, the findings. */
    findings?: string[]
    maxFills: number | null
    maxDays: number | null
    maxQty: number | null
  }
}

/** The same approval as a trial run asks about it, of the claim as it was billed; undefined while the dates are none. */
export function toTrial(
  detail: AuthDetail,
  clearing: readonly Clearing[],
  form: ApproveForm,
  today: string,
): ApprovalToTry | undefined {
  const startDate = parseDate(form.start, today)
  const endDate = parseDate(form.end, today)
  const [maxQty, maxDays] = [qtyOf(form), daysOf(form)]
  if (!startDate || !endDate || endDate < startDate || Number.isNaN(maxQty) || Number.isNaN(maxDays)) return undefined
  const ticked = clearing.map(({ reject }) => reject).filter(({ finding }) => form.ticks[finding])
  const findings = [
    ...(detail.firstApproval?.cleared ?? []).map(({ finding }) => finding),
    ...ticked.filter(({ safety }) => safety).map(({ finding }) => finding),
  ]
  return {
    authorizationId: detail.authorizationId,
    assumePriorAuth: {
      startDate,
      endDate,
      drugLevel: form.level,
      oneTimeFill: form.once,
      overrideAll: form.all,
      safetyIncluded: safetyTicked(form, clearing).length > 0,
      codes: [
        ...(detail.firstApproval?.codes ?? []),
        ...new Set(ticked.map(({ rejectCode }) => rejectCode)),
        ...(form.lift ? [ncpdp.BLOCKED] : []),
      ],
      ...(findings.length > 0 && { findings }),
      maxFills: form.fills,
      maxDays,
      maxQty,
    },
  }
}

/** What the second of two people confirms: the approval as it was saved, with what was left to them cleared by the same yes. */
export function toConfirmedTrial(
  { authorizationId, firstApproval }: Pick<AuthDetail, 'authorizationId' | 'firstApproval'>,
  form: Pick<ApproveForm, 'lift'>,
): ApprovalToTry | undefined {
  if (!firstApproval) return undefined
  const { startDate, endDate, drugLevel, oneTimeFill, maxFills, maxDays, maxQty, cleared = [] } = firstApproval
  const codes = [...firstApproval.codes, ...firstApproval.waitsFor, ...(form.lift ? [ncpdp.BLOCKED] : [])]
  return {
    authorizationId,
    assumePriorAuth: {
      startDate,
      endDate,
      drugLevel,
      oneTimeFill,
      overrideAll: false,
      safetyIncluded: cleared.length > 0,
      codes: [...new Set(codes)],
      maxFills,
      maxDays,
      maxQty,
    },
  }
}

/**
 * The fill as high as the approval lets it be, where that is more than was billed: what was cleared is cleared as billed, so the
 * trial run says what stops such a fill again. Undefined where the approval allows no more than was billed.
 */
export function toRaisedTrial(
  detail: AuthDetail,
  clearing: readonly Clearing[],
  form: ApproveForm,
  today: string,
): ApprovalToTry | undefined {
  const trial = toTrial(detail, clearing, form, today)
  const { maxQty = null, maxDays = null } = trial?.assumePriorAuth ?? {}
  const raises = (maxQty ?? 0) > detail.quantity || (maxDays ?? 0) > detail.daysSupply
  if (!trial || !raises) return undefined
  const { startDate } = trial.assumePriorAuth
  return {
    ...trial,
    ...(startDate > detail.medication.dateOfService && { fillDate: startDate }),
    ...(maxQty !== null && maxQty !== detail.quantity && { quantity: maxQty }),
    ...(maxDays !== null && maxDays !== detail.daysSupply && { daysSupply: maxDays }),
  }
}
