import type { Caller } from '#platform/calls/handler.ts'
import type { Why } from '#platform/calls/refusal.ts'
import type { Facts } from '#features/authorizations/facts.ts'
import { status } from '#features/authorizations/statuses.ts'

const undoable: readonly number[] = [status.APPROVED, status.REJECTED, status.REJECTED_NO_PA]

/** Decided by a person, who may undo it while the pharmacy has not been notified. */
export const isUndoable = (statusId: number): boolean => undoable.includes(statusId)

/** Why this user may not undo the decision of this request: there is none, or somebody else's who is not in their team. */
export function whyNotUndo(
  person: Pick<Caller, 'id'>,
  request: Pick<Facts, 'status_id' | 'decision' | 'completed_by' | 'supervised'>,
): Why<'CONFLICT' | 'NOT_ALLOWED'> | undefined {
  if (!isUndoable(request.status_id) || request.decision === null)
    return { code: 'CONFLICT', message: 'There is no decision to take back.' }
  const decider = request.completed_by
  return decider !== null && (decider === person.id || request.supervised.includes(decider))
    ? undefined
    : { code: 'NOT_ALLOWED', message: 'Only who decided, or their supervisor, may take a decision back.' }
}
