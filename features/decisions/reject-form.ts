import type { InputOf } from '#platform/calls/contract.ts'
import type { Person } from '#platform/session/person.ts'
import { addDays, dayNumber, usDate } from '#platform/dates/day.ts'
import { parseDate } from '#platform/dates/typed-date.ts'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { ruling } from '#features/determinations/rules.ts'
import type { StatusId } from '#features/authorizations/statuses.ts'
import { longestNote, type Problem, type Reason } from './approve-form.ts'
import type { decision, EditRules } from './contract.ts'
import { dateProblems } from './form-dates.ts'
import { whyNotReject, whyNotRejectThisFill, type DecidableAuthorization } from './rules.ts'

/** What a person changed in the reject form; all else keeps its default. */
export type RejectChoices = {
  codes?: Readonly<Record<string, boolean>>
  reasonId?: number
  note?: string
  /** Dates as typed. */
  start?: string
  end?: string
  level?: number
  /** Deny this fill only, without a prior authorization record. */
  fillOnly?: boolean
}

export type RejectForm = {
  codes: Readonly<Record<string, boolean>>
  reasonId: number | undefined
  note: string
  start: string
  end: string
  level: number
  fillOnly: boolean
}

/**
 * What this person may deny here: `block` the drug for a time or this fill only, `fillOnly`, `claimReasons` where the state
 * leaves medical need to reviewers, or nothing.
 */
export type MayReject = 'block' | 'fillOnly' | 'claimReasons' | 'no'

export function mayReject(detail: Pick<AuthDetail, 'allowedActions' | 'blockedReasons'>): MayReject {
  if (detail.allowedActions.includes('reject')) return 'block'
  if (detail.allowedActions.includes('rejectThisFill')) return 'fillOnly'
  return detail.blockedReasons.some(({ action, code }) => action === 'rejectThisFill' && code === 'NEEDS_UR_DECISION')
    ? 'claimReasons'
    : 'no'
}

/** The request as the decision rules see it, from what the screen knows; settings of the carrier stay with the server. */
export const asDecidable = (detail: AuthDetail): DecidableAuthorization => ({
  statusId: detail.authorizationStatusId as StatusId,
  version: detail.version,
  rejects: detail.rejects,
  jurisState: detail.jurisState,
  receivedAt: detail.requestReceivedDate,
  statutoryDueAt: detail.statutoryDueAt,
  snoozedUntil: detail.snoozedUntil,
  snoozeHoursTotal: 0,
  gpi: detail.gpi,
  deaSchedule: detail.medication.deaSchedule,
  daysSupply: detail.daysSupply,
  quantity: detail.quantity,
  dateOfService: detail.medication.dateOfService,
  dateOfInjury: detail.dateOfInjury,
  claimTermDate: detail.claim.coverage.at(-1)?.termDate ?? null,
  estimatedCost: detail.estimatedCost,
  subCarrier: detail.subCarrier,
  groupCode: detail.groupCode,
  channel: detail.claimChannelType,
  ownerIds: detail.caseOwners.map((owner) => owner.adjusterId),
  completedAt: detail.completedAt,
  reconsiderationLevel: detail.reconsiderationLevel,
  firstApproval: detail.firstApproval,
  ...ruling(detail.determination),
  // A form is shown for a bill only once it is explained; the server has looked.
  explained: true,
})

export type ReasonChoice = Reason & { whyNot: string | undefined }

/** The reasons of the list, each with why this person may not give it here: what only utilization review may say. */
export function reasonChoices(
  person: Person,
  detail: AuthDetail,
  reasons: readonly Reason[],
  fillOnly: boolean,
  now: string,
): ReasonChoice[] {
  const request = asDecidable(detail)
  const ask = fillOnly ? whyNotRejectThisFill : whyNotReject
  return reasons.map((reason) => {
    const why = ask(
      person,
      request,
      { reasonId: reason.reasonId, priorauthReasonDesc: reason.description, note: 'any' },
      now,
    )
    return { ...reason, whyNot: why?.code === 'NEEDS_UR_DECISION' ? why.message : undefined }
  })
}

/** The form as it stands: every reject cited and the rules' dates, and over them what the person changed. */
export function rejectForm(
  rules: EditRules,
  detail: Pick<AuthDetail, 'rejects'>,
  may: MayReject,
  choices: RejectChoices,
  today: string,
): RejectForm {
  const { fields } = rules
  const start = choices.start ?? usDate(fields.startDate.default)
  // The days of a block that begins in the past count from today (decision 0027).
  const from = (day: string) => (day > today ? day : today)
  const days = dayNumber(fields.endDate.default) - dayNumber(from(fields.startDate.default))
  return {
    codes: Object.fromEntries(
      detail.rejects.map(({ rejectCode }) => [rejectCode, choices.codes?.[rejectCode] ?? true]),
    ),
    reasonId: choices.reasonId,
    note: choices.note ?? '',
    start,
    end: choices.end ?? usDate(addDays(from(parseDate(start, today) || fields.startDate.default), days)),
    level:
      choices.level !== undefined && fields.drugLevel.allowed.includes(choices.level)
        ? choices.level
        : fields.drugLevel.default,
    fillOnly: may === 'block' ? (choices.fillOnly ?? false) : true,
  }
}

/** What must be put right before the denial can be sent, in the order of the form. The server asks the same again. */
export function rejectProblems(
  rules: EditRules,
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
  if ([...form.note].length > longestNote)
    found.push({ field: 'note', message: `An explanation has at most ${longestNote} characters.` })
  return form.fillOnly ? found : [...found, ...dateProblems(rules, form, today)]
}

/** The call to make and its input. Use it only when `rejectProblems` finds nothing. */
export function toRejection(
  detail: AuthDetail,
  rules: EditRules,
  form: RejectForm,
  today: string,
):
  | { kind: 'reject'; input: InputOf<typeof decision.reject> }
  | { kind: 'rejectThisFill'; input: InputOf<typeof decision.rejectThisFill> } {
  const always = {
    id: detail.authorizationId,
    version: detail.version,
    rejectCodes: Object.keys(form.codes).filter((code) => form.codes[code]),
    ...(form.reasonId !== undefined && { reasonId: form.reasonId }),
    ...(form.note.trim() !== '' && { note: form.note.trim() }),
  }
  if (form.fillOnly) return { kind: 'rejectThisFill', input: always }
  return {
    kind: 'reject',
    input: {
      ...always,
      startDate: parseDate(form.start, today) || rules.fields.startDate.default,
      endDate: parseDate(form.end, today) || rules.fields.endDate.default,
      drugLevel: form.level,
    },
  }
}

/** Months of the trend in which a dose was filled, when stopping would be sudden: three or more of the last; else 0. */
export function monthsOfUse(detail: Pick<AuthDetail, 'mme' | 'mmeTrend'>): number {
  const months = detail.mmeTrend.filter((month) => month.mme > 0).length
  return (detail.mme?.now ?? 0) > 0 && months >= 3 ? months : 0
}
