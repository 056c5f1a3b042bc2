import { addDays, ageOn, daysBetween, usDate } from '#platform/dates/day.ts'
import { hasRole } from '#features/permissions/roles.ts'
import { isSupport, mayUpdate } from '#features/permissions/rules.ts'
import type { Person } from '#platform/calls/person.ts'
import { type Refusal, whyText } from '#platform/calls/refusal.ts'

/** The shortest reason that is accepted for adding somebody who looks like a worker on file. */
export const LEAST_REASON = 5

export const planLevels = {
  FULL: 'Full coverage',
  FIRST_FILL: 'First fill',
  MAINTENANCE: 'Maintenance drugs',
  LIMITED_DRUGS: 'Limited drugs',
} as const
export type PlanLevel = keyof typeof planLevels
export const spanReasons = {
  NEW: 'New coverage',
  REINSTATE: 'Reinstated',
  TERM_CLOSED: 'Claim closed, coverage ends',
  TERM_DENIED: 'Claim denied, coverage ends',
  SETTLEMENT: 'Settlement, coverage ends',
  CARRIER_CHANGE: 'Change of carrier',
} as const
export type SpanReason = keyof typeof spanReasons

/** A period of coverage; days are 'YYYY-MM-DD', both covered; open where it has no end. */
export type Span = { id: string; effectiveDate: string; termDate: string | null; planLevel: PlanLevel }
/** A period as a user wants it; a new one has no id. */
export type WantedSpan = {
  eligibilityId?: string | undefined
  effectiveDate: string
  termDate: string | null
  doi?: string | undefined
  note?: string | undefined
}
/** What the rules read of the claim. */
export type ClaimFacts = {
  dob: string
  doi: string
  status: 'OPEN' | 'CLOSED' | 'REOPENED'
  closedDate: string | null
  spans: readonly Span[]
  lastPaidFill: string | null
  ownerId: string | null
}

/** What is wrong with a field; `nearest` is the nearest value it may have. */
export type SpanProblem = { path: string; code: string; message: string; nearest?: string }
/** What must be confirmed before it is saved. */
export type SpanWarning = { code: 'BEFORE_PAID_FILL' | 'YOUNG_OR_OLD'; message: string }

/** Why this user may not change coverage: support, supervisors and the case owner may. */
export function whyNotEdit(person: Person, claim: Pick<ClaimFacts, 'ownerId'>): Refusal<'NOT_ALLOWED'> | undefined {
  return isSupport(person) || hasRole(person, 'supervisor') || claim.ownerId === person.id
    ? undefined
    : { code: 'NOT_ALLOWED', message: 'Support, supervisors and the case owner change coverage.' }
}

/** Checking a change, or looking for a worker before one is added, is for users who may change something. */
export const whyNotCheck = (person: Person): Refusal<'UPDATE_BLOCKED'> | undefined =>
  mayUpdate(person) ? undefined : { code: 'UPDATE_BLOCKED' }

export const editOff = { code: 'FEATURE_OFF', message: 'The carrier has switched changes of patients off.' } as const
export type Said = { code: string; message: string } | null
export const said = (why: Refusal | undefined): Said => (why ? { code: why.code, message: whyText(why) } : null)

/** Why a user may not change coverage, and why not a worker's contact data; null where they may. */
export function whyNotChange(
  person: Person,
  of: { ownerId: string | null; off: boolean },
): { edit: Said; contact: Said } {
  const always = mayUpdate(person) ? (of.off ? editOff : undefined) : ({ code: 'UPDATE_BLOCKED' } as const)
  return { edit: said(always ?? whyNotEdit(person, of)), contact: said(always) }
}

const END = '9999-12-31'
const days = (from: string, to: string): string => {
  const count = daysBetween(from, to) + 1
  return count === 1 ? '1 day' : `${count} days`
}
const until = (term: string | null): string => (term === null ? 'open' : usDate(term))
const overlaps = (a: { effectiveDate: string; termDate: string | null }, b: typeof a): boolean =>
  a.effectiveDate <= (b.termDate ?? END) && b.effectiveDate <= (a.termDate ?? END)

/** The first days a period shares with another one; open where both are. */
export function overlapOf(
  wanted: Pick<Span, 'effectiveDate' | 'termDate'>,
  others: readonly Pick<Span, 'effectiveDate' | 'termDate'>[],
): { from: string; to: string | null } | undefined {
  if (wanted.termDate !== null && wanted.termDate < wanted.effectiveDate) return undefined
  const other = others
    .toSorted((a, b) => (a.effectiveDate < b.effectiveDate ? -1 : 1))
    .find((one) => overlaps(one, wanted))
  if (!other) return undefined
  const ends = [wanted.termDate, other.termDate].filter((day) => day !== null).toSorted()
  const from = wanted.effectiveDate > other.effectiveDate ? wanted.effectiveDate : other.effectiveDate
  return { from, to: ends[0] ?? null }
}

/** The longest coverage that is entered in one piece, so that a typing error is not a century. */
const MOST_YEARS = 75

/** What is wrong with a period of coverage, field by field. `today` is the carrier's. */
export function spanProblems(claim: ClaimFacts, wanted: WantedSpan, today: string): SpanProblem[] {
  const { effectiveDate: from, termDate: to } = wanted
  const doi = wanted.doi ?? claim.doi
  const others = claim.spans.filter((span) => span.id !== wanted.eligibilityId)
  const problems: SpanProblem[] = []
  const no = (path: string, code: string, message: string, nearest?: string) =>
    problems.push({ path, code, message, ...(nearest !== undefined && { nearest }) })
  if (doi > today) no('doi', 'future', 'The date of injury cannot be in the future.')
  else if (doi <= claim.dob) no('doi', 'before_birth', 'The date of injury must be after the date of birth.')
  else {
    const first = others.map((span) => span.effectiveDate).toSorted()[0]
    if (first !== undefined && doi > first)
      no('doi', 'after_coverage', `Coverage starts on ${usDate(first)}, before this date of injury.`, claim.doi)
  }
  if (from < doi)
    no('effectiveDate', 'before_injury', `Coverage cannot start before the date of injury, ${usDate(doi)}.`, doi)
  if (to !== null && to < from) no('termDate', 'before_start', 'Coverage cannot end before it starts.', from)
  else if (daysBetween(from, to ?? from) > MOST_YEARS * 366)
    no('termDate', 'too_long', `Coverage is at most ${MOST_YEARS} years long. Leave the end empty for open coverage.`)
  if (problems.length === 0) {
    const other = others
      .toSorted((a, b) => (a.effectiveDate < b.effectiveDate ? -1 : 1))
      .find((span) => overlaps(span, wanted))
    if (other) problems.push(overlap(other, wanted))
  }
  if (
    claim.status === 'CLOSED' &&
    (to === null || (claim.closedDate !== null && to > claim.closedDate)) &&
    !wanted.note?.trim()
  )
    no('note', 'required', 'The claim is closed: say in the note why coverage goes on.')
  return problems
}

/** An overlap is at the end of the period that reaches into the other one, with the day that avoids it. */
function overlap(other: Span, wanted: WantedSpan): SpanProblem {
  const { effectiveDate: from, termDate: to } = wanted
  const shared = days(
    from > other.effectiveDate ? from : other.effectiveDate,
    (to ?? END) < (other.termDate ?? END) ? to! : (other.termDate ?? to ?? from),
  )
  const open = to === null && other.termDate === null
  const by = open ? '' : ` by ${shared}`
  const words = `Overlaps ${planLevels[other.planLevel]} (${usDate(other.effectiveDate)} to ${until(other.termDate)})${by}.`
  if (from >= other.effectiveDate && other.termDate !== null) {
    const nearest = addDays(other.termDate, 1)
    return {
      path: 'effectiveDate',
      code: 'overlap',
      message: `${words} Start on ${usDate(nearest)} or later.`,
      nearest,
    }
  }
  if (from < other.effectiveDate) {
    const nearest = addDays(other.effectiveDate, -1)
    return { path: 'termDate', code: 'overlap', message: `${words} End on ${usDate(nearest)} or earlier.`, nearest }
  }
  return { path: 'effectiveDate', code: 'overlap', message: `${words} End that coverage first.` }
}

/** What is allowed but has to be confirmed. */
export function spanWarnings(claim: ClaimFacts, wanted: WantedSpan): SpanWarning[] {
  const others = claim.spans.filter((span) => span.id !== wanted.eligibilityId)
  const fill = claim.lastPaidFill
  const covered = (day: string) =>
    [...others, wanted].some((span) => span.effectiveDate <= day && day <= (span.termDate ?? END))
  const was = (day: string) => claim.spans.some((span) => span.effectiveDate <= day && day <= (span.termDate ?? END))
  const warnings: SpanWarning[] = []
  if (fill !== null && was(fill) && !covered(fill))
    warnings.push({ code: 'BEFORE_PAID_FILL', message: `The last paid fill, ${usDate(fill)}, would not be covered.` })
  const age = ageOn(claim.dob, wanted.doi ?? claim.doi)
  if (wanted.doi !== undefined && (age < 14 || age > 100))
    warnings.push({ code: 'YOUNG_OR_OLD', message: `The patient would have been ${age} years old when injured.` })
  return warnings
}

/** Days between the periods of a claim that nobody covers: each from and to, both included. */
export function gapsOf(spans: readonly Pick<Span, 'effectiveDate' | 'termDate'>[]): { from: string; to: string }[] {
  const gaps: { from: string; to: string }[] = []
  let covered: string | null = null
  for (const span of spans.toSorted((a, b) => (a.effectiveDate < b.effectiveDate ? -1 : 1))) {
    if (covered !== null && daysBetween(covered, span.effectiveDate) > 1)
      gaps.push({ from: addDays(covered, 1), to: addDays(span.effectiveDate, -1) })
    const end = span.termDate ?? END
    if (covered === null || end > covered) covered = end
  }
  return gaps
}

export const coverageStates = {
  COVERED: 'Covered',
  NOT_YET: 'Not covered yet',
  ENDED: 'Coverage ended',
  GAP: 'Gap in coverage',
  NONE: 'No coverage on file',
} as const
export type CoverageState = keyof typeof coverageStates
export function coverageOn(spans: readonly Pick<Span, 'effectiveDate' | 'termDate'>[], day: string): CoverageState {
  if (spans.length === 0) return 'NONE'
  if (spans.some((span) => span.effectiveDate <= day && day <= (span.termDate ?? END))) return 'COVERED'
  const later = spans.some((span) => span.effectiveDate > day)
  const earlier = spans.some((span) => (span.termDate ?? END) < day)
  return later ? (earlier ? 'GAP' : 'NOT_YET') : 'ENDED'
}

/** Where a card is: its message waits, was sent or could not be; a printed one is sent at once. */
export const cardStatuses = { REQUESTED: 'Requested', SENT: 'Sent', NOT_SENT: 'Not sent' } as const
export type CardStatus = keyof typeof cardStatuses
