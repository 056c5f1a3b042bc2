import { origin } from '#reference/origins.ts'
import type { Case } from '../case.ts'
import type { RefillFacts } from '../answer.ts'
import { dateText } from '../day-number.ts'
import { isControlled } from '../drug-class.ts'
import { depotDays, fillsBefore, suppliedDays } from '../history/supplies.ts'

// R23: how much of the supply at hand is used. Supplies of one drug and salt (10 digits) add up over 120 days: three
// fills that were each a little early leave more at hand than the last one alone. A depot that a clinic injects is at hand for
// the weeks of its label, all of them; tablets of the same drug before it are no part of it.

/** Used share, threshold and the first payable day; null when the drug was not filled in 120 days. */
export function refillOf(c: Case): RefillFacts | null {
  const isDepot = (c.product.hcpcs?.lastsDays ?? 0) > 0
  if (c.product.gpi.length < 14 && !isDepot) return null
  const drug = c.product.gpi.slice(0, isDepot ? 8 : 10)
  // What was handed out earlier on the day itself is at hand too; the same product again is a duplicate (R29).
  const today = c.fills.filter((fill) => fill.start === c.day && fill.drug.gpi.startsWith(drug))
  const fills = [...fillsBefore(c, drug, 120), ...today.filter((fill) => fill.drug.gpi !== c.product.gpi)].filter(
    (fill) => !isDepot || depotDays(fill.past.hcpcs) > 0,
  )
  const last = fills[fills.length - 1]
  if (last === undefined) return null
  // First day not covered, when each supply is taken after the one before it.
  let coveredUntil = Number.NEGATIVE_INFINITY
  for (const fill of fills) coveredUntil = Math.max(coveredUntil, fill.start) + suppliedDays(fill.past)
  let remaining = Math.max(0, coveredUntil - c.day)
  // A higher daily dose uses up what is left faster; a lower one is no reason to wait longer.
  const before = (last.drug.strengthValue * last.past.quantity) / last.past.daysSupply
  const now = ((c.product.drug?.strengthValue ?? 0) * c.quantity) / c.daysSupply
  if (now > before * 1.001 && before > 0) remaining *= before / now

  const controlled = isControlled(c.product.dea)
  const mail = c.request.channel === origin.MAIL_ORDER || c.deliveryType === 2
  const percent = c.settings.refillPercent
  const threshold = isDepot ? 100 : controlled ? percent.controlled : mail ? percent.mail : percent.standard
  const supply = suppliedDays(last.past)
  const mayRemain = (supply * (100 - threshold)) / 100
  const used = Math.max(0, ((supply - remaining) * 100) / supply)
  const early = remaining > mayRemain + 1e-9 ? Math.ceil(remaining - mayRemain - 1e-9) : 0
  return {
    previousFillDate: last.past.fillDate,
    usedPercent: Math.round(used * 10) / 10,
    thresholdPercent: threshold,
    remainingDays: Math.round(remaining * 10) / 10,
    payableFrom: dateText(c.day + early),
    daysEarly: early,
  }
}
