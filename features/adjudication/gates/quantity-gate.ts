import { addMonths, usDate } from '#platform/dates/day.ts'
import { daysWord, usedPercent } from '../in-words.ts'
import type { Measure } from '#features/prior-auths/findings.ts'
import { origin } from '#reference/origins.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { channel } from '#reference/channels.ts'
import { refillLimit } from '#reference/refill-limits.ts'
import { type Case, type Fill, reject, trace } from '../case.ts'
import type { ClaimRequest } from '../claim-request.ts'
import type { FormularyItem, PastFill } from '../snapshot.ts'
import { dateText, dayNumber } from '../day-number.ts'
import { isControlled } from '../drug-class.ts'
import { show, showDollars, toCents, toMilli } from '../money.ts'
import { daysWithParts, partsBefore, restOf } from './partial-fill.ts'
import { refillOf } from './refill.ts'

// G6: refill too soon, quantity, days supply, filing limit, cost, duplicate.

/** Runs R23 to R29. */
export function quantityGate(c: Case): void {
  const { item } = c
  const parts = partsBefore(c)
  const isRest = parts.length > 0
  if (isRest) trace(c, 'R23', 'pass', 'The rest of a partial fill')
  else tooSoon(c)
  daysSupply(c, item)
  quantity(c, item, parts)
  refills(c, parts)
  cost(c, parts)
  age(c)
  duplicate(c, parts)
}

const submitted = { '03': 'vacation supply', '04': 'lost prescription', '05': 'change of therapy' }

function tooSoon(c: Case): void {
  const refill = refillOf(c)
  c.facts.refill = refill
  if (refill === null) return trace(c, 'R23', 'pass', 'No fill of this drug in the past 120 days')
  const used = `${usedPercent(refill)}% used since ${usDate(refill.previousFillDate)} (${refill.thresholdPercent}% required)`
  if (refill.daysEarly === 0) return trace(c, 'R23', 'pass', used)
  const controlled = isControlled(c.product.dea)
  const clarification = c.request.prescription?.submissionClarification?.padStart(2, '0') ?? ''
  const said = submitted[clarification as keyof typeof submitted]
  const message = `${used}. Payable ${usDate(refill.payableFrom)}${said === undefined ? '' : `; pharmacy reports ${said}`}`
  const measure: Measure = { amounts: [{ of: 'DAYS_EARLY', value: refill.daysEarly }] }
  reject(c, 'R23', '79', message, { by: controlled ? 'R' : 'A', safety: controlled, measure })
}

function daysSupply(c: Case, item: FormularyItem | null): void {
  const limits = c.settings.daysSupplyMax
  const mail = c.request.channel === origin.MAIL_ORDER || c.deliveryType === 2
  const maintenance =
    item?.maintenance === true || c.product.drug?.maintenance === true || c.facts.planLevel === 'MAINTENANCE'
  let limit = mail ? limits.mail : maintenance ? Math.max(limits.maintenance, limits.retail) : limits.retail
  // FECA pays opioids and compounds for 30 days at most.
  if (c.facts.opioid && c.opioidRule?.maxDaysSupply != null) limit = Math.min(limit, c.opioidRule.maxDaysSupply)
  if (c.feca && c.product.kind === 'COMPOUND') limit = Math.min(limit, 30)
  const before = c.rejects.length
  const days = daysWithParts(c)
  const measure: Measure = { amounts: [{ of: 'DAYS', value: days }] }
  if (days > limit) reject(c, 'R24', '7X', `${days} days exceed the plan limit of ${limit}`, { measure })
  if (item?.maxDays != null && days > item.maxDays) {
    reject(c, 'R24', 'AG', `${days} days exceed the product limit of ${item.maxDays}`, { measure })
  }
  if (c.rejects.length === before) trace(c, 'R24', 'pass', `${days} of ${limit} days allowed`)
}

/** R25. The parts of a fill are one fill and one quantity. */
function quantity(c: Case, item: FormularyItem | null, parts: readonly Fill[]): void {
  const before = c.rejects.length
  const milli = parts.reduce((sum, { past }) => sum + toMilli(past.quantity), c.quantityMilli)
  if (item?.maxQty != null && milli > toMilli(item.maxQty)) {
    const whole = milli / 1000
    const measure: Measure = { amounts: [{ of: 'QUANTITY', value: whole }] }
    reject(c, 'R25', '76', `Quantity ${show(whole)} exceeds the limit of ${show(item.maxQty)} per fill`, { measure })
  }
  if (item?.maxPerDay != null && c.quantityMilli > toMilli(item.maxPerDay) * c.daysSupply) {
    const perDay = c.quantity / c.daysSupply
    const measure: Measure = { amounts: [{ of: 'PER_DAY', value: perDay }] }
    reject(c, 'R25', '9G', `${show(perDay)} a day exceeds the limit of ${show(item.maxPerDay)}`, { measure })
  }
  if (item?.maxFills != null) {
    const filled = c.facts.sameDrugFills180 - parts.filter(({ start }) => start < c.day).length
    if (filled >= item.maxFills) {
      // How often it may be filled is the approval's own limit of fills.
      const measure: Measure = { with: [{ id: 'fills', name: 'the number of fills in 180 days' }] }
      reject(c, 'R25', '76', `${filled} fills in 180 days; the limit is ${item.maxFills}`, { measure })
    }
  }
  if (c.rejects.length === before) trace(c, 'R25', 'pass', 'Quantity within limits')
}

/**
 * R26. The rest of a partial fill by `restOf`. Schedules III and IV: five refills and six calendar months from writing, the original fill included, are the law's
 * (21 CFR 1306.22), so that nobody clears them. Schedule V and other drugs by the plan.
 */
function refills(c: Case, [first, ...others]: readonly Fill[]): void {
  const { dea } = c.product
  const rx = c.request.prescription
  const byLaw = dea === 'CIII' || dea === 'CIV'
  const who = byLaw ? ({ by: '-', safety: true } as const) : {}
  const written = rx?.dateWritten === undefined ? Number.NaN : dayNumber(rx.dateWritten)
  const isExpired =
    dea === null ? c.day - written > 365 : c.day > dayNumber(addMonths(dateText(written) || '9000-01-01', 6))
  const limit = refillLimit(dea)
  if (first !== undefined && !(byLaw && isExpired)) {
    const rest = restOf(c, [first, ...others])
    if (rest.is === 'payable') return trace(c, 'R26', 'pass', rest.message)
    const by = rest.is === 'asked' ? 'R' : '-'
    const description = 'The rest of a partial fill'
    return void reject(c, 'R26', '73', rest.message, { by, safety: true, description })
  }
  if (c.fillNumber === 0) {
    if (!byLaw || !isExpired) return trace(c, 'R26', 'pass', 'Original fill')
    const message = `Written ${usDate(rx?.dateWritten ?? '')}: ${dea} prescriptions expire after 6 months`
    return void reject(c, 'R26', '73', message, { ...who, description: 'The prescription has expired' })
  }
  if (limit?.refills === 0) {
    return void reject(c, 'R26', '73', 'Schedule II drugs cannot be refilled', { by: '-', safety: true })
  }
  const before = c.rejects.length
  const most = limit !== undefined && c.fillNumber > limit.refills ? who : {}
  const measure: Measure = { amounts: [{ of: 'REFILL', value: c.fillNumber }] }
  if (rx?.refillsAuthorised !== undefined && c.fillNumber > rx.refillsAuthorised) {
    reject(c, 'R26', '7W', `Refill ${c.fillNumber} requested, ${rx.refillsAuthorised} authorized`, { ...most, measure })
  } else if (limit !== undefined && c.fillNumber > limit.refills) {
    reject(c, 'R26', '7W', `Refill ${c.fillNumber} requested; ${dea} drugs allow ${limit.refills}`, {
      ...most,
      measure,
    })
  }
  if (isExpired) {
    const months = dea === null ? 12 : 6
    reject(c, 'R26', '73', `Written ${usDate(rx?.dateWritten ?? '')}: refills expire after ${months} months`, who)
  }
  if (c.rejects.length === before) trace(c, 'R26', 'pass', `Refill ${c.fillNumber}`)
}

function cost(c: Case, parts: readonly Fill[]): void {
  if (c.product.kind === 'COMPOUND') return trace(c, 'R27', 'skip', 'The compound limit applies instead')
  if (c.pricing === null) return trace(c, 'R27', 'skip', 'No price available')
  const cents = parts.reduce((sum, { past }) => sum + toCents(past.paidAmount), Math.round(c.pricing.amountDue * 100))
  const limit = toCents(c.settings.costLimitPerFill)
  if (cents > limit) {
    const message = `$${showDollars(cents)} exceeds the limit of $${showDollars(limit)} per fill`
    const amount = cents / 100
    return void reject(c, 'R27', '78', message, { amount, measure: { amounts: [{ of: 'COST', value: amount }] } })
  }
  trace(c, 'R27', 'pass', `$${showDollars(cents)} of $${showDollars(limit)} allowed`)
}

function age(c: Case): void {
  const limits = c.settings.timelyFilingDays
  const limit = channel(c.request.channel)?.pointOfSale === true ? limits.pos : limits.other
  const days = dayNumber(dateIn(Date.parse(c.snapshot.now), c.snapshot.timeZone ?? 'UTC')) - c.day
  if (days > limit) return void reject(c, 'R28', '81', `Billed ${days} days after the fill; ${limit} days allowed`)
  trace(c, 'R28', 'pass', days <= 0 ? 'Billed the same day' : `Billed ${daysWord(days)} after the fill`)
}

const modifiersOf = (line: NonNullable<ClaimRequest['hcpcs']>): string => [...(line.modifiers ?? [])].sort().join(' ')

/** A clinic line often has neither prescription number nor package: the same units of a code, billed again by the same clinic. */
function sameLine(c: Case, past: PastFill): boolean {
  const [line, before] = [c.request.hcpcs, past.hcpcs]
  if (line === undefined || before == null || past.pharmacyNabp !== c.pharmacyNabp) return false
  return line.code === before.code && line.units === before.units && modifiersOf(line) === modifiersOf(before)
}

function duplicate(c: Case, parts: readonly Fill[]): void {
  for (const fill of c.fills) {
    if (parts.includes(fill)) continue
    const past = fill.past
    const samePrescription =
      past.rxNumber === c.rxNumber &&
      c.rxNumber !== '' &&
      past.fillNumber === c.fillNumber &&
      past.pharmacyNabp === c.pharmacyNabp
    const sameDay = fill.start === c.day && c.product.gpi.length === 14 && fill.drug.gpi === c.product.gpi
    if (!samePrescription && !sameDay && !(fill.start === c.day && sameLine(c, past))) continue
    const how = samePrescription ? `prescription ${past.rxNumber}, fill ${past.fillNumber}` : `${fill.drug.name}`
    return void reject(c, 'R29', '83', `Already paid on ${usDate(past.fillDate)}: ${how}`)
  }
  trace(c, 'R29', 'pass', 'Not a duplicate')
}
