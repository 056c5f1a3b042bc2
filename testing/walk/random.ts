export type Random = {
  /** A whole number from 0 to less than this. */
  below(n: number): number
  /** True so often in a hundred. */
  percent(n: number): boolean
  pick<T>(among: readonly T[]): T
}

/** Repeatable random numbers: the same seed gives the same sequence (mulberry32). */
export function openRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (n: number): number => Math.floor(next() * n)
  return { below, percent: (n) => next() * 100 < n, pick: (among) => among[below(among.length)]! }
}

/** Ids, numbers and tokens of a portal drawn from a sequence that repeats. */
export const portalRandom = (seed: number): { bytes(count: number): Uint8Array } => {
  const random = openRandom(seed)
  return { bytes: (count) => Uint8Array.from({ length: count }, () => random.below(256)) }
}
