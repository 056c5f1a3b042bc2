import { leaving, type OutboxRow } from '#platform/jobs/outbox-row.ts'
import type { Chosen } from './may-choose.ts'
import type { Happening } from './rules.ts'

/** `lastDay`: MM/DD/YYYY. */
export type EndMoved = { lastDay: string; reason: string; chosen: readonly Chosen[] }

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
  /** An approval whose end was moved: the new last day, why, and whom of these to notify. */
  moved?: EndMoved
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
      ...(of.moved && { moved: of.moved }),
    },
    now: of.now,
    authorizationId: of.authorizationId,
    availableAt: of.availableAt ?? of.now,
  })
