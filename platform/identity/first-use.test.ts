import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dropDatabase, freshDatabase } from '#testing/database.ts'
import { firstUseIn } from './first-use.ts'

// Two pools stand for two processes: they share nothing but the database.
let url: string
let pools: pg.Pool[]
beforeAll(async () => {
  url = await freshDatabase(true)
  pools = [1, 2].map(() => new pg.Pool({ connectionString: url, max: 10 }))
})
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()))
  await dropDatabase(url)
})

const soon = () => new Date(Date.now() + 60_000)

test('a key counts once, whichever process is shown it', async () => {
  const [one, two] = pools.map((pool) => firstUseIn(() => pool))
  expect(await one!('a', soon())).toBe(true)
  expect(await two!('a', soon())).toBe(false)
  expect(await one!('a', soon())).toBe(false)
  expect(await two!('b', soon())).toBe(true)
})

test('of a hundred asking at once on two processes one is the first', async () => {
  const asked = Array.from({ length: 100 }, (_, at) => firstUseIn(() => pools[at % 2]!)('c', soon()))
  expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(1)
})

test('a used key of any content is stored only as its hash', async () => {
  const [first] = pools.map((pool) => firstUseIn(() => pool))
  for (const key of ['secret\0token', '', 'x'.repeat(100_000), '\ud800', "' or 1=1"]) {
    expect(await first!(key, soon())).toBe(true)
    expect(await first!(key, soon())).toBe(false)
  }
  const { rows } = await pools[0]!.query<{ text: string }>('select o::text as text from one_time o')
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.every(({ text }) => /^\("\\\\x[\da-f]{64}",/.test(text))).toBe(true)
})
