import fc from 'fast-check'
import { expect, test } from 'vitest'
import { typedNumber, whyNoNumber } from './typed-number.ts'

test.each([
  ['30', 0, 30],
  [' 30 ', 0, 30],
  ['\u200e30\u200b', 0, 30],
  ['30.0', 0, 30],
  ['7.5', 3, 7.5],
  ['0.125', 3, 0.125],
  ['1,250', 0, 1250],
  ['1,250.50', 2, 1250.5],
  ['1,000,000', 0, 1_000_000],
  ['', 0, null],
  [' \u200e', 3, null],
])('%j with %i decimals is %j', (text, decimals, value) => expect(typedNumber(text, decimals)).toBe(value))

test.each([
  ['1,5', 3],
  ['45,0', 3],
  ['0,125', 3],
  ['1,25', 3],
  ['1,2500', 3],
  ['12,34,567', 3],
  ['1.250,00', 3],
  ['1,250,5', 3],
  ['1250,500', 3],
  ['1 5', 3],
  ['1\t5', 3],
  ['1\u00a0250', 3],
  ["1'250", 3],
  ['1-5', 3],
  ['\u202e51', 3],
  ['10²', 3],
  ['1½', 3],
  ['１５', 3],
  ['٣', 3],
  ['7.5', 0],
  ['1.2345', 3],
  ['1.', 3],
  ['.5', 3],
  ['-1', 3],
  ['+1', 3],
  ['1e3', 3],
  ['0x10', 3],
  ['$5', 2],
  ['5%', 2],
  ['many', 3],
])('%j with %i decimals is no number', (text, decimals) => expect(typedNumber(text, decimals)).toBeUndefined())

test('a field of dollars or of percent takes its own sign', () => {
  expect([typedNumber('$1,250.00', 2, '$'), typedNumber('$ 5', 2, '$'), typedNumber('5', 2, '$')]).toEqual([1250, 5, 5])
  expect([typedNumber('12.5 %', 1, '%'), typedNumber('80%', 0, '%')]).toEqual([12.5, 80])
  expect([typedNumber('$1,5', 2, '$'), typedNumber('5$', 2, '$'), typedNumber('%5', 2, '%')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test.each([
  ['1,5', 'Write 1.5 or 15: “1,5” can be read as both.'],
  ['45,0', 'Write 45 or 450: “45,0” can be read as both.'],
  ['0,125', 'Write 0.125 or 125: “0,125” can be read as both.'],
  ['$12,50', 'Write 12.5 or 1250: “12,50” can be read as both.'],
  ['1,250', 'Enter 1 to 365 days.'],
  ['1.250,00', 'Enter 1 to 365 days.'],
  ['many', 'Enter 1 to 365 days.'],
])('%j is refused with “%s”', (text, words) => expect(whyNoNumber(text, 'Enter 1 to 365 days.')).toBe(words))

test('a number is read only where its digits, in the order typed, are all there is to read', () =>
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'0123456789,,.. \t-', '\u200e', '\u202e'), maxLength: 9 }),
      (text) => {
        const value = typedNumber(text, 3)
        if (value === null || value === undefined) return
        const said = text.replaceAll(/[\u200e\s]/g, '')
        expect(text.trim()).not.toMatch(/\d[\t -]+\d/)
        expect([said, Number(value.toLocaleString('en-US', { maximumFractionDigits: 3 }).replaceAll(',', ''))]).toEqual(
          [said, Number(said.replaceAll(',', ''))],
        )
        if (said.includes(',')) expect(said).toMatch(/^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/)
      },
    ),
  ))
