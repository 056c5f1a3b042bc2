import { day } from '#platform/dates/fields.ts'
import { z } from 'zod'
import { act, calls, read } from '#platform/calls/contract.ts'
import { mcCode, subCode } from '#features/claims/fields.ts'
import { PriorAuth, uuid } from '#features/authorizations/contract.ts'

/** How far a permission reaches: digits of the drug code, or 11 for one package. */
export const level = z
  .int()
  .refine((value) => [2, 4, 6, 8, 10, 11, 12, 14].includes(value), 'Give a level of 2, 4, 6, 8, 10, 11, 12 or 14.')
const code = z.string().regex(/^[0-9A-Z]{2,3}$/, 'Give a reject code.')
const version = z.int().min(1).max(2_147_483_647).optional()

const Callback = z.object({ callbackId: z.string(), status: z.string() })

/** What a move answers: the new state. */
const Moved = z.object({
  success: z.literal(true),
  authorizationId: z.string(),
  authorizationStatusId: z.int(),
  authorizationStatus: z.string(),
  version: z.int(),
})

/** What a decision answers: the new state, and until when it can be undone. */
export const Decided = Moved.extend({
  priorAuth: PriorAuth.nullable(),
  callback: Callback.nullable(),
  undoUntil: z.string(),
  warnings: z.array(z.string()),
})
export type Decided = z.infer<typeof Decided>

export const EditRules = z.object({
  fields: z.object({
    startDate: z.object({ editable: z.boolean(), min: z.string(), max: z.string(), default: z.string() }),
    endDate: z.object({ editable: z.boolean(), min: z.string(), max: z.string(), default: z.string() }),
    oneTimeFill: z.object({ editable: z.boolean(), default: z.boolean() }),
    drugLevel: z.object({ allowed: z.array(z.int()), default: z.int() }),
    paMaxFill: z.object({ visible: z.boolean(), min: z.int(), max: z.int(), default: z.int().nullable() }),
    overrideAllRejections: z.object({ visible: z.boolean() }),
    safetyRejectEnabled: z.object({ visible: z.boolean(), ackRequired: z.boolean() }),
  }),
  hardStops: z.array(z.string()),
  approveAuthType: z.object({ id: z.int(), name: z.string() }),
  situation: z.string(),
  levels: z.array(z.object({ level: z.int(), label: z.string(), description: z.string() })),
})
export type EditRules = z.infer<typeof EditRules>

const note = z.string().max(2000).optional()
const common = {
  authorizationId: uuid.optional(),
  masterCarrier: mcCode.optional(),
  subCarrier: subCode.optional(),
  version,
  note,
}
/** What a permission or a block covers, and from when to when. */
const reach = {
  startDate: day.optional(),
  endDate: day.optional(),
  oneTimeFill: z.boolean().optional(),
  drugLevel: level.optional(),
}
/** Why, by number and in words. */
const why = {
  priorauthReasonDesc: z.string().max(250).optional(),
  reasonId: z.int().min(1).max(99).optional(),
}
const rejectCodes = z.array(code).max(20).optional()
/** A day as the pharmacies' service writes it. */
const callbackDay = z
  .string()
  .regex(/^\d{2}\/\d{2}\/\d{4} 12:00 AM$/, 'Give the date as MM/DD/YYYY 12:00 AM.')
  .nullable()

/** Why a request may not be decided by this person now. */
const undecidable = ['NOT_FOUND', 'UPDATE_BLOCKED', 'NOT_ALLOWED', 'ALREADY_DECIDED', 'CONFLICT'] as const

export const decision = calls('decision', {
  approve: act('PUT /authorizations/{id}/status/approve', {
    id: 'C017',
    summary: 'Grant a request',
    phi: 'full',
    ids: { id: 'rx_authorization' },
    carrier: ['masterCarrier'],
    input: z.strictObject({
      id: uuid,
      ...common,
      ...reach,
      overrideAllRejections: z.boolean().optional(),
      rejects: z
        .array(z.strictObject({ rejectCode: code, override: z.boolean() }))
        .max(20)
        .optional(),
      ...why,
      paMaxFill: z.int().min(1).max(12).nullable().optional(),
      maxQty: z.number().positive().max(9999.999).nullable().optional(),
      maxDays: z.int().min(1).max(365).nullable().optional(),
      safetyRejectEnabled: z.boolean().optional(),
      safetyAck: z.string().max(500).optional(),
      supersede: z.boolean().optional(),
    }),
    output: Decided,
    refusals: [
      ...undecidable,
      'DUPLICATE',
      'PRECONDITION_REQUIRED',
      'CODE_NOT_YOURS_TO_CLEAR',
      'LEVEL_NOT_ALLOWED',
      'SAFETY_NEEDS_PHARMACIST',
      'NEEDS_UR_DECISION',
      'DATES_NOT_ALLOWED',
      'REASON_REQUIRED',
      'HARD_STOP',
      'NOT_OVERRIDABLE',
      'RULE',
    ],
  }),
  reject: act('PUT /authorizations/{id}/status/reject', {
    id: 'C018',
    summary: 'Deny a request and block the drug for a time',
    phi: 'full',
    ids: { id: 'rx_authorization' },
    carrier: ['masterCarrier'],
    input: z.strictObject({
      id: uuid,
      ...common,
      ...reach,
      rejectCodes,
      ...why,
      terminateExisting: z.boolean().optional(),
    }),
    output: Decided,
    refusals: [
      ...undecidable,
      'DUPLICATE',
      'PRECONDITION_REQUIRED',
      'NEEDS_UR_DECISION',
      'REASON_REQUIRED',
      'DATES_NOT_ALLOWED',
      'LEVEL_NOT_ALLOWED',
      'RULE',
    ],
  }),
  rejectThisFill: act('PUT /authorizations/{id}/status/reject/nopriorauth', {
    id: 'C019',
    summary: 'Deny this fill only, nothing is blocked',
    phi: 'full',
    ids: { id: 'rx_authorization' },
    carrier: ['masterCarrier'],
    input: z.strictObject({
      id: uuid,
      ...common,
      rejectCodes,
      ...why,
    }),
    output: Decided,
    refusals: [...undecidable, 'PRECONDITION_REQUIRED', 'NEEDS_UR_DECISION', 'REASON_REQUIRED', 'RULE'],
  }),
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
    ],
  }),
  undo: act('POST /authorizations/{id}/undo', {
    id: 'X01',
    summary: 'Take a decision back while nothing has left the house',
    phi: 'full',
    ids: { id: 'rx_authorization' },
    input: z.strictObject({ id: uuid }),
    output: Moved,
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'NOT_ALLOWED', 'UNDO_TOO_LATE', 'CONFLICT'],
  }),
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
  callback: act('POST /workcomp/v1/pharmacy-cb/', {
    id: 'C034',
    summary: 'Tell the pharmacy the outcome',
    phi: 'full',
    ids: { authorizationId: 'rx_authorization' },
    also: ['POST /pharmacy-cb/'],
    input: z.strictObject({
      authorizationId: uuid,
      pharmacyNabp: z.string().regex(/^\d{7}$/, 'Give seven digits.'),
      deliveryType: z.int().min(1).max(9),
      subCarrier: subCode.optional(),
      overrideEditsFlag: z.boolean().optional(),
      oneTimeFillFlag: z.boolean(),
      authorizationStartDate: callbackDay,
      authorizationEndDate: callbackDay,
    }),
    output: z.object({ success: z.literal(true), callbackId: z.string(), status: z.string() }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'NOT_ALLOWED', 'CONFLICT', 'RULE', 'VALIDATION'],
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
      authorizationId: uuid,
      action: z.enum(['APPROVE', 'REJECT']).default('APPROVE'),
    }),
    output: EditRules,
    refusals: ['NOT_FOUND'],
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
