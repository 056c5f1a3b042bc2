import { origin } from '#reference/origins.ts'
import type { Case } from '../case.ts'
import type { RefillFacts } from '../answer.ts'
import { dateText } from '../day-number.ts'
import { isControlled } from '../drug-class.ts'
import { fillsBefore } from '../history/supplies.ts'

// R23: how much of the supply at hand is used. Supplies of one drug and salt (10 digits) add up over 120 days: three
// fills that were each a little early leave more at hand than the last one alone.

/** Used share, threshold and the first payable day; null when the drug was not filled in 120 days. */
export function refillOf(c: Case): RefillFacts | null {
  if (c.product.gpi.length < 14) return null
  const drug = c.product.gpi.slice(0, 10)
  // What was handed out earlier on the day itself is at hand too; the same product again is a duplicate (R29).
  const today = c.fills.filter((fill) => fill.start === c.day && fill.drug.gpi.startsWith(drug))
  const fills = [...fillsBefore(c, drug, 120), ...today.filter((fill) => fill.drug.gpi !== c.product.gpi)]
  const last = fills[fills.length - 1]
  if (last === undefined) return null
  // First day not covered, when each supply is taken after the one before it.
  let coveredUntil = Number.NEGATIVE_INFINITY
  for (const fill of fills) coveredUntil = Math.max(coveredUntil, fill.start) + fill.past.daysSupply
  let remaining = Math.max(0, coveredUntil - c.day)
  // A higher daily dose uses up what is left faster; a lower one is no reason to wait longer.
  const before = (last.drug.strengthValue * last.past.quantity) / last.past.daysSupply
  const now = ((c.product.drug?.strengthValue ?? 0) * c.quantity) / c.daysSupply
  if (now > before * 1.001 && before > 0) remaining *= before / now

  const controlled = isControlled(c.product.dea)
  const mail = c.request.channel === origin.MAIL_ORDER || c.deliveryType === 2
  const percent = c.settings.refillPercent
  const threshold = controlled ? percent.controlled : mail ? percent.mail : percent.standard
  const supply = last.past.daysSupply
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
