import { z } from 'zod'
import { act, calls } from '#platform/calls/contract.ts'
import { uuid } from '#features/authorizations/contract.ts'
import { Moved } from '../call-shapes.ts'

export const undoing = calls('decision', {
  undo: act('POST /authorizations/{id}/undo', {
    id: 'X01',
    summary: 'Take a decision back while nothing was sent',
    phi: 'full',
    ids: { id: 'rx_authorization' },
    input: z.strictObject({ id: uuid }),
    output: Moved,
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'NOT_ALLOWED', 'UNDO_TOO_LATE', 'CONFLICT'],
  }),
})
