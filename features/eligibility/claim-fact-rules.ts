import { addDays, usDate } from '#platform/dates/day.ts'
import { bodyPart } from '#reference/body-parts.ts'
import { isNpi } from '#features/claims/check-digits.ts'

// What of a claim changes after it was set up: each fact holds from a day on, and what it was before stays known.

/** The kinds of fact, each with its word. */
export const factKinds = {
  COMPENSABILITY: 'Acceptance',
  STATUS: 'Claim status',
  DIAGNOSIS: 'Diagnosis',
  PART: 'Body part',
  PROVIDER: 'Treating provider',
  SURGERY: 'Surgery',
  DEATH: 'Death',
} as const
export type FactKind = keyof typeof factKinds

const accepted = { ACCEPTED: 'Accepted', PENDING: 'Under investigation', DENIED: 'Not accepted' } as const
/** The values a fact of each kind may get, each with its words. */
export const factValues: Readonly<Record<FactKind, Readonly<Record<string, string>>>> = {
  COMPENSABILITY: {
    PENDING: 'Not decided yet',
    ACCEPTED: 'Accepted',
    PARTIAL: 'Accepted in part',
    CONTROVERTED: 'Controverted',
    DENIED: 'Denied',
    SETTLED_MSA: 'Settled',
  },
  STATUS: { OPEN: 'Open', CLOSED: 'Closed', REOPENED: 'Reopened' },
  DIAGNOSIS: accepted,
  PART: accepted,
  PROVIDER: { ALLOWED: 'Allowed', ENDED: 'Not allowed any more' },
  SURGERY: { ADDED: 'On this day', REMOVED: 'Withdrawn' },
  DEATH: { DIED: 'Died', NONE: 'Withdrawn' },
}
/** Kinds of which a claim has several, distinguished by their subject. */
export const hasSubject = (kind: FactKind): boolean => ['DIAGNOSIS', 'PART', 'PROVIDER'].includes(kind)

export const valueWords = (kind: FactKind, value: string | null): string =>
  value === null ? 'none' : (factValues[kind][value] ?? (value === 'CLOSED' ? 'Closed' : value))

/** A change as somebody wants it. */
export type WantedFact = {
  kind: FactKind
  subject: string
  description?: string | undefined
  value: string
  from: string
}
/** One change on file. */
export type FactOnFile = {
  kind: FactKind
  subject: string
  value: string
  before: string | null
  from: string
  at: string
}

/** What held on a day: the last change up to it, else what was there before the first; undefined where nothing changed. */
export function factOn(
  facts: readonly FactOnFile[],
  of: Pick<WantedFact, 'kind' | 'subject'>,
  day: string,
): string | null | undefined {
  const own = facts
    .filter(({ kind, subject }) => kind === of.kind && subject === of.subject)
    .toSorted((a, b) => (a.from === b.from ? (a.at < b.at ? -1 : 1) : a.from < b.from ? -1 : 1))
  return own.findLast(({ from }) => from <= day)?.value ?? own[0]?.before
}

type Claim = {
  doi: string
  dob: string
  /** What holds on the day of the change; null where there is nothing of it. */
  holds: string | null
}
export type FactProblem = { path: 'kind' | 'subject' | 'value' | 'from'; message: string }

const icd10 = /^[A-Z]\d[0-9A-Z](?:\.[0-9A-Z]{1,4})?$/
/** The most days ahead that a change may be entered. */
const AHEAD_DAYS = 366

/** What is wrong with the subject of a change; undefined where it is right. */
function subjectProblem({ kind, subject }: WantedFact): string | undefined {
  if (kind === 'DIAGNOSIS' && !icd10.test(subject)) return 'Enter an ICD-10 code with its period, such as M51.26.'
  if (kind === 'PART' && (!/^\d{1,3}$/.test(subject) || !bodyPart(Number(subject))))
    return 'Enter the number of a body part, such as 42 for the low back.'
  if (kind === 'PROVIDER' && !isNpi(subject)) return 'Enter the ten digits of the NPI of a prescriber.'
  if (!hasSubject(kind) && subject !== '') return 'Leave this empty: the claim has one fact of this kind.'
  return undefined
}

/** What is wrong with a change, field by field. `today` is the carrier's. */
export function factProblems(claim: Claim, wanted: WantedFact, today: string): FactProblem[] {
  const { kind, value, from } = wanted
  const problems: FactProblem[] = []
  const about = subjectProblem(wanted)
  if (about) problems.push({ path: 'subject', message: about })
  if (!Object.hasOwn(factValues[kind], value))
    problems.push({ path: 'value', message: `Choose one of: ${Object.keys(factValues[kind]).join(', ')}.` })
  if (kind === 'DEATH' && from < claim.dob)
    problems.push({ path: 'from', message: `Enter a day after the date of birth, ${usDate(claim.dob)}.` })
  else if (kind !== 'DEATH' && from < claim.doi)
    problems.push({ path: 'from', message: `Enter a day from the date of injury, ${usDate(claim.doi)}, on.` })
  else if (kind === 'DEATH' && from > today)
    problems.push({ path: 'from', message: 'A death is not in the future: enter today or an earlier day.' })
  else if (from > addDays(today, AHEAD_DAYS))
    problems.push({ path: 'from', message: 'Enter a day within a year from today.' })
  if (problems.length === 0 && claim.holds === value && kind !== 'DEATH')
    problems.push({ path: 'value', message: `This holds on ${usDate(from)} already.` })
  if (problems.length === 0 && (claim.holds ?? '') === '' && ['ENDED', 'REMOVED', 'NONE'].includes(value))
    problems.push({ path: 'value', message: 'There is nothing on file to take back.' })
  if (problems.length === 0 && kind === 'STATUS') {
    if (value === 'REOPENED' && claim.holds !== 'CLOSED')
      problems.push({ path: 'value', message: 'Only a closed claim is reopened.' })
    if (value === 'OPEN' && claim.holds === 'CLOSED')
      problems.push({ path: 'value', message: 'A closed claim is reopened: choose “Reopened”.' })
  }
  return problems
}

/** What a change is about, in words: "Right knee sprain S83.91XA", "Claim status". */
export function subjectWords({
  kind,
  subject,
  description = '',
}: Pick<WantedFact, 'kind' | 'subject' | 'description'>): string {
  if (kind === 'DIAGNOSIS') return [description, subject].filter(Boolean).join(' ')
  if (kind === 'PART') return bodyPart(Number(subject))?.name ?? `Part ${subject}`
  if (kind === 'PROVIDER') return `${factKinds.PROVIDER} ${description || subject}`
  if (kind === 'SURGERY') return `${factKinds.SURGERY}`
  return factKinds[kind]
}

/** "Right knee: accepted to not accepted from 11/20/2026" */
export function factInWords(of: WantedFact & { before: string | null }): string {
  const [before, after] = [valueWords(of.kind, of.before), valueWords(of.kind, of.value)].map((text) =>
    text.toLowerCase(),
  )
  const day = usDate(of.from)
  if (of.kind === 'DEATH') return of.value === 'DIED' ? `Death on ${day}` : 'The date of death was withdrawn'
  if (of.kind === 'SURGERY') return of.value === 'ADDED' ? `Surgery on ${day}` : `Surgery on ${day} was withdrawn`
  return `${subjectWords(of)}: ${before} to ${after} from ${day}`
}
