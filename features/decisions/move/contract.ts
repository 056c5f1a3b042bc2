import { z } from 'zod'
import { act, calls } from '#platform/calls/contract.ts'
import { uuid } from '#features/authorizations/contract.ts'
import { supervisorQuestions } from '#features/decision-rights/supervisor-questions.ts'
import { mcCode } from '#features/claims/fields.ts'
import { Moved, version, note } from '../call-shapes.ts'

export const moving = calls('decision', {
  move: act('PUT /authorizations/{id}/status/{status}', {
    id: 'C020',
    summary: 'Move a request to another working status',
    phi: 'full',
    ids: { id: 'rx_authorization' },
    carrier: ['masterCarrier'],
    input: z.strictObject({
      id: uuid,
      status: z.string().max(40),
      masterCarrier: mcCode.optional(),
      version,
      note,
      /** What a supervisor is asked about; of that move only. */
      about: z.enum(supervisorQuestions, `Enter one of ${supervisorQuestions.join(', ')}.`).optional(),
    }),
    output: Moved,
    refusals: [
      'NOT_FOUND',
      'UPDATE_BLOCKED',
      'NOT_ALLOWED',
      'UNSUPPORTED_STATUS',
      'ALREADY_DECIDED',
      'CONFLICT',
      'RULE',
      'PRECONDITION_REQUIRED',
    ],
  }),
})
