import { expect, test } from 'vitest'
import {
  answerable,
  cancellable,
  letterAfter,
  letterStatuses,
  letterTransitions,
  openLetters,
  type LetterEvent,
  type LetterStatus,
} from './machine.ts'

// 1 DRAFT -> 2 QUEUED -> 3 SENT -> 4 DELIVERED or 5 FAILED -> 6 RECEIVED -> 7 REVIEWED; 8 EXPIRED; 9 CANCELLED.
type Row = [from: LetterStatus | 'new', on: Exclude<LetterEvent, 'restore'>, to: LetterStatus | undefined]
const happenings = [
  'queue',
  'print',
  'send',
  'deliver',
  'fail',
  'retry',
  'receive',
  'review',
  'expire',
  'cancel',
] as const
const may: Row[] = [
  ['new', 'queue', 2],
  ['new', 'print', 3],
  [1, 'queue', 2],
  [1, 'print', 3],
  [1, 'cancel', 9],
  [2, 'send', 3],
  [2, 'deliver', 4],
  [2, 'fail', 5],
  [2, 'receive', 6],
  [2, 'expire', 8],
  [2, 'cancel', 9],
  [3, 'deliver', 4],
  [3, 'fail', 5],
  [3, 'retry', 2],
  [3, 'receive', 6],
  [3, 'expire', 8],
  [3, 'cancel', 9],
  [4, 'receive', 6],
  [4, 'expire', 8],
  [4, 'cancel', 9],
  [5, 'deliver', 4],
  [5, 'receive', 6],
  [5, 'expire', 8],
  [5, 'cancel', 9],
  [6, 'review', 7],
]

test('a letter moves as the table says and in no other way', () => {
  for (const from of ['new', 1, 2, 3, 4, 5, 6, 7, 8, 9] as const)
    for (const on of happenings)
      expect([from, on, letterAfter(from, on)]).toEqual([
        from,
        on,
        may.find((row) => row[0] === from && row[1] === on)?.[2],
      ])
})

test('a letter that was received, reviewed, expired or cancelled is not open and accepts no answer', () => {
  expect(openLetters).toEqual([1, 2, 3, 4])
  expect(new Set(answerable)).toEqual(new Set([2, 3, 4, 5]))
  expect(new Set(cancellable)).toEqual(new Set([1, 2, 3, 4, 5]))
  expect(letterStatuses.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('only an undone decision restores a cancelled letter, to its former status', () => {
  const out = letterTransitions.filter(({ from }) => from.includes(9))
  expect(out.map(({ on, to }) => [on, to])).toEqual([2, 3, 4, 5].map((to) => ['restore', to]))
})
