import { z } from 'zod'
import { act, calls, read } from '#platform/calls/contract.ts'
import { uuid } from '#features/authorizations/row-shape.ts'
import { roles } from '#features/permissions/roles.ts'
import { SearchFilter } from '#features/worklist/contract.ts'
import { allKinds, bulkKinds, MOST_ITEMS } from './rules.ts'

const bulkId = z.uuid('Enter the id of a bulk act.')
const states = ['WAITING', 'DONE', 'REFUSED', 'CANCELED'] as const
const { masterCarrier: _own, ...filter } = SearchFilter

const BulkAct = z.object({
  bulkId: z.string(),
  what: z.enum(allKinds),
  startedAt: z.string(),
  total: z.int(),
  waiting: z.int(),
  done: z.int(),
  refused: z.int(),
  canceled: z.int(),
  mayUndo: z.boolean(),
})
export type BulkAct = z.infer<typeof BulkAct>

const BulkItem = z.object({
  authorizationId: z.string(),
  referenceNumber: z.string(),
  claimant: z.string(),
  drug: z.string(),
  state: z.enum(states),
  /** Why it was refused. */
  code: z.string().nullable(),
  message: z.string().nullable(),
})
export type BulkItem = z.infer<typeof BulkItem>

const StartInput = z.strictObject({
  what: z.enum(bulkKinds, `Enter ${bulkKinds.join(', ')}.`),
  /** To assign: whom to, the first decides first. */
  userEmails: z
    .array(z.string().min(3, 'Enter an e-mail address.').max(254))
    .min(1, 'Choose a case owner.')
    .max(10, 'Choose at most 10 case owners.')
    .optional(),
  /** To snooze. */
  hours: z.int().min(1).max(48).optional(),
  requests: z
    .array(z.strictObject({ authorizationId: uuid, version: z.int().min(1).max(2_147_483_647) }))
    .min(1, 'Choose a request.')
    .max(MOST_ITEMS, `Choose at most ${MOST_ITEMS.toLocaleString('en-US')} requests.`)
    .refine((all) => new Set(all.map(({ authorizationId }) => authorizationId)).size === all.length, {
      error: 'Name each request once.',
    })
    .optional(),
  /** Everything this search finds. */
  search: z.strictObject(filter).optional(),
  /** How many the user was shown that the search finds: more are refused. */
  count: z
    .int()
    .min(1)
    .max(MOST_ITEMS * 10)
    .optional(),
})

export const bulkActs = calls('bulkActs', {
  start: act('POST /authorizations/bulk', {
    id: 'X202',
    summary: 'Begin one act on many requests, named or found by a search; each is judged by itself',
    phi: 'none',
    input: StartInput,
    output: z.object({ success: z.literal(true), bulkId: z.string(), total: z.int() }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'FEATURE_OFF', 'CONFLICT', 'RULE', 'VALIDATION'],
  }),
  preview: read('POST /authorizations/bulk/preview', {
    id: 'X207',
    summary: 'What would become of the requests of a bulk act, with the reasons for those that would be left',
    phi: 'none',
    roles, // what became of a request is something of a patient
    input: StartInput,
    output: z.object({
      /** How many were looked at: the first of them where there are more. */
      checked: z.int(),
      can: z.int(),
      left: z.array(z.object({ code: z.string(), message: z.string(), count: z.int() })),
    }),
    refusals: ['FEATURE_OFF', 'VALIDATION'],
  }),
  mine: read('GET /authorizations/bulk', {
    id: 'X203',
    summary: "The caller's bulk acts of the last day, the latest first",
    phi: 'none',
    input: z.strictObject({}),
    output: z.object({ content: z.array(BulkAct) }),
  }),
  of: read('GET /authorizations/bulk/{bulkId}?state&after', {
    id: 'X204',
    summary: 'How far an own bulk act is, and what became of each request',
    phi: 'limited',
    ids: { bulkId: 'bulk_act' },
    input: z.strictObject({
      bulkId,
      state: z.enum(states).optional(),
      /** `next` of the previous page. */
      after: z.int().min(0).max(MOST_ITEMS).optional(),
    }),
    output: BulkAct.extend({ items: z.array(BulkItem), next: z.int().nullable() }),
    refusals: ['NOT_FOUND'],
  }),
  cancel: act('PUT /authorizations/bulk/{bulkId}/cancel', {
    id: 'X205',
    summary: 'Leave the requests alone that an own bulk act has not come to yet',
    phi: 'none',
    ids: { bulkId: 'bulk_act' },
    input: z.strictObject({ bulkId }),
    output: z.object({ success: z.literal(true), bulkId: z.string() }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED'],
  }),
  undo: act('POST /authorizations/bulk/{bulkId}/undo', {
    id: 'X208',
    summary: 'Take an own bulk act back where the single act can be; each request that changed since is left',
    phi: 'none',
    ids: { bulkId: 'bulk_act' },
    input: z.strictObject({ bulkId }),
    output: z.object({ success: z.literal(true), bulkId: z.string(), total: z.int() }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'RULE', 'UNDO_TOO_LATE'],
  }),
})
