import { expect, test } from 'vitest'
import { isInForce, priorAuthStatus, priorAuthStatusLabel, statusByDate, statusFromStart } from './statuses.ts'

const ids = Object.values(priorAuthStatus)

test('every status of a prior authorization has a label', () => {
  expect(ids.map(priorAuthStatusLabel)).not.toContain('Unknown')
  expect(priorAuthStatusLabel(9)).toBe('Unknown')
})

test('queued, future and active approvals and active blocks are in force', () => {
  expect(ids.filter(isInForce)).toEqual([1, 2, 3, 7])
})

test.each([
  ['a future approval begins on its first day', 2, '2026-11-22', '2026-12-01', 3],
  ['a future approval waits for its first day', 2, '2026-11-23', '2026-12-01', 2],
  ['a future approval of the past expires', 2, '2026-11-01', '2026-11-21', 5],
  ['a queued approval does not begin by itself', 1, '2026-11-01', '2026-12-01', 1],
  ['a queued approval expires', 1, '2026-11-01', '2026-11-21', 5],
  ['an active approval lasts through its last day', 3, '2026-11-01', '2026-11-22', 3],
  ['an active approval expires', 3, '2026-11-01', '2026-11-21', 5],
  ['a block ends', 7, '2026-11-01', '2026-11-21', 8],
  ['a used up approval stays used up', 4, '2026-11-01', '2026-11-21', 4],
])('%s', (_says, status_id, start_date, end_date, expected) => {
  expect(statusByDate({ status_id, start_date, end_date, today: '2026-11-22' })).toBe(expected)
})

test('a keyed approval is active from its first day on', () => {
  expect([statusFromStart('2026-11-23', '2026-11-22'), statusFromStart('2026-11-22', '2026-11-22')]).toEqual([2, 3])
})
