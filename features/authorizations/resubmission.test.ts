import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changesInWords, figuresInWords, outgrows, recipeWords, type Submitted } from './resubmission.ts'

const asked: Submitted = {
  ndc: '00071101368',
  gpi: '72600057000110',
  drug_name: 'Pregabalin',
  strength: '75 MG',
  generic_or_brand: 'G',
  daw: '0',
  dea_schedule: 'CV',
  quantity: 30,
  days_supply: 30,
  compound_code: 1,
  estimated_cost: 60,
  mme_current: null,
  mme_after: null,
  prescriber_npi: '1932102084',
  date_of_service: '2026-11-16',
  date_written: '2026-11-16',
  fill_number: 0,
  refills_authorised: 2,
  reject_codes: ['75'],
}
const first = { codes: ['75'], waitsFor: [] }

it.each([
  // [what the last submission asks for, what the log says, is a first approval void]
  [{}, undefined, false],
  [{ quantity: 90 }, 'Quantity 30 to 90', true],
  [
    { quantity: 90, days_supply: 45, estimated_cost: 180 },
    'Quantity 30 to 90, days 30 to 45, cost $60.00 to $180.00',
    true,
  ],
  [
    { quantity: 15, days_supply: 15, estimated_cost: 30 },
    'Quantity 30 to 15, days 30 to 15, cost $60.00 to $30.00',
    false,
  ],
  [{ days_supply: 60 }, 'Days 30 to 60', true],
  [
    { strength: '150 MG', ndc: '00071101668', gpi: '72600057000120' },
    'Drug Pregabalin 75 MG to Pregabalin 150 MG',
    true,
  ],
  [{ ndc: '33342015809' }, 'Package 00071101368 to 33342015809', true],
  [{ daw: '1', generic_or_brand: 'B' }, 'DAW 0 to 1', true],
  [{ prescriber_npi: '1234567893' }, 'Prescriber 1932102084 to 1234567893', true],
  [{ refills_authorised: 0 }, 'Refills 2 to 0', false],
  [{ quantity: 60, mme_after: 90 }, 'Quantity 30 to 60, MME none to 90', true],
  // Nothing the pharmacy sent is other: the claim costs more, or stops for more.
  [{ estimated_cost: 61 }, undefined, true],
  [{ reject_codes: ['75', '88'] }, undefined, true],
  [{ reject_codes: [] }, undefined, false],
  // What a compound is made of; where it was not said before, nothing is known to be other.
  [{ recipe: 'Ketamine 12' }, undefined, false],
] as const)('a submission with %o', (changed, words, isVoid) => {
  const now = { ...asked, ...changed } as Submitted
  expect(changesInWords(asked, now)).toBe(words)
  expect(outgrows(asked, now, first)).toBe(isVoid)
})

it('a code the first approver saw or left to others is nothing new', () => {
  const now = { ...asked, reject_codes: ['75', '922', '78'] }
  expect(outgrows(asked, now, { codes: ['75', '78'], waitsFor: ['922'] })).toBe(false)
})

it('no more of anything never voids, more of anything always does', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 90 }),
      fc.integer({ min: 0, max: 5000 }),
      (quantity, days_supply, estimated_cost) => {
        const now = { ...asked, quantity, days_supply, estimated_cost }
        const isMore = quantity > 30 || days_supply > 30 || estimated_cost > 60
        expect(outgrows(asked, now, first)).toBe(isMore)
      },
    ),
  )
})

it('figures are said with their cost', () => {
  expect(figuresInWords(asked)).toBe('quantity 30 for 30 days, $60.00')
  expect(figuresInWords({ quantity: 1, days_supply: 1, estimated_cost: null })).toBe('quantity 1 for 1 day')
})

it('another recipe is another compound; the same in another order is the same', () => {
  const words = (...parts: [string, number][]) => recipeWords(parts.map(([name, quantity]) => ({ name, quantity })))
  const before = { ...asked, recipe: words(['Ketamine', 12], ['Gabapentin', 6]) }
  const after = (...parts: [string, number][]) => ({ ...asked, recipe: words(...parts) })
  expect(changesInWords(before, after(['Gabapentin', 6], ['Ketamine', 12]))).toBeUndefined()
  expect(outgrows(before, after(['Gabapentin', 6], ['Ketamine', 12]), first)).toBe(false)
  for (const parts of [
    [['Ketamine', 12]],
    [
      ['Ketamine', 11],
      ['Gabapentin', 6],
    ],
  ] as [string, number][][]) {
    expect(changesInWords(before, after(...parts))).toBe(`Ingredients Gabapentin 6; Ketamine 12 to ${words(...parts)}`)
    expect(outgrows(before, after(...parts), first)).toBe(true)
  }
  expect(recipeWords(null)).toBeUndefined()
})
