import { z } from 'zod'
import { Page } from '#platform/calls/page.ts'
import { claimId, mcCode, page, size, subCode } from '#features/claims/fields.ts'
import { act, calls, read } from '#platform/calls/contract.ts'
import { instant } from '#platform/dates/fields.ts'
import { callerRoles, contactReasonCodes, MOST_TEXT, notedTypes } from './rules.ts'

/** A contact about a claim. Instants are ISO 8601 UTC. */
export const ContactNote = z.object({
  claimContactNoteId: z.string(),
  claimId: z.string(),
  contactType: z.enum([...notedTypes, 'CHAT']),
  callerRole: z.enum(callerRoles),
  callerName: z.string(),
  reasonCode: z.enum(contactReasonCodes),
  reason: z.string(),
  text: z.string(),
  /** The user who took it. */
  agent: z.string(),
  startedAt: z.string(),
  endedAt: z.string(),
  /** Null where no survey was sent. */
  survey: z
    .object({
      surveyId: z.int(),
      by: z.enum(['MAIL', 'SMS']),
      sentAt: z.string().nullable(),
      completedAt: z.string().nullable(),
      /** It could not be sent: the address was refused, or the worker ended texts meanwhile. */
      failed: z.boolean(),
      /** Null until it is answered. */
      answer: z
        .object({
          /** 1 to 5. */
          rating: z.int(),
          resolved: z.boolean().nullable(),
          comment: z.string().nullable(),
          /** A low rating is followed up by support. */
          followUp: z.enum(['NONE', 'OPEN', 'DONE']),
          followUpNote: z.string().nullable(),
        })
        .nullable(),
    })
    .nullable(),
  /** Why this user may send no survey about it now; null where they may. */
  whyNotSurvey: z.object({ code: z.string(), message: z.string() }).nullable(),
})
export type ContactNote = z.infer<typeof ContactNote>

export const contactNoteId = z.uuid('Enter the id of a contact note.')

export const contactNotes = calls('contactNotes', {
  of: read('GET /claimContactNotes/_{masterCarrier}/_{subCarrier}/_{claimId}?page&size&after', {
    id: 'C116',
    summary: 'Contact notes of a claim, newest first',
    phi: 'full',
    carrier: ['masterCarrier'],
    ids: { claimId: 'wc_claim' },
    input: z.strictObject({
      masterCarrier: mcCode,
      subCarrier: subCode,
      claimId,
      page,
      size,
      /** `next` of the previous page: notes added meanwhile are neither repeated nor skipped. */
      after: z.string().max(2000).optional(),
    }),
    output: Page(ContactNote).extend({
      /** Why this user may add none; null where they may. */
      whyNotAdd: z.object({ code: z.string(), message: z.string() }).nullable(),
    }),
    refusals: ['NOT_FOUND', 'VALIDATION'],
  }),
  add: act('POST /claimContactNotes', {
    id: 'X70',
    summary: 'Note a contact by telephone or e-mail about a claim; who called is asked how it went',
    phi: 'full',
    carrier: ['masterCarrier'],
    ids: { claimId: 'wc_claim' },
    input: z.strictObject({
      claimId,
      masterCarrier: mcCode.optional(),
      contactType: z.enum(notedTypes, 'Enter PHONE or EMAIL.'),
      callerRole: z.enum(callerRoles, `Enter one of ${callerRoles.join(', ')}.`),
      callerName: z.string().trim().min(2, 'Enter the name of who called.').max(120, 'Write 120 characters at most.'),
      /** For a worker the address on file by default. */
      callerEmail: z.email('Enter an e-mail address.').max(254).optional(),
      reason: z.enum(contactReasonCodes, `Enter one of ${contactReasonCodes.join(', ')}.`),
      text: z
        .string()
        .trim()
        .min(1, 'Write what it was about.')
        .max(MOST_TEXT, `Write ${MOST_TEXT.toLocaleString('en-US')} characters at most.`),
      /** The end of the contact by default. */
      startedAt: instant.optional(),
      /** Now by default. */
      endedAt: instant.optional(),
      /** False: the contact declined the survey. */
      survey: z.boolean().optional(),
    }),
    output: z.object({
      success: z.literal(true),
      note: ContactNote,
      /** True when a survey is sent: by e-mail, or by text to a worker without an address who takes texts. */
      surveyGoesOut: z.boolean(),
    }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'NOT_ALLOWED', 'VALIDATION'],
  }),
  survey: act('POST /claimContactNotes/survey', {
    id: 'X231',
    summary: 'Send the survey about a contact that got none, or once more where nobody answered',
    phi: 'limited',
    ids: { claimContactNoteId: 'claim_contact_note' },
    input: z.strictObject({ claimContactNoteId: contactNoteId }),
    output: z.object({ success: z.literal(true), note: ContactNote }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'NOT_ALLOWED', 'RULE'],
  }),
  surveyed: read('GET /claimContactNotes/isSurveyCompleted?claimContactNoteId', {
    id: 'C128',
    summary: 'Whether the survey after a contact was answered',
    phi: 'none',
    ids: { claimContactNoteId: 'claim_contact_note' },
    input: z.strictObject({ claimContactNoteId: contactNoteId }),
    output: z.object({ completed: z.boolean(), completedAt: z.string().nullable() }),
    refusals: ['NOT_FOUND'],
  }),
})
