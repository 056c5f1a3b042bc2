import { expect, test } from 'vitest'
import { closePeople } from './close-people.ts'
import { claimsOfPerson } from './claims.ts'
import { frameOf } from './frame.ts'

const asOf = new Date('2026-11-18T15:42:00.000Z')

test('A claim in three has somebody around it, known since its injury at the earliest; a correction follows what it corrects', () => {
  const { population, makings, setting } = frameOf({ size: 'test', seed: 7, asOf, issuer: 'demo' })
  const claims = Array.from({ length: population.people }, (_, at) =>
    claimsOfPerson(at + 1, population, makings),
  ).flat()
  const rows = closePeople(claims, setting)
  const having = new Set(rows.map((row) => row.stratus_claim_id)).size / claims.length
  expect(having).toBeGreaterThan(0.2)
  expect(having).toBeLessThan(0.45)
  const injured = new Map(claims.map(({ row }) => [row.id, row.doi]))
  for (const [, versions] of Map.groupBy(rows, ({ id }) => id)) {
    expect(versions.map(({ version }) => version)).toEqual(versions.map((_, at) => at + 1))
    expect(versions.map(({ changed_at }) => changed_at)).toEqual(
      versions.map(({ changed_at }) => changed_at).toSorted(),
    )
    for (const row of versions) {
      expect(row.since >= injured.get(row.stratus_claim_id)!).toBe(true)
      expect(row.phone).toMatch(/^[2-9]\d{2}[2-9]\d{6}$/)
    }
  }
  // What a claim has depends on nothing but its world and itself.
  const alone = claims.toReversed().map((claim) => closePeople([claim], setting))
  expect(alone.toReversed().flat()).toEqual(rows)
})
