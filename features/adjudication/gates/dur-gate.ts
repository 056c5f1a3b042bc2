import { sourceWords } from '#reference/interactions.ts'
import { usDate } from '#platform/dates/day.ts'
import { daysWord } from '../in-words.ts'
import { ncpdp } from '#reference/ncpdp.ts'
import { ketorolacDays, labeledIn } from '#reference/label-maximum.ts'
import type { DrugFacts } from '../snapshot.ts'
import type { Measure } from '#features/prior-auths/findings.ts'
import { type Case, claimOf, conflict, doseOf, type Fill, ownDose, partyOf, reject, trace, warn } from '../case.ts'
import { avoidedInPregnancy, duplicateFamilies, isBuprenorphine, isControlled, isOpioid } from '../drug-class.ts'
import { withLicensed } from './interaction-match.ts'
import { show, toMilli } from '../money.ts'
import { opioidRules } from './opioid-gate.ts'
import { daysWithParts } from './partial-fill.ts'
import { byProduct, daysBeside, lastDayOf } from '../history/supplies.ts'

// G7: is it safe beside what the person takes? (R30 to R39; opioids in opioid-gate.ts)

/** Runs R30 to R39. */
export function durGate(c: Case): void {
  duplicateTherapy(c)
  interactionRules(c)
  dose(c)
  duration(c)
  opioidRules(c)
  ageAndSex(c)
  longFirstFill(c)
}

/** Two supplies of one family may overlap so many days: a change of drug is not a duplicate. */
const overlapAllowed = 7

function duplicateTherapy(c: Case): void {
  const { gpi, drug } = c.product
  const families = duplicateFamilies({ gpi, longActing: drug?.longActing === true })
  if (families.length === 0) return trace(c, 'R30', 'pass', 'Duplicates are not checked for this class')
  const own = { start: c.day, last: lastDayOf(c) }
  const before = c.rejects.length
  for (const supplies of byProduct(c.concurrent)) {
    const [fill] = supplies
    const family = duplicateFamilies(fill.drug).find((one) => families.includes(one))
    if (family === undefined) continue
    const sameDrug = fill.drug.gpi.slice(0, 8) === gpi.slice(0, 8)
    // A second prescriber of one drug does not change the dose of the first; a patch that is worn is not taken off.
    const worn = sameDrug && isBuprenorphine(gpi) && drug?.form === 'patch' && fill.drug.form === 'patch'
    const isOther = ({ past }: Fill): boolean => past.prescriberNpi !== c.prescriberNpi
    const counted = sameDrug && !worn ? supplies.filter(isOther) : supplies
    const days = daysBeside(counted, own)
    // Two prescribers who hand out opioids on one day do not change each other's drug.
    const isBySurprise = isOpioid(fill.drug) && counted.some((one) => isOther(one) && Math.abs(one.start - c.day) <= 1)
    if (days <= (isBySurprise ? 0 : overlapAllowed)) {
      if (sameDrug && fill.drug.gpi !== gpi)
        warn(c, 'R30', `Another strength of ${fill.drug.name} is active: treated as a dose change`)
      continue
    }
    const other = counted[0]!
    const controlled = isControlled(drug?.dea ?? null) || isControlled(other.drug.dea)
    const by = !controlled && c.settings.safetyOverrides ? 'A' : 'R'
    const how = worn ? 'two patches of one drug' : sameDrug ? 'same drug, another prescriber' : `same class: ${family}`
    const message = `Overlaps ${daysWord(days)} with ${other.drug.name} filled ${usDate(other.past.fillDate)} (${how})`
    const measure: Measure = { amounts: [{ of: 'OVERLAP', value: days }, ...ownDose(c)], with: [partyOf(c, other)] }
    conflict(c, reject(c, 'R30', '88', message, { by, dur: 'TD', measure }), other)
  }
  if (c.rejects.length === before) trace(c, 'R30', 'pass', 'No duplicate therapy')
}

type Part = { gpi: string; name: string; drug: DrugFacts | null }

/** What is taken: the product, or each ingredient of a compound but its base. */
function partsOf({ product }: Case): Part[] {
  if (product.kind !== 'COMPOUND') return [product]
  return product.ingredients.flatMap(({ drug }) =>
    drug === null || drug.isCompoundBase === true ? [] : [{ gpi: drug.gpi, name: drug.genericName, drug }],
  )
}

function interactionRules(c: Case): void {
  const before = c.rejects.length
  const interactionsBetween = withLicensed(c.snapshot.interactions ?? [])
  const parts = partsOf(c)
  for (const [fill] of byProduct(c.concurrent)) {
    const worst = parts
      .flatMap(({ gpi }) => interactionsBetween(gpi, fill.drug.gpi).slice(0, 1))
      .toSorted((a, b) => a.severity - b.severity)[0]
    if (worst === undefined) continue
    const by = worst.severity === 1 ? 'O' : worst.severity === 2 ? 'R' : c.settings.safetyOverrides ? 'A' : 'R'
    const of = parts
      .filter(({ gpi }) => interactionsBetween(gpi, fill.drug.gpi).includes(worst))
      .map(({ name }) => name)
    const what = c.product.kind === 'COMPOUND' ? `${of.join(', ')} taken` : 'Taken'
    const message = `${what} with ${fill.drug.name} (filled ${usDate(fill.past.fillDate)}): ${worst.text}`
    const measure: Measure = {
      amounts: [{ of: 'SEVERITY', value: 4 - worst.severity }, ...ownDose(c)],
      with: [partyOf(c, fill)],
    }
    const more = { by, dur: 'DD', severity: worst.severity, citation: sourceWords(worst.source), measure } as const
    conflict(c, reject(c, 'R31', '88', message, more), fill)
  }
  if (c.rejects.length > before) return
  if (c.product.kind !== 'COMPOUND') return trace(c, 'R31', 'pass', 'No known interaction with an active drug')
  for (const { name } of parts) trace(c, 'R31', 'pass', `${name}: no known interaction with an active drug`)
}

const acetaminophenLimitMg = 4000

/** Milligrams of an ingredient in one unit of a product taken by mouth; 0 where that is not known. */
const mgIn = (drug: DrugFacts, ingredient: string): number => {
  if (drug.route !== 'oral' || drug.strengthUnit !== 'mg') return 0
  const found = labeledIn(drug.gpi).find((one) => one.ingredient === ingredient)
  return found === undefined ? 0 : (found.mg ?? drug.strengthValue)
}

/**
 * Supplies that are taken beside the claim. Another strength or form of the same drug by the same prescriber that is nearly
 * used up is a change of dose, as in R30; a short course beside a supply that lasts is none.
 */
const takenBeside = (c: Case): Fill[] =>
  c.active.filter(
    (fill) =>
      fill.drug.gpi === c.product.gpi ||
      fill.past.prescriberNpi !== c.prescriberNpi ||
      fill.until - c.day + 1 > overlapAllowed,
  )

/** The ingredient that is furthest over its labeled maximum, summed over strengths, forms, combinations and prescribers. */
function ingredientOver(c: Case, drug: DrugFacts): { message: string; beside: Fill[]; total: number } | null {
  const supplies = takenBeside(c)
  for (const { ingredient, most } of labeledIn(drug.gpi)) {
    const own = mgIn(drug, ingredient)
    const beside = supplies.filter((fill) => mgIn(fill.drug, ingredient) > 0)
    if (own === 0 || beside.length === 0) continue
    const total = beside.reduce(
      (sum, fill) => sum + (mgIn(fill.drug, ingredient) * fill.past.quantity) / fill.past.daysSupply,
      (own * c.quantity) / c.daysSupply,
    )
    if (total <= most + 1e-9) continue
    const others = beside.map((fill) => `${fill.drug.name} filled ${usDate(fill.past.fillDate)}`).join(', ')
    const message = `${show(total)} mg of ${ingredient} a day with ${others} exceeds the labeled maximum of ${show(most)} mg`
    return { message, beside, total }
  }
  return null
}

function dose(c: Case): void {
  const drug = c.product.drug
  if (drug === null || c.product.kind !== 'DRUG') return trace(c, 'R32', 'skip', 'No labeled dose to compare')
  const before = c.rejects.length
  const perDay = c.quantity / c.daysSupply
  const beside = c.active.filter((fill) => fill.drug.gpi === drug.gpi)
  const total = beside.reduce((sum, { past }) => sum + past.quantity / past.daysSupply, perDay)
  const label = drug.maxPerDay ?? Number.POSITIVE_INFINITY
  const whole = ingredientOver(c, drug)
  const isOver = c.quantityMilli > toMilli(label) * c.daysSupply || (beside.length > 0 && total > label + 1e-9)
  if (isOver || whole !== null) {
    const others = beside.map(({ past }) => usDate(past.fillDate)).join(', ')
    const message = isOver
      ? `${show(total)} ${drug.form} units a day${others === '' ? '' : ` with the supply filled ${others}`} exceeds the labeled maximum of ${show(label)}`
      : whole!.message
    // What is cleared is all of the ingredient that was taken then.
    const amount = whole === null ? doseOf(drug, total) : { of: 'DOSE' as const, value: whole.total, unit: 'mg' }
    const measure: Measure = { amounts: [amount] }
    conflict(c, reject(c, 'R32', 'TQ', message, { dur: 'HD', measure }), (isOver ? beside : whole!.beside)[0] ?? null)
  }
  if ((drug.apapMg ?? 0) > 0) {
    let apap = (drug.apapMg ?? 0) * perDay
    const others: string[] = []
    for (const fill of c.active) {
      const own = ((fill.drug.apapMg ?? 0) * fill.past.quantity) / fill.past.daysSupply
      if (own > 0) others.push(fill.drug.name)
      apap += own
    }
    c.facts.acetaminophenGramsPerDay = Math.round(apap / 10) / 100
    if (apap > acetaminophenLimitMg) {
      const message = `Total acetaminophen ${show(apap / 1000, 1)} g a day exceeds the 4 g limit${others.length > 0 ? ` with ${others.join(', ')}` : ''}`
      const measure: Measure = { amounts: [{ of: 'ACETAMINOPHEN', value: apap / 1000 }] }
      conflict(c, reject(c, 'R32', '88', message, { dur: 'HD', measure }), null)
    }
  }
  if (c.rejects.length === before) trace(c, 'R32', 'pass', `${show(total)} a day is within the labeled maximum`)
}

/**
 * R32 of time: ketorolac in all its forms together, an injection at the clinic included. A supply that begins before the one
 * before it is used up is taken after it; an injection within a supply is no day more.
 */
function duration(c: Case): void {
  const { most, gpi, words } = ketorolacDays
  const ownGpi = c.product.kind === 'COMPOUND' ? '' : c.product.gpi
  if (!ownGpi.startsWith(gpi)) return
  const clinic = c.product.kind === 'HCPCS'
  const course = [
    { start: c.day, days: c.daysSupply, clinic, fill: null as Fill | null },
    ...c.fills
      .filter((fill) => fill.drug.gpi.startsWith(gpi))
      .map((fill) => ({
        start: fill.start,
        days: Math.max(1, fill.past.daysSupply),
        clinic: fill.past.hcpcs != null,
        fill,
      })),
  ].toSorted((a, b) => a.start - b.start || Number(a.clinic) - Number(b.clinic))
  let total = 0
  let end = Number.NEGATIVE_INFINITY
  let others: Fill[] = []
  let isOwn = false
  for (const one of course) {
    // A week without it ends a course, as a week beside another drug is no duplicate.
    if (one.start > end + overlapAllowed + 1) {
      if (isOwn) break
      total = 0
      others = []
    }
    const days = one.clinic && one.start <= end ? 0 : one.days
    total += days
    end = Math.max(end, one.start - 1) + days
    if (one.fill === null) isOwn = true
    else others.push(one.fill)
  }
  if (total <= most) return trace(c, 'R32', 'pass', `Ketorolac: ${total} of ${most} days`)
  const beside = others.map((fill) => usDate(fill.past.fillDate)).join(', ')
  const message = `Ketorolac for ${daysWord(total)}${beside === '' ? '' : ` with the supply of ${beside}`}: its label allows ${most} in all forms together`
  const measure: Measure = { amounts: [{ of: 'DAYS', value: total }, ...ownDose(c)] }
  conflict(c, reject(c, 'R32', '88', message, { dur: 'MX', citation: words, measure }), others.at(-1) ?? null)
}

// Pregnancy is known only from diagnoses: chapter O, and Z33, Z34 and Z3A (its week) of ICD-10-CM.
const isPregnancy = (icd: string): boolean => /^(?:O|Z33|Z34|Z3A)/.test(icd)

function ageAndSex(c: Case): void {
  const { name } = c.product
  const { item } = c
  const parts = partsOf(c)
  const years = c.facts.age
  const gender = c.snapshot.claimant?.gender
  const before = c.rejects.length
  if (years !== null) {
    if ((item?.minAge != null && years < item.minAge) || (item?.maxAge != null && years > item.maxAge)) {
      reject(c, 'R39', '60', `${name} is not covered at age ${years}`)
    }
    const unfit = parts.find((part) => years < (part.drug?.minAge ?? 0) || years > (part.drug?.maxAge ?? years))
    if (unfit !== undefined) {
      const measure: Measure = { amounts: ownDose(c), with: [{ id: 'PA', name: 'the patient’s age' }] }
      const message = `${unfit.name} is not recommended at age ${years}`
      conflict(c, reject(c, 'R39', '88', message, { dur: 'PA', measure }), null)
    }
  }
  const ofOne = parts.find((part) => part.drug?.onlyGender != null)
  const only = item?.onlyGender ?? ofOne?.drug?.onlyGender
  if (only != null && (gender === 'F' || gender === 'M') && gender !== only) {
    const whose = item?.onlyGender == null ? (ofOne?.name ?? name) : name
    reject(c, 'R39', '61', `${whose} is covered only for ${only === 'F' ? 'female' : 'male'} patients`)
  }
  const icds = [...(claimOf(c).acceptedIcd ?? []), ...(c.request.diagnosisCodes ?? [])]
  const avoided = parts.find((part) => part.drug?.avoidInPregnancy === true || avoidedInPregnancy(part.drug ?? part))
  if (avoided !== undefined && icds.some(isPregnancy)) {
    const measure: Measure = { amounts: ownDose(c), with: [{ id: 'PG', name: 'a pregnancy' }] }
    const message = `${avoided.name} should be avoided in pregnancy`
    conflict(c, reject(c, 'R39', '88', message, { dur: 'PG', measure }), null)
  }
  if (c.rejects.length === before) trace(c, 'R39', 'pass', 'No age, sex or pregnancy limit')
}

/** R34 is an adjuster's only up to 14 days and only when nothing else is a safety question. */
function longFirstFill(c: Case): void {
  const first = c.rejects.find((made) => made.rejectCode === ncpdp.FIRST_OPIOID_FILL)
  if (first === undefined) return
  const other = c.rejects.some((made) => made.safety && made !== first)
  first.overridableBy = daysWithParts(c) <= 14 && !other ? 'A' : 'R'
}
