import { explains, whyNotExplained } from '#features/authorizations/explains.ts'
import { ncpdp, notCoveredThatDay } from '#reference/ncpdp.ts'
import { status } from '#features/authorizations/statuses.ts'
import type { ApproveChoices } from '../draft.ts'
import { longestNote, whyField, type Problem, type Reason } from '../form/problem.ts'
import type { InputOf } from '#platform/calls/contract.ts'
import { usDate } from '#platform/dates/day.ts'
import { parseDate } from '#platform/dates/typed-date.ts'
import { typedNumber, whyNoNumber } from '#platform/text/typed-number.ts'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { usualReason } from '#features/determinations/rules.ts'
import type { approving } from './contract.ts'
import type { Clearing, FormRules } from '../edit-rules-shape.ts'
import { reducedField } from '../reduced-field.ts'
import { dateProblems, usualEnd } from '../form/date-limits.ts'
import type { ApprovalStatus } from '../approval.ts'

export type ApproveForm = {
  start: string
  end: string
  once: boolean
  level: number
  fills: number | null
  /** Units and days of supply of one fill, as typed; empty is no limit. */
  qty: string
  days: string
  ticks: Readonly<Record<string, boolean>>
  all: boolean
  agreed: boolean
  /** Why each safety finding may be cleared, by what names it. */
  acks: Readonly<Record<string, string>>
  reasonId: number | undefined
  note: string
  supersede: boolean
  lift: boolean
}

/** Whether the form offers to clear every ordinary reject that stands: never beside a safety code. */
export const mayClearAll = (rules: FormRules, clearing: readonly Clearing[]): boolean =>
  rules.fields.overrideAllRejections.visible &&
  clearing.some(({ may }) => may) &&
  !clearing.some(({ reject }) => reject.safety)

/** What was billed, and the determination in force. */
type Billed = Pick<AuthDetail, 'quantity' | 'daysSupply' | 'determination' | 'firstApproval'> & {
  medication: Pick<AuthDetail['medication'], 'unitsPerDay' | 'refillsAuthorised' | 'fillNumber'>
}

const asText = (value: number | null): string => (value === null ? '' : String(value))

/** Quantity and days of a fill as billed; a shorter supply that was advised has fewer units. */
function asBilled(billed: Billed, { qty, days, maxDays }: ApproveChoices): { qty: string; days: string } {
  const first = billed.firstApproval
  // What the first of two people saved stands until it is made narrower.
  if (first)
    return {
      qty: qty ?? String(first.maxQty ?? billed.quantity),
      days: days ?? String(first.maxDays ?? billed.daysSupply),
    }
  const advised = maxDays != null && maxDays < billed.daysSupply ? maxDays : undefined
  const units =
    advised === undefined ? billed.quantity : Math.max(1, Math.floor(billed.medication.unitsPerDay * advised))
  return { qty: qty ?? String(units), days: days ?? String(advised ?? billed.daysSupply) }
}

/** A typed amount: null where the field is empty, NaN where it is no such number. */
function amountOf(text: string, most: number, decimals?: number): number | null {
  const value = typedNumber(text, decimals)
  return value === null || (value && value <= most) ? value : Number.NaN
}
export const qtyOf = (form: Pick<ApproveForm, 'qty'>): number | null => amountOf(form.qty, 9999.999, 3)
export const daysOf = (form: Pick<ApproveForm, 'days'>): number | null => amountOf(form.days, 365)

/** Whether less of a fill is approved than was asked for. */
export const isLess = (
  form: Pick<ApproveForm, 'qty' | 'days'>,
  { quantity, daysSupply }: Pick<AuthDetail, 'quantity' | 'daysSupply'>,
): boolean => {
  const [units, days] = [qtyOf(form), daysOf(form)]
  return (units !== null && units < quantity) || (days !== null && days < daysSupply)
}

/** The form as it stands: the safe defaults of the rules, and over them what the person changed. Dates are texts to type in. */
export function approveForm(
  rules: FormRules,
  clearing: readonly Clearing[],
  reasons: readonly Reason[],
  choices: ApproveChoices,
  today: string,
  detail: Billed,
  isSecondApproval = false,
): ApproveForm {
  const { determination } = detail
  const { fields } = rules
  const order = determination?.startDate ? determination : undefined
  const preset = rules.presetReason ?? undefined
  const usual = order ? usualReason(order.kind) : reasons.find(({ reasonId }) => reasonId === preset)?.reasonId
  const { min, max } = fields.paMaxFill
  // As many as the prescription has left, where the rules say no number; none chosen is no limit.
  const left = detail.medication.refillsAuthorised - detail.medication.fillNumber + 1
  const usualFills = fields.paMaxFill.default ?? (fields.paMaxFill.visible ? Math.min(max, Math.max(min, left)) : null)
  const inRange = choices.fills != null && choices.fills >= min && choices.fills <= max
  const fills = inRange ? choices.fills! : choices.fills === null ? fields.paMaxFill.default : usualFills
  const once = fields.oneTimeFill.editable ? (choices.once ?? fields.oneTimeFill.default) : fields.oneTimeFill.default
  const start = fields.startDate.editable
    ? (choices.start ?? usDate(fields.startDate.default))
    : usDate(fields.startDate.default)
  const end = fields.endDate.editable ? choices.end : undefined
  const all = mayClearAll(rules, clearing) && (choices.all ?? false)
  const amounts = order ? { qty: asText(order.maxQty), days: asText(order.maxDays) } : asBilled(detail, choices)
  return {
    start,
    end: end ?? usDate(usualEnd(rules, parseDate(start, today) || fields.startDate.default, once)),
    once,
    level:
      choices.level !== undefined && fields.drugLevel.allowed.includes(choices.level)
        ? choices.level
        : fields.drugLevel.default,
    fills: once ? 1 : fills,
    ...amounts,
    // Neither a safety code nor the lifting of a block is ever ticked by itself.
    ticks: Object.fromEntries(
      clearing.map(({ reject, may }) => [
        reject.finding,
        may &&
          ((all && !notCoveredThatDay.includes(reject.rejectCode)) ||
            (choices.ticks?.[reject.finding] ?? (!reject.safety && reject.rejectCode !== ncpdp.BLOCKED))),
      ]),
    ),
    all,
    agreed: choices.agreed ?? false,
    acks: choices.acks ?? {},
    // The first of two people gave the reason; the second one's replaces it only when it is chosen.
    reasonId: choices.reasonId ?? (isSecondApproval ? undefined : usual),
    note: choices.note ?? '',
    supersede: choices.supersede ?? false,
    lift: choices.lift ?? false,
  }
}

/** The safety findings the form would clear. */
export const safetyTicked = (form: ApproveForm, clearing: readonly Clearing[]): Clearing['reject'][] =>
  clearing.filter(({ reject }) => reject.safety && form.ticks[reject.finding]).map(({ reject }) => reject)

const blank = (text: string): boolean => text.trim() === ''

/** What must be put right before the approval can be sent, in the order of the form. The server asks the same again. */
export function approveProblems(
  rules: FormRules,
  clearing: readonly Clearing[],
  reasons: readonly Reason[],
  form: ApproveForm,
  today: string,
  /** The second of two approvals must clear something. */
  isSecondApproval = false,
  /** What the form grants, where the caller may not grant less than was asked, or later. */
  chosenStart?: string,
  /** What the server says it comes to. */
  plan?: PlanShown,
): Problem[] {
  const found = dateProblems(rules, form, today)
  if (Number.isNaN(qtyOf(form)))
    found.push({ field: 'maxQty', message: whyNoNumber(form.qty, 'Enter a quantity above 0, or leave it empty.') })
  if (Number.isNaN(daysOf(form)))
    found.push({ field: 'maxDays', message: whyNoNumber(form.days, 'Enter 1 to 365 days, or leave it empty.') })
  const chosen = {
    startDate: parseDate(form.start, today) || rules.fields.startDate.default,
    laterThan: chosenStart,
    endDate: parseDate(form.end, today) || undefined,
    oneTimeFill: form.once,
    paMaxFill: form.fills,
    maxQty: qtyOf(form),
    maxDays: daysOf(form),
  }
  // Fewer days mean fewer units: the days are what was chosen.
  const reduced =
    rules.leastGrant &&
    (reducedField({ ...chosen, maxQty: null }, rules.leastGrant) ?? reducedField(chosen, rules.leastGrant))
  if (rules.leastGrant && reduced && found.length === 0)
    found.push({ field: reduced, message: rules.leastGrant.message })
  const clearable = clearing.filter(({ may }) => may)
  // Terms that need no clearing at all are sent without any.
  const pays = plan?.leadsTo === status.APPROVED
  if (!pays && plan?.why) found.push({ field: 'rejects', message: plan.why })
  else if (
    !pays &&
    clearable.some(({ reject }) => !reject.safety) &&
    !clearable.some(({ reject }) => form.ticks[reject.finding])
  ) {
    found.push({ field: 'rejects', message: 'Select at least one reject to clear.' })
  }
  const safety = safetyTicked(form, clearing)
  if (!pays && isSecondApproval && safety.length === 0)
    found.push({ field: 'safety', message: 'Select a safety code to clear.' })
  if (safety.length > 0) {
    if (!form.agreed) found.push({ field: 'agreed', message: 'Confirm that you have weighed the risk.' })
    for (const { finding } of safety) {
      const why = whyNotExplained(form.acks[finding], 'Enter why this finding can be cleared.')
      if (why !== undefined) found.push({ field: whyField(finding), message: why })
    }
  }
  if (!explains(form.note)) {
    const needs = reasons.find((reason) => reason.reasonId === form.reasonId && reason.requiresNote)
    if (safety.some((reject) => reject.severity === 1))
      found.push({ field: 'note', message: 'Name in the note the second person who agreed.' })
    else if (form.reasonId === undefined && safety.some(({ severity }) => isSecondApproval || severity !== 3))
      found.push({ field: 'note', message: 'Clearing a safety code needs a note, or a reason.' })
    else if (needs) found.push({ field: 'note', message: `“${needs.description}” needs a note.` })
  }
  if ([...form.note].length > longestNote)
    found.push({ field: 'note', message: `A note has at most ${longestNote} characters.` })
  return found
}

/** Where the approval leads: granted (30), waiting for a second person (25) or for a pharmacist (22). */
export type Effect = {
  leadsTo: ApprovalStatus
  waitsFor: readonly string[]
  /** What the pharmacy bills instead of what it billed. */
  bill?: string | null
  /** Who gets what is saved, by the server's word: a person, or the queue of a role. */
  goesTo?: string | null
  /** It is not sent as it stands: the codes this person would have to clear, none where something else stops it. */
  missing?: readonly string[]
}

/** What the server says an approval comes to, as it was tried. */
export type PlanShown = {
  leadsTo: number | null
  waitsFor: readonly string[]
  why: string | null
  bill: string | null
  goesTo: string | null
}

export function effectOf(
  rules: Pick<FormRules, 'clearings' | 'secondApproval'>,
  detail: Pick<AuthDetail, 'authorizationStatusId'>,
  form: ApproveForm,
  plan?: PlanShown,
  ofPharmacist = false,
): Effect {
  if (detail.authorizationStatusId === status.PENDING_SECOND_APPROVAL)
    return { leadsTo: status.APPROVED, waitsFor: [], ...(plan?.why && { missing: [] }) }
  if (plan?.leadsTo != null)
    return {
      leadsTo: plan.leadsTo as ApprovalStatus,
      waitsFor: plan.waitsFor,
      bill: plan.bill,
      goesTo: plan.goesTo,
    }
  // What a pharmacist may clear is not sent to a pharmacist.
  const waitsFor = codesOnce(
    rules.clearings.filter(({ reject, may }) => reject.safety && !form.ticks[reject.finding] && !(ofPharmacist && may)),
  )
  // By the server's word anything; before it has said so, a safety code that nobody else will be asked about.
  const missing = codesOnce(
    rules.clearings.filter(
      ({ reject, may }) =>
        may && !form.ticks[reject.finding] && (plan !== undefined || (ofPharmacist && reject.safety)),
    ),
  )
  return {
    leadsTo:
      waitsFor.length > 0
        ? status.PENDING_CLINICAL
        : rules.secondApproval
          ? status.PENDING_SECOND_APPROVAL
          : status.APPROVED,
    waitsFor,
    ...((plan?.why || missing.length > 0) && { missing }),
  }
}

const codesOnce = (of: readonly Clearing[]): string[] => [...new Set(of.map(({ reject }) => reject.rejectCode))]

const amounts = (form: ApproveForm): { maxQty?: number; maxDays?: number } => {
  const [maxQty, maxDays] = [qtyOf(form), daysOf(form)]
  return { ...(maxQty !== null && { maxQty }), ...(maxDays !== null && { maxDays }) }
}

/** What the pharmacist made narrower than it was saved; what was saved is not set again. */
function narrowerAmounts(
  { firstApproval, quantity, daysSupply }: AuthDetail,
  form: ApproveForm,
): ReturnType<typeof amounts> {
  const { maxQty, maxDays } = amounts(form)
  return {
    ...(maxQty !== undefined && maxQty < (firstApproval?.maxQty ?? quantity) && { maxQty }),
    ...(maxDays !== undefined && maxDays < (firstApproval?.maxDays ?? daysSupply) && { maxDays }),
  }
}

/** A reject as the call names it: a finding by itself where others have its code, a cleared one with its reason. */
function toNamed({ rejectCode, finding }: Clearing['reject'], { ticks, acks }: ApproveForm) {
  const override = ticks[finding] ?? false
  const reason = override && acks[finding]?.trim()
  return { rejectCode, override, ...(finding !== rejectCode && { finding }), ...(reason && { reason }) }
}

/** The call's input, with the version that was reviewed. Send it only when `approveProblems` finds nothing. */
export function toApproval(
  detail: AuthDetail,
  rules: FormRules,
  clearing: readonly Clearing[],
  form: ApproveForm,
  today: string,
  reviewed: number = detail.version,
): InputOf<typeof approving.approve> {
  const always = {
    id: detail.authorizationId,
    version: reviewed,
    ...(form.reasonId !== undefined && { reasonId: form.reasonId }),
    ...(!blank(form.note) && { note: form.note.trim() }),
  }
  const lifts = form.lift ? [{ rejectCode: ncpdp.BLOCKED, override: true }] : []
  // The second of two people confirms what the first one set.
  if (detail.authorizationStatusId === status.PENDING_SECOND_APPROVAL)
    return form.lift ? { ...always, rejects: lifts } : always
  const safety = safetyTicked(form, clearing)
  // Beside "all" coverage and a block are named.
  const coverage = clearing
    .map(({ reject }) => reject.rejectCode)
    .filter((code) => notCoveredThatDay.includes(code) && form.ticks[code])
  const named = [...coverage.map((rejectCode) => ({ rejectCode, override: true })), ...lifts]
  return {
    ...always,
    startDate: parseDate(form.start, today) || rules.fields.startDate.default,
    endDate: parseDate(form.end, today) || rules.fields.endDate.default,
    oneTimeFill: form.once,
    drugLevel: form.level,
    ...(form.all
      ? { overrideAllRejections: true, ...(named.length > 0 && { rejects: named }) }
      : {
          rejects: [
            ...clearing
              .filter(({ reject }) => !form.lift || reject.rejectCode !== ncpdp.BLOCKED)
              .map(({ reject }) => toNamed(reject, form)),
            ...lifts,
          ],
        }),
    ...(rules.fields.paMaxFill.visible && !form.once && form.fills !== null && { paMaxFill: form.fills }),
    ...(detail.firstApproval ? narrowerAmounts(detail, form) : amounts(form)),
    ...(safety.length > 0 && { safetyRejectEnabled: true }),
    ...(form.supersede && { supersede: true }),
  }
}
