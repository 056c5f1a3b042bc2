import { shortName } from '#features/authorizations/figures.ts'
import { status } from '#features/authorizations/statuses.ts'
import type { ListRow } from '#features/worklist/listed.ts'

/** Where a request is, in a few words; nothing of one that is this user's own. */
export function whereWords(row: ListRow, me?: string): string {
  if (row.authorizationStatusId === status.PENDING_CLINICAL) return 'with a pharmacist'
  if (row.authorizationStatusId === status.PENDING_UR) return 'with a reviewer'
  if (row.authorizationStatusId === status.PENDING_SECOND_APPROVAL) return 'with a second approver'
  if (row.authorizationStatusId === status.PENDING_SUPERVISOR) return 'with a supervisor'
  if (row.authorizationStatusId === status.PENDING_LOMN) return 'waits for a letter'
  if (me !== undefined && row.caseOwners[0]?.adjusterId === me) return ''
  return row.caseOwners[0] ? shortName(row.caseOwnerFirstName, row.caseOwnerLastName) : 'nobody has it'
}
