import { ncpdp } from '#reference/ncpdp.ts'
import type { Why } from '#platform/calls/refusal.ts'
import type { Person } from '#platform/calls/person.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { usDate } from '#platform/dates/day.ts'
import type { Role } from '#features/permissions/roles.ts'
import { status } from '#features/authorizations/statuses.ts'
import { mayMove } from '#features/authorizations/transitions.ts'
import type { DecisionFacts, RejectFacts } from '#features/authorizations/decision-facts.ts'
import type { Bill } from './bill-instead.ts'
import { columnOf, whyNotOverride } from '#features/decision-rights/override-matrix.ts'
import { whyNobodyTakes } from '#features/decision-rights/takers.ts'
import { live, recordsOutside } from '#features/decision-rights/who-decides.ts'
import { orderedTerms } from '#features/determinations/rules.ts'
import { defaultDecisionSettings, type DecisionSettings } from '#features/permissions/decision-settings.ts'
import { approvalOf, needsSecondPerson, toClear, type ApprovalInput, type Outcome } from './approval.ts'
import type { Reject } from '#features/adjudication/answer.ts'
import { isPharmacist } from '#features/permissions/rules.ts'
import { waitsOf } from './limits/waits.ts'
import type { Answers } from './would-pay.ts'

// What an approval comes to, by the engine's own word: the trial run, the button, the refusal and the record ask this alone.

/** The codes an approval may be refused with because the claim would stop again. */
type PlanRefusal = 'DATES_NOT_ALLOWED' | 'HARD_STOP' | 'NOT_OVERRIDABLE' | 'RULE' | 'SAFETY_NEEDS_PHARMACIST'

type Engine = Answers<{ rejects: readonly Reject[] }> | null

export type Plan =
  | { outcome: Outcome; bill: Bill | null; why?: undefined }
  | { why: Why<PlanRefusal>; outcome?: undefined; bill?: undefined }

const no = (message: string, field = 'rejects'): Plan => ({ why: { code: 'RULE', message, field } })
const joined = (codes: readonly string[]): string => [...new Set(codes)].join(', ')

/** Somebody of a role whom nothing but the role and the carrier's settings keeps from clearing. */
const anybody = (person: Person, role: Role, state: string): Person => ({
  ...person,
  roles: [role],
  approvalLimit: null,
  licenseStates: [state],
})

/** Whose a code is that this person may not clear: another role's, or nobody's while something is missing. */
function whose(
  person: Person,
  reject: RejectFacts,
  of: DecisionFacts,
  settings: DecisionSettings,
): 'supervisor' | 'pharmacist' | undefined {
  const clears = (role: Role): boolean => !whyNotOverride(anybody(person, role, of.juris_state), reject, settings, of)
  if (clears('supervisor')) return 'supervisor'
  return clears('clinical_pharmacist') || clears('override_all_edit_clinical') ? 'pharmacist' : undefined
}

/** A cost over one's own limit is cleared with a second person (T07). */
const mayClear = (person: Person, reject: RejectFacts, of: DecisionFacts, settings: DecisionSettings): boolean =>
  !whyNotOverride(
    person,
    reject,
    settings,
    reject.rejectCode === ncpdp.COST_OVER_MAXIMUM ? { ...of, estimated_cost: 0 } : of,
  )

/** Why the days of an approval let no bill through: over before the fill, or before anything could be billed. */
function whyNotBillable(
  { startDate, endDate }: { startDate: string; endDate: string },
  of: Pick<DecisionFacts, 'date_of_service'>,
  today: string,
): Plan | undefined {
  const field = 'endDate'
  const served = of.date_of_service
  const wrong = (message: string): Plan => ({ why: { code: 'DATES_NOT_ALLOWED', message, field } })
  if (endDate < served)
    return wrong(`This approval ends on ${usDate(endDate)}, before the day of service, ${usDate(served)}.`)
  return startDate > served && endDate < today
    ? wrong(
        `This approval begins after the day of service, ${usDate(served)}, and ends on ${usDate(endDate)}: nothing can be billed under it.`,
      )
    : undefined
}

/** What would be saved for somebody goes nowhere where nobody could take it. */
function saved(plan: Plan, of: DecisionFacts): Plan {
  if (!plan.outcome || plan.outcome.statusId === status.APPROVED) return plan
  const { senior, pharmacist } = waitsOf(of, plan.outcome.waitsFor)
  const to =
    plan.outcome.statusId === status.PENDING_SECOND_APPROVAL
      ? 'supervisor'
      : pharmacist.length > 0
        ? 'pharmacist'
        : senior.length > 0
          ? 'senior'
          : undefined
  const why = to && whyNobodyTakes(of, to)
  return why ? { why } : plan
}

/**
 * Where an allowed approval leads (T06 to T08): granted, where the claim pays as it was billed or as the message says; saved
 * and left to a pharmacist (22) or to a supervisor (25), whose codes stay; else why not. Without the engine's answers it is
 * what the rejects of the request say.
 */
export const planOf = (
  person: Person,
  of: DecisionFacts,
  input: ApprovalInput,
  answers: Engine,
  now: string,
  settings: DecisionSettings = defaultDecisionSettings,
): Plan => saved(led(person, of, input, answers, now, settings), of)

function led(
  person: Person,
  of: DecisionFacts,
  input: ApprovalInput,
  answers: Engine,
  now: string,
  settings: DecisionSettings,
): Plan {
  const approval = approvalOf(person, of, input, now, settings)
  const confirms = of.status_id === status.PENDING_SECOND_APPROVAL
  const bill = answers?.billed.rejects.length ? (answers.instead?.bill ?? null) : null
  const approved: Plan = { outcome: { statusId: status.APPROVED, waitsFor: [], dualControl: false }, bill }
  // One code may stand for several findings: one of them cleared leaves the others.
  const cleared = toClear(person, of, input, settings)
  const uncleared = live(of).filter((reject) => !cleared.includes(reject))
  const rejects: readonly (RejectFacts & { message?: string })[] = answers
    ? (answers.instead?.answer ?? answers.billed).rejects
    : uncleared
  const stops = (code: string): boolean => rejects.some(({ rejectCode }) => rejectCode === code)
  // A safety code stands until the terms themselves take it away: 7 days are a first opioid fill that nobody has to clear.
  const byTerms = (code: string): boolean =>
    answers?.instead != null && !stops(code) && answers.billed.rejects.some(({ rejectCode }) => rejectCode === code)
  const safety = confirms ? [] : uncleared.filter((reject) => reject.safety && !byTerms(reject.rejectCode))

  const dual = needsSecondPerson(person, of, settings)
  // What a board or a review determined is carried out as it was determined, once its safety codes are cleared.
  if (recordsOutside(person, of) || orderedTerms(of)) {
    const waitsFor = [...new Set(safety.map(({ rejectCode }) => rejectCode))]
    if (waitsFor.length > 0)
      return { outcome: { statusId: status.PENDING_CLINICAL, waitsFor, dualControl: dual }, bill }
    return dual
      ? { outcome: { statusId: status.PENDING_SECOND_APPROVAL, waitsFor, dualControl: true }, bill }
      : approved
  }
  const late = whyNotBillable(approval, of, dateIn(Date.parse(now), person.timeZone))
  if (late) return late
  const own: string[] = []
  const supervisors: string[] = []
  const pharmacists: string[] = []
  // What a pharmacist may clear is not sent to a pharmacist.
  for (const reject of safety)
    (isPharmacist(person) && mayClear(person, reject, of, settings) ? own : pharmacists).push(reject.rejectCode)
  for (const reject of rejects) {
    const { rejectCode: code } = reject
    const column = columnOf(reject)
    if (column === 'data' || pharmacists.includes(code) || own.includes(code)) continue
    if (column === 'hardStop')
      return {
        why: { code: 'HARD_STOP', message: `Code ${code} is a hard stop; nobody may override it.`, field: 'rejects' },
      }
    const because = reject.message ? `: ${reject.message.replace(/\.$/, '')}` : ''
    if (approval.clears.includes(code) || confirms || !live(of).some((one) => one.rejectCode === code))
      return no(`The claim would still stop at ${code}${because}.`)
    if (mayClear(person, reject, of, settings)) own.push(code)
    else {
      const to = whose(person, reject, of, settings)
      if (to === 'supervisor') supervisors.push(code)
      else if (to === 'pharmacist') pharmacists.push(code)
      else return no(whyNotOverride(person, reject, settings, of)?.message ?? `Nobody can clear ${code} now.`)
    }
  }
  if (own.length > 0) {
    const codes = joined(own)
    const what = approval.clears.length === 0 ? 'This approval clears nothing: the' : 'The'
    return no(`${what} claim would stop at ${codes} again. Select ${codes} to clear, or reject the request.`)
  }
  const leads = (statusId: Outcome['statusId'], waitsFor: readonly string[]): Plan =>
    mayMove(of.status_id, statusId, 'approve')
      ? { outcome: { statusId, waitsFor: [...new Set(waitsFor)], dualControl: dual || supervisors.length > 0 }, bill }
      : no(
          `Only a ${statusId === status.PENDING_CLINICAL ? 'pharmacist' : 'supervisor'} can clear ${joined(waitsFor)}.`,
        )
  if (confirms) return approved
  if (pharmacists.length > 0) return leads(status.PENDING_CLINICAL, pharmacists)
  if (supervisors.length > 0) return leads(status.PENDING_SECOND_APPROVAL, supervisors)
  if (dual) return { outcome: { statusId: status.PENDING_SECOND_APPROVAL, waitsFor: [], dualControl: true }, bill }
  return approved
}
