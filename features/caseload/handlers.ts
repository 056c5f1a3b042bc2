import { status } from '#features/authorizations/statuses.ts'
import { cleanRoles } from '#features/permissions/roles.ts'
import { queuesOf } from '#features/worklist/queues.ts'
import { implement, oneTrip } from '#platform/calls/handler.ts'
import { caseload } from './contract.ts'
import * as sql from './sql.ts'

export const handlers = implement(caseload)({
  carriers: oneTrip(
    () => ({ rows: sql.carriers() }),
    ({ rows }, { person }) => ({
      carriers: rows.map((row) => {
        const there = { ...person, mc: row.mc, roles: cleanRoles(row.roles), licenseStates: row.license_states }
        const waiting = (id: number): number =>
          id === status.PENDING_CLINICAL
            ? row.with_pharmacist
            : id === status.PENDING_UR
              ? row.with_reviewer
              : id === status.PENDING_SECOND_APPROVAL
                ? row.with_second
                : row.with_supervisor
        return {
          code: row.mc,
          pendingAuthCount: row.pending,
          escalatedAuthCount: row.escalated,
          overdueCount: row.overdue,
          dueTodayCount: row.due_today,
          dueTomorrowCount: row.due_tomorrow,
          atCounterCount: row.at_counter,
          letterCameCount: row.letter_came,
          queues: queuesOf(there).map((queue) => ({ status: queue.status, waiting: waiting(queue.status) })),
          leastDueAt: row.least_due,
          approvalLimit: row.approval_limit,
        }
      }),
    }),
  ),

  programs: oneTrip(
    () => ({ found: sql.programs() }),
    ({ found }) => ({ programs: found }),
  ),
})
