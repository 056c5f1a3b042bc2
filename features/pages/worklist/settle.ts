import type { ListRow } from '#features/worklist/listed.ts'

// A list does not move while the user reads it: new rows are counted and shown on request; rows that left stay in
// place, greyed, with their outcome.

export type Shown = {
  /** In the order they are shown. */
  rows: readonly { row: ListRow; gone: boolean }[]
  /** Number of new rows that are not shown. */
  fresh: number
}

/**
 * What to show when the server's answer changes while the list is read. `shown` are the rows on screen; `found` is the
 * current answer. Rows that only move up from the next page are appended.
 */
export function settle(shown: readonly ListRow[], found: readonly ListRow[]): Shown {
  const now = new Map(found.map((row) => [row.authorizationId, row]))
  const known = new Set(shown.map((row) => row.authorizationId))
  const lastKnown = found.findLastIndex((row) => known.has(row.authorizationId))
  const joining = found.filter((row, at) => at > lastKnown && !known.has(row.authorizationId))
  // When none of the shown rows is left, the whole answer is shown.
  const isReplaced = lastKnown === -1 && shown.length > 0
  return {
    rows: [
      ...shown.map((row) => ({ row: now.get(row.authorizationId) ?? row, gone: !now.has(row.authorizationId) })),
      ...(isReplaced ? [] : joining.map((row) => ({ row, gone: false }))),
    ],
    fresh: found.filter((row, at) => !known.has(row.authorizationId) && (isReplaced || at < lastKnown)).length,
  }
}
