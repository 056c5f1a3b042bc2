/** Bounds of the groups that waits are counted in, in milliseconds; what is longer is in the last. */
export const WAIT_BOUNDS = [100, 200, 300, 500, 800, 1200, 1800, 2500, 4000, 8000] as const
export const WAIT_GROUPS = WAIT_BOUNDS.length + 1

/** The group of a wait. */
export const groupOf = (ms: number): number => {
  const at = WAIT_BOUNDS.findIndex((bound) => ms <= bound)
  return at === -1 ? WAIT_BOUNDS.length : at
}

/** How many waits were in each group. */
export function countWaits(waits: readonly number[]): number[] {
  const counts = Array.from({ length: WAIT_GROUPS }, () => 0)
  for (const ms of waits) counts[groupOf(ms)]! += 1
  return counts
}

/**
 * The wait that three of four users did not exceed, in milliseconds, read off the groups in a straight line; null where there is
 * none. Of the last group, its beginning.
 */
export function threeOfFour(counts: readonly number[]): number | null {
  const all = counts.reduce((sum, one) => sum + one, 0)
  if (all === 0) return null
  const wanted = all * 0.75
  let before = 0
  for (const [at, count] of counts.entries()) {
    if (count > 0 && before + count >= wanted) {
      const from = at === 0 ? 0 : WAIT_BOUNDS[at - 1]!
      const to = WAIT_BOUNDS[at] ?? from
      return Math.round(from + (to - from) * ((wanted - before) / count))
    }
    before += count
  }
  return null
}

/** What users call quick and slow (Web Vitals): up to the first figure good, above the second slow. */
const limits = { 'page.lcp': [2500, 4000], 'page.inp': [200, 500] } as const
export type Felt = keyof typeof limits
export const feltAs = (what: Felt, ms: number): 'good' | 'fair' | 'slow' => {
  const [good, slow] = limits[what]
  return ms <= good ? 'good' : ms <= slow ? 'fair' : 'slow'
}
