import { z } from 'zod'
import { act, calls, read } from '#platform/calls/contract.ts'
import { Adjuster, uuid } from '#features/authorizations/contract.ts'

export const owners = calls('owners', {
  assign: act('PUT /authorizations/{id}/adjuster/assign?userEmails', {
    id: 'C016',
    summary: 'Assign case owners; the first decides first',
    phi: 'limited',
    ids: { id: 'rx_authorization' },
    input: z.strictObject({
      id: uuid,
      userEmails: z
        .array(z.string().min(3, 'Give an e-mail address.').max(254))
        .min(1, 'Choose a case owner.')
        .max(10, 'Choose at most 10 case owners.'),
      /** Of the request as the caller sees it. */
      version: z.int().min(1).max(2_147_483_647).optional(),
    }),
    output: z.object({
      success: z.literal(true),
      authorizationId: z.string(),
      version: z.int(),
      caseOwners: z.array(Adjuster),
      /**
       * The former owners in order, whom an undo assigns again. Empty when there were none, or one of them no longer
       * qualifies.
       */
      formerUserEmails: z.array(z.string()),
      warnings: z.array(z.string()),
    }),
    refusals: [
      'NOT_FOUND',
      'UPDATE_BLOCKED',
      'NOT_ALLOWED',
      'ALREADY_DECIDED',
      'CONFLICT',
      'PRECONDITION_REQUIRED',
      'VALIDATION',
      'RULE',
    ],
  }),
  typeAhead: read('GET /adjusters/authorization/_{authId}/typeAheadChars/_{chars}/listAdjusters', {
    id: 'B04',
    summary: 'Adjusters who may own this request, by the first letters',
    phi: 'none',
    limit: 'search',
    ids: { authId: 'rx_authorization' },
    input: z.strictObject({ authId: uuid, chars: z.string().min(2, 'Enter at least 2 characters').max(60) }),
    output: z.array(Adjuster),
    refusals: ['NOT_FOUND'],
  }),
  ofGroup: read('GET /adjusters/masterCarrier/_{mc}/subCarrier/_{sc}/groupCode/_{g}/listAdjusters', {
    id: 'B05',
    summary: 'Adjusters who may own requests of a group',
    phi: 'none',
    carrier: ['mc'],
    input: z.strictObject({
      mc: z.string().regex(/^[A-Z0-9]{2,6}$/, 'Give a carrier code.'),
      sc: z.string().regex(/^[A-Z0-9]{2,8}$/, 'Give a sub-carrier code.'),
      g: z.string().min(1).max(15),
    }),
    output: z.array(Adjuster),
    refusals: ['NOT_FOUND'],
  }),
  byName: read('GET /authorizations/{id}/adjusters/{name}', {
    id: 'C015',
    summary: 'Adjusters of that name who may own this request',
    phi: 'none',
    limit: 'search',
    ids: { id: 'rx_authorization' },
    input: z.strictObject({ id: uuid, name: z.string().trim().min(2, 'Enter at least 2 characters').max(100) }),
    output: z.array(Adjuster),
    refusals: ['NOT_FOUND'],
  }),
  rights: read('GET /authorizations/caseownerRoles?caseOwnerEmails&authorizationId', {
    id: 'C037',
    summary: 'What chosen case owners could do with this request',
    phi: 'none',
    ids: { authorizationId: 'rx_authorization' },
    input: z.strictObject({
      caseOwnerEmails: z
        .array(z.string().min(3, 'Give an e-mail address.').max(254))
        .min(1, 'Choose a case owner.')
        .max(10, 'Choose at most 10 case owners.'),
      authorizationId: uuid,
    }),
    output: z.array(
      z.object({
        email: z.string(),
        name: z.string(),
        roles: z.array(z.string()),
        canDecide: z.boolean(),
        canOverrideSafety: z.boolean(),
        outOfOffice: z.boolean(),
        reason: z.string().nullable(),
      }),
    ),
    refusals: ['NOT_FOUND'],
  }),
  mailExaminer: act('POST /dolCaseOwnerEmail', {
    id: 'C052',
    summary: 'Write to the claims examiner of a federal programme',
    phi: 'limited',
    ids: { authorizationId: 'rx_authorization' },
    input: z.strictObject({
      authorizationId: uuid,
      /** On file only: the program's mailbox, or a user of the carrier. */
      to: z
        .string()
        .max(254)
        .regex(/^[^\s@<>",;:()]+@[^\s@<>",;:()]+\.[^\s@<>",;:()]+$/, 'Give one e-mail address.')
        .optional(),
      subject: z
        .string()
        .trim()
        .max(150)
        .regex(/^\P{Cc}*$/u, 'Give one line.')
        .optional(),
      message: z.string().trim().min(1, 'Write a message.').max(2000, 'Give at most 2,000 characters.'),
    }),
    output: z.object({ success: z.literal(true), emailId: z.string() }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'NOT_ALLOWED', 'FEATURE_OFF', 'VALIDATION', 'RULE'],
  }),
})
