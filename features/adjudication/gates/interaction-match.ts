import { type Interaction, interactions } from '#reference/interactions.ts'

// Interactions by drug code. A rule's sides are prefixes of codes; two maps, one in the other, find the rules of two drugs
// by the prefixes of their codes, however many rules there are.

type ByPrefixes = Map<string, Map<string, Interaction[]>>
type Between = (gpi: string, other: string) => Interaction[]

const lengths = [14, 12, 10, 8, 6, 4]

function enter(index: ByPrefixes, from: string, to: string, rule: Interaction): void {
  const others = index.get(from) ?? new Map<string, Interaction[]>()
  index.set(from, others)
  const same = others.get(to)
  if (same === undefined) others.set(to, [rule])
  else if (!same.includes(rule)) same.push(rule)
}

/** Looks drugs up in these rules: those between two drugs (codes of 8 digits and more), worst first; none for a drug with itself. */
export function interactionsIn(rules: readonly Interaction[]): Between {
  const index: ByPrefixes = new Map()
  for (const rule of rules) {
    for (const a of rule.a) {
      for (const b of rule.b) {
        enter(index, a, b, rule)
        enter(index, b, a, rule)
      }
    }
  }
  return (gpi, other) => {
    if (gpi.slice(0, 8) === other.slice(0, 8)) return []
    const found = new Set<Interaction>()
    for (const length of lengths) {
      const others = length > gpi.length ? undefined : index.get(gpi.slice(0, length))
      if (others === undefined) continue
      for (const otherLength of lengths)
        if (otherLength <= other.length)
          for (const rule of others.get(other.slice(0, otherLength)) ?? []) found.add(rule)
    }
    return [...found].sort((x, y) => x.severity - y.severity)
  }
}

/** The rules of the starter set between two drugs. */
export const interactionsBetween = interactionsIn(interactions)

/**
 * A licensed set before the starter set: a pair it knows is judged by it alone, so that its severity counts; what it does
 * not know the starter set is asked.
 */
export function withLicensed(licensed: readonly Interaction[]): Between {
  if (licensed.length === 0) return interactionsBetween
  const ofLicensed = interactionsIn(licensed)
  return (gpi, other) => {
    const found = ofLicensed(gpi, other)
    return found.length > 0 ? found : interactionsBetween(gpi, other)
  }
}
