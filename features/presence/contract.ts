import { z } from 'zod'
import { uuid } from '#features/authorizations/row-shape.ts'
import { act, calls, read } from '#platform/calls/contract.ts'

const Viewer = z.object({ userId: z.string(), name: z.string(), since: z.string() })

/**
 * Shows who works on what, nothing of a patient, so it is not audited. The first sign of a user on a day is a line of the
 * request's log (320): from it the timeline knows when somebody looked first.
 */
export const presence = calls('presence', {
  of: read('GET /authorizations/{id}/lock', {
    id: 'E16',
    summary: 'Who else has a request open now',
    phi: 'none',
    ids: { id: 'rx_authorization' },
    input: z.strictObject({ id: uuid }),
    output: z.object({ viewers: z.array(Viewer) }),
    refusals: ['NOT_FOUND'],
  }),
  open: act('PUT /authorizations/{id}/lock', {
    id: 'E16',
    summary: 'Say that the caller has a request open, again every half minute',
    phi: 'none',
    limit: 'telemetry',
    ids: { id: 'rx_authorization' },
    input: z.strictObject({ id: uuid }),
    output: z.object({ success: z.literal(true), viewers: z.array(Viewer) }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED'],
  }),
  leave: act('DELETE /authorizations/{id}/lock', {
    id: 'E16',
    summary: 'Say that the caller has left a request',
    phi: 'none',
    limit: 'telemetry',
    ids: { id: 'rx_authorization' },
    input: z.strictObject({ id: uuid }),
    output: z.object({ success: z.literal(true) }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED'],
  }),
  all: read('GET /authorizations/locks', {
    id: 'X206',
    summary: 'Which requests others have open now, and who, for the rows of the worklist',
    phi: 'none',
    input: z.strictObject({}),
    output: z.object({ content: z.array(z.object({ authorizationId: z.string(), viewers: z.array(Viewer) })) }),
  }),
})
