import type { Why } from '#platform/calls/refusal.ts'
import type { Person } from '#platform/calls/person.ts'
import { daysBetween } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import type { DecisionFacts } from '#features/authorizations/decision-facts.ts'
import { orderedTerms } from '#features/determinations/rules.ts'
import { whyNotByLicense } from '#features/decision-rights/license.ts'
import { recordsOutside } from '#features/decision-rights/who-decides.ts'
import type { DecisionSettings } from '#features/permissions/decision-settings.ts'
import { isUrPhysician } from '#features/permissions/rules.ts'
import { isNursesTurn, needsReview, needsUrDecision, nurseCertifiesOnly, whyNotLate } from './denial.ts'
import type { LeastGrant } from './edit-rules-shape.ts'
import { editLimits, endOf, type EditLimits } from './limits/edit-limits.ts'
import { reducedField, type Granting } from './reduced-field.ts'

/** Fills that were asked for: this one and the refills that are left; null where the prescription does not say. */
const fillsAsked = ({ refills_authorised, fill_number }: DecisionFacts): number | null =>
  refills_authorised === undefined ? null : Math.max(1, refills_authorised - (fill_number ?? 0) + 1)

/**
 * Fills and days from its start that an approval has at least: what was asked, and no more than the form begins with, which
 * the state, the carrier and the edit table made as it is.
 */
function leastRange(
  authorization: DecisionFacts,
  limits: EditLimits,
): Pick<LeastGrant, 'fills' | 'days' | 'onceDays' | 'lastEnd'> {
  const asked = fillsAsked(authorization)
  const usual = limits.oneTime.default ? 1 : (limits.fills.default ?? limits.fills.max)
  const fills = Math.min(asked ?? usual, usual)
  const { default: start } = limits.start
  const within = (once: boolean, of: number) => {
    const days = daysBetween(start, endOf({ ...limits, lastEnd: null }, start, once).default)
    return asked === null ? days : Math.min(days, of * authorization.days_supply)
  }
  return {
    fills: { atLeast: fills, areKnown: asked !== null },
    days: within(false, fills),
    onceDays: within(true, 1),
    lastEnd: limits.lastEnd,
  }
}

/**
 * What was asked for, where this person may not grant less than that, later, for fewer fills or for a shorter time: where the
 * state leaves denials to reviewers, so are modifications and delays (8 CCR 9792.12); and once the time to deny for medical
 * need has passed, nobody reduces. What the first of two approvers set is not the second one's doing.
 */
export function leastGrant(
  person: Person,
  authorization: DecisionFacts,
  now: string,
  settings?: DecisionSettings,
): LeastGrant | undefined {
  // Less than was asked is then what was determined, and nothing else can be granted.
  if (authorization.in_advance || recordsOutside(person, authorization) || orderedTerms(authorization)) return undefined
  const isReviewers = !isUrPhysician(person, authorization.juris_state) && needsReview(authorization)
  const unlicensed = whyNotByLicense(person, authorization, now)
  const why: Why<'NEEDS_UR_DECISION' | 'DENIAL_TOO_LATE'> | undefined = isNursesTurn(person, authorization)
    ? { code: 'NEEDS_UR_DECISION', message: nurseCertifiesOnly(authorization.juris_state) }
    : isReviewers
      ? needsUrDecision
      : unlicensed === undefined
        ? whyNotLate(person, authorization, now)
        : { code: 'NEEDS_UR_DECISION', message: unlicensed }
  if (!why) return undefined
  const { date_of_service: requestedDay, days_supply, quantity, first_approval } = authorization
  const today = dateIn(Date.parse(now), person.timeZone)
  return {
    code: why.code,
    message: why.message ?? '',
    latestStart: first_approval ? null : requestedDay > today ? requestedDay : today,
    daysSupply: days_supply,
    quantity: quantity ?? null,
    ...(first_approval
      ? { fills: null, days: null, onceDays: null, lastEnd: null }
      : leastRange(authorization, editLimits(person, authorization, 'approve', now, settings))),
  }
}

/** Why this person may not grant less than was asked, or later. */
export function whyNotReduce(
  person: Person,
  authorization: DecisionFacts,
  input: Granting & { startDate?: string | undefined; oneTimeFill?: boolean | undefined },
  now: string,
  settings?: DecisionSettings,
): Why<'NEEDS_UR_DECISION' | 'DENIAL_TOO_LATE'> | undefined {
  const least = leastGrant(person, authorization, now, settings)
  if (!least) return undefined
  const limits = editLimits(person, authorization, 'approve', now, settings)
  const begins = {
    startDate: input.startDate ?? limits.start.default,
    oneTimeFill: input.oneTimeFill ?? limits.oneTime.default,
  }
  const field = reducedField({ ...input, ...begins, laterThan: input.startDate }, least)
  return field && { code: least.code, message: least.message, field }
}
