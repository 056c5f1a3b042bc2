import { describe, expect, test } from 'vitest'
import { daysBefore, type RequestChange, run, serviceDate, type SnapshotChange } from '../testing.ts'
import { eachBill, type BillSays } from '../testing-bills.ts'
import { base, ibuprofen, ketamine } from '../testing-drugs.ts'

const good = 'pass: Bill format is valid'

const rx = (change: RequestChange['rx']): RequestChange => ({ rx: change })

const compound = (
  rows: { productId: string; quantity: number; cost?: number }[],
  more: RequestChange['more'] = {},
): RequestChange => ({
  rx: { productId: '0', compoundCode: '2' },
  more: { compound: { ingredients: rows }, ...more },
})

const mixed: SnapshotChange = { ingredients: { [ketamine.ndc]: ketamine, [base.ndc]: base } }

const two = [
  { productId: ketamine.ndc, quantity: 5, cost: 10 },
  { productId: base.ndc, quantity: 20, cost: 20 },
]

const patient = (lastName: string, dateOfBirth = '1979-03-14'): RequestChange => ({
  more: { patient: { firstName: 'Maria', lastName, dateOfBirth } },
})

describe('G1: can the bill be read', () => {
  eachBill([
    ['format', [good], {}],
    ['format', ['reject: R8: Channel 4 is reserved'], { more: { channel: 4 } }],
    ['format', ['reject: 05: The pharmacy number must have seven digits'], { more: { pharmacyNabp: '104339' } }],
    ['format', ['reject: 05: The pharmacy number must have seven digits'], { more: { pharmacyNabp: '104339/' } }],
    ['format', ['reject: 05: The pharmacy number must have seven digits'], { more: { pharmacyNabp: '104339:' } }],
    ['format', ['reject: 05: The pharmacy number must have seven digits'], { more: { pharmacyNabp: undefined } }],
    ['format', [good], { more: { pharmacyNabp: undefined } }, {}, ibuprofen, 'BUILD'],
    [
      'format',
      ['reject: 05: The pharmacy number must have seven digits'],
      { more: { pharmacyNabp: '12' } },
      {},
      ibuprofen,
      'BUILD',
    ],
    ['format', ['reject: 15: The date of service is not a valid date'], { date: '2024-02-30' }],
    // On Guam it is tomorrow already from 14:00 UTC on.
    ['format', [good], { date: daysBefore(-1) }, { now: `${serviceDate}T14:00:00.000Z` }],
    [
      'R28',
      ['reject: 82: The date of service is in the future'],
      { date: daysBefore(-1) },
      { now: `${serviceDate}T13:59:59.999Z` },
    ],
    [
      'format',
      ['reject: 07: The card number is missing'],
      { more: { insurance: { groupCode: 'G', cardholderId: ' ' } } },
    ],
    ['format', ['reject: 07: The card number is missing'], { more: { insurance: { groupCode: 'G' } } }],
    [
      'format',
      ['reject: 09: The birth date is not a valid date'],
      { more: { patient: { lastName: 'O', dateOfBirth: '1979-13-14' } } },
    ],
    ['format', ['reject: 6R: The workers’ compensation part is missing'], { more: { workersComp: undefined } }],
    [
      'format',
      [good],
      { more: { workersComp: undefined, patient: undefined, insurance: undefined } },
      {},
      ibuprofen,
      'TRIAL',
    ],
    ['format', ['reject: R8: The prescription number is missing'], rx({ rxNumber: ' ' })],
    ['format', [good], rx({ rxNumber: ' ' }), {}, ibuprofen, 'TRIAL'],
    [
      'format',
      [good],
      {
        rx: { rxNumber: '', productId: undefined, quantity: undefined, daysSupply: undefined },
        more: { channel: 8, hcpcs: { code: 'J1885', units: 2 } },
      },
      {},
      null,
    ],
    ['format', [good], rx({ fillNumber: 99 })],
    ['format', ['reject: R8: The fill number must be 0 to 99'], rx({ fillNumber: 100 })],
    ['format', ['reject: R8: The fill number must be 0 to 99'], rx({ fillNumber: -1 })],
    ['format', ['reject: R8: The fill number must be 0 to 99'], rx({ fillNumber: 1.5 })],
    ['format', [good], rx({ refillsAuthorised: 99 })],
    ['format', ['reject: R8: Refills authorized must be 0 to 99'], rx({ refillsAuthorised: 100 })],
    ['format', [good], rx({ daysSupply: 1 })],
    ['format', [good], rx({ daysSupply: 365 })],
    ...[0, 366, 2.5].map((days): BillSays => [
      'format',
      ['reject: 19: Days supply must be whole days, 1 to 365'],
      rx({ daysSupply: days }),
    ]),
    ['format', [good], rx({ quantity: 9999.999 })],
    ['format', [good], rx({ quantity: 0.001 })],
    ...[0, 10_000, 1.2345].map((quantity): BillSays => [
      'format',
      ['reject: E7: The quantity must be above 0, at most 9999.999, with three decimals'],
      rx({ quantity }),
    ]),
    ['format', [good], rx({ daw: '9' })],
    ...['', '10', 'A'].map((daw): BillSays => [
      'format',
      ['reject: 22: The dispense-as-written code must be 0 to 9'],
      rx({ daw }),
    ]),
    ['format', [good], rx({ dateWritten: serviceDate })],
    ['format', ['reject: AB: The prescription was written after it was filled'], rx({ dateWritten: daysBefore(-1) })],
    ['format', ['reject: R8: The date written is not a valid date'], rx({ dateWritten: 'soon' })],
    ...['0', '1'].map((compoundCode): BillSays => ['format', [good], rx({ compoundCode })]),
    ['format', ['reject: 20: The compound code must be 1 or 2'], rx({ compoundCode: '3' })],
    ['format', [good], compound(two), mixed, null],
    ['format', ['reject: 8B: The compound has no ingredients'], compound([]), {}, null],
    [
      'format',
      ['reject: TE: Ingredient "123" is not an 11-digit NDC'],
      compound([{ productId: '123', quantity: 1 }, ...two]),
      mixed,
      null,
    ],
    [
      'format',
      [`reject: E7: Ingredient ${base.ndc} needs a valid quantity`],
      compound([two[0]!, { productId: base.ndc, quantity: 0 }]),
      mixed,
      null,
    ],
    // One cent a row may be lost to rounding, not two.
    ...[30, 30.02, 29.98].map((ingredientCost): BillSays => [
      'format',
      [good],
      compound(two, { pricing: { ingredientCost } }),
      mixed,
      null,
    ]),
    ...[30.03, 29.97].map((ingredientCost): BillSays => [
      'format',
      ['reject: 8M: The ingredient costs do not add up to the ingredient cost billed'],
      compound(two, { pricing: { ingredientCost } }),
      mixed,
      null,
    ]),
    [
      'format',
      [good],
      compound([two[0]!, { productId: base.ndc, quantity: 20 }], { pricing: { ingredientCost: 99 } }),
      mixed,
      null,
    ],
    [
      'format',
      ['reject: 8D: Ingredients were sent without compound code 2'],
      { more: { compound: { ingredients: two } } },
    ],
    ['format', ['reject: 21: The product code must be an 11-digit NDC'], rx({ productId: '9800100010' })],
    ...[0, 1.5].map((units): BillSays => [
      'format',
      ['reject: 9H: Billed units must be a whole number above 0'],
      { more: { channel: 8, hcpcs: { code: 'J1885', units } } },
    ]),
    ['format', [good], { more: { pricing: { usualAndCustomary: 0, tax: 250_000 } } }],
    ...['ingredientCost', 'dispensingFee', 'usualAndCustomary', 'grossAmountDue', 'tax'].flatMap((field): BillSays[] =>
      [-0.01, 250_000.01].map((amount) => [
        'format',
        ['reject: R8: Amounts must be $0 to $250,000'],
        { more: { pricing: { [field]: amount } } },
      ]),
    ),
    ['format', [good], { more: { dur: [{ reason: 'DD', service: 'M0', result: '1G' }] } }],
    [
      'format',
      [
        'reject: E4: Reason for service "D" is not valid',
        'reject: E5: Professional service "M" is not valid',
        'reject: E6: Result of service "1GG" is not valid',
      ],
      { more: { dur: [{ reason: 'D', service: 'M', result: '1GG' }] } },
    ],
  ])

  test('All format errors are reported at once and no later gate runs', () => {
    const answer = run(ibuprofen, { quantity: 0, days: 0 })
    expect(answer.codes.toSorted()).toEqual(['19', 'E7'])
    expect(answer.trace.every((line) => line.gate === 'G1')).toBe(true)
  })
})

describe('G2: which group, whose card, which injury', () => {
  eachBill([
    ['R01', ['pass: Group NWMWEST0012 is active'], {}],
    [
      'R01',
      ['reject: 06: The group number is missing'],
      { more: { insurance: { groupCode: ' ', cardholderId: 'X' } } },
    ],
    ['R01', ['reject: 51: Group NWMWEST0012 is not on file'], {}, { group: null }],
    ['R01', ['pass: Group G is active'], {}, { group: { groupCode: 'G', status: 'ENDED', termDate: serviceDate } }],
    [
      'R01',
      ['reject: 51: Group G has ended'],
      {},
      { group: { groupCode: 'G', status: 'ENDED', termDate: daysBefore(1) } },
    ],
    ['R01', ['reject: 51: Group G has ended'], {}, { group: { groupCode: 'G', status: 'ENDED', termDate: null } }],
    ['R01', ['pass: Group G is active'], {}, { group: { groupCode: 'G', status: 'ACTIVE', termDate: daysBefore(9) } }],
    ['R02', ['pass: Name and birth date match the card'], {}],
    ['R02', ['pass: Name and birth date match the card'], patient('Órtega-Díaz')],
    ['R02', ['pass: Name and birth date match the card'], patient("O'RTE")],
    ['R02', ['warn: The last name differs from the card; the birth date matches'], patient('Orta')],
    ['R02', ['warn: The last name differs from the card; the birth date matches'], patient('Smith')],
    ['R02', ['warn: The birth date differs from the card; the name matches'], patient('Ortega', '1988-01-09')],
    [
      'R02',
      ['warn: Day and month of the birth date are transposed; treated as the patient on the card'],
      patient('Smith', '1979-05-04'),
      { claimant: { firstName: 'M', lastName: 'Ortega', dateOfBirth: '1979-04-05', gender: 'F' } },
    ],
    [
      'R02',
      ['reject: 62: The last name does not match the card', 'reject: 7D: The birth date does not match the card'],
      patient('Smith', '1980-05-04'),
      { claimant: { firstName: 'M', lastName: 'Ortega', dateOfBirth: '1979-04-05', gender: 'F' } },
    ],
    [
      'R02',
      ['reject: 62: The last name does not match the card', 'reject: 7D: The birth date does not match the card'],
      patient('Smith', '1979-05-09'),
      { claimant: { firstName: 'M', lastName: 'Ortega', dateOfBirth: '1979-04-05', gender: 'F' } },
    ],
    ['R02', ['reject: 52: No claim has this card number'], {}, { claimant: null }],
    ['R02', ['skip: Claim selected in the portal'], patient('Smith', '1950-01-01'), {}, ibuprofen, 'BUILD'],
    [
      'R02',
      ['skip: Claim selected in the portal', 'reject: 52: No claim selected'],
      {},
      { claimant: null },
      ibuprofen,
      'TRIAL',
    ],
    ['R01', ['skip: Claim selected in the portal'], {}, { group: null }, ibuprofen, 'REVIEW'],
    ['R03', ['skip: Claim selected in the portal'], { doi: '' }, {}, ibuprofen, 'REVIEW'],
    ['R03', ['pass: The date of injury matches the claim'], {}],
    ['R03', ['warn: The date of injury differs from the claim by 1 day'], { doi: '2024-05-03' }],
    ['R03', ['warn: The date of injury differs from the claim by 7 days'], { doi: '2024-04-25' }],
    ['R03', ['reject: DY: The date of injury differs from the claim by 8 days'], { doi: '2024-04-24' }],
    ['R03', ['reject: DY: The date of injury is missing or not a valid date'], { doi: '' }],
    ['R03', ['reject: DY: The date of injury is after the date of service'], { doi: daysBefore(-1) }],
    ['R03', ['pass: The date of injury matches the claim'], { doi: serviceDate }, { claim: { doi: serviceDate } }],
  ])
})
