import { describe, expect, test } from 'vitest'
import { blocksAgainst } from '#features/decisions/blocks.ts'
import { approvalsCovering, beats, doubledBy, narrowness, overlaps, takesIn } from './reach.ts'

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
    ['brand inside an approval of both', { brandFlag: 'B' }, { brandFlag: '*' }, true],
    ['generic inside an approval of both', { brandFlag: 'G' }, { brandFlag: '*' }, true],
    ['both around an approval of brand', { brandFlag: '*' }, { brandFlag: 'B' }, true],
    ['both around an approval of generic', { brandFlag: '*' }, { brandFlag: 'G' }, true],
    ['generic twice', { brandFlag: 'G' }, { brandFlag: 'G' }, true],
    ['the same block twice', { kind: 'BLOCK' }, { kind: 'BLOCK' }, true],
    [
      'an earlier one that ended before the other begins',
      { startDate: '2025-12-01', endDate: '2025-12-31' },
      {},
      false,
    ],
    ['two prescriptions, an approval each', { rxNumber: '701002' }, { rxNumber: '701001' }, false],
    ['the same prescription twice', { rxNumber: '701001' }, { rxNumber: '701001' }, true],
    ['one prescription inside an approval of all', { rxNumber: '701001' }, {}, true],
    ['all prescriptions around an approval of one', {}, { rxNumber: '701001' }, false],
    ['a block beside an approval', { kind: 'BLOCK' }, {}, false],
    ['a narrower block inside a wider', { kind: 'BLOCK', gpiPrefix: '13100103' }, { kind: 'BLOCK' }, false],
  ])('%s', (_, made, other, doubled) => expect(doubledBy([one(other)], one(made))).toHaveLength(doubled ? 1 : 0))
})

describe('Two times', () => {
  const january = { startDate: '2026-01-01', endDate: '2026-01-31' }
  test.each<[string, string, string, boolean]>([
    ['within', '2026-01-10', '2026-01-20', true],
    ['around', '2025-12-01', '2026-02-28', true],
    ['ending on the first day', '2025-12-01', '2026-01-01', true],
    ['beginning on the last day', '2026-01-31', '2026-02-28', true],
    ['ending the day before', '2025-12-01', '2025-12-31', false],
    ['beginning the day after', '2026-02-01', '2026-02-28', false],
  ])('%s', (_, startDate, endDate, share) => {
    expect(overlaps(january, { startDate, endDate })).toBe(share)
    expect(overlaps({ startDate, endDate }, january)).toBe(share)
  })
})

test('A package is narrower than a strength; a block beats an approval that is no narrower', () => {
  expect([4, 8, 10, 11, 14].map(narrowness)).toEqual([4, 8, 10, 15, 14])
  const won = (block: number, approval: number) => beats({ level: block }, { level: approval })
  expect([won(10, 10), won(10, 8), won(10, 14), won(11, 14), won(14, 11)]).toEqual([true, true, false, true, false])
})

describe('An approval covers a prescription', () => {
  const approval = {
    kind: 'PERMIT',
    gpiPrefix: '2210101001',
    level: 10,
    rxNumber: null as string | null,
    startDate: '2026-01-01',
    endDate: '2026-01-31',
  }
  const fill = { gpi: tablet, rxNumber: '701001', startDate: '2026-01-15', endDate: '2026-02-15' }
  test.each<[string, Partial<typeof approval>, boolean]>([
    ['of its drug in its days', {}, true],
    ['not a block', { kind: 'BLOCK' }, false],
    ['not one of another drug', { gpiPrefix: '2210101002' }, false],
    ['one of this prescription', { rxNumber: '701001' }, true],
    ['not one of another prescription', { rxNumber: '701002' }, false],
    ['not one that ended before', { endDate: '2026-01-14' }, false],
    ['one that ends on its first day', { endDate: '2026-01-15' }, true],
  ])('%s', (_, more, covers) => {
    expect(approvalsCovering([{ ...approval, ...more }], fill)).toHaveLength(covers ? 1 : 0)
  })
})
