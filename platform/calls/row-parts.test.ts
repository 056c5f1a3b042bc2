import { expect, test } from 'vitest'
import { rowParts } from './row-parts.ts'

/** Rows 1 to `count` as statements answer them, one more than asked for where there are more. */
const rowsOf = (count: number, from: number, size: number): number[] =>
  Array.from({ length: Math.max(0, Math.min(size + 1, count - from)) }, (_, at) => from + at + 1)

test.each([
  [0, 10_000, [[0, false]]],
  [999, 10_000, [[999, false]]],
  [1000, 10_000, [[1000, false]]],
  [
    3500,
    10_000,
    [
      [1000, true],
      [2000, true],
      [500, false],
    ],
  ],
  [
    3500,
    3000,
    [
      [1000, true],
      [2000, true],
    ],
  ],
  [3500, 400, [[400, true]]],
] as const)('%i rows in a file of at most %i', async (count, most, expected) => {
  const next = (last: number, size: number) => Promise.resolve(rowsOf(count, last, size))
  const found: [number, boolean][] = []
  const all: number[] = []
  for await (const { rows, more } of rowParts(rowsOf(count, 0, Math.min(1000, most)), most, next, 2000)) {
    found.push([rows.length, more])
    all.push(...rows)
  }
  expect(found).toEqual(expected)
  expect(all).toEqual(Array.from({ length: Math.min(count, most) }, (_, at) => at + 1))
})

test('the next part is on its way before one is written, and no further', async () => {
  const begun: string[] = []
  const next = (last: number, size: number) => {
    begun.push(`read after ${last}`)
    return Promise.resolve(rowsOf(5000, last, size))
  }
  for await (const { rows } of rowParts(rowsOf(5000, 0, 1000), 3000, next)) begun.push(`write to ${rows.at(-1)}`)
  expect(begun).toEqual(['read after 1000', 'write to 1000', 'read after 2000', 'write to 2000', 'write to 3000'])
})

test('a part that cannot be read ends the file after the parts before it', async () => {
  const written: number[] = []
  const next = () => Promise.reject(new Error('The database is away.'))
  const whole = (async () => {
    for await (const { rows } of rowParts(rowsOf(5000, 0, 1000), 5000, next)) written.push(rows.length)
  })()
  await expect(whole).rejects.toThrow('The database is away.')
  expect(written).toEqual([1000])
})

test('who stops reading is not disturbed by a part that then fails', async () => {
  const next = () => Promise.reject(new Error('The database is away.'))
  const parts = rowParts(rowsOf(5000, 0, 1000), 5000, next)
  expect((await parts.next()).value).toMatchObject({ more: true })
  expect(await parts.return(undefined)).toMatchObject({ done: true })
})
