import { csvFile } from '#platform/load/records.ts'
import type { FileKind } from '#platform/load/load.ts'
import { feedColumns, feedMore, readLine, type FeedColumn, type FeedLine } from './line.ts'
import { storeLines } from './store.ts'

/** The feed as a kind of file; `at` and `newId` are of the moment it is loaded. */
export const feedKind = (at: { now: Date; newId: () => string }): FileKind<FeedLine, FeedColumn> => ({
  kind: 'eligibility',
  shape: csvFile,
  columns: feedColumns,
  more: feedMore,
  ours: true,
  together: 'claim_number',
  read: readLine,
  store: (lines, query) => storeLines(lines, query, at),
})
