import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cardsIn, maskNumbers } from './masking.ts'

test.each([
  ['123-45-6789', '•••-••-6789'],
  ['It is 123 45 6789, thanks', 'It is •••-••-6789, thanks'],
  ['SSN: 123456789', 'SSN: •••-••-6789'],
  ['１２３-４５-６７８９', '•••-••-６７８９'],
  ['4111 1111 1111 1111', '•••• 1111'],
  ['ssn is 123456789', 'ssn is •••-••-6789'],
  [
    'My social security number, as you asked, is 123456789.',
    'My social security number, as you asked, is •••-••-6789.',
  ],
  ['123–45–6789', '•••-••-6789'],
  ['123-45 6789', '•••-••-6789'],
  ['123  45  6789', '•••-••-6789'],
  ['123\u00AD-45\u200B-67\u200D89', '•••-••-6789'],
  ['ssn 1 2 3 4 5 6 7 8 9', 'ssn •••-••-6789'],
  ['4111.1111.1111.1111', '•••• 1111'],
  ['4111-1111 1111.1111', '•••• 1111'],
  ['4111\u200B1111\u200B1111\u200B1111', '•••• 1111'],
  ['3782 822463 10005', '•••• 0005'],
  ['123,45,6789', '•••-••-6789'],
  ['123:45:6789', '•••-••-6789'],
  ['123|45|6789', '•••-••-6789'],
  ['123*45*6789', '•••-••-6789'],
  ['123~45~6789', '•••-••-6789'],
  ['123\\45\\6789', '•••-••-6789'],
  ['(123) 45-6789', '(•••-••-6789'],
  ['123 -- 45 -- 6789', '•••-••-6789'],
  ['It is 123-45-6789—thanks', 'It is •••-••-6789—thanks'],
  ['It is—123-45-6789-', 'It is—•••-••-6789-'],
  ['SSN123456789', 'SSN•••-••-6789'],
  ['S.S.N. 123456789', 'S.S.N. •••-••-6789'],
  ['S. S. 123456789', 'S. S. •••-••-6789'],
  ['Soc. Sec. No. 123456789', 'Soc. Sec. No. •••-••-6789'],
  ['ITIN 912345678', 'ITIN •••-••-5678'],
  ['mi seguro social es 123456789', 'mi seguro social es •••-••-6789'],
  ['123456789 is my SSN', '•••-••-6789 is my SSN'],
  ['123 456 789 (ssn)', '•••-••-6789 (ssn)'],
  ['4111,1111,1111,1111', '•••• 1111'],
  ['4111 | 1111 | 1111 | 1111', '•••• 1111'],
  ['3782:822463:10005', '•••• 0005'],
  ['4111 1111 1111 1111—exp 12/27', '•••• 1111—exp 12/27'],
  // Numbers of the work are kept.
  ['Member 123456789, SSN 987-65-4321', 'Member 123456789, SSN •••-••-4321'],
  ['Worker 123456789 SSN on file', 'Worker 123456789 SSN on file'],
  ['SSN 6789, ZIP 33602, NDC 00093005001, 30', 'SSN 6789, ZIP 33602, NDC 00093005001, 30'],
  ['SSN ends in 6789, 33602', 'SSN ends in 6789, 33602'],
  ['Claim KM-123-45-6789 and 2026-123-45-6789', 'Claim KM-123-45-6789 and 2026-123-45-6789'],
  ['The class 123456789', 'The class 123456789'],
  ['813-555-0151, 813-555-0152, 05/17/1975', '813-555-0151, 813-555-0152, 05/17/1975'],
  ['NDC 00093-0050-01, 0093-0050-01 and 00093005001', 'NDC 00093-0050-01, 0093-0050-01 and 00093005001'],
  ['Request 123456789, filled 2026-01-12 and 01/12/2026', 'Request 123456789, filled 2026-01-12 and 01/12/2026'],
  ['800.555.0142, (800) 555-0142, +1 800 555 0142', '800.555.0142, (800) 555-0142, +1 800 555 0142'],
  ['NDC 00406-0552-01', 'NDC 00406-0552-01'],
  ['Claim KM23-0048213, member 123456789', 'Claim KM23-0048213, member 123456789'],
  ['Call 800-555-0142', 'Call 800-555-0142'],
  ['Card 4111 1111 1111 1112', 'Card 4111 1111 1111 1112'],
])('A message "%s" is stored as "%s"', (typed, stored) => {
  expect(maskNumbers(typed)).toEqual({ text: stored, masked: typed !== stored })
})

test.each([
  ['TCN 263340000000000003 was rejected', ['263340000000000003'], 'TCN 263340000000000003 was rejected'],
  ['GPI 65-10-00-55-11-03-16 is not covered', ['65100055110316'], 'GPI 65-10-00-55-11-03-16 is not covered'],
  ['263340000000000003 and 4111 1111 1111 1111', ['263340000000000003'], '263340000000000003 and •••• 1111'],
  ['263340000000000003', ['4111111111111111'], '•••• 0003'],
])('Of "%s" a number of ours that was found is not masked', (typed, ours, stored) => {
  expect(cardsIn(typed)).toContain(typed.includes('GPI') ? '65100055110316' : '263340000000000003')
  expect(maskNumbers(typed, new Set(ours))).toEqual({ text: stored, masked: typed !== stored })
})

const digit = fc.integer({ min: 0, max: 9 })
const unseen = fc.constantFrom('', '', '\u00AD', '\u200B', '\u200C', '\u200D', '\u2060', '\uFEFF')
const separator = fc
  .tuple(
    fc.array(fc.constantFrom('-', '‐', '–', '—', '−', ' ', '\u00A0', '\u2009', '.', '/'), {
      minLength: 1,
      maxLength: 3,
    }),
    unseen,
  )
  .map(([marks, hidden]) => marks.join(hidden) + hidden)
const groups = (sizes: readonly number[]) =>
  fc.tuple(...sizes.map((size) => fc.tuple(fc.array(digit, { minLength: size, maxLength: size }), unseen)))

test('A social security number is masked whatever stands between its parts and digits', () => {
  fc.assert(
    fc.property(groups([3, 2, 4]), separator, separator, (parts, one, two) => {
      const [first, second, last] = parts.map(([numbers, hidden]) => numbers.join(hidden))
      const typed = `It is ${first}${one}${second}${two}${last}, thanks`
      expect(maskNumbers(typed)).toEqual({ text: `It is •••-••-${parts[2]![0].join('')}, thanks`, masked: true })
    }),
  )
})

test('A card number is masked whatever stands between its digits, and only where its check digit is right', () => {
  const luhn = (numbers: readonly number[]) => {
    const sum = numbers.toReversed().reduce((all, one, at) => {
      const value = at % 2 === 0 ? one * 2 : one
      return all + (value > 9 ? value - 9 : value)
    }, 0)
    return (10 - (sum % 10)) % 10
  }
  fc.assert(
    fc.property(
      fc.array(digit, { minLength: 15, maxLength: 15 }),
      fc.array(fc.oneof(unseen, separator), { minLength: 15, maxLength: 15 }),
      digit,
      (numbers, gaps, other) => {
        const right = luhn(numbers)
        const typed = (check: number) => `Card: ${numbers.map((one, at) => `${one}${gaps[at]}`).join('')}${check}!`
        expect(maskNumbers(typed(right)).text).toBe(`Card: •••• ${numbers.slice(-3).join('')}${right}!`)
        if (other !== right) expect(maskNumbers(typed(other)).text).not.toContain('••••')
      },
    ),
  )
})

test('A long text of digits and separators is read in no time', () => {
  for (const part of ['1', '1 ', '12-', 'ssn ', '1\u200B', '1 . - ', '123,', '1234, ', 's. s. ', '123456789 is '])
    expect(maskNumbers(part.repeat(4000 / part.length)).text.length).toBeGreaterThan(0)
})
