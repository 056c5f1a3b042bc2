import { ncpdp } from '#reference/ncpdp.ts'
import { firstFillRule } from '#reference/first-fill.ts'
import { type Case, claimOf, note } from '../case.ts'
import { isControlled, isNaloxone, isOpioid } from '../drug-class.ts'
import { firstFillOf, onFirstFillList } from './first-fill.ts'
import { toCents } from '../money.ts'
import { autoRuleNames } from '../rule-book.ts'
import { fillsBefore } from '../history/supplies.ts'
import { daysWithParts, partsBefore } from './partial-fill.ts'

// G11: five rules that may pay one fill without a person. One rule must cover everything that is left;
// no rule may clear a safety reject.

const only = (c: Case, codes: readonly string[]): boolean => c.rejects.every((made) => codes.includes(made.rejectCode))

/** A first fill over the days a state pays (75 in New York, R08) is no list question: only the state's own rule speaks of it. */
const overStateCap = (c: Case): boolean =>
  c.rejects.some((made) => made.sourceRule === 'R08' && made.rejectCode === ncpdp.PRIOR_AUTH_NEEDED)

/** The strength must be the same too: the same count of a stronger tablet would be a higher dose. Of a compound nobody knows it. */
function sameDrugPaid(c: Case): boolean {
  if (
    !only(c, [ncpdp.PRIOR_AUTH_NEEDED]) ||
    overStateCap(c) ||
    c.product.gpi.length < 10 ||
    c.product.kind === 'COMPOUND'
  )
    return false
  const perDay = c.quantity / c.daysSupply
  return fillsBefore(c, c.product.gpi.slice(0, 10), 60).some(
    (fill) =>
      fill.past.prescriberNpi === c.prescriberNpi &&
      fill.drug.gpi === c.product.gpi &&
      perDay <= fill.past.quantity / fill.past.daysSupply + 1e-9,
  )
}

const aLittleEarly = (c: Case): boolean =>
  only(c, [ncpdp.REFILL_TOO_SOON]) && !isControlled(c.product.dea) && (c.facts.refill?.daysEarly ?? 99) <= 5

function firstWeek(c: Case): boolean {
  const drug = c.product.drug
  const since = c.facts.daysSinceInjury ?? 99
  return (
    only(c, [ncpdp.PRODUCT_EXCLUDED, ncpdp.PRIOR_AUTH_NEEDED, ncpdp.NOT_ON_FORMULARY]) &&
    !overStateCap(c) &&
    drug !== null &&
    c.product.kind === 'DRUG' &&
    since >= 0 &&
    since <= 7 &&
    !isOpioid(drug) &&
    drug.brandFlag === 'G' &&
    c.daysSupply <= 14 &&
    c.pricing !== null &&
    Math.round(c.pricing.amountDue * 100) < toCents(c.settings.autoApprovalCostLimit)
  )
}

function naloxone(c: Case): boolean {
  if (!isNaloxone(c.product.gpi)) return false
  const opioid =
    c.active.some((fill) => isOpioid(fill.drug)) || fillsBefore(c, '101', 30).some((fill) => isOpioid(fill.drug))
  return opioid && c.rejects.every((made) => made.class === 'PA' || made.class === 'PROD' || made.class === 'QTY')
}

function stateFirstFill(c: Case): boolean {
  if (
    firstFillRule(claimOf(c).jurisState) === undefined ||
    !only(c, [ncpdp.PRIOR_AUTH_NEEDED, ncpdp.NOT_ON_FORMULARY, ncpdp.STEP_THERAPY])
  )
    return false
  const rule = firstFillOf(c)
  const since = c.facts.daysSinceInjury ?? Number.POSITIVE_INFINITY
  if (since < 0 || since > rule.windowDays || daysWithParts(c) > rule.capDays) return false
  // One supply only: a second fill of the class is not a first fill.
  const parts = partsBefore(c)
  if (rule.oneSupply && fillsBefore(c, c.product.gpi.slice(0, 4), since).some((fill) => !parts.includes(fill)))
    return false
  return onFirstFillList(c, rule)
}

const tests: Readonly<Record<number, (c: Case) => boolean>> = {
  1: sameDrugPaid,
  2: aLittleEarly,
  3: firstWeek,
  4: naloxone,
  5: stateFirstFill,
}

/** Runs G11; the rule that pays, or null. */
export function autoApprovalGate(c: Case): { id: number; name: string; codes: string[] } | null {
  const say = (result: 'skip' | 'pass', detail: string): null => {
    note(c, 'G11', 'auto', result, detail)
    return null
  }
  if (c.rejects.length === 0) return say('skip', 'Nothing left to approve')
  if (c.options.mode === 'BUILD' || c.options.mode === 'REVIEW') return say('skip', 'A user decides this request')
  if (c.block !== null) return say('skip', 'A block stops automatic approval')
  if (c.settings.autoApprovalRules.length === 0) return say('skip', 'The carrier has no automatic approval rules')
  const closed = c.rejects.find((made) => made.safety || made.hardStop || made.overridableBy === 'K')
  if (closed !== undefined) return say('pass', `${closed.rejectCode} cannot be cleared automatically`)
  for (const id of [1, 2, 3, 4, 5]) {
    if (!c.settings.autoApprovalRules.includes(id) || tests[id]?.(c) !== true) continue
    const codes = c.rejects.map((made) => made.rejectCode)
    for (const made of c.rejects) c.cleared.push({ reject: made, by: 'AUTO_RULE', id: String(id) })
    c.rejects = []
    const name = autoRuleNames[id] ?? ''
    note(c, 'G11', `auto ${id}`, 'clear', `${name}: clears ${codes.join(', ')}`)
    return { id, name, codes }
  }
  return say('pass', 'No automatic rule covers every remaining reject')
}
