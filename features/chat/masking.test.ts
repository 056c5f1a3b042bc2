import { expect, test } from 'vitest'
import { maskNumbers } from './masking.ts'

test.each([
  ['123-45-6789', '•••-••-6789'],
  ['It is 123 45 6789, thanks', 'It is •••-••-6789, thanks'],
  ['SSN: 123456789', 'SSN: •••-••-6789'],
  ['１２３-４５-６７８９', '•••-••-６７８９'],
  ['4111 1111 1111 1111', '•••• 1111'],
  // Numbers of the work are kept.
  ['NDC 00406-0552-01', 'NDC 00406-0552-01'],
  ['Claim KM23-0048213, member 123456789', 'Claim KM23-0048213, member 123456789'],
  ['Call 800-555-0142', 'Call 800-555-0142'],
  ['Card 4111 1111 1111 1112', 'Card 4111 1111 1111 1112'],
])('A message "%s" is stored as "%s"', (typed, stored) => {
  expect(maskNumbers(typed)).toEqual({ text: stored, masked: typed !== stored })
})
