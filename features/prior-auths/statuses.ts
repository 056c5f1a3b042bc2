/** The statuses of a prior authorization. Queued: the benefit manager has not keyed it yet. */
export const priorAuthStatus = {
  QUEUED: 1,
  FUTURE: 2,
  ACTIVE: 3,
  USED_UP: 4,
  EXPIRED: 5,
  ENDED: 6,
  BLOCK_ACTIVE: 7,
  BLOCK_ENDED: 8,
} as const

const { QUEUED, FUTURE, ACTIVE, USED_UP, EXPIRED, ENDED, BLOCK_ACTIVE, BLOCK_ENDED } = priorAuthStatus

const labels: Readonly<Record<number, string>> = {
  [QUEUED]: 'Queued',
  [FUTURE]: 'Future',
  [ACTIVE]: 'Active',
  [USED_UP]: 'Used up',
  [EXPIRED]: 'Expired',
  [ENDED]: 'Ended',
  [BLOCK_ACTIVE]: 'Block active',
  [BLOCK_ENDED]: 'Block ended',
}

/** The words shown for a status ("Used up"); `Unknown` for a number that is none. */
export const priorAuthStatusLabel = (id: number): string => labels[id] ?? 'Unknown'

/** Approvals that let fills through today or later: queued, future, active. */
export const livePriorAuthStatuses: readonly number[] = [QUEUED, FUTURE, ACTIVE]
/** The same and blocks that stop fills. */
export const inForceStatuses: readonly number[] = [...livePriorAuthStatuses, BLOCK_ACTIVE]

/** Counts for a claim today or later: queued, future, active, or a block. */
export const isInForce = (statusId: number): boolean => inForceStatuses.includes(statusId)

/** The status of a keyed approval by its first day ('YYYY-MM-DD', `today` in the carrier's zone). */
export const statusFromStart = (startDate: string, today: string): typeof FUTURE | typeof ACTIVE =>
  startDate > today ? FUTURE : ACTIVE

/** The status it has by its dates: queued, future and active approvals and blocks expire, future approvals begin. */
export function statusByDate(of: { status_id: number; start_date: string; end_date: string; today: string }): number {
  const isOver = of.end_date < of.today
  if (livePriorAuthStatuses.includes(of.status_id) && isOver) return EXPIRED
  if (of.status_id === BLOCK_ACTIVE && isOver) return BLOCK_ENDED
  return of.status_id === FUTURE ? statusFromStart(of.start_date, of.today) : of.status_id
}
