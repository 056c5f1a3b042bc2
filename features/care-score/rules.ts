import { addDays, addMonths } from '#platform/dates/day.ts'
import type { CareBand } from './bands.ts'
import type { DrugFacts } from '#features/adjudication/snapshot.ts'
import { isBenzodiazepine, isGabapentinoid, isOpioid, isRelaxant } from '#features/adjudication/drug-class.ts'
import { mmeOf, sumMme } from '#features/adjudication/mme.ts'
import { yearsBetween, dayNumber } from '#features/adjudication/day-number.ts'
import { showDollars, toCents } from '#features/adjudication/money.ts'
import { endAtRefills, prescriptionKey } from '#features/adjudication/refills.ts'
import { plural } from '#platform/text/plural.ts'

// The care risk score: 0 to 100 from what was filled and accepted, each point with its sentence. Race,
// language and address are never used; the facts below have no field for them.

/** A paid fill. Dates 'YYYY-MM-DD', amounts in US dollars. */
export type CareFill = {
  fillDate: string
  daysSupply: number
  quantity: number
  paidAmount: number
  prescriberNpi: string
  pharmacyNabp: string
  rxNumber: string
  compound: boolean
  drug: DrugFacts
  /** A generic of the same drug is on the market. */
  genericExists: boolean
}
export type CareFacts = {
  /** Date of injury. */
  doi: string
  /** Accepted diagnoses, ICD-10-CM with the dot. */
  acceptedIcd: readonly string[]
  /** Fills of the person in this carrier, in any order. */
  fills: readonly CareFill[]
}

export const careCategories = [
  { key: 'opioid', name: 'Opioids', max: 30 },
  { key: 'combination', name: 'Combinations', max: 20 },
  { key: 'behavior', name: 'Fill behavior', max: 15 },
  { key: 'polypharmacy', name: 'Number of drugs', max: 10 },
  { key: 'cost', name: 'Not first-line, and cost', max: 10 },
  { key: 'duration', name: 'Duration', max: 10 },
  { key: 'comorbidity', name: 'Other conditions', max: 5 },
] as const
type CareCategory = (typeof careCategories)[number]['key']

type Criterion = {
  category: CareCategory
  key: string
  label: string
  value: string
  points: number
  explanation: string
}
type CategoryPoints = { key: CareCategory; name: string; points: number; max: number }
export type CareScore = { score: number; band: CareBand; categories: CategoryPoints[]; criteria: Criterion[] }

/** 0 to 24 low, 25 to 49 moderate, 50 to 74 high, from 75 severe. */
export const bandOf = (score: number): CareBand =>
  score >= 75 ? 'SEVERE' : score >= 50 ? 'HIGH' : score >= 25 ? 'MODERATE' : 'LOW'

/** Up from five points more than 90 days ago, down from five fewer. */
export const trendOf = (delta: number): 'UP' | 'DOWN' | 'STEADY' =>
  delta >= 5 ? 'UP' : delta <= -5 ? 'DOWN' : 'STEADY'

type Laid = CareFill & { start: number; last: number }
/** Sleeping pills; the benzodiazepine among them counts as one. */
const isSedative = (gpi: string): boolean => gpi.startsWith('1712') && !isBenzodiazepine(gpi)
/** Private-label kits and what compounds are made of. */
const isOutlier = (gpi: string): boolean => gpi.startsWith('1514') || gpi.startsWith('1516')

/** Days of a span on which at least one of these supplies lasts. */
function daysCovered(fills: readonly Laid[], from: number, to: number): number {
  const days = new Set<number>()
  for (const fill of fills)
    for (let day = Math.max(fill.start, from); day <= Math.min(fill.last, to); day += 1) days.add(day)
  return days.size
}

/** Oldest first, and the fills of one day always in the same order. */
const inOneOrder = (a: Laid, b: Laid): number =>
  a.start - b.start || a.last - b.last || a.quantity - b.quantity || Number(a.drug.ndc) - Number(b.drug.ndc)

/** The supplies that last on a day, without those that a refill up to that day replaced. */
function activeOn(fills: readonly Laid[], day: number): Laid[] {
  const laid = fills.toSorted(inOneOrder).map((fill) => ({ ...fill, until: fill.last }))
  endAtRefills(laid, ({ drug, rxNumber, pharmacyNabp, prescriberNpi }) => ({
    gpi: drug.gpi,
    prescription: prescriptionKey(rxNumber, pharmacyNabp),
    prescriberNpi,
  }))
  return laid.filter((fill) => fill.until >= day)
}

/** Refills begun while more than a quarter of the supply before was left, within a span. */
function earlyRefills(fills: readonly Laid[], from: number, to: number): number {
  const byDrug = Map.groupBy(fills, (fill) => fill.drug.gpi)
  let early = 0
  for (const supplies of byDrug.values()) {
    const inOrder = supplies.toSorted((a, b) => a.start - b.start)
    for (let at = 1; at < inOrder.length; at += 1) {
      const [before, next] = [inOrder[at - 1]!, inOrder[at]!]
      if (next.start >= from && next.start <= to && before.last - next.start + 1 > before.daysSupply / 4) early += 1
    }
  }
  return early
}

/** The first step a value reaches, steps from the highest down. */
const step = (value: number, steps: readonly (readonly [least: number, points: number])[]): number =>
  steps.find(([least]) => value >= least)?.[1] ?? 0

/** The score of a claim as of a day ('YYYY-MM-DD'): what was filled later is not looked at. */
export function careScore(facts: CareFacts, asOf: string): CareScore {
  const today = dayNumber(asOf)
  const laid: Laid[] = facts.fills
    .map((fill) => {
      const start = dayNumber(fill.fillDate)
      return { ...fill, start, last: start + Math.max(1, fill.daysSupply) - 1 }
    })
    .filter((fill) => fill.start <= today)
  const active = activeOn(laid, today)
  const since = (days: number) => laid.filter((fill) => fill.start > today - days)
  const found: Criterion[] = []
  const add = (
    category: CareCategory,
    key: string,
    label: string,
    value: string,
    points: number,
    explanation: string,
  ) => {
    if (points > 0) found.push({ category, key, label, value, points, explanation })
  }

  const mme = sumMme(
    active
      .map((fill) => mmeOf(fill.drug, fill.quantity, fill.daysSupply, 'ACTIVE', fill.fillDate))
      .filter((item) => item !== null),
  )
  add(
    'opioid',
    'mme',
    'Opioid dose',
    `${mme} MME a day`,
    mme > 0
      ? step(mme, [
          [90, 18],
          [50, 12],
          [20, 6],
          [0, 3],
        ])
      : 0,
    `Active opioids add up to ${mme} morphine milligram equivalents a day.`,
  )
  const opioids = laid.filter((fill) => isOpioid(fill.drug))
  const opioidDays = daysCovered(opioids, today - 179, today)
  add(
    'opioid',
    'days',
    'Days on opioids',
    `${opioidDays} of 180 days`,
    step(opioidDays, [
      [90, 8],
      [30, 4],
    ]),
    `An opioid was active on ${opioidDays} of the last 180 days.`,
  )
  const longActing = active.filter((fill) => isOpioid(fill.drug) && fill.drug.longActing === true)
  add(
    'opioid',
    'longActing',
    'Long-acting opioid',
    longActing[0]?.drug.genericName ?? '',
    longActing.length > 0 ? 4 : 0,
    `A long-acting opioid is active: ${longActing[0]?.drug.genericName.toLowerCase() ?? ''}.`,
  )

  const has = (is: (gpi: string) => boolean) => active.some((fill) => is(fill.drug.gpi))
  const opioid = active.some((fill) => isOpioid(fill.drug))
  const [benzo, relaxant] = [has(isBenzodiazepine), has(isRelaxant)]
  if (opioid && benzo && relaxant)
    add(
      'combination',
      'trio',
      'Opioid, benzodiazepine and muscle relaxant',
      'all three',
      16,
      'An opioid, a benzodiazepine and a muscle relaxant are active together.',
    )
  else if (opioid && benzo)
    add(
      'combination',
      'opioidBenzo',
      'Opioid and benzodiazepine',
      'both',
      10,
      'An opioid and a benzodiazepine are active together.',
    )
  else if (opioid && relaxant)
    add(
      'combination',
      'opioidRelaxant',
      'Opioid and muscle relaxant',
      'both',
      4,
      'An opioid and a muscle relaxant are active together.',
    )
  if (opioid && has(isGabapentinoid))
    add(
      'combination',
      'gabapentinoid',
      'Opioid and gabapentinoid',
      'both',
      4,
      'A gabapentinoid is active beside an opioid.',
    )
  if (has(isSedative))
    add('combination', 'sedative', 'Sedative', 'active', 3, 'A sleeping pill or another sedative is active.')

  const lately = since(90)
  const prescribers = new Set(lately.map((fill) => fill.prescriberNpi)).size
  add(
    'behavior',
    'prescribers',
    'Prescribers',
    `${prescribers} in 90 days`,
    step(prescribers, [
      [4, 10],
      [3, 6],
    ]),
    `${plural(prescribers, 'prescriber')} wrote for this person in the last 90 days.`,
  )
  const pharmacies = new Set(lately.map((fill) => fill.pharmacyNabp)).size
  add(
    'behavior',
    'pharmacies',
    'Pharmacies',
    `${pharmacies} in 90 days`,
    pharmacies >= 3 ? 5 : 0,
    `${plural(pharmacies, 'pharmacy', 'pharmacies')} filled for this person in the last 90 days.`,
  )
  const early = earlyRefills(laid, today - 89, today)
  add(
    'behavior',
    'early',
    'Early refills',
    `${early} in 90 days`,
    early >= 2 ? 4 : 0,
    `${plural(early, 'refill')} in the last 90 days came while more than a quarter of the supply was left.`,
  )

  const drugs = new Set(active.map((fill) => fill.drug.gpi.slice(0, 10))).size
  add(
    'polypharmacy',
    'drugs',
    'Active drugs',
    String(drugs),
    step(drugs, [
      [10, 10],
      [8, 7],
      [5, 4],
    ]),
    `${drugs} different drugs are active.`,
  )

  const topical = active.find((fill) => fill.compound || isOutlier(fill.drug.gpi))
  add(
    'cost',
    'topical',
    'Compound or private-label topical',
    topical?.drug.name ?? '',
    topical ? 5 : 0,
    `A compound or private-label product is active: ${topical?.drug.name ?? ''}.`,
  )
  const spentCents = lately.reduce((sum, fill) => sum + toCents(fill.paidAmount), 0)
  const spent = `$${showDollars(spentCents)}`
  add(
    'cost',
    'spend',
    'Cost',
    `${spent} in 90 days`,
    step(spentCents, [
      [500_001, 7],
      [100_001, 3],
    ]),
    `Drugs of the last 90 days cost ${spent}.`,
  )
  const brand = active.find((fill) => fill.drug.brandFlag !== 'G' && fill.genericExists)
  add(
    'cost',
    'brand',
    'Multi-source brand',
    brand?.drug.name ?? '',
    brand ? 2 : 0,
    `${brand?.drug.name ?? ''} is active as a brand although a generic exists.`,
  )

  const years = yearsBetween(facts.doi, today)
  add(
    'duration',
    'age',
    'Age of the injury',
    `${years} ${years === 1 ? 'year' : 'years'}`,
    active.length > 0
      ? step(years, [
          [5, 10],
          [3, 6],
          [1, 3],
        ])
      : 0,
    `The injury is ${years} ${years === 1 ? 'year' : 'years'} old and drugs are still being filled.`,
  )

  const accepts = (pattern: RegExp) => facts.acceptedIcd.find((icd) => pattern.test(icd))
  const [disorder, stress, depression] = [accepts(/^F11/), accepts(/^F43\.1/), accepts(/^F3[23]/)]
  const condition: [string, number, string] | null = disorder
    ? [disorder, 5, 'An opioid use disorder is accepted on the claim.']
    : stress
      ? [stress, 4, 'Post-traumatic stress is accepted on the claim.']
      : depression
        ? [depression, 3, 'A depression is accepted on the claim.']
        : null
  if (condition) add('comorbidity', 'condition', 'Accepted condition', condition[0], condition[1], condition[2])

  const categories = careCategories.map(({ key, name, max }) => ({
    key,
    name,
    max,
    points: Math.min(
      max,
      found.filter((one) => one.category === key).reduce((sum, one) => sum + one.points, 0),
    ),
  }))
  const score = categories.reduce((sum, one) => sum + one.points, 0)
  return { score, band: bandOf(score), categories, criteria: found.toSorted((a, b) => b.points - a.points) }
}

/** The first day of a day's month. */
export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`
/** The last day of each of the months before the one of a day, the oldest first. */
export function monthEndsBefore(day: string, months: number): string[] {
  return Array.from({ length: months }, (_, at) => addDays(addMonths(monthOf(day), at + 1 - months), -1))
}
