import { claimOfRow } from '#features/claims/seen-sql.ts'
import { implement, oneTrip, seen } from '#platform/calls/handler.ts'
import { toDetail } from '#features/authorization-detail/detail.ts'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { factsOfClaims } from '#features/authorizations/facts-sql.ts'
import { AuthRow } from '#features/authorizations/row-shape.ts'
import { counts } from '#features/worklist/counts-sql.ts'
import { notAllowed } from '#features/worklist/others-numbers.ts'
import { pendingBySubCarrier } from './sql.ts'
import { claimRequests } from './contract.ts'

/** What a list shows of a request. */
const rowOf = (detail: AuthDetail): AuthRow =>
  Object.fromEntries(Object.keys(AuthRow.shape).map((name) => [name, detail[name as keyof AuthRow]])) as AuthRow

export const handlers = implement(claimRequests)({
  pendingCount: oneTrip(
    ({ email }) => ({ found: counts({ email, username: undefined, owners: undefined, statuses: undefined }) }),
    ({ found: [row] }, { refuse }) => {
      if (!row!.allowed) refuse(notAllowed)
      return { pendingAuthCount: row!.pending }
    },
  ),

  bySubCarrier: oneTrip(
    () => ({ rows: pendingBySubCarrier() }),
    ({ rows }) =>
      rows.map((row) => ({
        subCarrier: row.sub_carrier,
        subCarrierName: row.name,
        pendingCount: row.pending,
        escalatedCount: row.escalated,
        overdueCount: row.overdue,
        oldestHours: row.oldest_hours,
      })),
  ),

  pending: oneTrip(
    ({ sc, claimNumbers }) => ({ rows: seen(factsOfClaims(sc, claimNumbers, 'open'), claimOfRow) }),
    ({ rows }, { person, now, portal }) =>
      rows
        .map((row) => toDetail(row, person, now, portal.settings.undoSeconds))
        .map((detail) => ({ ...rowOf(detail), allowedActions: detail.allowedActions })),
  ),
  completed: oneTrip(
    ({ sc, claimNumbers }) => ({ rows: seen(factsOfClaims(sc, claimNumbers, 'complete'), claimOfRow) }),
    ({ rows }, { person, now, portal }) =>
      rows
        .map((row) => toDetail(row, person, now, portal.settings.undoSeconds))
        .map((detail) => ({ ...rowOf(detail), decision: detail.decision, priorAuth: detail.priorAuth })),
  ),
})
