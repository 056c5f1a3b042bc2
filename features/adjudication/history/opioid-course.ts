import { type Case, type Fill } from '../case.ts'
import { dayNumber } from '../day-number.ts'
import type { DrugFacts } from '../snapshot.ts'
import { countsTowardMme, isBenzodiazepine, isOpioid, isRelaxant } from '../drug-class.ts'
import { mmeFacts, mmeOf, sumMme } from '../mme.ts'

// What the history says about opioids: the course of treatment, its dose, and the letter that allows it.

const naiveDays = 180
/** Supplies further apart than this are two courses of treatment. */
const courseGapDays = 30

export type Course = { firstDay: number; day: number; newUser: boolean; supplied: number }

/** MME a day above which a fill stops: the carrier's limit, or a lower one of the state. */
function mmeLimit({ settings, opioidRule, facts }: Case): number {
  const first = facts.opioidNaive ? opioidRule?.firstFillMme : null
  return Math.min(settings.mmeLimit, opioidRule?.mmeLimit ?? settings.mmeLimit, first ?? settings.mmeLimit)
}

/** Fills what later gates and screens read about opioids at hand. Runs before the gates. */
export function opioidFacts(c: Case): void {
  const drug = c.product.drug
  // An injected dose or a compound is no daily intake; what a clinic hands out to be taken at home is.
  const own = drug !== null && (c.product.kind === 'DRUG' || isHandedOut(c, drug))
  c.facts.opioid = own && isOpioid(drug)
  c.facts.benzodiazepineActive = c.active.some((fill) => isBenzodiazepine(fill.drug.gpi))
  c.facts.relaxantActive = c.active.some((fill) => isRelaxant(fill.drug.gpi))
  const opioids = c.active.filter((fill) => isOpioid(fill.drug))
  c.facts.concurrentOpioids = new Set(opioids.map((fill) => fill.drug.gpi.slice(0, 8))).size
  c.facts.daysSinceLastOpioid = daysSinceOpioid(c)
  c.facts.opioidNaive = (c.facts.daysSinceLastOpioid ?? Number.POSITIVE_INFINITY) > naiveDays
  if (!c.facts.opioid && opioids.length === 0) return
  const supply = (fill: Fill) => ({
    drug: fill.drug,
    quantity: fill.past.quantity,
    daysSupply: fill.past.daysSupply,
    fillDate: fill.past.fillDate,
  })
  const claim =
    c.facts.opioid && drug !== null && !isDoseUnknown(c)
      ? { drug, quantity: c.quantity, daysSupply: c.daysSupply, fillDate: null }
      : null
  c.facts.mme = mmeFacts(opioids.map(supply), c.replaced === null ? null : supply(c.replaced), claim, mmeLimit(c))
  if (c.facts.opioid) c.facts.opioidDay = courseOf(c).day
}

/** Days since the last opioid was handed out before this day; null where there was none. */
function daysSinceOpioid(c: Case, without: readonly Fill[] = []): number | null {
  const last = c.fills.findLast((fill) => fill.start < c.day && isOpioid(fill.drug) && !without.includes(fill))
  return last === undefined ? null : c.day - last.start
}

/** Whether the person is new to opioids but for the parts of this fill that were handed out before: they are no earlier fill. */
export const isNewBut = (c: Case, parts: readonly Fill[]): boolean =>
  (daysSinceOpioid(c, parts) ?? Number.POSITIVE_INFINITY) > naiveDays

/** What a clinic line with a package hands out to be taken at home: not injected. */
const isHandedOut = (c: Case, drug: DrugFacts): boolean => c.product.kind === 'HCPCS' && drug.route !== 'injection'

/** A clinic line for an opioid that is taken at home, without its quantity or days: nobody can count its dose. */
export const isDoseUnknown = (c: Case): boolean =>
  c.facts.opioid &&
  c.product.kind === 'HCPCS' &&
  (c.request.prescription?.quantity === undefined || c.request.prescription.daysSupply === undefined)

/** MME of what labels call opioid-tolerant, where it is not 60: 30 mg oxycodone, 8 mg hydromorphone, 25 mg oxymorphone a day. */
const tolerantAt: Readonly<Record<string, number>> = { oxycodone: 45, hydromorphone: 40, oxymorphone: 75 }

const tolerantDays = 7

/**
 * Labels of fentanyl, section 1: a week or longer of 60 mg oral morphine a day, 25 mcg/h fentanyl, 30 mg oxycodone, 8 mg
 * hydromorphone, 25 mg oxymorphone, 60 mg hydrocodone, or as much of another opioid. The week may have ended as many days ago.
 */
export function isTolerant(c: Case): boolean {
  let run = 0
  for (let day = c.day - 2 * tolerantDays; day < c.day; day += 1) {
    const share = c.fills
      .filter((fill) => fill.start <= day && day <= fill.until)
      .reduce((sum, { drug, past }) => {
        const mme = mmeOf(drug, past.quantity, past.daysSupply, 'ACTIVE', past.fillDate)?.mme ?? 0
        return sum + mme / (tolerantAt[drug.opioidFactorKey ?? ''] ?? 60)
      }, 0)
    run = share >= 1 - 1e-9 ? run + 1 : 0
    if (run >= tolerantDays) return true
  }
  return false
}

/** Whether the person takes this drug already: it was handed out before and ended no longer ago than a course lasts. */
export const takesAlready = (c: Case): boolean =>
  c.fills.some(
    (fill) =>
      fill.start < c.day &&
      fill.drug.gpi.slice(0, 8) === c.product.gpi.slice(0, 8) &&
      c.day - fill.last <= courseGapDays,
  )

/** The course of treatment this fill continues, or begins. */
export function courseOf(c: Case): Course {
  let firstDay = c.day
  let supplied = 0
  let newUser = true
  for (let at = c.fills.length - 1; at >= 0; at--) {
    const fill = c.fills[at]!
    if (fill.start >= c.day || !countsTowardMme(fill.drug)) continue
    if (firstDay - fill.last > courseGapDays) {
      newUser = firstDay - fill.start > naiveDays
      break
    }
    firstDay = fill.start
    supplied += fill.past.daysSupply
  }
  return { firstDay, day: Math.max(c.day - firstDay + 1, supplied + 1), newUser, supplied }
}

/** MME of the opioids that covered a day, this product included. */
function mmeOn(c: Case, day: number): number {
  const items = []
  for (const fill of c.fills) {
    if (fill.start > day || fill.until < day) continue
    const item = mmeOf(fill.drug, fill.past.quantity, fill.past.daysSupply, 'ACTIVE', fill.past.fillDate)
    if (item !== null) items.push(item)
  }
  return sumMme(items)
}

/** The dose the person came from: now, or on the last day of supply within 30 days. */
export function doseBefore(c: Case): number {
  const now = c.facts.mme?.now ?? 0
  if (now > 0) return now
  let lastDay = Number.NEGATIVE_INFINITY
  for (const fill of c.fills)
    if (fill.start < c.day && countsTowardMme(fill.drug)) lastDay = Math.max(lastDay, fill.last)
  return c.day - lastDay <= courseGapDays ? mmeOn(c, lastDay) : 0
}

/** Age in days, from its signature, of the newest letter that still counts for the drug; null when there is none. */
export function letterAge(c: Case): number | null {
  const validDays = c.opioidRule?.letterValidDays ?? 365
  let youngest: number | null = null
  for (const letter of c.snapshot.letters ?? []) {
    if (letter.gpiPrefix != null && !c.product.gpi.startsWith(letter.gpiPrefix)) continue
    const age = c.day - dayNumber(letter.signedOn ?? letter.receivedOn)
    if (age < 0 || age > (letter.validDays ?? validDays)) continue
    if (youngest === null || age < youngest) youngest = age
  }
  return youngest
}
