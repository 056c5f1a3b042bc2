import { type FeeSchedule, feeSchedule } from '#reference/fee-schedules.ts'
import { feeScheduleVersion } from '#reference/versions.ts'
import type { Case } from '../case.ts'
import type { PriceBasis, PriceInputs, Pricing } from '../answer.ts'
import { extend, scale, show, toCents, toDollars } from '../money.ts'

// G12: four amounts and the lowest of them. Everything is whole cents in here.

type Amounts = {
  awp: number
  feeSchedule: number
  network: number
  pricedAs: Pricing['pricedAs']
  rule: string
  fee: number
  lines: PriceInputs['lines']
}

const words = (schedule: FeeSchedule, kind: string, factor: number, feeCents: number): string =>
  `${schedule.state === '*' ? 'Default' : schedule.state} ${kind}: ${factor === 10_000 ? '' : `${show(factor / 100)}% of `}AWP + $${(feeCents / 100).toFixed(2)}`

function byProduct(c: Case, schedule: FeeSchedule): Amounts | null {
  const drug = c.product.drug
  if (drug === null) return null
  const daw = c.request.prescription?.daw ?? '0'
  const brandWithoutReason = drug.brandFlag === 'M' && (daw === '0' || daw === '3' || daw === '4')
  // DAW 5, or a carrier that pays the generic price: the brand counts as its generic.
  const asGeneric = drug.brandFlag === 'M' && (daw === '5' || (brandWithoutReason && c.settings.payBrandAtGenericPrice))
  const generic = drug.brandFlag === 'G' || asGeneric
  const unit =
    asGeneric && c.snapshot.genericAlternative != null
      ? c.snapshot.genericAlternative.awpUnit
      : drug.repackaged === true && drug.originalAwpUnit !== undefined
        ? drug.originalAwpUnit
        : drug.awpUnit
  const awp = extend(unit, c.quantity)
  if (awp === 0) return null
  const factor = generic ? schedule.genericFactor : schedule.brandFactor
  const fee = generic ? schedule.genericFeeCents : schedule.brandFeeCents
  const { contract } = c.settings
  const network = generic
    ? scale(awp, contract.genericFactor, toCents(contract.genericFee))
    : scale(awp, contract.brandFactor, toCents(contract.brandFee))
  return {
    awp,
    feeSchedule: scale(awp, factor, fee),
    network,
    pricedAs: generic ? 'GENERIC' : 'BRAND',
    rule: words(schedule, generic ? 'generic' : 'brand', factor, fee),
    fee,
    lines: [{ name: drug.name, unitPrice: unit, quantity: c.quantity, factor }],
  }
}

function byIngredient(c: Case, schedule: FeeSchedule): Amounts | null {
  let awp = 0
  let allowed = 0
  const lines: PriceInputs['lines'] = []
  for (const row of c.product.ingredients) {
    if (row.drug === null) continue
    const own = extend(row.drug.awpUnit, row.quantity)
    const factor = row.drug.brandFlag === 'G' ? schedule.genericFactor : schedule.brandFactor
    awp += own
    allowed += scale(own, factor, 0)
    lines.push({ name: row.drug.name, unitPrice: row.drug.awpUnit, quantity: row.quantity, factor })
  }
  if (awp === 0) return null
  const fee = schedule.compoundFeeCents
  const rule = `${schedule.state === '*' ? 'Default' : schedule.state} compound, by ingredient + ${(fee / 100).toFixed(2)}`
  // Contract factors are agreed for finished products; bulk ingredients have none.
  return { awp, feeSchedule: allowed + fee, network: 0, pricedAs: 'COMPOUND', rule, fee, lines }
}

function byClinicCode(c: Case): Amounts | null {
  const row = c.product.hcpcs
  const units = c.request.hcpcs?.units ?? 0
  if (row === null || row.unitPrice === 0) return null
  const allowed = extend(row.unitPrice, units)
  return {
    awp: 0,
    feeSchedule: allowed,
    network: 0,
    pricedAs: 'HCPCS',
    rule: `${row.code} ${row.unitPrice.toFixed(2)} a unit`,
    fee: 0,
    lines: [{ name: row.code, unitPrice: row.unitPrice, quantity: units, factor: 10_000 }],
  }
}

/** What the claim would pay; null when nothing is known to price it by. */
export function price(c: Case): Pricing | null {
  const schedule = feeSchedule(c.snapshot.claim?.jurisState ?? '*')
  const found =
    c.product.kind === 'COMPOUND'
      ? byIngredient(c, schedule)
      : c.product.kind === 'HCPCS'
        ? (byClinicCode(c) ?? byProduct(c, schedule))
        : byProduct(c, schedule)
  const sent = c.request.pricing
  const uc = toCents(sent?.usualAndCustomary)
  const billed = toCents(sent?.grossAmountDue)
  // Outside the network no contract price exists; the fee schedule pays (R09).
  const contracted = (c.snapshot.pharmacy?.networks.length ?? 0) > 0
  const network = contracted ? (found?.network ?? 0) : 0
  const allowed = found?.feeSchedule ?? 0
  const candidates: [PriceBasis, number][] = [
    ['CONTRACT', network],
    ['FEE_SCHEDULE', allowed],
    ['UC', uc],
    ['BILLED', billed],
  ]
  let basis: PriceBasis | null = null
  let paid = 0
  for (const [name, amount] of candidates) {
    if (amount > 0 && (basis === null || amount < paid)) {
      basis = name
      paid = amount
    }
  }
  if (basis === null) return null
  const tax = Math.min(toCents(sent?.tax), scale(paid, schedule.taxRate, 0))
  const fee =
    basis === 'CONTRACT'
      ? contractFee(c, found)
      : basis === 'FEE_SCHEDULE'
        ? (found?.fee ?? 0)
        : toCents(sent?.dispensingFee)
  const dispensingFee = Math.min(fee, paid)
  return {
    awp: toDollars(found?.awp ?? 0),
    feeSchedule: toDollars(allowed),
    network: toDollars(network),
    uc: toDollars(uc),
    billed: toDollars(billed),
    paid: toDollars(paid),
    tax: toDollars(tax),
    amountDue: toDollars(paid + tax),
    basis,
    ingredientCost: toDollars(paid - dispensingFee),
    dispensingFee: toDollars(dispensingFee),
    savings: toDollars(Math.max(0, (allowed > 0 ? allowed : uc) - paid)),
    awpUnit: c.product.drug?.awpUnit ?? 0,
    awpEffectiveDate: c.product.drug?.awpEffectiveDate ?? null,
    feeScheduleRule: found?.rule ?? 'No fee schedule amount: no AWP or unit price on file',
    pricedAs:
      found?.pricedAs ??
      (c.product.kind === 'COMPOUND' ? 'COMPOUND' : c.product.kind === 'HCPCS' ? 'HCPCS' : 'GENERIC'),
    inputs: {
      feeScheduleVersion,
      state: schedule.state,
      citation: schedule.citation,
      confidence: schedule.confidence,
      lines: found?.lines ?? [],
      feeCents: found?.fee ?? 0,
      taxRate: schedule.taxRate,
      contract: network === 0 ? null : contractTerms(c, found),
      sent: {
        usualAndCustomary: toDollars(uc),
        grossAmountDue: toDollars(billed),
        dispensingFee: toDollars(toCents(sent?.dispensingFee)),
        tax: toDollars(toCents(sent?.tax)),
      },
    },
  }
}

function contractTerms(c: Case, found: Amounts | null): NonNullable<PriceInputs['contract']> {
  const { brandFactor, genericFactor } = c.settings.contract
  return { factor: found?.pricedAs === 'BRAND' ? brandFactor : genericFactor, feeCents: contractFee(c, found) }
}

function contractFee(c: Case, found: Amounts | null): number {
  return toCents(found?.pricedAs === 'BRAND' ? c.settings.contract.brandFee : c.settings.contract.genericFee)
}

/** What the same fill costs as its cheapest generic, and what that would save, in dollars; null when nothing is saved. */
export function genericSaving(c: Case): { name: string; saving: number } | null {
  const other = c.snapshot.genericAlternative
  const drug = c.product.drug
  if (other == null || drug === null || c.pricing === null || c.product.kind !== 'DRUG') return null
  const { contract } = c.settings
  const cost = scale(extend(other.awpUnit, c.quantity), contract.genericFactor, toCents(contract.genericFee))
  const saving = toCents(c.pricing.paid) - cost
  return saving > 0 ? { name: other.name, saving: toDollars(saving) } : null
}
