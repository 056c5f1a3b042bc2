/** The statuses of an authorization by name; rules and SQL compare with these, never with a raw number. */
export const status = {
  DRAFT: 10,
  PENDING: 20,
  PENDING_LOMN: 21,
  PENDING_CLINICAL: 22,
  PENDING_UR: 23,
  PENDING_RECON: 24,
  PENDING_SECOND_APPROVAL: 25,
  PENDING_SUPERVISOR: 26,
  APPROVED: 30,
  AUTO_APPROVED: 31,
  BYPASSED: 32,
  DEEMED_APPROVED: 33,
  REJECTED: 40,
  REJECTED_NO_PA: 41,
  EXPIRED: 50,
  WITHDRAWN: 51,
  SUPERSEDED: 52,
} as const

export type StatusName = keyof typeof status
export type StatusId = (typeof status)[StatusName]

/** `draft` is being written, `open` waits for a decision, `complete` has its last word. */
type Stage = 'draft' | 'open' | 'complete'

const words: Readonly<Record<StatusName, readonly [label: string, stage: Stage]>> = {
  DRAFT: ['Draft', 'draft'],
  PENDING: ['Pending', 'open'],
  PENDING_LOMN: ['Awaiting letter', 'open'],
  PENDING_CLINICAL: ['Clinical review', 'open'],
  PENDING_UR: ['Utilization review', 'open'],
  PENDING_RECON: ['Reconsideration', 'open'],
  PENDING_SECOND_APPROVAL: ['Second approval', 'open'],
  PENDING_SUPERVISOR: ['Supervisor review', 'open'],
  APPROVED: ['Approved', 'complete'],
  AUTO_APPROVED: ['Auto approved', 'complete'],
  BYPASSED: ['Bypassed', 'complete'],
  DEEMED_APPROVED: ['Deemed approved', 'complete'],
  REJECTED: ['Rejected', 'complete'],
  REJECTED_NO_PA: ['Rejected, no PA', 'complete'],
  EXPIRED: ['No decision', 'complete'],
  WITHDRAWN: ['Withdrawn', 'complete'],
  SUPERSEDED: ['Superseded', 'complete'],
}

/** Every status with its id, its API name, the words a person reads and its stage. */
export const statuses = (Object.keys(status) as StatusName[]).map((name) => ({
  id: status[name],
  name,
  label: words[name][0],
  stage: words[name][1],
}))

const statusById: ReadonlyMap<number, (typeof statuses)[number]> = new Map(statuses.map((one) => [one.id, one]))

const inStage = (stage: Stage): readonly StatusId[] =>
  statuses.filter((one) => one.stage === stage).map((one) => one.id)

/** Statuses a "pending" call returns: 20 to 26. */
export const openStatuses = inStage('open')
/** Statuses in which somebody else than the case owner is next: a pharmacist, a reviewer, a second approver, a supervisor. */
export const handedOverStatuses: readonly number[] = [
  status.PENDING_CLINICAL,
  status.PENDING_UR,
  status.PENDING_SECOND_APPROVAL,
  status.PENDING_SUPERVISOR,
]
/** Open statuses that count as pending work of the case owner; what was handed over is in lists of its own. */
export const ownersTurnStatuses = openStatuses.filter((id) => !handedOverStatuses.includes(id))
/** Statuses a "complete" call returns: 30 to 52. */
export const completeStatuses = inStage('complete')

/** True for a number that is a status id. */
export const isStatusId = (id: number): id is StatusId => statusById.has(id)
/** The words shown for a status ("Awaiting letter"); `Unknown` for a number that is none. */
export const statusLabel = (id: number): string => statusById.get(id)?.label ?? 'Unknown'
/** The API name of a status ("PENDING_LOMN"). */
export const statusName = (id: StatusId): StatusName => statusById.get(id)!.name
/** Waiting for a decision (20 to 26). */
export const isOpen = (id: number): boolean => statusById.get(id)?.stage === 'open'
/** Has its last word (30 to 52). */
export const isComplete = (id: number): boolean => statusById.get(id)?.stage === 'complete'

/** Approved by a person, a rule, a bypass or the clock (30 to 33). */
export const grantedStatuses: readonly number[] = [
  status.APPROVED,
  status.AUTO_APPROVED,
  status.BYPASSED,
  status.DEEMED_APPROVED,
]
export const isGranted = (id: number): boolean => grantedStatuses.includes(id)
/** Rejected, with or without a prior authorization block (40, 41). */
export const isRejected = (id: number): boolean => id === status.REJECTED || id === status.REJECTED_NO_PA
