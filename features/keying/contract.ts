import { z } from 'zod'
import { TakenBy } from '#features/callbacks/contract.ts'
import { page, size } from '#features/claims/fields.ts'
import { act, calls, read } from '#platform/calls/contract.ts'

/** A prior authorization that has to be keyed into the adjudication system. */
export const ToKey = z.object({
  priorAuthId: z.string(),
  overrideRef: z.string(),
  authorizationId: z.string().nullable(),
  referenceNumber: z.string().nullable(),
  claimNumber: z.string(),
  groupCode: z.string(),
  drugName: z.string(),
  /** Drug code level and prefix it covers; the NDC where it covers one package. */
  level: z.int(),
  gpiPrefix: z.string(),
  ndc: z.string().nullable(),
  brandFlag: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  oneTime: z.boolean(),
  maxFills: z.int().nullable(),
  maxQty: z.number().nullable(),
  maxDays: z.int().nullable(),
  /** US dollars per fill. */
  maxCost: z.number().nullable(),
  codes: z.array(z.string()),
  attempts: z.int(),
  lastError: z.string().nullable(),
  waitingSince: z.string(),
  claimId: z.string(),
  subCarrier: z.string(),
  takenBy: TakenBy,
})
export type ToKey = z.infer<typeof ToKey>

export const keying = calls('keying', {
  queue: read('GET /keyingQueue?page&size', {
    id: 'E12',
    summary: 'Approvals of groups without Auto-PA that wait to be keyed, the oldest first',
    phi: 'limited',
    limit: 'search',
    input: z.strictObject({ page, size }),
    output: z.object({ waiting: z.array(ToKey), page: z.int(), size: z.int(), more: z.boolean() }),
    refusals: ['NOT_ALLOWED'],
  }),
  assign: act('PUT /keyingQueue/{id}/assignee', {
    id: 'E12',
    summary: 'Take an approval to key, or give it back; one user has it at a time',
    phi: 'limited',
    ids: { id: 'prior_auth' },
    input: z.strictObject({
      id: z.uuid('Enter the id of a prior authorization.'),
      mine: z.boolean('Say whether you take it.'),
    }),
    output: z.object({ success: z.literal(true), priorAuthId: z.string(), takenBy: TakenBy }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'NOT_ALLOWED', 'ALREADY_DECIDED', 'CONFLICT'],
  }),
  keyed: act('PUT /keyingQueue/{id}', {
    id: 'E12',
    summary: 'Whether adjudication took a keyed approval; when it did, the pharmacy is notified',
    phi: 'limited',
    ids: { id: 'prior_auth' },
    input: z.strictObject({
      id: z.uuid('Enter the id of a prior authorization.'),
      accepted: z.boolean('Say whether it was accepted.'),
      /** Why it was not accepted. */
      error: z.string().trim().max(250).optional(),
    }),
    output: z.object({ success: z.literal(true), priorAuthId: z.string(), statusId: z.int(), status: z.string() }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'NOT_ALLOWED', 'ALREADY_DECIDED', 'CONFLICT', 'VALIDATION'],
  }),
})
