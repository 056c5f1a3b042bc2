import { expect, test } from 'vitest'
import { firstUseInMemory } from './first-use.ts'

test('a key counts once until its time is over', async () => {
  let now = new Date('2026-03-04T05:06:07Z')
  const firstUse = firstUseInMemory(() => now)
  const until = new Date('2026-03-04T05:16:07Z')
  expect(await firstUse('a', until)).toBe(true)
  expect(await firstUse('a', until)).toBe(false)
  expect(await firstUse('b', until)).toBe(true)
  now = new Date('2026-03-04T05:16:06Z')
  expect(await firstUse('a', until)).toBe(false)
  now = new Date('2026-03-04T05:16:08Z')
  expect(await firstUse('a', new Date('2026-03-04T05:26:08Z'))).toBe(true)
  expect(await firstUse('a', new Date('2026-03-04T05:26:08Z'))).toBe(false)
})

test('of a hundred asking at once one is the first', async () => {
  const now = new Date()
  const firstUse = firstUseInMemory(() => now)
  const until = new Date(now.getTime() + 1000)
  const answers = await Promise.all(Array.from({ length: 100 }, () => firstUse('a', until)))
  expect(answers.filter(Boolean)).toHaveLength(1)
})
