import { reasonField } from '#features/authorizations/reason-field.ts'
import { day } from '#platform/dates/fields.ts'
import { z } from 'zod'
import { Page } from '#platform/calls/page.ts'
import { level } from '#features/claims/fields.ts'
import { claimId, gpiPrefix, mcCode, page, reject, size } from '#features/claims/fields.ts'
import { act, calls, read } from '#platform/calls/contract.ts'
import { bypassReasons } from '#reference/bypass-reasons.ts'

/** A period in which authorization edits are suspended for a claim. Amounts in US dollars. */
export const Bypass = z.object({
  bypassId: z.string(),
  claimId: z.string(),
  scope: z.enum(['ALL', 'DRUG']),
  gpiPrefix: z.string().nullable(),
  /** The drugs it applies to, in words. */
  drugs: z.string(),
  reason: z.string(),
  /** `*` is every code a bypass may clear. */
  codes: z.array(z.string()),
  startDate: z.string(),
  endDate: z.string(),
  maxFills: z.int().nullable(),
  maxCostPerFill: z.number().nullable(),
  fillsUsed: z.int(),
  /** As of today: one whose window is over has ended. */
  status: z.enum(['ACTIVE', 'ENDED', 'REVOKED']),
})
export type Bypass = z.infer<typeof Bypass>

const bypassId = z.uuid('Enter the id of a bypass.')

export const bypasses = calls('bypasses', {
  set: act('POST /addAuthorizationBypass', {
    id: 'C125',
    summary: 'Let authorization edits rest on a claim for a time; never a safety code, never a hard stop',
    phi: 'limited',
    carrier: ['masterCarrier'],
    ids: { claimId: 'wc_claim' },
    input: z.strictObject({
      claimId,
      masterCarrier: mcCode.optional(),
      /** The whole claim, or the drugs under a code. */
      scope: z.enum(['ALL', 'DRUG'], 'Enter ALL or DRUG.'),
      gpi: gpiPrefix.optional(),
      drugLevel: level.optional(),
      reason: z.enum(bypassReasons, `Enter one of ${bypassReasons.join(', ')}.`),
      startDate: day,
      endDate: day,
      maxFills: z.int().min(1, 'Enter 1 to 12 fills.').max(12, 'Enter 1 to 12 fills.').optional(),
      maxCostPerFill: z.number().positive().max(250_000).optional(),
      /** Left out: every code a bypass may clear. */
      codes: z.array(reject).min(1, 'Name at least one code, or leave them out.').max(20).optional(),
      note: z.string().max(1000).optional(),
    }),
    output: z.object({ success: z.literal(true), bypass: Bypass, warnings: z.array(z.string()) }),
    refusals: [
      'NOT_FOUND',
      'UPDATE_BLOCKED',
      'NOT_ALLOWED',
      'VALIDATION',
      'DUPLICATE',
      'DATES_NOT_ALLOWED',
      'CODE_NOT_YOURS_TO_CLEAR',
    ],
  }),
  end: act('PUT /authorizationBypass/{bypassId}/end', {
    id: 'C125',
    summary: 'End a bypass before its time',
    phi: 'limited',
    ids: { bypassId: 'auth_bypass' },
    input: z.strictObject({ bypassId, reason: reasonField('Enter why it ends.', 1000) }),
    output: z.object({ success: z.literal(true), bypass: Bypass }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'NOT_ALLOWED', 'ALREADY_DECIDED'],
  }),
  history: read('POST /authorizationBypass/eventHistory', {
    id: 'C126',
    summary: 'What was set, used and ended of the bypasses of a claim, newest first',
    phi: 'limited',
    ids: { claimId: 'wc_claim', bypassId: 'auth_bypass' },
    input: z.strictObject({ claimId: claimId.optional(), bypassId: bypassId.optional(), page, size }),
    output: Page(
      z.object({
        /** Null where transition of care cleared the fill. */
        bypassId: z.string().nullable(),
        at: z.string(),
        actor: z.string(),
        action: z.enum(['SET', 'USED', 'ENDED']),
        transaction: z
          .object({
            tcn: z.string(),
            fillDate: z.string(),
            drugName: z.string(),
            paidAmount: z.number().nullable(),
            codes: z.array(z.string()),
          })
          .nullable(),
        detail: z.string(),
      }),
    ).extend({
      bypasses: z.array(Bypass),
      /** The carrier's current day. */
      today: z.string(),
      /** Why this user may set and end none; null where they may. */
      whyNotSet: z.object({ code: z.string(), message: z.string() }).nullable(),
    }),
    refusals: ['NOT_FOUND', 'VALIDATION'],
  }),
})
