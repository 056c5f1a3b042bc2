import { expect, test } from 'vitest'
import { nearNumbers, slipWords } from './near-numbers.ts'
import { guessType, mayBe, sentText } from './search-type.ts'

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

test.each([
  ['NW25-48213', 'NW25-0048213', 'Zeros added'],
  ['NW25-000048213', 'NW25-0048213', 'Zeros taken out'],
  ['nw2548213', 'NW25-0048213', 'Zeros added'],
  ['NW25-0042813', 'NW25-0048213', 'Two digits swapped'],
  ['WN25-0048213', 'NW25-0048213', 'Two digits swapped'],
  ['P00300312', 'P000300312', 'Zeros added'],
])('%s is close to %s: %s', (typed, number, slip) => {
  expect(nearNumbers(typed)).toContain(number)
  expect(slipWords(typed, number)).toBe(slip)
})

test('nothing is close to a short number, a word or the number itself, and never more than a few hundred are looked for', () => {
  expect([nearNumbers('KM-12'), nearNumbers('applegarth'), nearNumbers('1'.repeat(40))]).toEqual([[], [], []])
  expect(nearNumbers('NW25-0048213')).not.toContain('NW25-0048213')
  expect(nearNumbers('123456789012345678901234').length).toBeLessThan(700)
})

test('a text is looked for elsewhere only as what it can be', () => {
  const types = (text: string) => (['C', 'M', 'A', 'N', 'T'] as const).filter((type) => mayBe(type, text)).join('')
  expect([types('NW25-0048213'), types('261100000000017'), types('Applegarth'), types('dana@carrier.example')]).toEqual(
    ['CM', 'CMT', 'AN', 'A'],
  )
})
