import { daysWord } from '../in-words.ts'
import { taperReason } from '#reference/approval-reasons.ts'
import type { Measure } from '#features/prior-auths/findings.ts'
import { type Case, conflict, ownDose, partyOf, reject, trace } from '../case.ts'
import type { DrugFacts } from '../snapshot.ts'
import {
  countsTowardMme,
  isBenzodiazepine,
  isFastFentanyl,
  isOpioid,
  isRelaxant,
  needsTolerance,
} from '../drug-class.ts'
import {
  courseOf,
  doseBefore,
  isDoseUnknown,
  isNewBut,
  isTolerant,
  takesAlready,
  type Course,
} from '../history/opioid-course.ts'
import { show } from '../money.ts'
import { surgeryWithin } from '../surgery.ts'
import { daysWithParts, partsBefore } from './partial-fill.ts'
import { covers, isUsable } from './prior-auth-gate.ts'

// R33 to R38. Buprenorphine treats dependence as well as pain and is never added to MME, so the limits for people new
// to opioids and for the daily dose leave it out.

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
  firstLongActing(c, counts)
  trio(c)
}

function dailyDose(c: Case): void {
  if (isDoseUnknown(c)) {
    const message = `${c.product.name} by a clinic code without its quantity and days’ supply: the daily dose cannot be counted`
    return conflict(
      c,
      reject(c, 'R33', '88', message, {
        by: 'R',
        dur: 'HD',
        measure: { amounts: [{ of: 'QUANTITY', value: c.quantity }] },
      }),
      null,
    )
  }
  const mme = c.facts.mme
  const benzodiazepine = isBenzodiazepine(c.product.gpi)
  if (mme === null || (!c.facts.opioid && !benzodiazepine)) return trace(c, 'R33', 'skip', 'No opioid dose to add')
  const sums = mme.items.map((item) => `${item.drug}: ${item.arithmetic}`).join('; ')
  const total = `${show(mme.after, 2)} MME a day (limit ${mme.limit})`
  const measure: Measure = { amounts: [{ of: 'MME', value: mme.after }] }
  if (c.facts.opioid && mme.after > mme.limit) {
    const before = doseBefore(c)
    // A plan that is used up, or that grants less than was billed, is not being followed.
    const taper = c.snapshot.priorAuths.some(
      (pa) => pa.reasonId === taperReason && pa.kind === 'PERMIT' && covers(c, pa) && isUsable(c, pa),
    )
    if (taper && before > 0 && mme.after <= before) {
      return trace(c, 'R33', 'clear', `${total}, down from ${show(before, 2)}: within the taper plan. ${sums}`)
    }
    const by = mme.after > 200 ? 'O' : 'R'
    const step = taper ? `; the taper plan does not allow an increase from ${show(before, 2)}` : ''
    return conflict(c, reject(c, 'R33', '922', `${total}${step}. ${sums}`, { by, dur: 'HD', measure }), null)
  }
  const limit = c.settings.mmeLimitWithBenzodiazepine
  const withBenzodiazepine = benzodiazepine || c.facts.benzodiazepineActive
  if (withBenzodiazepine && mme.after > limit) {
    const by = mme.after > 200 ? 'O' : 'R'
    const message = `${show(mme.after, 2)} MME a day with a benzodiazepine (limit ${limit}). ${sums}`
    const beside = c.active.filter((fill) => isBenzodiazepine(fill.drug.gpi)).map((fill) => partyOf(c, fill))
    return conflict(c, reject(c, 'R33', '88', message, { by, dur: 'AT', measure: { ...measure, with: beside } }), null)
  }
  trace(c, 'R33', 'pass', mme.items.length === 0 ? mme.notCounted.join('; ') || total : `${total}. ${sums}`)
}

function firstFillLength(c: Case, course: Course): void {
  const rule = c.opioidRule
  const afterSurgery = rule?.firstFillDaysAfterSurgery != null && surgeryWithin(c, 7)
  const ofState = afterSurgery ? rule.firstFillDaysAfterSurgery : rule?.firstFillDays
  const limit = Math.min(c.settings.opioidFirstFillDays, ofState ?? Number.POSITIVE_INFINITY)
  // FECA pays four such fills before it asks; elsewhere only the first is short.
  const shortFills = rule?.firstFills ?? 1
  const fillNumber = Math.floor(course.supplied / limit) + 1
  // The rest of a first fill is the same first fill: its parts count together.
  const days = daysWithParts(c)
  const early = isNewBut(c, partsBefore(c)) || (course.newUser && shortFills > 1 && course.day <= limit * shortFills)
  if (!early) return trace(c, 'R34', 'pass', 'Not new to opioids')
  if (days <= limit) return trace(c, 'R34', 'pass', `New to opioids: ${days} of ${limit} days allowed`)
  const which = shortFills > 1 ? ` (limited fill ${fillNumber} of ${shortFills})` : ''
  const inParts = days > c.daysSupply ? ' with the part handed out before' : ''
  const message = `New to opioids: ${daysWord(days)} requested${inParts}, first fill is limited to ${limit}${which}`
  const description = `First opioid fill exceeds the ${limit}-day limit`
  const measure: Measure = { amounts: [{ of: 'DAYS', value: days }, ...ownDose(c)] }
  conflict(c, reject(c, 'R34', '925', message, { dur: 'MX', description, measure }), null)
}

function letter(c: Case, course: Course): void {
  const limit = c.opioidRule?.letterAfterDays ?? c.settings.opioidLetterAfterDays
  if (course.day <= limit)
    return trace(c, 'R35', 'pass', `Day ${course.day} of opioid therapy; a letter is required after day ${limit}`)
  if (c.facts.letterAgeDays !== null) {
    return trace(
      c,
      'R35',
      'pass',
      `Day ${course.day} of opioid therapy; a letter signed ${daysWord(c.facts.letterAgeDays)} ago is on file`,
    )
  }
  const message = `Day ${course.day} of opioid therapy: a letter of medical necessity is required after day ${limit}`
  const fixHint = 'Request the letter from the prescriber; a pharmacist can decide once it is on file.'
  // That days pass is what the window of an approval is for; a higher dose is another question.
  const more = { by: 'R', letterNeeded: true, fixHint, measure: { amounts: ownDose(c) } } as const
  reject(c, 'R35', '75', message, { ...more, safety: true })
  conflict(c, reject(c, 'R35', '88', message, { ...more, dur: 'MX' }), null)
}

function thirdOpioid(c: Case): void {
  const limit = c.opioidRule?.maxConcurrent
  if (!c.facts.opioid || limit == null) return trace(c, 'R36', 'skip', 'No limit on concurrent opioids')
  const own = c.product.gpi.slice(0, 8)
  const others = c.active.filter((fill) => isOpioid(fill.drug)).map((fill) => partyOf(c, fill))
  const drugs = new Set<string>([own, ...others.map(({ id }) => id)])
  if (drugs.size <= limit) return trace(c, 'R36', 'pass', `${drugs.size} of ${limit} opioids`)
  const message = `${drugs.size} concurrent opioids exceed the limit of ${limit}`
  const measure: Measure = { amounts: ownDose(c), with: others.filter(({ id }) => id !== own) }
  conflict(c, reject(c, 'R36', '88', message, { dur: 'TD', measure }), null)
}

/**
 * An opioid that no label lets a person begin with (sections 1, 2 and 4): long-acting ones, buprenorphine patches above the
 * first strength, and fentanyl for breakthrough pain, which no carrier may leave to itself (TIRF REMS).
 */
function notToBegin(
  drug: DrugFacts | null,
  counts: boolean,
): 'Long-acting opioid' | 'Fentanyl for breakthrough pain' | null {
  if (drug === null) return null
  if (isFastFentanyl(drug)) return 'Fentanyl for breakthrough pain'
  if (drug.longActing !== true) return null
  const isHigherPatch = drug.strengthUnit === 'mcg/h' && drug.strengthValue > firstBuprenorphinePatch
  return counts || isHigherPatch ? 'Long-acting opioid' : null
}
const firstBuprenorphinePatch = 5

/** Fentanyl begun by one who takes opioids, but not as much as its label asks for (section 4). */
const startsTooSoon = (c: Case): boolean =>
  c.product.drug !== null && needsTolerance(c.product.drug) && !takesAlready(c) && !isTolerant(c)

function firstLongActing(c: Case, counts: boolean): void {
  const what = c.facts.opioid ? notToBegin(c.product.drug, counts) : null
  const isUsed = c.settings.longActingEarlyRule || c.opioidRule?.firstFillShortActing === true
  if (!isUsed && what !== 'Fentanyl for breakthrough pain')
    return trace(c, 'R37', 'skip', 'The carrier does not use this rule')
  if (what !== null && !c.facts.opioidNaive && startsTooSoon(c)) {
    const message = `${what === 'Long-acting opioid' ? 'Fentanyl patch' : what} for a patient who is not opioid-tolerant: no week of 60 mg morphine a day, or as much of another opioid, on file`
    return conflict(c, reject(c, 'R37', '88', message, { dur: 'PP', measure: { amounts: ownDose(c) } }), null)
  }
  if (what === null || !c.facts.opioidNaive) return trace(c, 'R37', 'pass', 'Not a long-acting opioid for a new user')
  const since = c.facts.daysSinceInjury ?? Number.POSITIVE_INFINITY
  const when = Number.isFinite(since) ? ` ${daysWord(since)} after the injury` : ''
  const message = `${what}${when} for a patient new to opioids`
  conflict(c, reject(c, 'R37', '88', message, { dur: 'PP', measure: { amounts: ownDose(c) } }), null)
}

function trio(c: Case): void {
  const { gpi } = c.product
  const own = { opioid: c.facts.opioid, benzodiazepine: isBenzodiazepine(gpi), relaxant: isRelaxant(gpi) }
  if (!own.opioid && !own.benzodiazepine && !own.relaxant)
    return trace(c, 'R38', 'pass', 'Not an opioid, benzodiazepine or muscle relaxant')
  const opioid = own.opioid || c.facts.concurrentOpioids > 0
  const benzodiazepine = own.benzodiazepine || c.facts.benzodiazepineActive
  const relaxant = own.relaxant || c.facts.relaxantActive
  if (!opioid || !benzodiazepine || !relaxant)
    return trace(c, 'R38', 'pass', 'Opioid, benzodiazepine and muscle relaxant are not taken together')
  const others = c.active.filter(({ drug }) => isOpioid(drug) || isBenzodiazepine(drug.gpi) || isRelaxant(drug.gpi))
  const names = others.map(({ drug }) => drug.name)
  const message = `Opioid, benzodiazepine and muscle relaxant taken together: ${[c.product.name, ...names].join(', ')}`
  const beside = others.map((fill) => partyOf(c, fill)).filter(({ id }) => id !== gpi.slice(0, 8))
  conflict(
    c,
    reject(c, 'R38', '88', message, { by: 'O', dur: 'AT', measure: { amounts: ownDose(c), with: beside } }),
    null,
  )
}
