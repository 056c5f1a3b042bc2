import { leaving, type OutboxRow } from '#platform/jobs/outbox-row.ts'
import type { Happening } from './rules.ts'

/** The outbox row that says: tell everybody who must hear of this. It leaves when it may no longer be undone. */
export const toNotify = (of: {
  mc: string
  id: string
  authorizationId: string
  happening: Happening
  /** Who did it, and need not be told. */
  by?: string
  /** Whom the act itself names: those who are the matrix's `named`. */
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
