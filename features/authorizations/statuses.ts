/** The statuses of an authorization. `open` is waiting for a decision, `complete` has its last word. */
export const statuses = [
  { id: 10, name: 'DRAFT', label: 'Draft', stage: 'draft' },
  { id: 20, name: 'PENDING', label: 'Pending', stage: 'open' },
  { id: 21, name: 'PENDING_LOMN', label: 'Awaiting letter', stage: 'open' },
  { id: 22, name: 'PENDING_CLINICAL', label: 'Clinical review', stage: 'open' },
  { id: 23, name: 'PENDING_UR', label: 'Utilization review', stage: 'open' },
  { id: 24, name: 'PENDING_RECON', label: 'Reconsideration', stage: 'open' },
  { id: 25, name: 'PENDING_SECOND_APPROVAL', label: 'Second approval', stage: 'open' },
  { id: 30, name: 'APPROVED', label: 'Approved', stage: 'complete' },
  { id: 31, name: 'AUTO_APPROVED', label: 'Auto approved', stage: 'complete' },
  { id: 32, name: 'BYPASSED', label: 'Bypassed', stage: 'complete' },
  { id: 33, name: 'DEEMED_APPROVED', label: 'Deemed approved', stage: 'complete' },
  { id: 40, name: 'REJECTED', label: 'Rejected', stage: 'complete' },
  { id: 41, name: 'REJECTED_NO_PA', label: 'Rejected, no PA', stage: 'complete' },
  { id: 50, name: 'EXPIRED', label: 'No decision', stage: 'complete' },
  { id: 51, name: 'WITHDRAWN', label: 'Withdrawn', stage: 'complete' },
  { id: 52, name: 'SUPERSEDED', label: 'Superseded', stage: 'complete' },
] as const

export type StatusId = (typeof statuses)[number]['id']
export type StatusName = (typeof statuses)[number]['name']

const statusById: ReadonlyMap<number, (typeof statuses)[number]> = new Map(
  statuses.map((status) => [status.id, status]),
)

const inStage = (stage: string): readonly StatusId[] =>
  statuses.filter((status) => status.stage === stage).map((status) => status.id)

/** Statuses a "pending" call returns: 20 to 25. */
export const openStatuses = inStage('open')
/** Statuses a "complete" call returns: 30 to 52. */
export const completeStatuses = inStage('complete')

/** True for a number that is a status id. */
export const isStatusId = (id: number): id is StatusId => statusById.has(id)
/** The words shown for a status ("Awaiting letter"); `Unknown` for a number that is none. */
export const statusLabel = (id: number): string => statusById.get(id)?.label ?? 'Unknown'
/** The API name of a status ("PENDING_LOMN"). */
export const statusName = (id: StatusId): StatusName => statusById.get(id)!.name
/** Waiting for a decision (20 to 25). */
export const isOpen = (id: number): boolean => statusById.get(id)?.stage === 'open'
/** Has its last word (30 to 52). */
export const isComplete = (id: number): boolean => statusById.get(id)?.stage === 'complete'
