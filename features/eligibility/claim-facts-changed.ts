import { dateIn, instantOf } from '#platform/dates/zone.ts'
import { leaving, type OutboxRow } from '#platform/jobs/outbox-row.ts'
import { FACTS_CHANGED } from './claim-fact-sql.ts'

/** Has the open requests of a claim looked at: at once, or at the start of the day a change begins to hold. */
export function afterFacts(of: {
  mc: string
  id: string
  claimId: string
  factIds: readonly string[]
  from: string
  zone: string
  now: Date
}): OutboxRow {
  const now = of.now.toISOString()
  const later = of.from > dateIn(of.now.getTime(), of.zone)
  return leaving({
    mc: of.mc,
    id: of.id,
    topic: FACTS_CHANGED,
    payload: { claimId: of.claimId, factIds: [...of.factIds] },
    now,
    ...(later && { availableAt: new Date(instantOf(of.from, '00:00', of.zone)).toISOString() }),
  })
}
