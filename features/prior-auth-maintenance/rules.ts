import { ncpdp, notCoveredThatDay } from '#reference/ncpdp.ts'
import type { Why } from '#platform/calls/refusal.ts'
import { narrowness } from '#features/prior-auths/reach.ts'
import { isInForce, priorAuthStatus, priorAuthStatusLabel } from '#features/prior-auths/statuses.ts'
import { worksOn } from '#features/decision-rights/works-on.ts'
import { addDays, usDate } from '#platform/dates/day.ts'
import { adjusterMayDeny } from '#features/decisions/denial.ts'
import { noWithdrawal, whyNotEndApproval, whyNotWithdraw } from '#features/decision-rights/withdrawal.ts'
import { type DecisionFacts, type RejectFacts } from '#features/authorizations/decision-facts.ts'
import { type DecisionSettings } from '#features/permissions/decision-settings.ts'
import { mayDecide } from '#features/permissions/rules.ts'
import type { Person } from '#platform/calls/person.ts'
import { rejectCode } from '#reference/reject-codes.ts'

/** A prior authorization or block as its rules need it; days 'YYYY-MM-DD'. `statusId` is as of today. */
export type PriorAuthFacts = {
  kind: 'PERMIT' | 'BLOCK'
  statusId: number
  startDate: string
  endDate: string
  level: number
  oneTime: boolean
  maxFills: number | null
  fillsUsed: number
  maxQty: number | null
  maxDays: number | null
  maxCost: number | null
  pharmacyNabp: string | null
  prescriberNpi: string | null
  brandFlag: string
  codes: readonly string[]
  /** The user who ended it; null when it only expired. */
  endedBy: string | null
  jurisState: string
  receivedAt: string
  /** Silence approved it. */
  bySilence?: boolean
}

/** Expired by date and not ended by a user: it may be renewed. */
const isOver = (of: Pick<PriorAuthFacts, 'statusId' | 'endedBy'>): boolean =>
  (of.statusId === priorAuthStatus.EXPIRED || of.statusId === priorAuthStatus.BLOCK_ENDED) && of.endedBy === null

const already = (statusId: number): Why<'ALREADY_DECIDED'> => ({
  code: 'ALREADY_DECIDED',
  message: `Prior authorization is already ${priorAuthStatusLabel(statusId)}.`,
})

/** Why this user may not change prior authorizations of this claim. */
export function whyNotTouch(
  person: Person,
  claim: Pick<DecisionFacts, 'owner_ids' | 'supervised' | 'sub_carrier'>,
  settings: Pick<DecisionSettings, 'anyoneInGroupMayDecide'>,
): Why<'NOT_ALLOWED' | 'UPDATE_BLOCKED'> | undefined {
  if (!mayDecide(person)) return { code: 'UPDATE_BLOCKED', message: 'Update functionality is blocked for user' }
  if (!worksOn(person, claim, settings))
    return { code: 'NOT_ALLOWED', message: 'This claim belongs to another case owner.' }
  return undefined
}

/** Why it may not be ended today (T22). Lifting a block favors the worker, so no state forbids it. */
export function whyNotEnd(
  person: Person,
  of: PriorAuthFacts,
): Why<'ALREADY_DECIDED' | 'RULE' | 'UPDATE_BLOCKED'> | undefined {
  if (!isInForce(of.statusId)) return already(of.statusId)
  return of.kind === 'PERMIT' ? whyNotEndApproval(person, of) : undefined
}

export type EndMove = 'same' | 'shorter' | 'longer' | 'renewed'
/** What a new last day means: an expired one is not extended but renewed by a new record. */
export const moveOf = (of: Pick<PriorAuthFacts, 'statusId' | 'endedBy' | 'endDate'>, endDate: string): EndMove =>
  isOver(of) ? 'renewed' : endDate === of.endDate ? 'same' : endDate < of.endDate ? 'shorter' : 'longer'

/** The first day with a new last day: unchanged, unless it is renewed. */
export const startOf = (
  of: Pick<PriorAuthFacts, 'statusId' | 'endedBy' | 'startDate' | 'endDate'>,
  endDate: string,
  today: string,
): string => (moveOf(of, endDate) === 'renewed' ? renewalStart(of.endDate, today) : of.startDate)

/** A longer block is a further denial: where the state leaves denials to reviewers, an adjuster cannot extend it. */
const whyNotDenyMore = (of: PriorAuthFacts, now: string): Why<'NEEDS_UR_DECISION'> | undefined =>
  of.kind === 'BLOCK' && !adjusterMayDeny(of.jurisState, now)
    ? { code: 'NEEDS_UR_DECISION', message: 'This state needs a utilization review decision to deny.' }
    : undefined

/** Why its last day may not be moved at all: it is used up, or a user ended it. */
const whyNoOtherEnd = (of: PriorAuthFacts): Why<'ALREADY_DECIDED' | 'RULE'> | undefined =>
  of.statusId === priorAuthStatus.USED_UP
    ? { code: 'RULE', message: 'All its fills are used. Create a new prior authorization.' }
    : isInForce(of.statusId) || isOver(of)
      ? undefined
      : already(of.statusId)

/** Why it may not get a later last day, whatever that is. */
export const whyNotExtend = (
  of: PriorAuthFacts,
  now: string,
): Why<'ALREADY_DECIDED' | 'NEEDS_UR_DECISION' | 'RULE'> | undefined => whyNoOtherEnd(of) ?? whyNotDenyMore(of, now)

/** Why its limits, level or codes may not be changed at all. */
export const whyNotChange = (of: Pick<PriorAuthFacts, 'statusId'>): Why<'ALREADY_DECIDED'> | undefined =>
  isInForce(of.statusId) ? undefined : already(of.statusId)

/** Why its last day may not be moved there. `limit` is what the edit rules allow for its start. */
export function whyNotMoveEnd(
  person: Person,
  of: PriorAuthFacts,
  endDate: string,
  limit: { maxEnd: string; reason: string },
  at: { today: string; now: string },
): Why<'ALREADY_DECIDED' | 'DATES_NOT_ALLOWED' | 'NEEDS_UR_DECISION' | 'RULE' | 'UPDATE_BLOCKED'> | undefined {
  const never = whyNoOtherEnd(of)
  if (never) return never
  const code = 'DATES_NOT_ALLOWED'
  const field = 'authorizationExpirationDate'
  if (endDate < at.today) return { code, message: 'The new end must not be before today.', field }
  const startDate = startOf(of, endDate, at.today)
  if (endDate < startDate)
    return { code, message: `It begins on ${usDate(startDate)}. Give that day or a later one, or end it.`, field }
  const move = moveOf(of, endDate)
  if (move === 'same') return { code: 'RULE', message: `${usDate(endDate)} is its last day already.`, field }
  if (endDate > limit.maxEnd && move !== 'shorter')
    return { code, message: `The end date must be ${usDate(limit.maxEnd)} or earlier. ${limit.reason}`.trim(), field }
  if (move === 'shorter') return of.kind === 'PERMIT' ? whyNotEndApproval(person, of) : undefined
  return whyNotDenyMore(of, at.now)
}

const lower = (before: number | null, after: number | null): boolean =>
  after !== null && (before === null || after < before)

/** True when a prior authorization would let less through than before, which takes back part of it. */
export const reduces = (before: PriorAuthFacts, after: PriorAuthFacts): boolean =>
  after.endDate < before.endDate ||
  after.startDate > before.startDate ||
  (after.oneTime && !before.oneTime) ||
  lower(before.maxFills, after.maxFills) ||
  lower(before.maxQty, after.maxQty) ||
  lower(before.maxDays, after.maxDays) ||
  lower(before.maxCost, after.maxCost) ||
  (after.pharmacyNabp !== null && after.pharmacyNabp !== before.pharmacyNabp) ||
  (after.prescriberNpi !== null && after.prescriberNpi !== before.prescriberNpi) ||
  (after.brandFlag !== '*' && after.brandFlag !== before.brandFlag) ||
  narrowness(after.level) > narrowness(before.level) ||
  before.codes.some((code) => !after.codes.includes(code))

const higher = (before: number | null, after: number | null): boolean =>
  before !== null && (after === null || after > before)
const lifted = (before: string | null, after: string | null): boolean => before !== null && after !== before
const fillsOf = (of: Pick<PriorAuthFacts, 'oneTime' | 'maxFills'>): number | null => (of.oneTime ? 1 : of.maxFills)

/**
 * True when a prior authorization would let a fill through that it stopped before, or a block would stop one more drug or day: a
 * later end (a renewal always ends later), an earlier start, a limit raised or taken away, one-time lifted, another
 * pharmacy, prescriber or brand, a wider level, one more code. Such a change is evaluated as a grant of the whole by
 * this user; the earlier decision covered only what it was then (docs/decisions/0012).
 */
export const letsMoreThrough = (before: PriorAuthFacts, after: PriorAuthFacts): boolean =>
  after.endDate > before.endDate ||
  after.startDate < before.startDate ||
  (before.oneTime && !after.oneTime) ||
  higher(fillsOf(before), fillsOf(after)) ||
  higher(before.maxQty, after.maxQty) ||
  higher(before.maxDays, after.maxDays) ||
  higher(before.maxCost, after.maxCost) ||
  lifted(before.pharmacyNabp, after.pharmacyNabp) ||
  lifted(before.prescriberNpi, after.prescriberNpi) ||
  (before.brandFlag !== '*' && after.brandFlag !== before.brandFlag) ||
  narrowness(after.level) < narrowness(before.level) ||
  after.codes.some((code) => !before.codes.includes(code))

/** Why it may not allow this many fills (null: any number) under the edit limits of its drug. */
export const whyNotFills = (
  fills: number | null,
  rule: { max: number; default: number | null },
): Why<'RULE'> | undefined =>
  (fills === null ? rule.default === null : fills <= rule.max)
    ? undefined
    : { code: 'RULE', message: `Max fills must be from 1 to ${rule.max}.`, field: 'paMaxFill' }

export type Tier = 'A' | 'R' | 'O'
const rank: Readonly<Record<string, number>> = { A: 1, S: 2, R: 2, O: 3 }

/** The strictest class of safety code it clears once these are added; null: none. */
export function tierWith(
  before: { safetyIncluded: boolean; safetyTier: Tier | null },
  added: readonly Pick<RejectFacts, 'safety' | 'overridableBy'>[],
): Tier | null {
  const classes: (string | null)[] = added.filter((one) => one.safety).map((one) => one.overridableBy)
  // The engine treats a missing class as a pharmacist's.
  if (before.safetyIncluded) classes.push(before.safetyTier ?? 'R')
  if (classes.length === 0) return null
  return classes.includes('O') ? 'O' : classes.some((one) => one !== 'A') ? 'R' : 'A'
}

/**
 * The codes a prior authorization clears, as rejects not cleared yet: as the engine finds them today, as they were
 * found on its request (`recorded`), and never below the class of safety codes it lets through. One that clears "all" clears
 * today's rejects too, and unnamed safety codes.
 */
export function asUncleared<R extends RejectFacts>(
  of: { codes: readonly string[]; all: boolean; safetyTier: Tier | null },
  uncleared: readonly R[],
  recorded: readonly R[] = [],
): RejectFacts[] {
  const { safetyTier } = of
  const found = [...uncleared, ...recorded].map((one) => ({ ...one, cleared: false }))
  const besides = uncleared.filter(
    (one) => of.all && !one.hardStop && !['K', '-'].includes(one.overridableBy) && (!one.safety || safetyTier !== null),
  )
  const named = new Set([...of.codes, ...besides.map((one) => one.rejectCode)])
  const rejects = [...named].flatMap((code): RejectFacts[] => {
    const known = rejectCode(code)
    const own = found.filter((one) => one.rejectCode === code)
    if (!known) return own
    const { class: about, safety, by } = known
    const one = { rejectCode: code, class: about, safety, hardStop: by === '-', overridableBy: by }
    if (safety && safetyTier !== null && (rank[safetyTier] ?? 0) > (rank[by] ?? 9))
      return [...own, { ...one, overridableBy: safetyTier }]
    return own.length > 0 ? own : [one]
  })
  return of.all && safetyTier !== null
    ? [
        ...rejects,
        { rejectCode: ncpdp.DRUG_SAFETY, class: 'DUR', safety: true, hardStop: false, overridableBy: safetyTier },
      ]
    : rejects
}

/** Why it may not be changed like this, apart from its codes and dates. */
export function whyNotAmend(
  person: Person,
  before: PriorAuthFacts,
  after: PriorAuthFacts,
  at: { today: string; now: string },
): Why<'ALREADY_DECIDED' | 'DATES_NOT_ALLOWED' | 'NEEDS_UR_DECISION' | 'RULE' | 'UPDATE_BLOCKED'> | undefined {
  const never = whyNotChange(before)
  if (never) return never
  if (after.endDate < at.today)
    return {
      code: 'DATES_NOT_ALLOWED',
      message: 'The new end must not be before today.',
      field: 'authorizationExpirationDate',
    }
  if (after.endDate < after.startDate)
    return {
      code: 'DATES_NOT_ALLOWED',
      message: 'The end date must not be before the start date.',
      field: 'authorizationExpirationDate',
    }
  if (before.fillsUsed > 0 && after.startDate !== before.startDate)
    return { code: 'RULE', message: 'It has been filled: its start stays.', field: 'startDate' }
  const most = after.oneTime ? 1 : after.maxFills
  if (most !== null && before.fillsUsed > most)
    return {
      code: 'RULE',
      message: `${before.fillsUsed === 1 ? '1 fill is' : `${before.fillsUsed} fills are`} used already; allow at least as many.`,
      field: after.oneTime ? 'oneTimeFill' : 'paMaxFill',
    }
  if (before.kind === 'PERMIT') return reduces(before, after) ? whyNotEndApproval(person, before) : undefined
  return letsMoreThrough(before, after) ? whyNotDenyMore(before, at.now) : undefined
}

/** Codes a grant without a request clears when none are named: today's rejects without safety codes, else "needs authorization". */
export function usualCodes(
  uncleared: readonly { rejectCode: string; safety: boolean; class: string; overridableBy: string }[],
): string[] {
  const codes = uncleared
    .filter(
      (one) =>
        !one.safety &&
        one.class !== 'ELIG' &&
        !['-', 'K'].includes(one.overridableBy) &&
        one.rejectCode !== ncpdp.BLOCKED,
    )
    .map((one) => one.rejectCode)
  return codes.length > 0 ? [...new Set(codes)] : [ncpdp.PRIOR_AUTH_NEEDED]
}

/** The codes a user names, as rejects for the decision rules: those the engine found and those it may find later. */
export function asRejects<R extends RejectFacts>(
  codes: readonly string[],
  uncleared: readonly R[],
): { rejects: RejectFacts[]; why?: undefined } | { rejects?: undefined; why: Why<'VALIDATION'> } {
  const rejects: RejectFacts[] = []
  for (const code of new Set(codes)) {
    const found = uncleared.filter((one) => one.rejectCode === code)
    if (found.length > 0) {
      rejects.push(...found)
      continue
    }
    const known = rejectCode(code)
    if (!known) return { why: { code: 'VALIDATION', message: `There is no reject code ${code}.`, field: 'codes' } }
    rejects.push({
      rejectCode: known.code,
      class: known.class,
      safety: known.safety,
      hardStop: known.by === '-',
      overridableBy: known.by,
    })
  }
  return { rejects }
}

/** Why it may not be granted on this claim: no coverage, a block, or a hard stop. */
export function whyNotGrantNow(
  uncleared: readonly { rejectCode: string; message: string; hardStop: boolean }[],
  codes: readonly string[],
): Why<'HARD_STOP' | 'RULE'> | undefined {
  const block = uncleared.find((one) => one.rejectCode === ncpdp.BLOCKED)
  if (block) return { code: 'RULE', message: `${block.message}. Lift the block first.`, field: 'kind' }
  const hard = uncleared.find((one) => one.hardStop)
  if (hard)
    return {
      code: 'HARD_STOP',
      message: `Code ${hard.rejectCode} is a hard stop; nobody may override it.`,
      field: 'codes',
    }
  const bare = uncleared.find((one) => notCoveredThatDay.includes(one.rejectCode) && !codes.includes(one.rejectCode))
  return (
    bare && {
      code: 'RULE',
      message: `The claim is not covered: ${bare.message}. Name code ${bare.rejectCode} to clear it.`,
      field: 'codes',
    }
  )
}

/** Why approvals in force may not be replaced: the state allows no withdrawal (docs/decisions/0023). `at`: now, ISO 8601. */
export function whyNotReplace(
  jurisState: string,
  others: readonly { kind: string; overrideRef: string; bySilence?: boolean }[],
  at: string,
  field?: string,
): Why<'RULE'> | undefined {
  const remaining = others.filter(
    ({ kind, bySilence }) => kind === 'PERMIT' && whyNotWithdraw({ jurisState, receivedAt: at, bySilence }),
  )
  const [first] = remaining
  if (!first) return undefined
  const refs = remaining.map((one) => one.overrideRef).join(', ')
  return {
    code: 'RULE',
    message: `${noWithdrawal({ jurisState, bySilence: first.bySilence })}. ${refs} stays in force: choose dates after it.`,
    ...(field !== undefined && { field }),
  }
}

/** The first day a renewal may begin: today, or the day after the old window where that is later. */
export const renewalStart = (endDate: string, today: string): string => {
  const next = addDays(endDate, 1)
  return next > today ? next : today
}

/** One line in the portal: the reference, never a name or a drug. */
export const endingTitle = (ref: string, endDate: string): string =>
  `Prior authorization ${ref} ends on ${usDate(endDate)}.`

/** The digest mail to a case owner: references and claim numbers only. */
export const endingMail = (
  of: readonly { ref: string; claimNumber: string; endDate: string }[],
  link: string,
): { subject: string; body: string } => ({
  subject:
    of.length === 1 ? 'A prior authorization is about to end' : `${of.length} prior authorizations are about to end`,
  body: [
    'These prior authorizations of lasting therapies end within a week:',
    '',
    ...of.map((one) => `${one.ref}, claim ${one.claimNumber}, last day ${usDate(one.endDate)}`),
    '',
    `Renew or let them end: ${link}`,
    '',
  ].join('\n'),
})
