import { expect, test } from 'vitest'
import type { Standing } from '#features/decisions/blocks.ts'
import { blocksAgainst } from '#features/decisions/blocks.ts'
import { takesIn } from './takes-in.ts'

const clinic = '22101010'
const tablet = '22101010010110'

test.each([
  ['a level takes in what begins with its digits', { gpiPrefix: '2210101001', level: 10 }, tablet, true],
  ['and nothing else', { gpiPrefix: '2210101002', level: 10 }, tablet, false],
  ['a clinic code takes in itself', { gpiPrefix: clinic, level: 14 }, clinic, true],
  ['not the tablet of the same drug', { gpiPrefix: clinic, level: 14 }, tablet, false],
  ['the drug takes in the clinic code', { gpiPrefix: clinic, level: 8 }, clinic, true],
  ['the tablet does not take in the clinic code', { gpiPrefix: tablet, level: 14 }, clinic, false],
  ['a package is known by its whole code', { gpiPrefix: tablet, level: 11 }, tablet, true],
])('%s', (_says, of, gpi, expected) => {
  expect(takesIn(of, gpi)).toBe(expected)
})

test('the block of a clinic’s line does not stand against the tablet at the pharmacy', () => {
  const block = {
    id: 'b',
    kind: 'BLOCK',
    statusId: 7,
    level: 14,
    gpiPrefix: clinic,
    ndc: null,
    brandFlag: '*',
    rxNumber: null,
    pharmacyNabp: null,
    prescriberNpi: null,
    startDate: '2026-11-01',
    endDate: '2027-01-31',
  } as unknown as Standing
  const against = (gpi: string) =>
    blocksAgainst(
      { gpi, ndc: '', generic_or_brand: 'G', rx_number: '1', pharmacy_nabp: '', prescriber_npi: '', permits: [block] },
      { level: 14, startDate: '2026-11-10', endDate: '2026-11-20' },
    )
  expect(against(clinic)).toEqual([block])
  expect(against(tablet)).toEqual([])
})
