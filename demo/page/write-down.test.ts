import { expect, test } from 'vitest'
import { WriteDown } from './write-down.ts'

const atOnce = { quietMs: 0, firstQuietMs: 0 }

test('data that are dropped while they are written are dropped after that, and never written again', async () => {
  const order: string[] = []
  const started = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  const writing = new WriteDown(
    false,
    atOnce,
    async () => {
      started.resolve()
      await written.promise
      order.push('written')
    },
    () => {},
  )
  writing.changed()
  await started.promise
  writing.changed()
  const dropped = writing.drop().then(() => order.push('dropped'))
  written.resolve()
  await dropped
  writing.changed()
  await writing.now()
  expect(order).toEqual(['written', 'dropped'])
})

test('what waits to be written is written at once when the data are let go of, and nothing after', async () => {
  let times = 0
  const never = { quietMs: 1e9, firstQuietMs: 1e9 }
  const writing = new WriteDown(
    false,
    never,
    async () => void (times += 1),
    () => {},
  )
  await writing.finish()
  expect(times).toBe(0)
  const other = new WriteDown(
    false,
    never,
    async () => void (times += 1),
    () => {},
  )
  other.changed()
  await other.finish()
  other.changed()
  await other.now()
  expect(times).toBe(1)
})

test('a writing that failed is reported, and the next one is still the first', async () => {
  const firsts: boolean[] = []
  const results: (string | undefined)[] = []
  const writing = new WriteDown(
    true,
    atOnce,
    async (isFirst) => {
      firsts.push(isFirst)
      if (firsts.length === 1) throw new Error('full')
    },
    (failed) => results.push(failed?.message),
  )
  for (let times = 0; times < 3; times += 1) {
    writing.changed()
    await writing.now()
  }
  expect([firsts, results]).toEqual([
    [true, true, false],
    ['full', undefined, undefined],
  ])
})
