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
import { parseDate } from './typed-date.ts'

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
  ['12/31/1999', '1999-12-31'],
  // Two digits: 79 years back to 20 years ahead.
  ['1/1/46', '2046-01-01'],
  ['1/1/47', '1947-01-01'],
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
  '3 Feb 2026',
  'yesterday',
  '1/1/2026 10:00 AM',
  '1e1/01/2026',
  '٢/٣/٢٠٢٦',
])('"%s" is an invalid date, and never becomes another one', (text) => {
  expect(parseDate(text, today)).toBeUndefined()
})

test('limits are part of the date: outside of them it is invalid', () => {
  const limits = { from: '1970-01-01', to: '2026-05-13' }
  expect(parseDate('12/31/1969', today, limits)).toBeUndefined()
  expect(parseDate('01/01/1970', today, limits)).toBe('1970-01-01')
  expect(parseDate('05/14/2026', today, limits)).toBeUndefined()
})

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
