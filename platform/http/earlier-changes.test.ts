import { expect, test } from 'vitest'
import { earlierChanges } from './earlier-changes.ts'

function at(from: number) {
  let time = from
  return { now: () => time, wait: (ms: number) => void (time += ms) }
}

test('what changed lately at a carrier has its age, the last change of a topic counts', () => {
  const clock = at(500)
  const earlier = earlierChanges(clock.now)
  clock.wait(1000)
  earlier.keep('AAA', 'authorizations')
  earlier.keep('BBB', 'chat')
  clock.wait(200)
  earlier.keep('AAA', 'presence')
  earlier.keep('AAA', 'authorizations')
  clock.wait(50)
  expect(earlier.of('AAA')).toEqual([
    ['everything', 1250],
    ['presence', 50],
    ['authorizations', 50],
  ])
  expect(earlier.of('CCC')).toEqual([['everything', 1250]])
})

test('a minute is kept, and nothing from before the process heard again', () => {
  const clock = at(0)
  const earlier = earlierChanges(clock.now)
  earlier.keep('AAA', 'authorizations')
  clock.wait(60_001)
  expect(earlier.of('AAA')).toEqual([['everything', 60_000]])
  earlier.keep('AAA', 'chat')
  earlier.hearsFromNow()
  clock.wait(3)
  expect(earlier.of('AAA')).toEqual([['everything', 3]])
})
