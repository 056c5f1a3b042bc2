import { describe, expect, test } from 'vitest'
import type { DrugFacts } from '../snapshot.ts'
import type { Pricing } from '../answer.ts'
import { drugNamed, linesOf, open, type RequestChange, run, type SnapshotChange } from '../testing.ts'
import { clinic, known, mix } from '../testing-bills.ts'
import { base, celecoxibBrand as brand, ibuprofen, ketamine } from '../testing-drugs.ts'

const generic = drugNamed('Celecoxib 200 mg capsule')

describe('G12: the lowest of four amounts', () => {
  const priced = (drug: DrugFacts | null, request: RequestChange, snapshot: SnapshotChange = {}): Pricing =>
    run(drug, request, snapshot).pricing!
  const sent = (pricing: object): RequestChange => ({ more: { pricing } })
  // 30 x 0.35 = 10.50; contract 0.45 x 10.50 + 2.00 = 6.725, rounded up; schedule 0.95 x 10.50 + 5.00 = 14.975.
  test.each<[string, DrugFacts | null, RequestChange, SnapshotChange, Partial<Pricing>]>([
    [
      'by contract',
      ibuprofen,
      {},
      {},
      {
        awp: 10.5,
        network: 6.73,
        feeSchedule: 14.98,
        paid: 6.73,
        basis: 'CONTRACT',
        pricedAs: 'GENERIC',
        dispensingFee: 2,
        ingredientCost: 4.73,
        savings: 8.25,
        awpUnit: 0.35,
        awpEffectiveDate: '2024-01-01',
      },
    ],
    [
      'by fee schedule outside the network',
      ibuprofen,
      {},
      { pharmacy: { networks: [] } },
      { network: 0, paid: 14.98, basis: 'FEE_SCHEDULE', dispensingFee: 5, ingredientCost: 9.98, savings: 0 },
    ],
    [
      'by usual and customary',
      ibuprofen,
      sent({ usualAndCustomary: 6.72, dispensingFee: 1.5 }),
      {},
      { paid: 6.72, basis: 'UC', uc: 6.72, dispensingFee: 1.5, ingredientCost: 5.22 },
    ],
    [
      'by what was billed',
      ibuprofen,
      sent({ grossAmountDue: 6.71, usualAndCustomary: 9, dispensingFee: 99 }),
      {},
      { paid: 6.71, basis: 'BILLED', billed: 6.71, dispensingFee: 6.71, ingredientCost: 0 },
    ],
    ['of two that are equal, the contract', ibuprofen, sent({ usualAndCustomary: 6.73 }), {}, { basis: 'CONTRACT' }],
    ['with tax as the schedule allows', ibuprofen, sent({ tax: 5 }), {}, { tax: 0.07, amountDue: 6.8 }],
    ['with tax as billed', ibuprofen, sent({ tax: 0.02 }), {}, { tax: 0.02, amountDue: 6.75 }],
    [
      'without tax where drugs are exempt',
      ibuprofen,
      sent({ tax: 5 }),
      { claim: { jurisState: 'TX' } },
      { tax: 0, feeSchedule: 17.13, feeScheduleRule: 'TX generic: 125% of AWP + $4.00' },
    ],
    [
      'a brand by the brand’s factors',
      brand,
      { daw: '1' },
      {},
      { pricedAs: 'BRAND', awp: 511.2, network: 430.91, feeScheduleRule: 'IL brand: 95% of AWP + $5.00' },
    ],
    [
      'a single-source brand too',
      { ...brand, brandFlag: 'B' },
      {},
      {},
      { pricedAs: 'BRAND', network: 430.91, dispensingFee: 1.5 },
    ],
    [
      'a brand billed as its generic',
      brand,
      { daw: '5' },
      { genericAlternative: generic },
      { pricedAs: 'GENERIC', awp: 213, network: 97.85 },
    ],
    [
      'a brand without reason at the generic price',
      brand,
      { daw: '3' },
      { genericAlternative: generic, settings: { payBrandAtGenericPrice: true } },
      { pricedAs: 'GENERIC', awp: 213 },
    ],
    [
      'a brand with a reason never',
      brand,
      { daw: '1' },
      { genericAlternative: generic, settings: { payBrandAtGenericPrice: true } },
      { pricedAs: 'BRAND', awp: 511.2 },
    ],
    ['a brand as generic without a known one', brand, { daw: '5' }, {}, { pricedAs: 'GENERIC', awp: 511.2 }],
    [
      'a repackaged product at its maker’s price',
      { ...ibuprofen, repackaged: true, awpUnit: 1.4, originalAwpUnit: 0.35 },
      {},
      {},
      { awp: 10.5 },
    ],
    [
      'a repackaged product of unknown maker at its own',
      { ...ibuprofen, repackaged: true, awpUnit: 1.4 },
      {},
      {},
      { awp: 42 },
    ],
    [
      'a compound by ingredient and one fee',
      null,
      mix([
        [ketamine, 5],
        [base, 20],
      ]),
      { ...open, ...known(ketamine, base) },
      {
        pricedAs: 'COMPOUND',
        awp: 223.4,
        network: 0,
        feeSchedule: 227.23,
        basis: 'FEE_SCHEDULE',
        dispensingFee: 15,
        feeScheduleRule: 'IL compound, by ingredient + 15.00',
      },
    ],
    [
      'what is known of a compound',
      null,
      mix([
        [ketamine, 5],
        [base, 20],
      ]),
      { ...open, ...known(ketamine), claim: { jurisState: 'CA' } },
      { awp: 205, feeSchedule: 148.25, feeScheduleRule: 'CA compound, by ingredient + 15.00' },
    ],
    [
      'a clinic line by the unit',
      null,
      clinic('J1885', 2),
      {},
      {
        pricedAs: 'HCPCS',
        awp: 0,
        feeSchedule: 2.64,
        paid: 2.64,
        dispensingFee: 0,
        feeScheduleRule: 'J1885 1.32 a unit',
      },
    ],
    [
      'an unclassified line by its NDC',
      ibuprofen,
      { ...clinic('J3490', 30, { description: 'x' }) },
      {},
      { pricedAs: 'GENERIC', awp: 10.5 },
    ],
    [
      'what nobody knows a price of, by the bill',
      null,
      sent({ usualAndCustomary: 30 }),
      open,
      {
        paid: 30,
        basis: 'UC',
        feeSchedule: 0,
        savings: 0,
        pricedAs: 'GENERIC',
        feeScheduleRule: 'No fee schedule amount: no AWP or unit price on file',
        awpUnit: 0,
        awpEffectiveDate: null,
      },
    ],
    [
      'in a state without its own row',
      ibuprofen,
      {},
      { claim: { jurisState: 'OR' } },
      { feeScheduleRule: 'Default generic: 95% of AWP + $5.00' },
    ],
  ])('%s', (_words, drug, request, snapshot, expected) => {
    expect(priced(drug, request, snapshot)).toMatchObject(expected)
  })

  test('a drug without any known price is not priced', () => {
    const answer = run(null, {})
    expect(answer.pricing).toBeNull()
    expect(linesOf(answer, 'price')).toEqual(['skip: No price available'])
    expect(run({ ...ibuprofen, awpUnit: 0 }, {}).pricing).toBeNull()
    expect(linesOf(run(ibuprofen, {}), 'price')).toEqual([
      'pass: $6.73 by contract price; IL generic: 95% of AWP + $5.00',
    ])
  })

  test('a price keeps the figures it was computed from', () => {
    expect(
      priced(ibuprofen, sent({ usualAndCustomary: 20, dispensingFee: 1, tax: 3, grossAmountDue: 30 })).inputs,
    ).toMatchObject({
      state: 'IL',
      citation: 'Default factors, Illinois 1% tax on drugs',
      lines: [{ name: 'Ibuprofen 600 mg tablet', unitPrice: 0.35, quantity: 30, factor: 9500 }],
      feeCents: 500,
      taxRate: 100,
      contract: { factor: 4500, feeCents: 200 },
      sent: { usualAndCustomary: 20, grossAmountDue: 30, dispensingFee: 1, tax: 3 },
    })
    expect(priced({ ...brand, brandFlag: 'B' }, {}).inputs.contract).toEqual({ factor: 8400, feeCents: 150 })
    expect(priced(ibuprofen, {}, { pharmacy: { networks: [] } }).inputs.contract).toBeNull()
  })

  test('a compound keeps each ingredient with its own factor, a clinic line its code and units; neither has a contract', () => {
    const branded = { ...base, brandFlag: 'B' } as DrugFacts
    const compound = priced(
      null,
      mix([
        [ketamine, 5],
        [branded, 20],
      ]),
      known(ketamine, branded),
    )
    expect(compound.inputs.lines).toEqual([
      { name: ketamine.name, unitPrice: ketamine.awpUnit, quantity: 5, factor: 9500 },
      { name: branded.name, unitPrice: branded.awpUnit, quantity: 20, factor: 9500 },
    ])
    expect(compound.inputs.contract).toBeNull()
    expect([compound.network, compound.pricedAs]).toEqual([0, 'COMPOUND'])
    const line = priced(null, clinic('J1885', 4))
    expect(line.inputs.lines).toMatchObject([{ name: 'J1885', quantity: 4, factor: 10_000 }])
    expect([line.inputs.contract, line.inputs.feeCents, line.awp, line.pricedAs]).toEqual([null, 0, 0, 'HCPCS'])
    expect(line.feeScheduleRule).toMatch(/^J1885 \d+\.\d\d a unit$/)
  })

  test('what has no price by schedule is paid as billed, says so, and is still called what it is', () => {
    const unknown = priced(null, sent({ usualAndCustomary: 12, dispensingFee: 2 }))
    expect(unknown).toMatchObject({ awp: 0, feeSchedule: 0, paid: 12, basis: 'UC', pricedAs: 'GENERIC', savings: 0 })
    expect(unknown.feeScheduleRule).toBe('No fee schedule amount: no AWP or unit price on file')
    expect(unknown.inputs).toMatchObject({ lines: [], feeCents: 0, contract: null })
    const mixed = mix([[ketamine, 5]])
    const nameless = priced(null, { ...mixed, more: { ...mixed.more, pricing: { usualAndCustomary: 12 } } })
    expect(nameless).toMatchObject({ pricedAs: 'COMPOUND', feeSchedule: 0, paid: 12 })
  })

  test('the price of a brand shows what its generic would save', () => {
    const saving = run({ ...brand, brandFlag: 'B' }, {}, { genericAlternative: generic }).facts.genericAlternative
    // 430.91 less 0.45 x 213.00 + 2.00.
    expect(saving).toEqual({ name: 'Celecoxib 200 mg capsule', saving: 333.06 })
    expect(run(generic, {}, { genericAlternative: generic }).facts.genericAlternative).toBeNull()
    expect(run(brand, {}).facts.genericAlternative).toBeNull()
    expect(
      run(
        null,
        mix([
          [ketamine, 500],
          [base, 20],
        ]),
        { ...known(ketamine, base), genericAlternative: generic },
      ).facts.genericAlternative,
    ).toBeNull()
  })
})
