import { expect, test } from 'vitest'
import { guessType, sentText } from './search-type.ts'

test.each([
  ['', undefined],
  ['  ', undefined],
  ['km24-0081733', 'C'],
  ['0081733', 'C'],
  ['P000300451', 'M'],
  ['2611 0000 0000 00017', 'T'],
  ['dana.ruiz@carrier.example', 'A'],
  ['Applegarth', 'N'],
  ["o'brien, sam", 'N'],
  ['Peters', 'N'],
])('"%s" looks like %s', (text, type) => {
  expect(guessType(text)).toBe(type)
})

test('claim numbers, patient IDs and transaction numbers are sent in capitals without spaces around them, names as typed', () => {
  expect(sentText('C', ' km-1 ')).toBe('KM-1')
  expect(sentText('M', ' p0001')).toBe('P0001')
  expect(sentText('N', ' Smíth ')).toBe('Smíth')
})
