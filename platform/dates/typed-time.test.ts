import { expect, test } from 'vitest'
import { typedTime } from './typed-time.ts'

test.each([
  ['6:10 PM', '18:10'],
  ['6:10p', '18:10'],
  ['6 pm', '18:00'],
  ['12:05 AM', '00:05'],
  ['12:00 p.m.', '12:00'],
  ['18:10', '18:10'],
  ['1810', '18:10'],
  [' 08:05 ', '08:05'],
  ['６：１０ pm', '18:10'],
])('"%s" is %s', (text, time) => expect(typedTime(text)).toBe(time))

test.each(['', '6', '25:00', '13:00 PM', '0:30 am', '6:60', 'noon', '6:1', '-6:10', '6:10:20'])(
  '"%s" is no time of day',
  (text) => expect(typedTime(text)).toBeUndefined(),
)
