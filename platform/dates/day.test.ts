import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  calendarDate,
  dateOfDay,
  dayNumber,
  daysBetween,
  daysInMonth,
  usDate,
  weekdayOf,
} from './day.ts'
import { parseDate, whyNoDate } from './typed-date.ts'

const today = '2026-05-13'

test.each([
  ['2/3/26', '2026-02-03'],
  ['02-03-2026', '2026-02-03'],
  ['2026-02-03', '2026-02-03'],
  ['2026/2/3', '2026-02-03'],
  ['20260203', '2026-02-03'],
  ['02032026', '2026-02-03'],
  ['Feb 3 2026', '2026-02-03'],
  ['february 3, 2026', '2026-02-03'],
  ['Sept. 3rd, 2026', '2026-09-03'],
  ['  02 / 03 / 2026 ', '2026-02-03'],
  ['2 3 2026', '2026-02-03'],
  ['2.3.2026', '2026-02-03'],
  ['02/29/2028', '2028-02-29'],
  ['3 Feb 2026', '2026-02-03'],
  ['3. February 2026', '2026-02-03'],
  ['3rd of February 2026', '2026-02-03'],
  ['3-Feb-2026', '2026-02-03'],
  ['03Feb2026', '2026-02-03'],
  ['2026-Feb-03', '2026-02-03'],
  ['Tue, Feb 3, 2026', '2026-02-03'],
  ['Tuesday, 3 February 2026', '2026-02-03'],
  ['Sunday March 8, 2027', '2027-03-08'],
  ['1/1/2026 10:00 AM', '2026-01-01'],
  ['03/08/2027, 2:30:00 p.m.', '2027-03-08'],
  ['2027-03-08T14:05:00', '2027-03-08'],
  ['Mar 8, 2027 at 14:05', '2027-03-08'],
  ['3‑8‑2027', '2027-03-08'],
  ['3–8–2027', '2027-03-08'],
  ['3−8−2027', '2027-03-08'],
  ['\u200e3/8/2027\u200f', '2027-03-08'],
  ['\u202a3/8/2027\u202c', '2027-03-08'],
  ['3/8/\u200b2027', '2027-03-08'],
  ['March\u00a08,\u202f2027', '2027-03-08'],
  ['\ufeff2027-03-08', '2027-03-08'],
  ['12/31/1999', '1999-12-31'],
  // Two digits: 79 years back to 20 years ahead.
  ['1/1/46', '2046-01-01'],
  ['1/1/47', '1947-01-01'],
  ['2/3/2026 2 PM', '2026-02-03'],
  ['Feb 3, 2026 at 2pm', '2026-02-03'],
  ['Tues., Feb 3, 2026', '2026-02-03'],
  ['2⁄3⁄2026', '2026-02-03'],
  ['2∕3∕2026', '2026-02-03'],
  ['2/3/2026.', '2026-02-03'],
  ['(2/3/2026)', '2026-02-03'],
  ['“Feb 3, 2026”,', '2026-02-03'],
  ['2/3/’26', '2026-02-03'],
  ["Feb 3 '26", '2026-02-03'],
  ['Feb.3.2026', '2026-02-03'],
  ['', ''],
  ['   ', ''],
])('"%s" is read as the date %s', (text, date) => {
  expect(parseDate(text, today)).toBe(date)
})

test.each([
  '02/30/2026',
  '02/29/2027',
  '13/01/2026',
  '00/10/2026',
  '10/00/2026',
  '04/31/2026',
  '2026-13-01',
  '20261301',
  '2/3',
  '2/3/2',
  '2/3/202',
  '2/3/20266',
  '2/3-2026',
  '2 326',
  '2/3 2026',
  '-2/3/2026',
  '02/03/0001',
  '12/31/1899',
  '01/01/2201',
  '12/31/9999',
  'Foo 3 2026',
  'Fe 3 2026',
  'yesterday',
  '1/1/2026 10:00 AM EST',
  '2026-02-03T23:30:00Z',
  '2026-02-03T23:30:00-05:00',
  'Mon 2026',
  '3 Foo 2026',
  '2/3/2026 25',
  '\u202e2/3/2026',
  '1e1/01/2026',
  '٢/٣/٢٠٢٦',
])('"%s" is an invalid date, and never becomes another one', (text) => {
  expect(parseDate(text, today)).toBeUndefined()
})

test.each([
  ['02/29/2027', {}, 'February 2027 has 28 days.'],
  ['Feb 30 2028', {}, 'February 2028 has 29 days.'],
  ['04/31/2026', {}, 'April 2026 has 30 days.'],
  ['13/01/2026', {}, 'The month comes first: MM/DD/YYYY.'],
  ['31/12/2026', {}, 'The month comes first: MM/DD/YYYY.'],
  ['00/10/2026', {}, 'Enter a date as MM/DD/YYYY.'],
  ['next week', {}, 'Enter a date as MM/DD/YYYY.'],
  ['05/14/2026', { to: '2026-05-13' }, 'Enter a date up to 05/13/2026.'],
  ['05/12/2026', { from: '2026-05-13' }, 'Enter a date from 05/13/2026 on.'],
  ['12/31/1899', {}, 'Enter a date from 01/01/1900 on.'],
  ['05/13/2026', {}, undefined],
  ['', {}, undefined],
] as const)('why "%s" is no date: %j %s', (text, limits, why) => {
  expect(whyNoDate(text, today, limits)).toBe(why)
})

test('limits are part of the date: outside of them it is invalid', () => {
  const limits = { from: '1970-01-01', to: '2026-05-13' }
  expect(parseDate('12/31/1969', today, limits)).toBeUndefined()
  expect(parseDate('01/01/1970', today, limits)).toBe('1970-01-01')
  expect(parseDate('05/14/2026', today, limits)).toBeUndefined()
})

test.each([
  ['6/24/45', '1945-06-24'],
  ['Jun 24, 45', '1945-06-24'],
  ["24 Jun '45", '1945-06-24'],
  ['06-24-45', '1945-06-24'],
  ['5/13/26', '2026-05-13'],
  ['5/14/26', '1926-05-14'],
  ['1/1/27', '1927-01-01'],
  ['1/1/00', '2000-01-01'],
  ['12/31/99', '1999-12-31'],
  ['2/29/28', '1928-02-29'],
  ['2/29/26', undefined],
  ['06/24/2045', undefined],
  ['05/14/2026', undefined],
  ['12/31/1899', undefined],
])('a worker born "%s" is born %s: never in the future', (text, date) => {
  expect(parseDate(text, today, { born: true })).toBe(date)
  expect(parseDate(text, today, { born: true, to: today })).toBe(date)
  expect(whyNoDate(text, today, { born: true }) === undefined).toBe(date !== undefined)
})
test('a day of injury to come is refused, not read a hundred years back', () =>
  expect([parseDate('5/14/26', today, { to: today }), whyNoDate('5/14/26', today, { to: today })]).toEqual([
    undefined,
    'Enter a date up to 05/13/2026.',
  ]))

const day = fc.integer({ min: dayNumber('1900-01-01'), max: dayNumber('2200-12-31') })

test('every day survives being written and read again', () => {
  fc.assert(
    fc.property(day, (number) => {
      const date = dateOfDay(number)
      expect(dayNumber(date)).toBe(number)
      expect(parseDate(usDate(date), today)).toBe(date)
      expect(parseDate(date, today)).toBe(date)
      expect(weekdayOf(date)).toBe(new Date(`${date}T12:00:00Z`).getUTCDay())
    }),
  )
})

test('day numbers count every day of three centuries that the calendar has, one after the other', () => {
  let number = dayNumber('1900-01-01')
  for (let year = 1900; year <= 2200; year += 1)
    for (let month = 1; month <= 12; month += 1)
      for (let of = 1; of <= daysInMonth(year, month); of += 1) {
        const date = calendarDate(year, month, of)!
        if (dayNumber(date) !== number || dateOfDay(number) !== date) expect(dateOfDay(number)).toBe(date)
        number += 1
      }
  expect(number - 1).toBe(dayNumber('2200-12-31'))
  expect(daysInMonth(2100, 2)).toBe(28)
  expect(daysInMonth(2000, 2)).toBe(29)
})

test('whatever is typed, the answer is empty, invalid or a day that exists', () => {
  const piece = fc.constantFrom('0', '1', '2', '3', '9', '12', '31', '2026', '/', '-', ' ', 'feb', '.', ',')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
      const date = parseDate(pieces.join(''), today)
      if (!date) return
      expect(calendarDate(...(date.split('-').map(Number) as [number, number, number]))).toBe(date)
    }),
  )
})

test('days and months are added by the calendar', () => {
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  expect(daysBetween('2026-02-28', '2026-03-01')).toBe(1)
  expect(daysBetween('2028-03-01', '2028-02-28')).toBe(-2)
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
  expect(addMonths('2026-11-30', 3)).toBe('2027-02-28')
  expect(addMonths('2026-01-15', -1)).toBe('2025-12-15')
})
