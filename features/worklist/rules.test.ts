import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayNumber } from '#platform/dates/day.ts'
import { writtenDay } from '#platform/dates/written-day.ts'
import { cursorOf, readCursor } from './place.ts'
import { exportName, exportType, readSearch, readSort, searchKeys, sorts, type Filter, type Sorting } from './rules.ts'
import { claimNumbers } from '#features/owners/search-text.ts'
import { nameStarts } from '#platform/text/typed-name.ts'

test.each([
  ['20260131', '2026-01-31'],
  ['2026-01-31', '2026-01-31'],
  ['01/31/2026', '2026-01-31'],
  ['20240229', '2024-02-29'],
  ['20260230', undefined],
  ['20270229', undefined],
  ['2026-1-31', undefined],
  ['2026-0131', undefined],
  ['13/01/2026', undefined],
  ['00/10/2026', undefined],
  ['18991231', undefined],
  ['22010101', undefined],
  ['', undefined],
  ['２０２６０１３１', undefined],
])('the day %j is %s', (text, day) => {
  expect(writtenDay(text)).toBe(day)
})

test('a typed day is read as that same day or refused', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 10 }), (text) => {
      const day = writtenDay(text)
      expect(day === undefined || !Number.isNaN(dayNumber(day))).toBe(true)
    }),
  )
})

test.each([
  ['KM240019377', 'KM24-0019377'],
  ['abc129', 'ABC-12-9'],
  ['km24-0019377', 'KM24-0019377'],
  ['km24 0019377', 'KM240019377'],
  ['123', '000123'],
  ['0123', '000123'],
])('%j may be on file as %s', (typed, written) => {
  expect(claimNumbers(typed)).toContain(written)
})

test('a typed claim number is searched in fewer than 320 spellings', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 100 }), (typed) => {
      const ways = claimNumbers(typed)
      expect(ways.length).toBeLessThan(320)
      expect(new Set(ways).size).toBe(ways.length)
      for (const way of ways)
        expect(way.replaceAll('-', '').replace(/^0+/, '')).toBe(
          typed.toUpperCase().replaceAll(' ', '').replaceAll('-', '').replace(/^0+/, ''),
        )
    }),
  )
})

test('smith, john; john smith; smith john: the same prefixes are among the readings of each', () => {
  for (const typed of ['smith, john', 'john smith', 'smith john', 'SMITH,JOHN'])
    expect(nameStarts(typed)).toContainEqual({ last: 'smith', first: 'john' })
  expect(nameStarts('de la cruz')).toContainEqual({ last: 'delacruz', first: '' })
  expect(nameStarts('o')).toEqual([])
  expect(nameStarts("'")).toEqual([])
})

const filters: fc.Arbitrary<Filter> = fc.record(
  {
    subCarrier: fc.string(),
    authSearchKey: fc.constantFrom(...searchKeys),
    authSearchValue: fc.string({ unit: 'binary', maxLength: 100 }),
    pendingAuthFilterParams: fc.record(
      {
        jurisState: fc.array(fc.string()),
        deliveryType: fc.array(fc.integer()),
        rejectCode: fc.array(fc.string()),
        prescriber: fc.string(),
        startDate: fc.constantFrom('20260101', '20260301'),
        endDate: fc.constantFrom('20260101', '20260301'),
      },
      { requiredKeys: [] },
    ),
    authStatuses: fc.array(fc.constantFrom(20, 21, 25, 30, 40, 52), { minLength: 1 }),
    reconsiderationLevels: fc.array(fc.nat(3), { minLength: 1 }),
    isEscalatedOnly: fc.boolean(),
    isSnoozedOnly: fc.boolean(),
    caseOwners: fc.array(fc.oneof(fc.constant('me'), fc.uuid()), { minLength: 1 }),
  },
  { requiredKeys: [] },
)

test('every filter gives a search or a refusal, never both; duplicates are merged; searches have two letters', () => {
  fc.assert(
    fc.property(filters, (filter) => {
      const { search, why } = readSearch(filter)
      expect(search === undefined).toBe(why !== undefined)
      if (!search) {
        expect(why!.code).toBe('VALIDATION')
        expect(why!.fields![0]!.message).toMatch(/[A-Z].+/)
        return
      }
      expect(search.statuses).toEqual([...new Set(search.statuses)].sort((a, b) => a - b))
      for (const { last } of [...(search.names ?? []), ...(search.owners?.names ?? [])])
        expect([...last].length).toBeGreaterThanOrEqual(2)
    }),
  )
})

const sorting = fc.record({ by: fc.constantFrom(...sorts), descending: fc.boolean() }) as fc.Arbitrary<Sorting>
const places = (by: Sorting['by']) =>
  fc.record({
    keys:
      by === 'claimantLastName'
        ? fc.tuple(fc.string({ unit: 'grapheme', maxLength: 100 }), fc.string({ maxLength: 100 }))
        : by === 'escalationLevel'
          ? fc.tuple(fc.nat(3))
          : by === 'estimatedCost'
            ? fc.tuple(fc.nat(1e9).map((cents) => cents / 100))
            : fc.tuple(fc.nat(4e15)),
    id: fc.uuid(),
  })

test('a cursor is parsed as it was written, for its own search and order only', () => {
  fc.assert(
    fc.property(
      sorting.chain((order) => fc.tuple(fc.constant(order), places(order.by))),
      ([order, place]) => {
        fc.pre(place.keys.every((key) => typeof key !== 'string' || (key.isWellFormed() && !key.includes('\0'))))
        const search = readSearch({}).search!
        const cursor = cursorOf('AAA', search, order, place)
        expect(cursor).toMatch(/^[\w-]+$/)
        expect(readCursor('AAA', search, order, cursor).place).toEqual(place)
        expect(readCursor('AAA', search, { ...order, descending: !order.descending }, cursor).why?.code).toBe(
          'VALIDATION',
        )
        expect(readCursor('AAA', readSearch({ isSnoozedOnly: true }).search!, order, cursor).why?.code).toBe(
          'VALIDATION',
        )
        expect(readCursor('BBB', search, order, cursor).why?.code).toBe('VALIDATION')
      },
    ),
  )
})

test('any text in place of a cursor is read or refused without a fault', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.base64String(),
        fc.json().map((text) => btoa(encodeURIComponent(text))),
      ),
      sorting,
      (text, order) => {
        expect(readCursor('AAA', readSearch({}).search!, order, text).why?.code).toBe('VALIDATION')
      },
    ),
  )
})

test.each([
  [undefined, 'open', 'statutoryDueAt', false],
  [undefined, 'complete', 'completedAt', true],
  [undefined, 'mixed', 'requestReceivedDate', true],
  ['estimatedCost,desc', 'open', 'estimatedCost', true],
  ['claimantLastName,asc', 'mixed', 'claimantLastName', false],
] as const)('the order %s of %s requests is %s', (sort, stage, by, descending) => {
  expect(readSort(sort, stage).sorting).toEqual({ by, descending })
})

test('an order without an index is refused with the list of orders', () => {
  expect(readSort('estimatedCost,asc', 'complete').why!.fields![0]!.message).toBe(
    'These statuses are sorted by completedAt, requestReceivedDate, claimantLastName, statutoryDueAt.',
  )
  expect(readSort('completedAt,asc', 'open').why).toBeDefined()
})

test('an export is named by its format and by whether it is complete', () => {
  expect([
    exportName('csv', false),
    exportName('pdf', false),
    exportName('csv', true),
    exportName('pdf', true),
  ]).toEqual([
    'authSummaryExportToExcel.csv',
    'authSummaryExportToPDF.pdf',
    'completeAuthSummaryExportToExcel.csv',
    'completeAuthSummaryExportToPDF.pdf',
  ])
  expect(['CSV', 'Pdf', 'XLSX', 'xls', ''].map(exportType)).toEqual(['csv', 'pdf', 'xlsx', undefined, undefined])
})
