// What a prior authorization cleared, by finding: a code alone says neither how high a dose was nor which other drug it was
// about (docs/decisions/0071-findings-are-cleared.md).

/** What is measured; of each, more is worse. */
type MeasureKind =
  | 'MME'
  | 'DOSE'
  | 'ACETAMINOPHEN'
  | 'QUANTITY'
  | 'PER_DAY'
  | 'UNITS'
  | 'DAYS'
  | 'DAYS_EARLY'
  | 'OVERLAP'
  | 'REFILL'
  | 'COST'
  | 'INGREDIENTS'
  | 'SEVERITY'
  | 'MISFIT'

export type Amount = { of: MeasureKind; value: number; /** Of a dose: 'mg'. */ unit?: string }

/** Another drug, a pharmacy, a prescriber or a reason the finding is about. */
export type Party = {
  id: string
  name: string
  /** Of another drug, how much of it is taken a day; left out where its dose is not known. */
  dose?: { value: number; unit: string }
}

/** How grave a finding is and what it is about; left out where a rule finds only one thing, and that as grave at any time. */
export type Measure = { amounts?: readonly Amount[]; with?: readonly Party[] }

/** A finding as it was cleared. */
export type ClearedFinding = {
  rejectCode: string
  /** The rule that found it, 'R33'; null where the code was named before anything was found. */
  rule: string | null
  /** Null where the rule measures nothing, or where the finding is older than its measure. */
  measure: Measure | null
  /** The last day of service it is cleared for, where that is sooner than the prior authorization's. */
  until?: string
}

/** A reject of the engine, as far as clearing goes. */
type Found = { rejectCode: string; sourceRule?: string | undefined; measure?: Measure | undefined }

const thousandths = (value: number): number => Math.round(value * 1000) / 1000

/** A measure with its amounts in thousandths: the same bill measures the same, whatever the floating point. */
export const measured = ({ amounts = [], with: parties = [] }: Measure): Measure => ({
  ...(amounts.length > 0 && { amounts: amounts.map((one) => ({ ...one, value: thousandths(one.value) })) }),
  ...(parties.length > 0 && {
    with: parties.map((one) =>
      one.dose === undefined ? one : { ...one, dose: { ...one.dose, value: thousandths(one.dose.value) } },
    ),
  }),
})

/** A safety finding as a person cleared it: which one, what it is about in words, and why. */
export type ClearedNow = { finding: string; rejectCode: string; about: string; reason: string }

/** What a finding is about, whatever its amounts. */
const subject = ({ rejectCode, sourceRule, measure }: Found): string =>
  [rejectCode, sourceRule ?? '', ...(measure?.with ?? []).map(({ id }) => id).sort()].join(' ')

/**
 * What names a finding among those of a request: its code, or with its rule and what it is about where other findings have
 * the same code. An ordinary code is cleared as a whole.
 */
export function findingId(reject: Found & { safety: boolean }, all: readonly Found[]): string {
  if (!reject.safety) return reject.rejectCode
  const same = new Set(all.filter(({ rejectCode }) => rejectCode === reject.rejectCode).map(subject))
  return same.size > 1 ? subject(reject) : reject.rejectCode
}

/** Whether a verdict clears a reject: its code and, of a safety code, this finding. A verdict that names no finding clears by code. */
export const isClearedBy = (
  { codes, cleared }: { codes: readonly string[]; cleared?: readonly ClearedNow[] | undefined },
  reject: Found & { safety: boolean },
  all: readonly Found[],
): boolean =>
  codes.includes(reject.rejectCode) &&
  (!reject.safety || cleared === undefined || cleared.some(({ finding }) => finding === findingId(reject, all)))

/** "88 (major, with alprazolam): Naloxone on file; 925: ..."; the reason alone where there is only one. */
export function clearedReasons(cleared: readonly ClearedNow[]): string {
  const given = cleared.filter(({ reason }) => reason !== '')
  const reasons = new Set(given.map(({ reason }) => reason))
  if (reasons.size <= 1) return [...reasons].join('')
  return given
    .map(({ rejectCode, about, reason }) => `${rejectCode}${about === '' ? '' : ` (${about})`}: ${reason}`)
    .join('; ')
}

/** What an approval of these rejects clears. */
export function findingsOf(rejects: readonly Found[]): ClearedFinding[] {
  const findings = rejects.map(({ rejectCode, sourceRule, measure }) => ({
    rejectCode,
    rule: sourceRule ?? null,
    measure: measure ?? null,
  }))
  const texts = findings.map((one) => JSON.stringify(one))
  return findings.filter((_, at) => texts.indexOf(texts[at]!) === at)
}

/** The codes of a prior authorization that is older than its findings. */
export const unknownOf = (codes: readonly string[]): ClearedFinding[] =>
  codes.map((rejectCode) => ({ rejectCode, rule: null, measure: null }))

const sameRule = (cleared: ClearedFinding, found: Found): boolean =>
  cleared.rejectCode === found.rejectCode && cleared.rule === (found.sourceRule ?? null)

/** True when every amount of the finding was cleared at least as high, and everything it is about was cleared. */
function isCovered(cleared: Measure, found: Measure): boolean {
  const high = (found.amounts ?? []).every((amount) =>
    cleared.amounts?.some((one) => one.of === amount.of && one.unit === amount.unit && amount.value <= one.value),
  )
  return high && (found.with ?? []).every((party) => cleared.with?.some((one) => isAsGrave(one, party)))
}

/** An ingredient of a recipe with its share: "recipe 98… 2.38%", without the sign where it was rounded to a tenth (before engine 2026.14). */
const shareOf = (id: string) => /^(?<ingredient>recipe \S+) (?<share>[\d.e-]+)(?<figures>%?)$/.exec(id)?.groups

/** Whether an approval from before engine 2026.14 kept this share, both of them rounded: 4.55% of 4.5. */
function isRoundedShare(cleared: string, found: string): boolean {
  const [before, now] = [shareOf(cleared), shareOf(found)]
  return (
    before !== undefined &&
    now !== undefined &&
    before['figures'] === '' &&
    before['ingredient'] === now['ingredient'] &&
    Math.abs(Number(before['share']) - Number(now['share'])) < 0.0551
  )
}

/** The same party, and of a drug no more a day than was cleared; clearings older than that kept no dose. */
const isAsGrave = (cleared: Party, found: Party): boolean =>
  (cleared.id === found.id || isRoundedShare(cleared.id, found.id)) &&
  (cleared.dose === undefined ||
    found.dose === undefined ||
    (cleared.dose.unit === found.dose.unit && found.dose.value <= cleared.dose.value))

/**
 * How what was cleared stands to what is found now.
 * - `same`: cleared, or not worse.
 * - `worse`: the rule found it before, with less or about something else.
 * - `other`: the code was cleared as the finding of another rule.
 * - `unmeasured`: the code was cleared and nobody wrote down at what measure.
 * - `none`: this code was not cleared.
 */
export function compare(
  cleared: readonly ClearedFinding[],
  found: Found,
): 'same' | 'worse' | 'other' | 'unmeasured' | 'none' {
  const ofCode = cleared.filter(({ rejectCode }) => rejectCode === found.rejectCode)
  if (ofCode.length === 0) return 'none'
  const { measure } = found
  const ofRule = ofCode.filter((one) => sameRule(one, found))
  if (ofRule.some((one) => measure === undefined || (one.measure !== null && isCovered(one.measure, measure))))
    return 'same'
  if (ofRule.length > 0) return ofRule.some((one) => one.measure === null) ? 'unmeasured' : 'worse'
  return ofCode.some(({ rule }) => rule === null) ? 'unmeasured' : 'other'
}

/** Those of some findings that others do not clear as well. */
export const notIn = (findings: readonly ClearedFinding[], others: readonly ClearedFinding[]): ClearedFinding[] =>
  findings.filter(
    ({ rejectCode, rule, measure }) =>
      compare(others, { rejectCode, sourceRule: rule ?? undefined, measure: measure ?? undefined }) !== 'same',
  )

const isAbout = (a: ClearedFinding, b: ClearedFinding): boolean =>
  a.rejectCode === b.rejectCode &&
  a.rule === b.rule &&
  JSON.stringify((a.measure?.with ?? []).map(({ id }) => id).sort()) ===
    JSON.stringify((b.measure?.with ?? []).map(({ id }) => id).sort())

/** The newer findings and those of the older that are about something else: of one thing the newer word counts. */
export const withOlder = (newer: readonly ClearedFinding[], older: readonly ClearedFinding[]): ClearedFinding[] => [
  ...newer,
  ...older.filter((one) => !newer.some((other) => isAbout(one, other))),
]

const show = (value: number): string => String(thousandths(value))
const plural = (value: number, one: string): string => `${show(value)} ${one}${value === 1 ? '' : 's'}`

const amountWords: Readonly<Record<MeasureKind, (value: number, unit: string) => string>> = {
  MME: (value) => `${show(Math.round(value * 100) / 100)} MME a day`,
  DOSE: (value, unit) => `${show(value)} ${unit} a day`,
  ACETAMINOPHEN: (value) => `${show(value)} g acetaminophen a day`,
  QUANTITY: (value) => `quantity ${show(value)}`,
  PER_DAY: (value) => `${show(value)} a day`,
  UNITS: (value) => plural(value, 'unit'),
  DAYS: (value) => `${show(value)} ${value === 1 ? 'day’s' : 'days’'} supply`,
  DAYS_EARLY: (value) => `${plural(value, 'day')} early`,
  OVERLAP: (value) => `${plural(value, 'day')} of overlap`,
  REFILL: (value) => `refill ${show(value)}`,
  COST: (value) => value.toLocaleString('en-US', { style: 'currency', currency: 'USD' }),
  INGREDIENTS: (value) => plural(value, 'ingredient'),
  // 1 moderate, 2 major, 3 contraindicated
  SEVERITY: (value) => ['', 'moderate', 'major', 'contraindicated'][value] ?? '',
  MISFIT: (value) => (value > 1 ? 'rarely used for the injury' : 'in question for the injury'),
}

/** "120 MME a day", "40 mg a day, with alprazolam 0.5 mg tablet"; '' where nothing is measured. */
export function measureWords(measure: Measure | null | undefined): string {
  const amounts = (measure?.amounts ?? []).map(({ of, value, unit = '' }) => amountWords[of](value, unit))
  return [...amounts, ...partyWords(measure?.with ?? [])].join(', ')
}

/** The id of a drug: eight digits of its code, or its package. */
const isDrug = ({ id }: Party): boolean => /^(?:\d{8}|\d{11})$/.test(id)

/**
 * "with alprazolam 0.5 mg tablet and zolpidem" of drugs; a reason, a pharmacy or a prescriber by its name. An ingredient that
 * its recipe names with its share is said there alone.
 */
function partyWords(parties: readonly Party[]): string[] {
  const recipe = parties.filter(({ id }) => id.startsWith('recipe '))
  const drugs = parties
    .filter((one) => isDrug(one) && !recipe.some(({ name }) => name.startsWith(`${one.name} `)))
    .map(({ name, dose }) => (dose === undefined ? name : `${name} (${show(dose.value)} ${dose.unit} a day)`))
  return [
    ...(drugs.length > 0 ? [`with ${drugs.join(' and ')}`] : []),
    ...parties.filter((one) => !isDrug(one)).map(({ name }) => name),
  ]
}

/** Kinds that say what a finding is, not how much of it there is. */
const qualities: readonly MeasureKind[] = ['SEVERITY', 'MISFIT']

/** What of a finding is cleared: "up to 120 MME a day", "major, up to 40 mg a day, with alprazolam"; '' where nothing is measured. */
function clearedUpTo(measure: Measure | null): string {
  const amounts = measure?.amounts ?? []
  const words = ({ of, value, unit = '' }: Amount) => amountWords[of](value, unit)
  const most = amounts.filter(({ of }) => !qualities.includes(of)).map(words)
  return [
    ...amounts.filter(({ of }) => qualities.includes(of)).map(words),
    ...(most.length > 0 ? [`up to ${most.join(', ')}`] : []),
    ...partyWords(measure?.with ?? []),
  ]
    .filter(Boolean)
    .join(', ')
}

/** The findings of a prior authorization as lists and records show them: a code and up to what it is cleared. */
export const clearedFindings = (findings: readonly ClearedFinding[] | null): { rejectCode: string; upTo: string }[] =>
  (findings ?? []).map(({ rejectCode, measure }) => ({ rejectCode, upTo: clearedUpTo(measure) }))

/** "922 up to 120 MME a day; 75". */
export const clearedWords = (cleared: readonly { rejectCode: string; upTo: string }[]): string =>
  cleared.map(({ rejectCode, upTo }) => `${rejectCode} ${upTo}`.trim()).join('; ')

/** A code with its measure: "922 (120 MME a day)". */
export function findingWords({
  rejectCode,
  measure,
}: {
  rejectCode: string
  measure?: Measure | null | undefined
}): string {
  const words = measureWords(measure)
  return words === '' ? rejectCode : `${rejectCode} (${words})`
}

/** Why a prior authorization that names the code of a finding does not clear it; undefined when it does not name it. */
export function whyNotCleared(ref: string, cleared: readonly ClearedFinding[], found: Found): string | undefined {
  const stands = compare(cleared, found)
  const words = measureWords(found.measure)
  const now = words === '' ? '' : `. Billed: ${words}`
  if (stands === 'unmeasured')
    return `Prior authorization ${ref} does not say what it cleared of code ${found.rejectCode}${now}`
  if (stands === 'other') return `Prior authorization ${ref} cleared code ${found.rejectCode} for another reason`
  if (stands !== 'worse') return undefined
  const then = cleared.filter((one) => sameRule(one, found)).map((one) => measureWords(one.measure))
  return `Prior authorization ${ref} cleared ${[...new Set(then)].join('; ')}${now}`
}
