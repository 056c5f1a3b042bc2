import { isoOf } from '#platform/dates/instant.ts'
import { toAdjuster, toCandidate } from '#features/owners/adjuster.ts'
import type { Candidate } from '#features/owners/rules.ts'
import type { CandidateFound } from '#features/owners/sql.ts'
import type { Leave } from '#features/owners/routing.ts'
import type { StandIn, TimeAway } from './contract.ts'
import { statusAt, type ToMove } from './rules.ts'
import type { ItemFound, LeaveRow } from './sql.ts'

/** A leave as lists show it. */
export const toTimeAway = (row: LeaveRow, now: string): TimeAway => ({
  leaveId: row.id,
  userId: row.user_id,
  name: row.name,
  startAt: isoOf(row.start_at),
  endAt: isoOf(row.end_at),
  status: statusAt({ startAt: row.start_at, endAt: row.end_at }, now),
  delegates: row.delegate_names,
  message: row.message,
  setBy: row.created_by_name,
  moved: row.moved,
  version: row.version,
})

/** A possible delegate as the picker shows them. */
export function toStandIn(row: CandidateFound, now: string): StandIn {
  const { userId, name, email, roleName, openCount, outOfOfficeUntil } = toAdjuster(row, now)
  return { userId, name, email, roleName, openCount: openCount ?? 0, outOfOfficeUntil }
}

/** The users of a routing question by id; the absent one with that leave and their supervisor. */
export function peopleOf(
  found: readonly CandidateFound[],
  leaving: { userId: string; leave?: Leave; supervisorId: string | null },
): ReadonlyMap<string, Candidate> {
  return new Map(
    found.map((row) => {
      const person = toCandidate(row)
      if (row.id !== leaving.userId) return [row.id, person]
      return [
        row.id,
        {
          ...person,
          supervisorId: leaving.supervisorId,
          ...(leaving.leave && { leaves: [leaving.leave] }),
        },
      ]
    }),
  )
}

/** An open request as routing sees it when its owner is away. */
export const toMove = (row: ItemFound, userId: string): ToMove => ({
  id: row.id,
  ownerId: userId,
  nextClockAt: row.next_clock_at,
  dueAt: row.statutory_due_at,
  opened: false,
  movedFromId: null,
  subCarrier: row.sub_carrier,
  routing: {
    primaryOwnerId: userId,
    secondaryOwnerIds: row.secondary_ids.filter((id) => id !== userId),
    groupDefaultIds: row.desk_ids.filter((id) => id !== userId),
    subCarrierDefaultIds: row.sub_desk_ids.filter((id) => id !== userId),
  },
})
