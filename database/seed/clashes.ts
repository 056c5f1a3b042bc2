import { interactionsBetween } from '#features/adjudication/gates/interaction-match.ts'
import { drugs } from '#reference/drugs.ts'
import type { Stream, Weighted } from './prng.ts'
import type { Regimen, Therapy } from './therapies.ts'

/** Pairs that raise an interaction, whichever products they become. */
export const sedating: readonly Therapy[] = ['nerve', 'mood', 'sleep', 'calm', 'psych', 'tricyclic']
const mixed: readonly (readonly [Therapy, Therapy])[] = [
  ['nsaid', 'psych'],
  ['nsaid', 'mood'],
  ['mood', 'psych'],
  ['mood', 'tricyclic'],
  ['tricyclic', 'psych'],
]
export const opioidWith = (a: Therapy, b: Therapy): boolean =>
  (a === 'opioid' && sedating.includes(b)) || (b === 'opioid' && sedating.includes(a))
export const uneasy = (a: Therapy, b: Therapy): boolean =>
  mixed.some(([one, other]) => (a === one && b === other) || (a === other && b === one))

/** What waits until another is used up: together they are stopped (88). */
export const waitsFor: Readonly<Partial<Record<Therapy, Therapy>>> = { relaxant: 'opioid', nsaid: 'steroid' }
export const waits = (therapy: Therapy, among: readonly Therapy[]): boolean =>
  among.some((one) => one === waitsFor[therapy])
export const isAwaited = (therapy: Therapy, among: readonly Therapy[]): boolean =>
  among.some((one) => waitsFor[one] === therapy)

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
