import { describe, expect, it } from 'vitest'
import { exactWords, whenWords } from '#platform/dates/words.ts'
import { figure, money, shortName } from './figures.ts'
import { claimStateWords, gpiSteps, quantityWords, scheduleWords, spanOfDays } from './in-words.ts'
import { rejectWords } from './reject-words.ts'

const now = Date.parse('2025-05-13T14:15:00Z')
const zone = 'America/New_York'

describe('an instant', () => {
  it.each([
    ['2025-05-13T13:41:00Z', '9:41 AM'],
    ['2025-05-12T19:20:00Z', 'Mon 3:20 PM'],
    ['2025-05-13T03:30:00Z', 'Mon 11:30 PM'],
    ['2025-05-06T15:38:00Z', '05/06/2025, 11:38 AM'],
    ['2025-05-15T20:00:00Z', 'Thu 4:00 PM'],
  ])('%s reads %s on May 13 in New York', (at, words) => expect(whenWords(at, zone, now)).toBe(words))
  it('names the time zone of an exact instant', () =>
    expect(exactWords('2025-05-13T15:27:00Z', zone)).toBe('Tue May 13, 2025 at 11:27 AM EDT'))
})

describe('figures', () => {
  it.each([
    [1, '1 day'],
    [59, '59 days'],
    [60, '1 month'],
    [640, '21 months'],
    [1461, '4 years'],
  ])('%i days are %s', (days, words) => expect(spanOfDays(days)).toBe(words))
  it.each([
    [180, 'EA', 'tablet', '180 tablets'],
    [1, 'EA', 'tablet', '1 tablet'],
    [4, 'EA', 'patch', '4 patches'],
    [30, 'EA', 'extended-release capsule', '30 capsules'],
    [120.5, 'ML', 'oral solution', '120.5 mL'],
    [120, 'GM', 'cream', '120 g'],
    [3, '', '', '3 units'],
  ])('%d %s of %s is %s', (quantity, unit, form, words) => expect(quantityWords(quantity, unit, form)).toBe(words))
  it('writes money with cents and other figures without needless zeros', () => {
    expect([money(1021.4), money(0), figure(6), figure(1.5), figure(1021.255)]).toEqual([
      '$1,021.40',
      '$0.00',
      '6',
      '1.5',
      '1,021.26',
    ])
  })
})

describe('words', () => {
  it.each([
    ['75', 'prior authorization required', 'Prior authorization required'],
    ['830', 'the adjuster has not accepted this', 'The adjuster has not accepted this'],
    ['999', ' ', 'Code 999'],
  ])('reject %s is said as a person would', (code, description, words) =>
    expect(rejectWords(code, description)).toBe(words),
  )
  it('splits a GPI, names a schedule, a claim and a person', () => {
    expect(gpiSteps('65990002200340')).toEqual(['65', '99', '00', '02', '20', '03', '40'])
    expect(scheduleWords('CII')).toBe('C-II')
    expect(claimStateWords('ACCEPTED', 'OPEN')).toBe('Accepted, open')
    expect(claimStateWords('CLOSED', 'CLOSED')).toBe('Closed')
    expect([shortName('Wendell', 'Applegarth'), shortName('Cher', '')]).toEqual(['Wendell A.', 'Cher'])
  })
})
