import { z } from 'zod'
import { PriorAuth, uuid } from '#features/authorizations/contract.ts'
import { day } from '#platform/dates/fields.ts'
import { level, mcCode, subCode } from '#features/claims/fields.ts'

// What the calls of a decision take and answer alike.

const code = z.string().regex(/^[0-9A-Z]{2,3}$/, 'Enter a reject code.')
/** A reject an approval clears or keeps; of a safety code with several findings `finding` says which one. */
export const namedReject = z.strictObject({
  rejectCode: code,
  override: z.boolean(),
  finding: z.string().max(300).optional(),
  /** Why this safety finding may be cleared. */
  reason: z.string().max(500).optional(),
})
export const version = z.int().min(1).max(2_147_483_647).optional()

const Callback = z.object({ callbackId: z.string(), status: z.string() })

/** What a move answers: the new state. */
export const Moved = z.object({
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

export const note = z.string().max(2000).optional()
export const common = {
  authorizationId: uuid.optional(),
  masterCarrier: mcCode.optional(),
  subCarrier: subCode.optional(),
  version,
  note,
}
/** What a prior authorization or a block covers, and from when to when. */
export const reach = {
  startDate: day.optional(),
  endDate: day.optional(),
  oneTimeFill: z.boolean().optional(),
  drugLevel: level.optional(),
}
/** Why, by number and in words. */
export const why = {
  priorauthReasonDesc: z.string().max(250).optional(),
  reasonId: z.int().min(1).max(99).optional(),
}
export const rejectCodes = z.array(code).max(20).optional()

/** Why a request may not be decided by this person now. */
export const undecidable = ['NOT_FOUND', 'UPDATE_BLOCKED', 'NOT_ALLOWED', 'ALREADY_DECIDED', 'CONFLICT'] as const
