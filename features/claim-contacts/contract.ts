import { reasonField } from '#features/authorizations/reason-field.ts'
import { z } from 'zod'
import { day } from '#platform/dates/fields.ts'
import { act, calls, read } from '#platform/calls/contract.ts'
import { claimId, mcCode, subCode } from '#features/claims/fields.ts'
import { phoneOrEmpty } from '#features/claims/number-shapes.ts'
import { noteWriters } from '#features/claim-notes/rules.ts'
import { answers, MOST_NAME, MOST_WORDS, relations } from './rules.ts'

/** Whether each way of reaching a person is allowed: YES, NO, or UNSAID where nobody said. */
const Reach = z.strictObject({
  call: z.enum(answers),
  text: z.enum(answers),
  email: z.enum(answers),
  mail: z.enum(answers),
})

/** A person around a claim, as last changed, with every change before. Instants are ISO 8601 UTC, `since` and `endedOn` days. */
export const ClaimContact = z.object({
  contactId: z.string(),
  name: z.string(),
  relation: z.enum(relations),
  /** Ten digits, or empty. */
  phone: z.string(),
  email: z.string(),
  reach: Reach,
  /** When, or through whom; empty where nobody said. */
  reachNote: z.string(),
  /** The patient agreed that this person may speak for them and hear about their health. */
  speaksForPatient: z.boolean(),
  since: z.string(),
  endedOn: z.string().nullable(),
  version: z.int(),
  changedAt: z.string(),
  changedBy: z.string(),
  /** Newest first, the first version last; at most 20. */
  history: z.array(
    z.object({
      at: z.string(),
      by: z.string(),
      what: z.enum(['ADDED', 'CORRECTED', 'ENDED']),
      /** What was different, in words; of an end the reason. */
      changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
})
export type ClaimContact = z.infer<typeof ClaimContact>

const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `Write ${most} characters at most.`)
    .regex(/^[^\p{Cc}\p{Cf}\p{Co}\p{Cn}]*$/u, 'This line has characters that cannot be printed.')
    .transform((text) => text.normalize('NFC'))
const fields = {
  name: line(MOST_NAME).pipe(z.string().min(2, 'Enter the name of the person.')),
  relation: z.enum(relations, 'Choose who this is.'),
  phone: phoneOrEmpty.default(''),
  email: z.union([z.literal(''), z.email('Enter an e-mail address.').max(254)]).default(''),
  reach: Reach.default({ call: 'UNSAID', text: 'UNSAID', email: 'UNSAID', mail: 'UNSAID' }),
  reachNote: line(MOST_WORDS).default(''),
  speaksForPatient: z.boolean().default(false),
  /** Today where it is left out. */
  since: day.optional(),
}
const contactId = z.uuid('Enter the id of a contact.')
const version = z.int().min(1)
const Changed = z.object({ success: z.literal(true), contact: ClaimContact })

export const claimContacts = calls('claimContacts', {
  list: read('GET /claimContacts/_{mc}/_{sc}/_{claimId}', {
    id: 'X300',
    summary: 'People around a claim and how they may be reached, current ones first',
    phi: 'full',
    carrier: ['mc'],
    ids: { claimId: 'wc_claim' },
    input: z.strictObject({ mc: mcCode, sc: subCode, claimId }),
    output: z.object({
      contacts: z.array(ClaimContact),
      /** The carrier's day. */
      today: z.string(),
      /** Why this user may add, correct and end none; null where they may. */
      whyNotAdd: z.object({ code: z.string(), message: z.string() }).nullable(),
    }),
    refusals: ['NOT_FOUND'],
  }),
  add: act('POST /claimContacts', {
    id: 'X301',
    summary: 'Add a person around a claim',
    phi: 'full',
    roles: noteWriters,
    ids: { claimId: 'wc_claim' },
    input: z.strictObject({ claimId, ...fields }),
    output: Changed,
    refusals: ['NOT_FOUND', 'FEATURE_OFF', 'VALIDATION', 'RULE'],
  }),
  correct: act('PUT /claimContacts/{contactId}', {
    id: 'X302',
    summary: 'Correct a contact of a claim; what stood there before stays in its history',
    phi: 'full',
    roles: noteWriters,
    ids: { contactId: 'claim_contact' },
    input: z.strictObject({ contactId, version, ...fields }),
    output: Changed,
    refusals: ['NOT_FOUND', 'FEATURE_OFF', 'VALIDATION', 'RULE', 'CONFLICT'],
  }),
  end: act('PUT /claimContacts/{contactId}/end', {
    id: 'X303',
    summary: 'End a contact of a claim from today, with the reason; it stays in the list of ended ones',
    phi: 'full',
    roles: noteWriters,
    ids: { contactId: 'claim_contact' },
    input: z.strictObject({
      contactId,
      version,
      reason: line(MOST_WORDS).pipe(reasonField('Enter why the contact ends.', MOST_WORDS)),
    }),
    output: Changed,
    refusals: ['NOT_FOUND', 'FEATURE_OFF', 'RULE', 'CONFLICT'],
  }),
})
