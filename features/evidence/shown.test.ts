import { expect, test } from 'vitest'
import { compared } from './compare.ts'
import { ingredientsOf, resubmissionOf, submissionsOf } from './shown.ts'
import type { Sent } from './sql.ts'

const first: Sent = {
  at: '2026-11-27T15:00:00Z',
  ndc: '00093015001',
  drug: 'Oxycodone 5 mg tablet',
  brand: 'G',
  dateOfService: '2026-11-27',
  quantity: 30,
  daysSupply: 15,
  daw: '0',
  npi: '1932102084',
  prescriber: 'Ansel Hawthorne, MD',
  refills: 0,
  billed: 45,
  directions: '1 tablet twice a day',
  codes: ['75'],
}
const again = (change: Partial<Sent>, minute = 1): Sent => ({
  ...first,
  at: `2026-11-28T19:${10 + minute}:00Z`,
  ...change,
})
const words = (...sent: Sent[]) =>
  resubmissionOf(sent, 'Juniper')?.changes.map(({ figure, before, after }) => `${figure} ${before} ${after}`)

test.each<[string, Sent[], string[] | undefined]>([
  ['sent once', [first], undefined],
  ['sent again as it was', [first, again({})], undefined],
  ['another quantity', [first, again({ quantity: 60 })], ['Quantity 30 60']],
  ['days', [first, again({ daysSupply: 30 })], ['Days’ supply 15 30']],
  ['price', [first, again({ billed: 90 })], ['Billed $45.00 $90.00']],
  ['DAW', [first, again({ daw: '1' })], ['DAW 0 1']],
  [
    'a prescriber who is not on file',
    [first, again({ npi: '1999999984', prescriber: null })],
    ['Prescriber Ansel Hawthorne, MD 1999999984'],
  ],
  [
    'another prescriber',
    [first, again({ npi: '1999999984', prescriber: 'Esme Ashgrove, DO' })],
    ['Prescriber Ansel Hawthorne, MD Esme Ashgrove, DO'],
  ],
  ['another of the same name', [first, again({ npi: '1999999984' })], ['Prescriber 1932102084 1999999984']],
  ['refills', [first, again({ refills: 2 })], ['Refills 0 2']],
  [
    'strength',
    [first, again({ drug: 'Oxycodone 10 mg tablet' })],
    ['Drug Oxycodone 5 mg tablet Oxycodone 10 mg tablet'],
  ],
  [
    'the brand in the place of its generic, by the same name',
    [first, again({ ndc: '00093015099', brand: 'B' })],
    ['Drug Oxycodone 5 mg tablet Oxycodone 5 mg tablet, brand', 'NDC 00093-0150-01 00093-0150-99'],
  ],
  ['another package of it', [first, again({ ndc: '00093015005' })], ['NDC 00093-0150-01 00093-0150-05']],
  [
    'another ingredient leads a compound',
    [{ ...first, parts: [] }, again({ parts: [], ndc: '00093015005' })],
    undefined,
  ],
  ['another day of service alone', [first, again({ dateOfService: '2026-11-28' })], undefined],
  [
    'directions',
    [first, again({ directions: '1 tablet as needed' })],
    ['Directions 1 tablet twice a day 1 tablet as needed'],
  ],
  ['nothing after a change', [first, again({ quantity: 60 }), again({ quantity: 60 }, 2)], ['Quantity 30 60']],
  ['a change after a change', [first, again({ quantity: 60 }), again({ quantity: 90 }, 2)], ['Quantity 60 90']],
  ['back to the first', [first, again({ quantity: 60 }), again({}, 2)], ['Quantity 60 30']],
])('A pharmacist sees what the last submission changed: %s', (_, sent, expected) => {
  expect(words(...sent)).toEqual(expected)
})

test('The amount before is shown where the amount is another, and only then', () => {
  expect(resubmissionOf([first, again({ quantity: 60, daysSupply: 30 })], 'Juniper')).toMatchObject({
    at: '2026-11-28T19:11:00.000Z',
    amount: { quantity: 30, daysSupply: 15 },
  })
  expect(resubmissionOf([first, again({ billed: 90 })], 'Juniper')?.amount).toBeNull()
})

test.each<[string, Sent[], string[][]]>([
  ['sent once', [first], [['30']]],
  ['sent again as it was', [first, again({})], [['30']]],
  ['two amounts', [first, again({ quantity: 60 })], [['30'], ['60']]],
  ['the second twice', [first, again({ quantity: 60 }), again({ quantity: 60 }, 2)], [['30'], ['60']]],
  ['three amounts', [first, again({ quantity: 60 }), again({ quantity: 90 }, 2)], [['30'], ['60'], ['90']]],
  ['back to the first', [first, again({ quantity: 60 }), again({}, 2)], [['30'], ['60'], ['30']]],
])('Each submission that asks for something else is there to be compared: %s', (_, sent, quantities) => {
  const of = submissionsOf(sent)
  expect(
    of.map(({ figures }) => figures.filter(({ figure }) => figure === 'Quantity').map(({ words }) => words)),
  ).toEqual(quantities)
})

test('A submission sent twice has its first time and what stopped it last', () => {
  const [, last] = submissionsOf([
    first,
    again({ quantity: 60, codes: ['76'] }),
    again({ quantity: 60, codes: ['76', '88'] }, 2),
  ])
  expect(last!.at).toBe('2026-11-28T19:11:00.000Z')
  expect(last!.figures.at(-1)).toEqual({ figure: 'Stopped with', words: '76, 88' })
})

test.each<[string, Partial<Sent>, string[]]>([
  ['nothing', {}, []],
  ['quantity and days', { quantity: 60, daysSupply: 30 }, ['Quantity: 30, 60', 'Days’ supply: 15, 30']],
  ['price that was not sent', { billed: null }, ['Billed: $45.00, none']],
  [
    'another prescriber of the same name',
    { npi: '1999999984' },
    ['Prescriber: Ansel Hawthorne, MD, NPI 1932102084, Ansel Hawthorne, MD, NPI 1999999984'],
  ],
  ['a prescriber not on file', { prescriber: null }, ['Prescriber: Ansel Hawthorne, MD, NPI 1932102084, 1932102084']],
  ['a package of the same drug', { ndc: '00093015005' }, ['NDC: 00093-0150-01, 00093-0150-05']],
  ['codes', { codes: [] }, ['Stopped with: 75, none']],
  ['day of service', { dateOfService: '2026-11-28' }, ['Day of service: 11/27/2026, 11/28/2026']],
  ['no directions', { directions: null }, ['Directions: 1 tablet twice a day, none']],
])('Beside each other two submissions are marked where they differ: %s', (_, change, expected) => {
  // Another quantity first: what asks for the same is one submission.
  const [other, before, now] = submissionsOf([again({ refills: 9 }, 0), first, again({ refills: 3, ...change })])
  const rows = compared(before!, now!)
  expect(rows.map(({ figure }) => figure)).toEqual(other!.figures.map(({ figure }) => figure))
  expect(
    rows
      .filter(({ isOther, figure }) => isOther && figure !== 'Refills')
      .map(({ figure, before: was, now: is }) => `${figure}: ${was}, ${is}`),
  ).toEqual(expected)
  expect(rows.find(({ figure }) => figure === 'Refills')).toMatchObject({ before: '0', now: '3', isOther: true })
})

const drug = (of: { name: string; gpi: string; dea?: 'CII'; base?: boolean }) =>
  ({ ndc: '', gpi: of.gpi, name: of.name, dea: of.dea ?? null, unit: 'GM', isCompoundBase: of.base ?? false }) as never
const bill = (...ingredients: { productId: string; quantity: number; cost?: number }[]) =>
  ({ channel: 1, prescription: { quantity: 60 }, compound: { ingredients } }) as never

test('Each ingredient has its amount, price, share, schedule and coverage; what is not known says so', () => {
  const rows = ingredientsOf({
    quantity: 60,
    plan: null,
    bill: bill(
      { productId: '11111-1111-11', quantity: 0.3, cost: 30 },
      { productId: '22222222222', quantity: 6, cost: 60 },
      { productId: '33333333333', quantity: 53, cost: 10 },
      { productId: '44444444444', quantity: 1 },
    ),
    drugs: {
      '11111111111': drug({ name: 'Methadone powder', gpi: '65100030002020', dea: 'CII' }),
      '22222222222': drug({ name: 'Gabapentin powder', gpi: '72600030002020' }),
      '33333333333': drug({ name: 'Cream base', gpi: '98000000000000', base: true }),
    },
    formulary: [
      { ndc: '11111111111', status: 'PA' },
      { ndc: '22222222222', status: 'EXCLUDED' },
      { ndc: '33333333333', status: 'EXCLUDED' },
    ],
  })
  expect(rows.map(({ name, each, price, share, covered }) => [name, each, price, share, covered])).toEqual([
    ['Gabapentin powder', 0.1, 60, 60, 'NOT_COVERED'],
    ['Methadone powder', 0.005, 30, 30, 'APPROVAL'],
    ['Cream base', 0.8833, 10, 10, 'WITH_DRUG'],
    ['NDC 44444444444, not on file', 0.0167, null, 0, 'UNKNOWN'],
  ])
  expect(rows[1]!.schedule).toBe('CII')
})

test.each([
  [null, 'COVERED'],
  ['OPEN', 'COVERED'],
  ['CLOSED', 'NOT_COVERED'],
  ['STATE', 'NOT_COVERED'],
  ['ODG_LIKE', 'NOT_COVERED'],
])('An ingredient a %s list does not name is %s, as the rule on compounds says', (plan, covered) => {
  const ndc = '22222222222'
  const of = (status: string | null) =>
    ingredientsOf({
      quantity: 60,
      plan,
      bill: bill({ productId: ndc, quantity: 6, cost: 60 }),
      drugs: { [ndc]: drug({ name: 'Gabapentin powder', gpi: '72600030002020' }) },
      formulary: [{ ndc, status }],
    })[0]!.covered
  expect(of(null)).toBe(covered)
  expect(of('PA')).toBe('APPROVAL')
})
