import { status } from '#features/authorizations/statuses.ts'

const undoable: readonly number[] = [status.APPROVED, status.REJECTED, status.REJECTED_NO_PA]

/** Decided by a person, who may take it back while the pharmacy has not been notified. */
export const isUndoable = (statusId: number): boolean => undoable.includes(statusId)
