import { interactionsBetween } from '#features/adjudication/gates/interaction-match.ts'
import { drugs } from '#reference/drugs.ts'
import type { Stream, Weighted } from './prng.ts'
import type { Regimen } from './therapies.ts'

const gpiOf = new Map(drugs.map((drug) => [drug.name, drug.gpi]))

const interact = (one: string, other: string): boolean =>
  interactionsBetween(gpiOf.get(one) ?? '', gpiOf.get(other) ?? '').length > 0

/** A product of a treatment, one that goes with what the person has where there is such a one. */
export function choose(from: Weighted<Regimen>, has: string[], random: Stream): Regimen {
  let regimen = random.weighted(from)
  for (let times = 0; times < 6 && has.some((name) => interact(name, regimen.name)); times += 1)
    regimen = random.weighted(from)
  has.push(regimen.name)
  return regimen
}
