import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paced } from './paced.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const some = (count: number) => Array.from({ length: count }, (_, at) => ({ at }))

test('the first half of a second goes out at once, the rest a tenth of a second at a time, in order', () => {
  const handed: number[] = []
  const rate = paced<{ at: number }>(40, ({ at }) => void handed.push(at))
  for (const to of some(100)) rate.add(to, 'authorizations')
  expect(handed).toHaveLength(20)
  vi.advanceTimersByTime(100)
  expect(handed).toHaveLength(24)
  vi.advanceTimersByTime(1000)
  expect(handed).toHaveLength(64)
  vi.advanceTimersByTime(60_000)
  expect(handed).toEqual(some(100).map(({ at }) => at))
  expect([rate.waiting(), vi.getTimerCount()]).toEqual([0, 0])
})

test('what comes while somebody waits is handed out with it, once; who left gets nothing', () => {
  const handed: string[] = []
  const rate = paced<{ at: number }>(2, ({ at }, what) => void handed.push(`${at} ${what}`))
  const all = some(3)
  for (const what of ['notes', 'texts', 'notes']) for (const to of all) rate.add(to, what)
  rate.forget(all[2]!)
  vi.advanceTimersByTime(10_000)
  expect(handed).toEqual(['0 notes', '1 notes', '1 texts', '0 texts', '0 notes'])
  rate.stop()
})

test('a change a second to two thousand reaches each of them, and never more than forty of them in a second', () => {
  const counts = new Map<number, number>()
  let inSecond = 0
  const rate = paced<{ at: number }>(40, ({ at }) => {
    counts.set(at, (counts.get(at) ?? 0) + 1)
    inSecond += 1
  })
  const all = some(2000)
  for (let second = 0; second < 120; second += 1) {
    inSecond = 0
    for (const to of all) rate.add(to, 'authorizations')
    vi.advanceTimersByTime(1000)
    expect(inSecond).toBeLessThanOrEqual(second === 0 ? 60 : 40)
  }
  expect([...counts.values()].every((times) => times >= 2)).toBe(true)
  expect(counts.size).toBe(2000)
  rate.stop()
})
