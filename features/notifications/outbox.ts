import { leaving, type OutboxRow } from '#platform/jobs/outbox-row.ts'
import type { Happening } from './rules.ts'

/** The outbox row that notifies the people of the matrix, once the act can no longer be undone. */
export const toNotify = (of: {
  mc: string
  id: string
  authorizationId: string
  happening: Happening
  /** The user who acted, who is not notified. */
  by?: string
  /** The people the act names: `named` in the matrix. */
  to?: readonly string[]
  now: string
  availableAt?: string
}): OutboxRow =>
  leaving({
    mc: of.mc,
    id: of.id,
    topic: 'notify',
    payload: {
      authorizationId: of.authorizationId,
      happening: of.happening,
      ...(of.by && { by: of.by }),
      ...(of.to && { to: of.to }),
    },
    now: of.now,
    authorizationId: of.authorizationId,
    availableAt: of.availableAt ?? of.now,
  })
