import { z } from 'zod'
import { act, calls, read } from '#platform/calls/contract.ts'
import { Page } from '#platform/calls/page.ts'
import { claimId, mcCode, page, size, subCode } from '#features/claims/fields.ts'
import { MOST_TEXT, noteKinds, noteWriters } from './rules.ts'

/** A note about a claim or its coverage. Instants are ISO 8601 UTC. */
export const Note = z.object({
  noteId: z.string(),
  claimId: z.string(),
  /** The period of coverage it is about. */
  eligibilityId: z.string().nullable(),
  kind: z.enum(noteKinds),
  text: z.string(),
  pinned: z.boolean(),
  /** INTERNAL notes are shown to the benefit manager's staff alone. */
  visibility: z.enum(['ALL', 'INTERNAL']),
  author: z.string(),
  /** The user who wrote it; null where that was the portal itself. */
  authorId: z.string().nullable(),
  mine: z.boolean(),
  createdAt: z.string(),
  editedAt: z.string().nullable(),
  /** The note this one corrects. */
  corrects: z.string().nullable(),
  version: z.int(),
})
export type Note = z.infer<typeof Note>

const text = z
  .string()
  .trim()
  .min(1, 'Write a note.')
  .max(MOST_TEXT, `Write ${MOST_TEXT.toLocaleString('en-US')} characters at most.`)
const ofClaim = { mc: mcCode, sc: subCode, claimId }

export const claimNotes = calls('claimNotes', {
  list: read('POST /masterCarrier/_{mc}/subCarrier/_{sc}/notes', {
    id: 'C115',
    summary: 'Notes of a claim, pinned ones first, then the newest',
    phi: 'full',
    carrier: ['mc'],
    ids: { claimId: 'wc_claim' },
    input: z.strictObject({ ...ofClaim, kind: z.enum(noteKinds).optional(), page, size }),
    output: Page(Note).extend({
      /** Why this user may add none; null where they may. */
      whyNotAdd: z.object({ code: z.string(), message: z.string() }).nullable(),
      /** This user may write notes that the benefit manager's staff alone reads. */
      mayWriteInternal: z.boolean(),
    }),
    refusals: ['NOT_FOUND'],
  }),
  add: act('PUT /masterCarrier/_{mc}/subCarrier/_{sc}/notes', {
    id: 'C115',
    summary: 'Write a note about a claim',
    phi: 'full',
    roles: noteWriters,
    carrier: ['mc'],
    ids: { claimId: 'wc_claim' },
    input: z.strictObject({
      ...ofClaim,
      kind: z.enum(noteKinds).default('CLAIM'),
      text,
      pinned: z.boolean().default(false),
      visibility: z.enum(['ALL', 'INTERNAL']).default('ALL'),
    }),
    output: z.object({ success: z.literal(true), note: Note }),
    refusals: ['NOT_FOUND', 'FEATURE_OFF', 'NOT_ALLOWED', 'VALIDATION'],
  }),
  correct: act('PUT /updateEligibilityNotesDetail', {
    id: 'C117',
    summary: 'Correct a note: within 15 minutes in place, afterwards by a note of its own',
    phi: 'full',
    ids: { eligibilityNoteId: 'claim_note' },
    input: z.strictObject({
      eligibilityNoteId: z.uuid('Enter the id of a note.'),
      text,
      version: z.int().min(1),
    }),
    output: z.object({
      success: z.literal(true),
      note: Note,
      /** True when the note itself was changed, false when a correction was added. */
      inPlace: z.boolean(),
    }),
    refusals: ['NOT_FOUND', 'FEATURE_OFF', 'NOT_ALLOWED', 'CONFLICT', 'VALIDATION'],
  }),
  ofEligibility: read('POST /eligibility/notesDetail', {
    id: 'C118',
    summary: 'Notes about the coverage of a claim, newest first',
    phi: 'full',
    ids: { claimId: 'wc_claim' },
    input: z.strictObject({
      /** The claim, the period of coverage, or both. */
      claimId: claimId.optional(),
      eligibilityId: z.uuid('Enter the id of a period of coverage.').optional(),
      page,
      size,
    }),
    output: Page(Note),
    refusals: ['NOT_FOUND', 'VALIDATION'],
  }),
})
