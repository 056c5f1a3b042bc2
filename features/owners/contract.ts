import { z } from 'zod'
import { act, calls, read } from '#platform/calls/contract.ts'
import { Adjuster, uuid } from '#features/authorizations/contract.ts'

const mcCode = z.string().regex(/^[A-Z0-9]{2,6}$/, 'Enter a carrier code.')
const subCode = z.string().regex(/^[A-Z0-9]{2,8}$/, 'Enter a sub-carrier code.')
const groupCode = z.string().min(1).max(15)
/** How a name or an e-mail address starts. */
const chars = z.string().min(2, 'Enter at least 2 characters').max(60)

export const owners = calls('owners', {
  assign: act('PUT /authorizations/{id}/adjuster/assign?userEmails', {
    id: 'C016',
    summary: 'Assign case owners; the first decides first',
    phi: 'limited',
    ids: { id: 'rx_authorization' },
    input: z.strictObject({
      id: uuid,
      userEmails: z
        .array(z.string().min(3, 'Enter an e-mail address.').max(254))
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
    input: z.strictObject({ authId: uuid, chars }),
    output: z.array(Adjuster),
    refusals: ['NOT_FOUND'],
  }),
  ofGroup: read('GET /adjusters/masterCarrier/_{mc}/subCarrier/_{sc}/groupCode/_{g}/listAdjusters', {
    id: 'B05',
    summary: 'Adjusters who may own requests of a group',
    phi: 'none',
    carrier: ['mc'],
    input: z.strictObject({
      mc: mcCode,
      sc: subCode,
      g: groupCode,
    }),
    output: z.array(Adjuster),
    refusals: ['NOT_FOUND'],
  }),
  ofGroupBeginning: read(
    'GET /adjusters/masterCarrier/_{mc}/subCarrier/_{sc}/groupCode/_{g}/typeAheadChars/_{chars}/listAdjusters',
    {
      id: 'B06',
      summary: 'Adjusters who may own requests of a group, by the first letters',
      phi: 'none',
      limit: 'search',
      carrier: ['mc'],
      input: z.strictObject({ mc: mcCode, sc: subCode, g: groupCode, chars }),
      output: z.array(Adjuster),
      refusals: ['NOT_FOUND'],
    },
  ),
  all: read('GET /adjusters/masterCarrier/_{mc}/listAdjusters', {
    id: 'B01',
    summary: 'Everybody of the carrier who may own requests, those who are not active too',
    phi: 'none',
    carrier: ['mc'],
    input: z.strictObject({ mc: mcCode }),
    output: z.array(Adjuster),
  }),
  active: read('GET /activeAdjusters/masterCarrier/_{mc}/listAdjusters', {
    id: 'B02',
    summary: 'Everybody of the carrier who may own requests now, where the flag `activeAdjusters` is on',
    phi: 'none',
    carrier: ['mc'],
    input: z.strictObject({ mc: mcCode }),
    output: z.array(Adjuster),
    refusals: ['FEATURE_OFF'],
  }),
  activeBeginning: read('GET /activeAdjusters/masterCarrier/_{mc}/typeAheadChars/_{chars}/listAdjusters', {
    id: 'B03',
    summary: 'Up to 25 of the carrier who may own requests now, by the first letters of a name or an e-mail address',
    phi: 'none',
    limit: 'search',
    carrier: ['mc'],
    input: z.strictObject({ mc: mcCode, chars }),
    output: z.array(Adjuster),
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
        .array(z.string().min(3, 'Enter an e-mail address.').max(254))
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
    summary: 'Write to the claims examiner of a federal program',
    phi: 'limited',
    ids: { authorizationId: 'rx_authorization' },
    input: z.strictObject({
      authorizationId: uuid,
      /** On file only: the program's mailbox, or a user of the carrier. */
      to: z
        .string()
        .max(254)
        .regex(/^[^\s@<>",;:()]+@[^\s@<>",;:().]+(?:\.[^\s@<>",;:().]+)+$/, 'Enter one e-mail address.')
        .optional(),
      subject: z
        .string()
        .trim()
        .max(150)
        .regex(/^\P{Cc}*$/u, 'Enter one line.')
        .optional(),
      message: z.string().trim().min(1, 'Write a message.').max(2000, 'Enter at most 2,000 characters.'),
    }),
    output: z.object({ success: z.literal(true), emailId: z.string() }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'NOT_ALLOWED', 'FEATURE_OFF', 'VALIDATION', 'RULE'],
  }),
})
