import { eventCode } from '#features/authorizations/events.ts'
import { lineOf, type FirstApproval } from '#features/authorizations/rows.ts'
import { status } from '#features/authorizations/statuses.ts'
import type { Case } from './load.ts'
import type { Written } from './rows.ts'

/** The decision names the first approver as who decided and the second one beside them; the log tells both. */
export function nameBoth(written: Written, first: FirstApproval, at: Pick<Case, 'person' | 'request' | 'now'>): void {
  const { decision } = written
  decision.decided_by = first.byId
  decision.decided_by_name = first.byName
  decision.second_approver = at.person.id
  decision.second_approver_name = at.person.name
  if (at.request.status_id !== status.PENDING_SECOND_APPROVAL) return
  written.events = [
    lineOf(at, eventCode.SECOND_APPROVAL_GIVEN, {}, { from: status.PENDING_SECOND_APPROVAL, to: status.APPROVED }),
    ...written.events.map((line) =>
      line.old_status_id === status.PENDING_SECOND_APPROVAL
        ? { ...line, old_status_id: status.APPROVED, new_status_id: status.APPROVED }
        : line,
    ),
  ]
}
