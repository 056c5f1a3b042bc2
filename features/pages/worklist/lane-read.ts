import { openStatuses } from '#features/authorizations/statuses.ts'
import type { worklist } from '#features/worklist/contract.ts'
import type { InputOf } from '#platform/calls/contract.ts'

/** Whose patients the lane above the list shows: one's own, one's team's, or of everybody. */
export type Whose = 'mine' | 'team' | 'all'

const SHOWN = 4

/** What the lane asks; the page of the list brings the answer for one's own patients. */
export const laneRead = (mc: string, whose: Whose): InputOf<typeof worklist.list> => ({
  mc,
  page: 0,
  size: SHOWN,
  authStatuses: [...openStatuses],
  isAtCounterOnly: true,
  ...(whose === 'mine' ? { caseOwners: ['me'] } : whose === 'team' ? { isMyTeamOnly: true } : {}),
})
