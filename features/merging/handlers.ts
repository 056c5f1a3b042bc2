import { lockClaimOfRequest } from '#features/claims/lock-sql.ts'
import { implement } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { lapseFirst } from '#features/authorizations/lapse.ts'
import { actorOf } from '#features/authorizations/rows.ts'
import { isComplete, status, statusLabel } from '#features/authorizations/statuses.ts'
import { refuseStaleVersion } from '#platform/calls/version.ts'
import { currentState } from '#features/authorizations/load.ts'
import { merging } from './contract.ts'
import { writeMerge } from './merge.ts'
import { whyNotMerge, whyNotMergeBy } from './rules.ts'
import * as sql from './sql.ts'

export const handlers = implement(merging)({
  merge: async (context) => {
    const { input, db, now } = context
    // The claim first, as every decision does: a merge and a decision of either request wait for each other.
    const [person, , found] = await Promise.all([
      context.who(),
      db.all(lockClaimOfRequest(input.into)),
      db.all(sql.lockBoth([input.id, input.into])),
    ])
    const gone = found.find(({ id }) => id === input.id)
    const stays = found.find(({ id }) => id === input.into)
    if (!gone || !stays) return notFound()
    lapseFirst([gone, stays], now.toISOString())
    context.refuse(whyNotMergeBy(person))
    const why = whyNotMerge(gone, stays)
    if (why?.code === 'ALREADY_DECIDED')
      return context.refuse({
        ...why,
        code: 'ALREADY_DECIDED',
        current: currentState(isComplete(gone.status_id) ? gone : stays),
      })
    context.refuse(why)
    refuseStaleVersion(context, { seen: input.version, current: currentState(gone) })
    refuseStaleVersion(context, { seen: input.intoVersion, current: currentState(stays), field: 'intoVersion' })
    const dueAt = writeMerge(context, gone, stays, actorOf(person), now.toISOString())
    context.note({
      claims: [gone.stratus_claim_id],
      type: 'rx_authorization',
      id: gone.id,
      detail: { from: gone.status_id, to: status.SUPERSEDED, into: stays.id, due: dueAt },
    })
    return {
      success: true,
      authorizationId: stays.id,
      referenceNumber: stays.reference_number,
      version: stays.version + 1,
      statutoryDueAt: new Date(dueAt).toISOString(),
      mergedAuthorizationId: gone.id,
      authorizationStatusId: status.SUPERSEDED,
      authorizationStatus: statusLabel(status.SUPERSEDED),
    }
  },
})
