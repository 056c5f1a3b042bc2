import type { Why } from '#platform/calls/refusal.ts'

/** Why a permission cannot be keyed: only one that waits for it. */
export const whyNotKey = (statusId: number): Why | undefined =>
  statusId === 1
    ? undefined
    : { code: 'ALREADY_DECIDED', message: 'This prior authorization does not wait to be keyed any more.' }

/** Accepted, it is in force from its first day on: 3 active, 2 while that day is ahead. */
export const acceptedStatus = (startDate: string, today: string): 2 | 3 => (startDate > today ? 2 : 3)
