import type { HistoryFilter } from './contract.ts'

/** A search with the cursor it continues from. */
export type CursorInput = HistoryFilter & { nextDataKey?: string | undefined; moreData?: boolean | undefined }

/** What a cursor is encrypted for: one claim and one filter. */
export function question(input: CursorInput): string {
  const { nextDataKey: _key, moreData: _more, timeZone: _zone, ...filter } = input
  return `transactionHistory.search ${JSON.stringify(
    Object.entries(filter)
      .filter(([, value]) => value !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )}`
}

/** The cursor to continue from; none on the first call or when the caller starts over. */
export const placeOf = (input: CursorInput): string | null =>
  input.moreData === false ? null : input.nextDataKey || null
