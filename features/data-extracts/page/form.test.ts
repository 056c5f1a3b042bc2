import { describe, expect, test } from 'vitest'
import type { Filter } from '../filters.ts'
import { emptyForm, readForm, untyped, type Described, type Typed } from './form.ts'
import { daysIn, lastDays, readStamp } from './stamp.ts'

const zone = 'America/New_York'
const range: Filter = {
  filterType: 'GROUP',
  filtering: 'is between',
  outputFieldName: 'received',
  fieldName: 'received',
  fieldDisplayValue: 'Received',
  required: true,
  parameters: { type: 'DateRange' },
}
const described: Described = {
  fieldList: [{ key: 'received', label: 'Received', type: 'instant', default: true }],
  requiredReportFilters: [range],
  optionalReportFilters: [],
}
const problemsOf = (typed: Partial<Typed>) =>
  readForm(
    {
      ...emptyForm,
      program: 'AAA1',
      area: 'authorizations',
      fields: ['received'],
      typed: { received: { ...untyped, ...typed } },
    },
    described,
    'AAA',
    zone,
  )

describe('a date and time as it is typed', () => {
  const cases: readonly (readonly [text: string, is: string])[] = [
    ['05/13/2026 12:00:00 AM', '2026-05-13T04:00:00.000Z'],
    ['05/13/2026 11:59:59 PM', '2026-05-14T03:59:59.000Z'],
    ['02/29/2028 12:00:00 PM', '2028-02-29T17:00:00.000Z'],
    ['11/01/2026 01:30:00 am', '2026-11-01T05:30:00.000Z'],
    // As it is pasted, with signs that nobody sees.
    ['\u200e05/13/2026\u00a012:00:00\u202fAM\u200b', '2026-05-13T04:00:00.000Z'],
    ['０５/１３/２０２６  12:00:00  AM', '2026-05-13T04:00:00.000Z'],
    ['\u202e05/13/2026 12:00:00 AM', 'Invalid date'],
    ['03/08/2026 02:30:00 AM', 'This time does not exist on March 8: clocks move forward.'],
    ...[
      '02/29/2027 12:00:00 AM',
      '13/01/2026 12:00:00 AM',
      '00/10/2026 12:00:00 AM',
      '02/30/2026 12:00:00 AM',
      '05/13/2026 00:15:00 AM',
      '05/13/2026 13:00:00 PM',
      '05/13/2026 11:59:60 PM',
      '5/13/2026 12:00:00 AM',
      '05/13/2026',
      '2026-05-13T04:00:00Z',
      '12/31/1969 12:00:00 AM',
      '01/01/2201 12:00:00 AM',
      'soon',
    ].map((text) => [text, 'Invalid date'] as const),
  ]
  test.each(cases)('%s is %s', (text, is) => {
    const read = readStamp(text, zone)
    expect('iso' in read ? read.iso : read.why).toBe(is)
  })
})

test('blanks around a text, as they come with what is pasted, are not of it', () => {
  const number: Filter = {
    ...range,
    filterType: 'SOLO',
    fieldName: 'claimNumber',
    outputFieldName: 'received',
    required: false,
    parameters: { type: 'Text', minLength: 3, maxLength: 5, validCharacters: 'A-Z 0-9 -' },
  }
  const read = (value: string) =>
    readForm(
      { program: 'AAA1', area: 'patients', fields: ['received'], typed: { claimNumber: { ...untyped, value } } },
      { ...described, requiredReportFilters: [], optionalReportFilters: [number] },
      'AAA',
      zone,
    )
  expect(read(' 00123\t').input?.reportFilters).toEqual([{ fieldName: 'claimNumber', value: '00123' }])
  expect(read(' 1 ').problems).toEqual({ claimNumber: { value: 'Minimum length: 3' } })
  expect(read('  ')).toMatchObject({ wrong: 0, filters: 0 })
})

test('a range is a year of calendar days at most, also where clocks change and in a leap year', () => {
  const wrong = (from: string, to: string) => problemsOf({ from, to }).problems['received']
  const tooLong = { fromValue: 'Date range selected must be limited to 1 year' }
  expect(wrong('03/01/2026 12:00:00 AM', '03/01/2027 12:00:00 AM')).toEqual({})
  expect(wrong('03/01/2026 12:00:00 AM', '03/01/2027 12:00:01 AM')).toEqual(tooLong)
  expect(wrong('02/01/2028 12:00:00 AM', '01/31/2029 12:00:00 AM')).toEqual({})
  expect(wrong('02/01/2028 12:00:00 AM', '02/01/2029 12:00:00 AM')).toEqual(tooLong)
  expect(wrong('', '02/01/2029 12:00:00 AM')).toEqual(tooLong)
  expect(wrong('05/13/2026', '')).toEqual({ fromValue: 'Invalid date' })
  expect(problemsOf({}).wrong).toBe(2)
  expect(lastDays(365, Date.parse('2026-11-23T22:00:00Z'), zone)).toEqual({
    from: '11/24/2025 12:00:00 AM',
    to: '11/23/2026 11:59:59 PM',
  })
  expect(daysIn('2025-11-24T05:00:00Z', '2026-11-24T04:59:59Z', zone)).toBe(365)
})
