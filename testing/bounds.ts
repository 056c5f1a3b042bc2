import { testSeed } from './test-seed.ts'

/**
 * How much a run tries: `npm test` a sample, `npm run test:exhaustive` everything. The code is the same, the bounds differ, and
 * what a sample leaves out is drawn by the seed of the run.
 */
export const exhaustive = process.env['RXDOCKET_EXHAUSTIVE'] === '1'

/** The usual bound, or the whole one of an exhaustive run. */
export const bound = (usual: number, whole: number): number => (exhaustive ? whole : usual)

/** So many of the list, in its order, other ones with another seed; all of them in an exhaustive run. */
export function sample<T>(list: readonly T[], size: number, salt = ''): T[] {
  if (exhaustive || list.length <= size) return [...list]
  const ranked = list.map((item, index) => ({ item, index, rank: numberFrom(`${testSeed} ${salt} ${index}`) }))
  const kept = ranked.toSorted((a, b) => a.rank - b.rank).slice(0, size)
  return kept.toSorted((a, b) => a.index - b.index).map(({ item }) => item)
}

/** A number from 0 to 2³² - 1 that looks drawn, the same for the same text (FNV-1a, then the finalizer of MurmurHash3). */
export function numberFrom(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
