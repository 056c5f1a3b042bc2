import { taperReason } from '#reference/approval-reasons.ts'
import { type Case, conflict, type Fill, reject, trace } from './case.ts'
import { dayNumber } from './day-number.ts'
import { countsTowardMme, isBenzodiazepine, isOpioid, isRelaxant } from './drug-class.ts'
import { mmeFacts, mmeOf, sumMme } from './mme.ts'
import { show } from './money.ts'
import { covers, isUsable } from './prior-auth-match.ts'

// R33 to R38. Buprenorphine treats dependence as well as pain and is never added to MME, so the limits for people new
// to opioids and for the daily dose leave it out.

const naiveDays = 180
/** Supplies further apart than this are two courses of treatment. */
const courseGapDays = 30

type Course = { firstDay: number; day: number; newUser: boolean; supplied: number }

/** Fills what later gates and screens read about opioids at hand. Runs before the gates. */
export function opioidFacts(c: Case): void {
  const drug = c.product.drug
  // An injected dose or a compound is no daily intake.
  const own = drug !== null && c.product.kind === 'DRUG'
  c.facts.opioid = own && isOpioid(drug)
  c.facts.benzodiazepineActive = c.active.some((fill) => isBenzodiazepine(fill.drug.gpi))
  c.facts.relaxantActive = c.active.some((fill) => isRelaxant(fill.drug.gpi))
  const opioids = c.active.filter((fill) => isOpioid(fill.drug))
  c.facts.concurrentOpioids = new Set(opioids.map((fill) => fill.drug.gpi.slice(0, 8))).size
  let lastOpioid: Fill | null = null
  for (const fill of c.fills) if (fill.start < c.day && isOpioid(fill.drug)) lastOpioid = fill
  c.facts.daysSinceLastOpioid = lastOpioid === null ? null : c.day - lastOpioid.start
  c.facts.opioidNaive = lastOpioid === null || c.day - lastOpioid.start > naiveDays
  const previous = newestOfSameProduct(c)
  if (!c.facts.opioid && opioids.length === 0) return
  const supply = (fill: Fill) => ({
    drug: fill.drug,
    quantity: fill.past.quantity,
    daysSupply: fill.past.daysSupply,
    fillDate: fill.past.fillDate,
  })
  const claim =
    c.facts.opioid && drug !== null ? { drug, quantity: c.quantity, daysSupply: c.daysSupply, fillDate: null } : null
  c.facts.mme = mmeFacts(opioids.map(supply), previous === null ? null : supply(previous), claim, c.settings.mmeLimit)
  if (c.facts.opioid) c.facts.opioidDay = courseOf(c).day
}

function newestOfSameProduct(c: Case): Fill | null {
  let newest: Fill | null = null
  for (const fill of c.fills) {
    if (fill.drug.gpi === c.product.gpi && fill.start <= c.day && fill.last >= c.day) newest = fill
  }
  return newest
}

function courseOf(c: Case): Course {
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

/** Runs R33 to R38. */
export function opioidRules(c: Case): void {
  const drug = c.product.drug
  const counts = c.facts.opioid && drug !== null && countsTowardMme(drug)
  dailyDose(c)
  if (counts) {
    const course = courseOf(c)
    firstFillLength(c, course)
    letter(c, course)
  } else {
    trace(c, 'R34', 'skip', 'Not an opioid that counts toward MME')
    trace(c, 'R35', 'skip', 'Not an opioid that counts toward MME')
  }
  thirdOpioid(c)
  longActing(c, counts)
  trio(c)
}

/** MME of the opioids that covered a day, this product included. */
function mmeOn(c: Case, day: number): number {
  const newest = new Map<string, Fill>()
  for (const fill of c.fills) if (fill.start <= day && fill.last >= day) newest.set(fill.drug.gpi, fill)
  const items = []
  for (const fill of newest.values()) {
    const item = mmeOf(fill.drug, fill.past.quantity, fill.past.daysSupply, 'ACTIVE', fill.past.fillDate)
    if (item !== null) items.push(item)
  }
  return sumMme(items)
}

/** The dose the person came from: now, or on the last day of supply within 30 days. */
function doseBefore(c: Case): number {
  const now = c.facts.mme?.now ?? 0
  if (now > 0) return now
  let lastDay = Number.NEGATIVE_INFINITY
  for (const fill of c.fills)
    if (fill.start < c.day && countsTowardMme(fill.drug)) lastDay = Math.max(lastDay, fill.last)
  return c.day - lastDay <= courseGapDays ? mmeOn(c, lastDay) : 0
}

function dailyDose(c: Case): void {
  const mme = c.facts.mme
  const benzodiazepine = isBenzodiazepine(c.product.gpi)
  if (mme === null || (!c.facts.opioid && !benzodiazepine)) return trace(c, 'R33', 'skip', 'No opioid dose is raised')
  const sums = mme.items.map((item) => `${item.drug}: ${item.arithmetic}`).join('; ')
  const total = `${show(mme.after, 2)} MME a day (limit ${mme.limit})`
  if (c.facts.opioid && mme.after > mme.limit) {
    const before = doseBefore(c)
    // A plan that is used up, or that grants less than was billed, is not being followed.
    const taper = c.snapshot.priorAuths.some(
      (pa) => pa.reasonId === taperReason && pa.kind === 'PERMIT' && covers(c, pa) && isUsable(c, pa),
    )
    if (taper && before > 0 && mme.after <= before) {
      return trace(c, 'R33', 'clear', `${total}, down from ${show(before, 2)}: the taper plan allows it. ${sums}`)
    }
    const by = mme.after > 200 ? 'O' : 'R'
    const step = taper ? `; the taper plan allows no step up from ${show(before, 2)}` : ''
    return conflict(c, reject(c, 'R33', '922', `${total}${step}. ${sums}`, { by, dur: 'HD' }), null)
  }
  const limit = c.settings.mmeLimitWithBenzodiazepine
  const withBenzodiazepine = benzodiazepine || c.facts.benzodiazepineActive
  if (withBenzodiazepine && mme.after > limit) {
    const by = mme.after > 200 ? 'O' : 'R'
    const message = `${show(mme.after, 2)} MME a day with a benzodiazepine (limit ${limit}). ${sums}`
    return conflict(c, reject(c, 'R33', '88', message, { by, dur: 'AT' }), null)
  }
  trace(c, 'R33', 'pass', mme.items.length === 0 ? mme.notCounted.join('; ') || total : `${total}. ${sums}`)
}

function firstFillLength(c: Case, course: Course): void {
  const rule = c.opioidRule
  const limit = Math.min(c.settings.opioidFirstFillDays, rule?.firstFillDays ?? Number.POSITIVE_INFINITY)
  // FECA pays four such fills before it asks; elsewhere only the first is short.
  const shortFills = rule?.firstFills ?? 1
  const fillNumber = Math.floor(course.supplied / limit) + 1
  const early = c.facts.opioidNaive || (course.newUser && shortFills > 1 && course.day <= limit * shortFills)
  if (!early) return trace(c, 'R34', 'pass', 'Not new to opioids')
  if (c.daysSupply <= limit) return trace(c, 'R34', 'pass', `New to opioids: ${c.daysSupply} of ${limit} days`)
  const which = shortFills > 1 ? ` (fill ${fillNumber} of ${shortFills} short ones)` : ''
  const message = `New to opioids: ${c.daysSupply} days, the first fill may last ${limit}${which}`
  conflict(c, reject(c, 'R34', '925', message, { dur: 'MX' }), null)
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

function letter(c: Case, course: Course): void {
  const limit = c.opioidRule?.letterAfterDays ?? c.settings.opioidLetterAfterDays
  if (course.day <= limit) return trace(c, 'R35', 'pass', `Day ${course.day} of ${limit} without a letter`)
  if (c.facts.letterAgeDays !== null) {
    return trace(c, 'R35', 'pass', `Day ${course.day}; a letter of ${c.facts.letterAgeDays} days ago is on file`)
  }
  const message = `Day ${course.day} of opioids, ${limit} are paid without a letter of medical necessity`
  const fixHint = 'Ask the prescriber for the letter; a pharmacist can decide once it is on file.'
  reject(c, 'R35', '75', message, { by: 'R', safety: true, letterNeeded: true, fixHint })
  conflict(c, reject(c, 'R35', '88', message, { by: 'R', dur: 'MX', letterNeeded: true, fixHint }), null)
}

function thirdOpioid(c: Case): void {
  const limit = c.opioidRule?.maxConcurrent
  if (!c.facts.opioid || limit == null) return trace(c, 'R36', 'skip', 'No limit on opioids at the same time')
  const drugs = new Set<string>([c.product.gpi.slice(0, 8)])
  for (const fill of c.active) if (isOpioid(fill.drug)) drugs.add(fill.drug.gpi.slice(0, 8))
  if (drugs.size <= limit) return trace(c, 'R36', 'pass', `${drugs.size} of ${limit} opioids`)
  conflict(
    c,
    reject(c, 'R36', '88', `${drugs.size} opioids at the same time, ${limit} are allowed`, { dur: 'TD' }),
    null,
  )
}

function longActing(c: Case, counts: boolean): void {
  if (!c.settings.longActingEarlyRule) return trace(c, 'R37', 'skip', 'The carrier does not ask for it')
  const since = c.facts.daysSinceInjury ?? Number.POSITIVE_INFINITY
  if (!counts || c.product.drug?.longActing !== true || since > 90 || !c.facts.opioidNaive) {
    return trace(c, 'R37', 'pass', 'Not a long-acting opioid for a new user soon after the injury')
  }
  const message = `A long-acting opioid ${since} days after the injury for a person new to opioids`
  conflict(c, reject(c, 'R37', '88', message, { dur: 'PP' }), null)
}

function trio(c: Case): void {
  const { gpi } = c.product
  const own = { opioid: c.facts.opioid, benzodiazepine: isBenzodiazepine(gpi), relaxant: isRelaxant(gpi) }
  if (!own.opioid && !own.benzodiazepine && !own.relaxant) return trace(c, 'R38', 'pass', 'Not part of the trio')
  const opioid = own.opioid || c.facts.concurrentOpioids > 0
  const benzodiazepine = own.benzodiazepine || c.facts.benzodiazepineActive
  const relaxant = own.relaxant || c.facts.relaxantActive
  if (!opioid || !benzodiazepine || !relaxant) return trace(c, 'R38', 'pass', 'The trio is not complete')
  const others = c.active
    .filter((fill) => isOpioid(fill.drug) || isBenzodiazepine(fill.drug.gpi) || isRelaxant(fill.drug.gpi))
    .map((fill) => fill.drug.name)
  const message = `Opioid, benzodiazepine and muscle relaxant at the same time: ${[c.product.name, ...others].join(', ')}`
  conflict(c, reject(c, 'R38', '88', message, { by: 'O', dur: 'AT' }), null)
}
