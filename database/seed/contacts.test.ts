import { expect, test } from 'vitest'
import { claimsOfPerson } from './claims.ts'
import { contactRows } from './contacts.ts'
import { frameOf } from './frame.ts'

const asOf = new Date('2026-11-18T15:42:00.000Z')
const contactsOf = (seed: number) => {
  const { population, makings, setting } = frameOf({ size: 'test', seed, asOf, issuer: 'demo' })
  const claims = Array.from({ length: population.people }, (_, at) =>
    claimsOfPerson(at + 1, population, makings),
  ).flat()
  return { claims, setting, ...contactRows(claims, setting) }
}

test('of many worlds together: 0.3 contacts a claim, 18 % of the surveys answered, 4.1 on average', () => {
  const worlds = Array.from({ length: 30 }, (_, seed) => contactsOf(seed))
  const count = (of: (world: (typeof worlds)[number]) => number) => worlds.reduce((sum, world) => sum + of(world), 0)
  const [claims, notes, answers] = [
    count((one) => one.claims.length),
    count((one) => one.notes.length),
    count((one) => one.responses.length),
  ]
  const sent = count((one) => one.notes.filter((note) => note.survey_sent_at !== null).length)
  expect(Math.abs(notes / claims - 0.3)).toBeLessThan(0.02)
  expect(sent / notes).toBeGreaterThan(0.3) // enough are asked to count on
  expect(Math.abs(answers / sent - 0.18)).toBeLessThan(0.03)
  expect(Math.abs(count((one) => one.responses.reduce((sum, { r1 }) => sum + r1, 0)) / answers - 4.1)).toBeLessThan(0.2)
  // Both ends of what becomes of a low rating are there, and support hears of it.
  const low = worlds.flatMap((one) => one.responses.filter(({ r1 }) => r1 <= 2))
  expect(new Set(low.map((one) => one.follow_up))).toEqual(new Set(['OPEN', 'DONE']))
  expect(count((one) => one.notices.length)).toBeGreaterThanOrEqual(low.length)
})

test('the contacts of a claim depend on nothing but its world and itself', () => {
  const { claims, setting, notes, responses } = contactsOf(7)
  const alone = claims.toReversed().map((claim) => contactRows([claim], setting))
  expect(alone.toReversed().flatMap((one) => one.notes)).toEqual(notes)
  expect(alone.toReversed().flatMap((one) => one.responses)).toEqual(responses)
})
