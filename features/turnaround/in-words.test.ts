import { expect, test } from 'vitest'
import { definitions } from './rules.ts'
import { durationWords, keptShare, names, percentWords } from './in-words.ts'

test.each([
  [null, 'none'],
  [0, '0m'],
  [0.633, '38m'],
  [0.9999, '1h'],
  [5.8, '5h 48m'],
  [23.999, '1d'],
  [24.5, '1d'],
  [51, '2d 3h'],
])('%s hours read "%s"', (hours, words) => {
  expect(durationWords(hours)).toBe(words)
})

test('every figure that is defined has a name on the page, and no other', () => {
  expect(Object.keys(names).toSorted()).toEqual(Object.keys(definitions).toSorted())
})

test.each([
  [0, 0, 'none'],
  [3, 0, '100%'],
  [1000, 1, '99%'],
  [1000, 30, '97%'],
  [2, 2, '0%'],
])('of %i received requests %i missed a deadline: %s kept', (received, lapsed, words) => {
  expect(percentWords(keptShare({ received, lapsed }))).toBe(words)
})
