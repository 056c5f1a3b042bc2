import type { AuthRow } from '#features/authorizations/contract.ts'

// A list that somebody is reading does not move under them: what is new above is counted and shown when they
// ask for it, what has gone stays in its place, greyed, and says what became of it.

export type Shown = {
  /** In the order they are shown. */
  rows: readonly { row: AuthRow; gone: boolean }[]
  /** How many have come that are not shown. */
  fresh: number
}

/**
 * What to show when the server's answer changes while the list is read. `shown` are the rows as they stand on screen;
 * `found` is the answer now. Rows that only move up from the next page join at the end.
 */
export function settle(shown: readonly AuthRow[], found: readonly AuthRow[]): Shown {
  const now = new Map(found.map((row) => [row.authorizationId, row]))
  const known = new Set(shown.map((row) => row.authorizationId))
  const lastKnown = found.findLastIndex((row) => known.has(row.authorizationId))
  const joining = found.filter((row, at) => at > lastKnown && !known.has(row.authorizationId))
  // With nothing left of what was shown, everything found is new.
  const isReplaced = lastKnown === -1 && shown.length > 0
  return {
    rows: [
      ...shown.map((row) => ({ row: now.get(row.authorizationId) ?? row, gone: !now.has(row.authorizationId) })),
      ...(isReplaced ? [] : joining.map((row) => ({ row, gone: false }))),
    ],
    fresh: found.filter((row, at) => !known.has(row.authorizationId) && (isReplaced || at < lastKnown)).length,
  }
}
