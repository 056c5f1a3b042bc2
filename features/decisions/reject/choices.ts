import type { Instead, RejectChoices } from '../draft.ts'
import type { MayReject } from '../may-reject.ts'
import type { InputOf } from '#platform/calls/contract.ts'
import { addDays, dayNumber, usDate } from '#platform/dates/day.ts'
import { parseDate } from '#platform/dates/typed-date.ts'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { longestNote, type Problem, type Reason } from '../form/problem.ts'
import type { rejecting } from './contract.ts'
import type { FormRules } from '../edit-rules-shape.ts'
import { blockReachWords } from '#features/prior-auths/block-reach.ts'
import { whyNotAsWide } from '../block-fits.ts'
import { beginsBrandOnly, whyNotReachOf, type BrandDenial } from '../about-brand.ts'
import { explains } from '#features/authorizations/explains.ts'
import { dateProblems } from '../form/date-limits.ts'
import { alternativeReason, isOfOneFill } from '#reference/rejection-reasons.ts'

export type RejectForm = {
  codes: Readonly<Record<string, boolean>>
  reasonId: number | undefined
  note: string
  start: string
  end: string
  level: number
  /** The block leaves the generics alone. */
  brandOnly: boolean
  fillOnly: boolean
  /** The product to use instead; only where the reason is that there is one. */
  instead: Instead | undefined
}

export type ReasonChoice = Reason & { whyNot: string | undefined }

/**
 * The reasons of the list that can be true of the request, each with why the caller may not give it here: what only
 * utilization review may say.
 */
export const reasonChoices = (
  { reasonsNotAllowed, untrueReasons = [] }: Pick<FormRules, 'reasonsNotAllowed' | 'untrueReasons'>,
  reasons: readonly Reason[],
  fillOnly: boolean,
): ReasonChoice[] =>
  reasons
    .filter(({ reasonId }) => !untrueReasons.includes(reasonId))
    .map((reason) => {
      const ofFill = fillOnly || isOfOneFill(reason.reasonId)
      const barred = reasonsNotAllowed.find(({ reasonId }) => reasonId === reason.reasonId)
      return { ...reason, whyNot: (ofFill ? barred?.rejectThisFill : barred?.reject) ?? undefined }
    })

/** The denial as far as it is about a brand. */
export const brandDenial = (
  { block }: Pick<FormRules, 'block'>,
  { codes, reasonId }: Pick<RejectForm, 'codes' | 'reasonId'>,
): BrandDenial => ({
  brand: block?.brand ?? false,
  codes: Object.keys(codes).filter((code) => codes[code]),
  reasonId,
})

/** What the block of the form stops and what stays, in words; undefined where it reaches past the drug. */
export function reachShown(
  { block }: Pick<FormRules, 'block'>,
  { level, brandOnly }: Pick<RejectForm, 'level' | 'brandOnly'>,
): ReturnType<typeof blockReachWords> | undefined {
  const reached = block?.reaches.find((one) => one.level === level && one.brandOnly === brandOnly)
  return reached && blockReachWords(reached)
}

/** The form as it stands: every reject cited and the rules' dates, and over them what the person changed. */
export function rejectForm(
  rules: FormRules,
  detail: Pick<AuthDetail, 'rejects'>,
  may: MayReject,
  choices: RejectChoices,
  today: string,
): RejectForm {
  const { fields } = rules
  const start = choices.start ?? usDate(fields.startDate.default)
  // The days of a block that begins in the past count from today (docs/decisions/0027).
  const from = (day: string) => (day > today ? day : today)
  const days = dayNumber(fields.endDate.default) - dayNumber(from(fields.startDate.default))
  const codes = Object.fromEntries(
    detail.rejects.map(({ rejectCode }) => [rejectCode, choices.codes?.[rejectCode] ?? true]),
  )
  const reasonId = choices.reasonId
  const about = brandDenial(rules, { codes, reasonId })
  return {
    codes,
    reasonId,
    // Where it can be of nothing but the brand, what was chosen for another reason no longer counts.
    brandOnly: whyNotReachOf(about, choices.brandOnly ?? beginsBrandOnly(about))
      ? about.brand
      : (choices.brandOnly ?? beginsBrandOnly(about)),
    note: choices.note ?? '',
    start,
    end: choices.end ?? usDate(addDays(from(parseDate(start, today) || fields.startDate.default), days)),
    level:
      choices.level !== undefined && fields.drugLevel.allowed.includes(choices.level)
        ? choices.level
        : fields.drugLevel.default,
    fillOnly: may !== 'block' || isOfOneFill(reasonId) || (choices.fillOnly ?? false),
    instead: reasonId === alternativeReason ? choices.instead : undefined,
  }
}

/** What must be put right before the denial can be sent, in the order of the form. The server asks the same again. */
export function rejectProblems(
  rules: FormRules,
  reasons: readonly ReasonChoice[],
  form: RejectForm,
  today: string,
): Problem[] {
  const found: Problem[] = []
  const codes = Object.values(form.codes)
  if (codes.length > 0 && !codes.includes(true))
    found.push({ field: 'rejectCodes', message: 'Choose at least one reject that stands.' })
  const reason = reasons.find((one) => one.reasonId === form.reasonId)
  if (!reason) found.push({ field: 'reasonId', message: 'Choose a reason.' })
  else if (reason.whyNot) found.push({ field: 'reasonId', message: reason.whyNot })
  else if (reason.requiresNote && form.note.trim() === '')
    found.push({ field: 'note', message: `“${reason.description}” needs an explanation.` })
  else if (reason.requiresNote && !explains(form.note))
    found.push({ field: 'note', message: `Explain “${reason.description}” in a sentence: it is sent as the reason.` })
  if ([...form.note].length > longestNote)
    found.push({ field: 'note', message: `An explanation has at most ${longestNote} characters.` })
  if (form.fillOnly) return found
  const wide = whyNotAsWide(form.reasonId, form.level)
  if (wide?.message) found.push({ field: 'drugLevel', message: wide.message })
  return [...found, ...dateProblems(rules, form, today)]
}

/** The call to make and its input, with the version that was reviewed. Use it only when `rejectProblems` finds nothing. */
export function toRejection(
  detail: AuthDetail,
  rules: FormRules,
  form: RejectForm,
  today: string,
  reviewed: number = detail.version,
):
  | { kind: 'reject'; input: InputOf<typeof rejecting.reject> }
  | { kind: 'rejectThisFill'; input: InputOf<typeof rejecting.rejectThisFill> } {
  const always = {
    id: detail.authorizationId,
    version: reviewed,
    rejectCodes: Object.keys(form.codes).filter((code) => form.codes[code]),
    ...(form.reasonId !== undefined && { reasonId: form.reasonId }),
    ...(form.note.trim() !== '' && { note: form.note.trim() }),
    ...(form.instead && { insteadNdc: form.instead.ndc }),
  }
  if (form.fillOnly) return { kind: 'rejectThisFill', input: always }
  return {
    kind: 'reject',
    input: {
      ...always,
      startDate: parseDate(form.start, today) || rules.fields.startDate.default,
      endDate: parseDate(form.end, today) || rules.fields.endDate.default,
      drugLevel: form.level,
      ...(rules.block?.brand && { brandOnly: form.brandOnly }),
    },
  }
}

/** Months of the trend with an opioid at hand, when stopping would be sudden: three or more of the last; else 0. */
export function monthsOfUse(detail: Pick<AuthDetail, 'mme' | 'mmeTrend'>): number {
  const months = detail.mmeTrend.filter((month) => month.mme > 0).length
  return (detail.mme?.now ?? 0) > 0 && months >= 3 ? months : 0
}
