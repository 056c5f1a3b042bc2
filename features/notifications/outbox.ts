import { leaving, type OutboxRow } from '#platform/leaving.ts'
import type { Happening } from './rules.ts'

/** The outbox row that says: tell everybody who must hear of this. It leaves when it may no longer be undone. */
export const toNotify = (of: {
  mc: string
  id: string
  authorizationId: string
  happening: Happening
  now: string
  availableAt?: string
}): OutboxRow =>
  leaving({
    mc: of.mc,
    id: of.id,
    topic: 'notify',
    payload: { authorizationId: of.authorizationId, happening: of.happening },
    now: of.now,
    authorizationId: of.authorizationId,
    availableAt: of.availableAt ?? of.now,
  })
