import { type Interaction, interactions } from '#reference/interactions.ts'

// Interactions by drug code: each rule's sides are prefixes of 4, 6 or 8 digits, kept in one map per side.

function enter(map: Map<string, Interaction[]>, prefix: string, rule: Interaction): void {
  const same = map.get(prefix)
  if (same === undefined) map.set(prefix, [rule])
  else same.push(rule)
}

const has = (prefixes: readonly string[], gpi: string): boolean => {
  for (const prefix of prefixes) if (gpi.startsWith(prefix)) return true
  return false
}

/** Looks drugs up in these rules: those between two drugs (codes of 8 digits and more), worst first; none for a drug with itself. */
export function interactionsIn(rules: readonly Interaction[]): (gpi: string, other: string) => Interaction[] {
  const sideA = new Map<string, Interaction[]>()
  const sideB = new Map<string, Interaction[]>()
  for (const rule of rules) {
    for (const prefix of rule.a) enter(sideA, prefix, rule)
    for (const prefix of rule.b) enter(sideB, prefix, rule)
  }
  return (gpi, other) => {
    if (gpi.slice(0, 8) === other.slice(0, 8)) return []
    const found: Interaction[] = []
    for (const length of [8, 6, 4]) {
      const prefix = gpi.slice(0, length)
      for (const rule of sideA.get(prefix) ?? []) if (has(rule.b, other) && !found.includes(rule)) found.push(rule)
      for (const rule of sideB.get(prefix) ?? []) if (has(rule.a, other) && !found.includes(rule)) found.push(rule)
    }
    return found.sort((x, y) => x.severity - y.severity)
  }
}

/** The rules of `reference/interactions.ts` between two drugs. */
export const interactionsBetween = interactionsIn(interactions)
