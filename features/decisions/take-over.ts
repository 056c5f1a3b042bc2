import { rejectCode } from '#reference/reject-codes.ts'
import { type ClearedFinding, unknownOf, withOlder } from '#features/prior-auths/findings.ts'
import type { PriorAuthRow } from '#features/prior-auths/rows.ts'

/** The strictest class among safety codes that were cleared: a later, stricter one stays. */
export const safetyTier = (classes: readonly string[]): 'A' | 'R' | 'O' | null =>
  (['O', 'R', 'A'] as const).find((tier) => classes.includes(tier)) ?? null

/** A prior authorization that a new one replaces, as far as its leave goes. */
export type Replaced = {
  endDate: string
  codesCleared: readonly string[]
  findings?: readonly ClearedFinding[] | null
  safetyIncluded: boolean
  safetyTier: 'A' | 'R' | 'O' | null
}

/**
 * What a new prior authorization keeps of those it replaces. An approval speaks about the codes that stood in the way
 * today; what was cleared before would stop the very next submission, and approving that would bring today's code back,
 * without end. A safety code is kept only as long as the person who could clear it said: a later end does not stretch their
 * word.
 */
export function takenOver(
  replaced: readonly Replaced[],
  endDate: string,
  own: readonly string[],
): { codes: string[]; tier: 'A' | 'R' | 'O' | null } {
  const codes = new Set<string>()
  const tiers: ('A' | 'R' | 'O')[] = []
  for (const old of replaced) {
    const keepsSafety = old.safetyIncluded && endDate <= old.endDate
    for (const code of old.codesCleared) {
      if (own.includes(code)) continue
      if (!rejectCode(code)?.safety) codes.add(code)
      else if (keepsSafety) {
        codes.add(code)
        tiers.push(old.safetyTier ?? 'R')
      }
    }
  }
  return { codes: [...codes], tier: safetyTier(tiers) }
}

/**
 * What those it replaces cleared, as far as a new prior authorization keeps it: safety findings only until the day they
 * were cleared for. Of one thing the newer word counts, but not against an approval that stays in force beside it.
 */
function findingsTakenOver(
  priorAuth: Pick<PriorAuthRow, 'end_date' | 'codes_cleared' | 'findings'>,
  replaced: readonly (Replaced & { id: string })[],
  remaining: readonly { id: string }[],
): ClearedFinding[] {
  let kept = [...(priorAuth.findings ?? [])]
  for (const old of replaced) {
    const keepsSafety = old.safetyIncluded && priorAuth.end_date <= old.endDate
    const findings = (old.findings ?? unknownOf(old.codesCleared)).flatMap((one): ClearedFinding[] => {
      if (keepsSafety || !rejectCode(one.rejectCode)?.safety) return [one]
      // Of a code that is cleared now too, what was cleared before is cleared until the day that was said then.
      const isOwn = old.safetyIncluded && priorAuth.codes_cleared.includes(one.rejectCode)
      return isOwn ? [{ ...one, until: one.until ?? old.endDate }] : []
    })
    kept = remaining.some(({ id }) => id === old.id) ? [...kept, ...findings] : withOlder(kept, findings)
  }
  return kept
}

const tiers = ['A', 'R', 'O'] as const
type Tier = (typeof tiers)[number]
const milder = (own: Tier | null, kept: Tier): Tier =>
  own !== null && tiers.indexOf(own) < tiers.indexOf(kept) ? own : kept

/**
 * A new prior authorization takes over what those it stands in for have cleared (docs/decisions/0012); `remaining` are those
 * of them that stay in force beside it.
 */
export function takeOver(
  priorAuth: PriorAuthRow,
  replaced: readonly (Replaced & { id: string })[],
  remaining: readonly { id: string }[] = [],
): void {
  const [newest] = replaced
  if (!newest) return
  if (remaining.length > 0) priorAuth.stands_beside = remaining.map(({ id }) => id)
  const kept = takenOver(replaced, priorAuth.end_date, priorAuth.codes_cleared)
  priorAuth.supersedes_id = newest.id
  priorAuth.findings = findingsTakenOver(priorAuth, replaced, remaining)
  priorAuth.codes_cleared = [...priorAuth.codes_cleared, ...kept.codes]
  if (kept.tier === null) return
  priorAuth.safety_included = true
  // Two decided about safety: the prior authorization clears what the milder of both words covers.
  priorAuth.safety_tier = milder(priorAuth.safety_tier, kept.tier)
}
