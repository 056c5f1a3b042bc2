import { z } from 'zod'
import { act, calls, read } from '#platform/calls/contract.ts'
import { abouts, longestDraft } from './rules.ts'

/** The fields of a form with their values. */
const Body = z
  .record(z.string(), z.unknown())
  .refine(
    (body) => JSON.stringify(body).length <= longestDraft,
    `A draft has at most ${longestDraft.toLocaleString('en-US')} characters.`,
  )

export const StoredDraft = z.object({
  body: z.record(z.string(), z.unknown()),
  /** Grows with every change of the draft, also across a discard. */
  version: z.int(),
  savedAt: z.string(),
})
export type StoredDraft = z.infer<typeof StoredDraft>

const subject = {
  about: z.enum(abouts, `Enter ${abouts.join(', ')}.`),
  subjectId: z.uuid('Enter the id of what the form is about.'),
}
/** The user who typed it, when a page asks: another user may have signed in to its browser meanwhile. */
const by = z.uuid().optional()
const form = z.string().regex(/^[a-z][a-z-]{1,39}$/, 'Enter the name of a form.')

/**
 * Unsent input of a user. Only its writer reads it and it contains only what they wrote, so access to it is not audited
 * (docs/decisions/0015).
 */
export const drafts = calls('drafts', {
  of: read('GET /drafts/{about}/{subjectId}', {
    id: 'X10',
    summary: "The asker's own unsent forms about one thing",
    phi: 'none',
    ids: { subjectId: 'rx_authorization' },
    input: z.strictObject(subject),
    output: z.object({ drafts: z.array(StoredDraft.extend({ form: z.string() })) }),
    refusals: ['NOT_FOUND'],
  }),
  keep: act('PUT /drafts/{about}/{subjectId}/{form}', {
    id: 'X10',
    summary: 'Keep what is typed into a form so far',
    phi: 'none',
    limit: 'draft',
    ids: { subjectId: 'rx_authorization' },
    input: z.strictObject({
      ...subject,
      form,
      by,
      body: Body,
      /** The version this text is based on; 0 for a new draft. */
      after: z.int().min(0),
    }),
    output: z.object({ success: z.literal(true), version: z.int(), savedAt: z.string() }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'CONFLICT', 'VALIDATION'],
  }),
  discard: act('DELETE /drafts/{about}/{subjectId}/{form}?by', {
    id: 'X10',
    summary: 'Forget what was typed into a form',
    phi: 'none',
    limit: 'draft',
    ids: { subjectId: 'rx_authorization' },
    input: z.strictObject({ ...subject, form, by }),
    output: z.object({ success: z.literal(true) }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED'],
  }),
})
