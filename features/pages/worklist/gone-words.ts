import type { AuthRow } from '#features/authorizations/contract.ts'
import { isComplete } from '#features/authorizations/statuses.ts'
import type { ListRow } from '#features/worklist/listed.ts'
import { whenWords } from '#platform/dates/words.ts'

/** What became of a request that left the list while it was read. */
export function goneWords(row: AuthRow | undefined, was: ListRow, zone: string, now: number): string {
  if (!row) return 'No longer in this list'
  if (isComplete(row.authorizationStatusId)) {
    const by = row.decidedBy ? ` by ${row.decidedBy}` : ''
    return `${row.authorizationStatus}${by}${row.completedAt ? ` ${whenWords(row.completedAt, zone, now)}` : ''}`
  }
  if (row.caseOwnerId !== was.caseOwnerId && row.caseOwners[0]) return `Now with ${row.caseOwners[0].name}`
  if (row.snoozedUntil !== was.snoozedUntil && row.snoozedUntil !== null)
    return `Snoozed until ${whenWords(row.snoozedUntil, zone, now)}`
  return row.authorizationStatusId === was.authorizationStatusId
    ? 'No longer in this list'
    : `Now: ${row.authorizationStatus}`
}
