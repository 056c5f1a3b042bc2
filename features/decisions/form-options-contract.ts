import { z } from 'zod'
import { calls, read } from '#platform/calls/contract.ts'
import { PriorAuth, uuid } from '#features/authorizations/contract.ts'
import { gpiPrefix, level, mcCode, subCode } from '#features/claims/fields.ts'
import { rejectCodes } from './call-shapes.ts'
import { FormRules } from './edit-rules-shape.ts'

/** What a decision form may offer: the fields with their limits, the dates, the reasons. */
export const formOptions = calls('decision', {
  effectiveDates: read('GET /patients/authorizations/{id}/effectiveDates', {
    id: 'C022',
    summary: 'Default and allowed dates of an approval',
    phi: 'limited',
    ids: { id: 'rx_authorization' },
    input: z.strictObject({ id: uuid, drugLevel: level.optional(), oneTimeFill: z.boolean().optional() }),
    output: z.object({
      startDate: z.string(),
      endDate: z.string(),
      minStart: z.string(),
      maxEnd: z.string(),
      reason: z.string(),
      existingPriorAuths: z.array(PriorAuth),
    }),
    refusals: ['NOT_FOUND'],
  }),
  reasons: read('POST /authorizations/priorauthreasons', {
    id: 'C038',
    summary: 'Reasons for the decision form',
    phi: 'none',
    carrier: ['masterCarrier'],
    input: z.strictObject({
      masterCarrier: mcCode.optional(),
      subCarrier: subCode.optional(),
      action: z.enum(['APPROVE', 'REJECT']),
      jurisState: z.string().max(8).optional(),
      rejectCodes,
    }),
    output: z.array(
      z.object({
        reasonId: z.int(),
        description: z.string(),
        requiresNote: z.boolean(),
        /** What the note has to say. */
        noteHint: z.string().optional(),
        letterText: z.string().nullable(),
        default: z.boolean(),
        urOnly: z.boolean(),
      }),
    ),
  }),
  editRules: read('POST /authorizations/priorautheditrules', {
    id: 'C039',
    summary: 'Which fields of a decision are allowed, and between what',
    phi: 'limited',
    carrier: ['masterCarrier'],
    ids: { authorizationId: 'rx_authorization' },
    input: z.strictObject({
      masterCarrier: mcCode.optional(),
      subCarrier: subCode.optional(),
      /** The request to decide; without one, of a request as the following say. */
      authorizationId: uuid.optional(),
      rejectCodes,
      gpi: gpiPrefix.optional(),
      jurisState: z.string().min(2, 'Enter a state.').max(8, 'Enter a state.').optional(),
      action: z.enum(['APPROVE', 'REJECT']).default('APPROVE'),
    }),
    output: FormRules,
    refusals: ['NOT_FOUND', 'VALIDATION'],
  }),
  autoPaUser: read('GET /isAutoPaUser?masterCarrierCode&subCarrierCode&groupNumber', {
    id: 'C053',
    summary: 'Does an approval write straight through',
    phi: 'none',
    carrier: ['masterCarrierCode'],
    input: z.strictObject({
      masterCarrierCode: mcCode,
      subCarrierCode: subCode.optional(),
      groupNumber: z.string().max(15),
    }),
    output: z.object({ isAutoPaUser: z.boolean() }),
  }),
  rejectionReasons: read('GET /authorizations/rejectionReasons?masterCarrier&jurisState', {
    id: 'C063',
    summary: 'The dictionary of denial reasons',
    phi: 'none',
    carrier: ['masterCarrier'],
    input: z.strictObject({ masterCarrier: mcCode.optional(), jurisState: z.string().max(8).optional() }),
    output: z.array(
      z.object({
        reasonId: z.int(),
        code: z.string(),
        description: z.string(),
        requiresNote: z.boolean(),
        urOnly: z.boolean(),
      }),
    ),
  }),
})
