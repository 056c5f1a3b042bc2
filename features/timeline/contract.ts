import { z } from 'zod'
import { uuid } from '#features/authorizations/contract.ts'
import { claimId, size } from '#features/claims/fields.ts'
import { calls, read } from '#platform/calls/contract.ts'
import { comings, kinds } from './rules.ts'

/** A line of the timeline. */
export const Entry = z.object({
  /** The same in every answer. */
  entryId: z.string(),
  /** ISO 8601 UTC. */
  at: z.string(),
  kind: z.enum(kinds),
  /** What happened, in a sentence or the words of a note. */
  text: z.string(),
  /** What it is about: the drug of a request or fill, the reason of a call, the name of a document. */
  about: z.string().nullable(),
  /** The person, pharmacy or system that did it. */
  who: z.string(),
  /** The request it belongs to; null for lines of the claim. */
  authorizationId: z.string().nullable(),
  /** The document it is, for the tab Documents. */
  documentId: z.string().nullable(),
})
export type Entry = z.infer<typeof Entry>

export const timeline = calls('timeline', {
  ofClaim: read('GET /claims/{claimId}/timeline?authorizationId&kinds&order&size&after', {
    id: 'E17',
    summary: 'What happened on a claim, or to one prescription of it, in one order',
    phi: 'full',
    ids: { claimId: 'wc_claim', authorizationId: 'rx_authorization' },
    input: z.strictObject({
      claimId,
      /** Only what concerns the prescription of this request of the claim. */
      authorizationId: uuid.optional(),
      kinds: z
        .array(z.enum(kinds, `Enter one of ${kinds.join(', ')}.`))
        .min(1, 'Name at least one kind, or leave them out.')
        .max(kinds.length, 'Name each kind once.')
        .optional(),
      order: z.enum(['newest', 'oldest'], 'Enter newest or oldest.').default('newest'),
      size,
      /** `next` of the previous page, with the same other fields. */
      after: z.string().max(2000).optional(),
    }),
    output: z.object({
      entries: z.array(Entry),
      /** Lines of each kind, whatever `kinds` asks for. */
      counts: z.object({
        submission: z.int(),
        decision: z.int(),
        letter: z.int(),
        call: z.int(),
        message: z.int(),
        fill: z.int(),
        note: z.int(),
        view: z.int(),
      }),
      /** The request the timeline is narrowed to. */
      request: z.object({ drugName: z.string(), referenceNumber: z.string() }).nullable(),
      /** Where the time of that request went, milliseconds each: its places in the order of `places`, without those it never was in. */
      spent: z
        .object({
          /** From receipt to the first look; null while nobody looked. */
          firstLook: z.number().nullable(),
          places: z.array(z.object({ statusId: z.int(), ms: z.number() })),
          /** From receipt to the decision; null while there is none. */
          decided: z.number().nullable(),
          /** From the decision to the first fill; null while there is none. */
          pickedUp: z.number().nullable(),
        })
        .nullable(),
      /** What was asked for and granted with that request, and who has it; null without one. */
      prescription: z
        .object({
          quantity: z.number(),
          daysSupply: z.int(),
          /** Null where nothing is granted; a null in it: no limit. */
          approved: z
            .object({
              quantity: z.number().nullable(),
              daysSupply: z.int().nullable(),
              fills: z.int().nullable(),
              used: z.int(),
            })
            .nullable(),
          /** Dollars of the last fill; null where none was paid. */
          paid: z.number().nullable(),
          prescriber: z.string().nullable(),
          pharmacy: z.string().nullable(),
          owner: z.string().nullable(),
        })
        .nullable(),
      /** What happens next to that request if nobody does anything, soonest first. */
      toCome: z.array(z.object({ what: z.enum(comings), at: z.string() })),
      next: z.string().nullable(),
    }),
    refusals: ['NOT_FOUND', 'VALIDATION'],
  }),
})
