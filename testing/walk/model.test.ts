import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bound } from '../bounds.ts'
import { take } from './model.ts'
import { broken } from './model-invariants.ts'
import { acts, emptyWorld, type Step } from './model-world.ts'

const RUNS = bound(320, 1000)
const STEPS = 400
/** How far the walks come together, and how often each act happens at least. */
const [FAR, OFTEN] = [bound(25_000, 100_000), bound(12, 50)]

const step: fc.Arbitrary<Step> = fc.tuple(fc.constantFrom(...acts), fc.nat(40), fc.nat(1000))

test(`${FAR.toLocaleString('en')} steps through the table of transitions break no invariant`, () => {
  const done = new Map<string, number>()
  let taken = 0
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: STEPS, size: 'max' }), (path) => {
      const world = emptyWorld()
      const walked: string[] = []
      for (const one of path) {
        const came = take(world, one)
        walked.push(`${one.join(' ')}: ${came}`)
        taken += 1
        if (/^\d\d > /.test(came)) done.set(one[0], (done.get(one[0]) ?? 0) + 1)
        const wrong = broken(world)
        if (wrong) throw new Error(`${wrong}\nafter\n${walked.join('\n')}`)
      }
    }),
    { numRuns: RUNS },
  )
  expect(taken).toBeGreaterThanOrEqual(FAR)
  // A walk that never got anywhere would prove nothing: every act on a request happened, and often.
  const rarely = acts.filter(
    (act) =>
      !['tick', 'receive', 'build', 'autoApprove', 'bypass', 'reverse', 'reconsider'].includes(act) &&
      (done.get(act) ?? 0) < OFTEN,
  )
  expect(rarely).toEqual([])
})
