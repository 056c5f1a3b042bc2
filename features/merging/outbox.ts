import { leaving, type OutboxRow } from '#platform/jobs/outbox-row.ts'

/** The outbox row that says: look whether this new request is the same as an open one (T28). */
export const mayBeSame = (mc: string, id: string, authorizationId: string, now: string): OutboxRow =>
  leaving({ mc, id, topic: 'authorizations.duplicate', payload: { authorizationId }, now })
