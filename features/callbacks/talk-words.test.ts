import { expect, test } from 'vitest'
import { callLength, talkWords } from './talk-words.ts'

test.each([
  [0, '00:00', '0m'],
  [9, '00:09', '0m'],
  [134, '02:14', '2m'],
  [3480, '58:00', '58m'],
  [3600, '60:00', '1h 0m'],
  [7265, '121:05', '2h 1m'],
])('%d seconds are %s on the call and %s in the day', (seconds, length, words) => {
  expect([callLength(seconds), talkWords(seconds)]).toEqual([length, words])
})
