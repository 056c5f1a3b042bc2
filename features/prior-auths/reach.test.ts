import { describe, expect, test } from 'vitest'
import { blocksAgainst } from '#features/decisions/blocks.ts'
import { doubledBy, takesIn } from './reach.ts'

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

test('A block of a clinic code does not stop the tablet at the pharmacy', () => {
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
  } as unknown as Parameters<typeof blocksAgainst>[0]['in_force'][number]
  const against = (gpi: string) =>
    blocksAgainst(
      { gpi, ndc: '', generic_or_brand: 'G', rx_number: '1', pharmacy_nabp: '', prescriber_npi: '', in_force: [block] },
      { level: 14, startDate: '2026-11-10', endDate: '2026-11-20' },
    )
  expect(against(clinic)).toEqual([block])
  expect(against(tablet)).toEqual([])
})

describe('A new prior authorization doubles another of the claim', () => {
  const one = (more: object = {}) => ({
    kind: 'PERMIT',
    gpiPrefix: '1310',
    level: 4,
    brandFlag: '*',
    rxNumber: null,
    startDate: '2026-01-01',
    endDate: '2026-02-01',
    ...more,
  })
  test.each<[string, object, object, boolean]>([
    ['the same', {}, {}, true],
    ['a tablet beside a clinic code', { gpiPrefix: '13101010101010' }, { gpiPrefix: '13101010', level: 14 }, false],
    ['a clinic code twice', { gpiPrefix: '13101010' }, { gpiPrefix: '13101010', level: 14 }, true],
    ['a narrower one inside a wider', { gpiPrefix: '13100103' }, {}, true],
    ['a wider one around a narrower', {}, { gpiPrefix: '13100103' }, false],
    ['the last day of one is the first of the other', { startDate: '2026-02-01' }, {}, true],
    ['a later one that begins after the other ended', { startDate: '2026-02-02', endDate: '2026-03-01' }, {}, false],
    ['brand beside generic', { brandFlag: 'B' }, { brandFlag: 'G' }, false],
    ['two kinds of brand', { brandFlag: 'B' }, { brandFlag: 'M' }, true],
    ['two prescriptions, an approval each', { rxNumber: '701002' }, { rxNumber: '701001' }, false],
    ['the same prescription twice', { rxNumber: '701001' }, { rxNumber: '701001' }, true],
    ['one prescription inside an approval of all', { rxNumber: '701001' }, {}, true],
    ['all prescriptions around an approval of one', {}, { rxNumber: '701001' }, false],
    ['a block beside an approval', { kind: 'BLOCK' }, {}, false],
    ['a narrower block inside a wider', { kind: 'BLOCK', gpiPrefix: '13100103' }, { kind: 'BLOCK' }, false],
  ])('%s', (_, made, other, doubled) => expect(doubledBy([one(other)], one(made))).toHaveLength(doubled ? 1 : 0))
})
