import { expect, test } from 'vitest'
import { bounded, type Bounds } from './bounded.ts'
import type { TestWork } from './testing-process.ts'

const usual: Bounds = { seconds: 60, megabytes: 400, atOnce: 2, waiting: 10, waitingOfOne: 2 }
const open = (more: Partial<Bounds> = {}) =>
  bounded<TestWork, string | number>(new URL('testing-process.ts', import.meta.url), { ...usual, ...more })

test('work that never ends is ended by its processor time, and this process goes on answering meanwhile', async () => {
  const run = open({ seconds: 1 })
  let turns = 0
  let isOver = false
  const turn = (): void => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  expect(await run('a', { spin: true })).toEqual({ ended: true })
  isOver = true
  expect(turns).toBeGreaterThan(100)
  expect(await run('a', { echo: 'again' })).toEqual({ answer: 'again' })
})

test('work that takes more memory than it may is ended, array buffers included; what stays within is not', async () => {
  const run = open({ megabytes: 300 })
  expect(await run('a', { keep: 20 })).toEqual({ answer: 20 })
  expect(await run('a', { keep: 100_000 })).toEqual({ ended: true })
})

test('memory that one piece of work leaves behind is not charged to the next', async () => {
  const run = open({ megabytes: 400 })
  for (const keep of [250, 250, 250]) expect(await run('a', { keep, leak: true })).toEqual({ answer: 250 })
})

test('work that fails costs its sender the answer and nobody else theirs', async () => {
  const run = open()
  const answers = [run('a', { fail: true }), run('b', { echo: 'b' }), run('c', { echo: 'c' })]
  expect(await Promise.all(answers)).toEqual([{ ended: true }, { answer: 'b' }, { answer: 'c' }])
})

test('one piece of a sender runs at a time, so that nobody takes the places of all', async () => {
  const run = open({ seconds: 2 })
  const order: string[] = []
  const ask = (sender: string, work: TestWork) => run(sender, work).then(() => order.push(sender))
  const slow = [ask('slow', { spin: true }), ask('slow', { spin: true })]
  await Promise.all([ask('a', { echo: '1' }), ask('b', { echo: '2' }), ask('c', { echo: '3' })])
  expect(order).not.toContain('slow')
  await Promise.all(slow)
  expect(order.filter((sender) => sender === 'slow')).toHaveLength(2)
})

test('two senders with many pieces keep nobody waiting behind all of theirs', async () => {
  const run = open({ seconds: 1, waitingOfOne: 4 })
  const order: string[] = []
  const ask = (sender: string, work: TestWork) => run(sender, work).then(() => order.push(sender))
  const many = ['a', 'b', 'a', 'b', 'a', 'b'].map((sender) => ask(sender, { spin: true }))
  await ask('c', { echo: '1' })
  expect(order.length).toBeLessThan(5)
  await Promise.all(many)
})

test('who has too many waiting is refused, as is everybody once all places to wait are taken', async () => {
  const run = open({ seconds: 1, waiting: 3 })
  const unavailable = { why: { code: 'UNAVAILABLE' } }
  const first = [run('a', { spin: true }), run('a', { echo: '1' }), run('a', { echo: '2' })]
  await expect(run('a', { echo: '3' })).rejects.toMatchObject(unavailable)
  const others = [run('b', { spin: true }), run('c', { echo: '4' })]
  await expect(run('d', { echo: '5' })).rejects.toMatchObject(unavailable)
  expect(await Promise.all([...first, ...others])).toHaveLength(5)
})
