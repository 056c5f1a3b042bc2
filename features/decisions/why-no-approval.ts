import { status } from '#features/authorizations/statuses.ts'
import type { Person } from '#platform/calls/person.ts'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { clearings } from './limits/clearing.ts'
import { waitSentences, waitsOf } from './limits/waits.ts'

/** Why this person may not approve now, in the server's words; undefined when they may. */
export function whyNoApproval(person: Person, detail: AuthDetail): string | undefined {
  if (!detail.allowedActions.includes('approve')) {
    return (
      detail.blockedReasons.find(({ action }) => action === 'approve')?.message ??
      'This request cannot be approved now.'
    )
  }
  // The first half is given: approving it again clears nothing more.
  const half = detail.firstApproval
  if (
    half &&
    detail.authorizationStatusId === status.PENDING_CLINICAL &&
    !clearings(person, detail).some(({ may }) => may)
  ) {
    const waits = waitSentences(waitsOf({ rejects: detail.rejects }, half.waitsFor))
    return `${half.byName} approved this except ${half.waitsFor.join(', ')}. ${waits.join(' ')}`
  }
  return undefined
}
