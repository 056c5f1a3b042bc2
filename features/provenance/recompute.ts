import { extend, scale, toCents, toDollars } from '#features/adjudication/money.ts'
import { dueAt } from '#features/deadlines/due.ts'
import type { RulePack } from '#reference/jurisdictions/rule-pack.ts'
import type { Check, DecisionRecord } from './contract.ts'

// Works the figures of a record out again, from nothing but what the record holds: no pack, no factor table, no fee
// schedule of today is asked.

const dollars = (amount: number): string => `$${amount.toFixed(2)}`
const compared = (what: string, shown: string, again: string): Check => ({
  what,
  shown,
  again,
  agrees: shown === again,
})
const notKept = (what: string, shown: string): Check => ({ what, shown, again: 'not kept', agrees: null })

function clockAgain({ clock }: DecisionRecord): Check[] {
  if (!clock.inputs) return [notKept('Legal due time', clock.dueAt)]
  const { rule, daysOff, events } = clock.inputs
  const again = dueAt(rule as unknown as RulePack, events, (date) => daysOff[date])
  const recorded = clock.arithmetic.slice(0, again.arithmetic.length)
  return [
    compared('Legal due time', clock.dueAt, again.dueAt),
    compared('How it was counted', recorded.join(' '), again.arithmetic.join(' ')),
  ]
}

type Mme = NonNullable<DecisionRecord['mme']>
type Dose = Mme['items'][number]
const isComplete = (item: Dose): item is Dose & { quantity: number; daysSupply: number } =>
  item.quantity !== null && item.daysSupply !== null && item.how !== null
/** Hundredths of MME a day. */
const shareOf = (item: Dose & { quantity: number; daysSupply: number }): number =>
  Math.round(item.strength * (item.how === 'PATCH' ? item.perDay : item.quantity / item.daysSupply) * item.factor * 100)

function mmeAgain({ mme }: DecisionRecord): Check[] {
  if (!mme) return []
  const items = mme.items.filter(isComplete)
  if (items.length < mme.items.length) return [notKept('MME a day after', String(mme.after))]
  const sum = (source: Dose['source']) =>
    items.filter((item) => item.source === source).reduce((all, item) => all + shareOf(item), 0)
  const [others, own] = [sum('ACTIVE'), sum('CLAIM')]
  const before = mme.previous && isComplete(mme.previous) ? shareOf(mme.previous) : 0
  return [
    ...items.map((item) => compared(`MME of ${item.drug}`, String(item.mme), String(shareOf(item) / 100))),
    compared('MME a day now', String(mme.now), String((others + before) / 100)),
    compared('MME a day after', String(mme.after), String((others + own) / 100)),
  ]
}

type Price = NonNullable<DecisionRecord['price']>
/** The amounts a price is the lowest of, in cents, from the inputs alone. */
function amountsOf(inputs: NonNullable<Price['inputs']>, pricedAs: string) {
  const lines = inputs.lines.map((line) => ({ ...line, cents: extend(line.unitPrice, line.quantity) }))
  const awp = pricedAs === 'HCPCS' ? 0 : lines.reduce((sum, line) => sum + line.cents, 0)
  const feeSchedule =
    lines.length === 0 ? 0 : lines.reduce((sum, line) => sum + scale(line.cents, line.factor, 0), 0) + inputs.feeCents
  const network = inputs.contract ? scale(awp, inputs.contract.factor, inputs.contract.feeCents) : 0
  const uc = toCents(inputs.sent.usualAndCustomary)
  const billed = toCents(inputs.sent.grossAmountDue)
  // The order breaks ties, as it did.
  const found = [network, feeSchedule, uc, billed].filter((amount) => amount > 0)
  const paid = Math.min(...found)
  const tax = Math.min(toCents(inputs.sent.tax), scale(paid, inputs.taxRate, 0))
  return { awp, feeSchedule, network, uc, billed, paid, tax, amountDue: paid + tax }
}

function priceAgain({ price }: DecisionRecord): Check[] {
  if (!price) return []
  if (!price.inputs) return [notKept('Price', dollars(price.paid))]
  const again = amountsOf(price.inputs, price.pricedAs)
  return [
    compared('Average wholesale price', dollars(price.awp), dollars(toDollars(again.awp))),
    compared('Fee schedule', dollars(price.feeSchedule), dollars(toDollars(again.feeSchedule))),
    compared('Contract price', dollars(price.network), dollars(toDollars(again.network))),
    compared('Price', dollars(price.paid), dollars(toDollars(again.paid))),
    compared('Amount due', dollars(price.amountDue), dollars(toDollars(again.amountDue))),
  ]
}

/** Every figure of a record worked out again, beside the one that was shown. */
export const workedOutAgain = (record: DecisionRecord): Check[] => [
  ...clockAgain(record),
  ...mmeAgain(record),
  ...priceAgain(record),
]
