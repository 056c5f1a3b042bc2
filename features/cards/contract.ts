import { z } from 'zod'
import { act, calls, read } from '#platform/calls/contract.ts'
import { claimId } from '#features/claims/fields.ts'

/** The ways a card is sent. */
export const cardChannels = ['MAIL', 'EMAIL', 'TEXT', 'PRINT'] as const

const CardWay = z.object({
  channel: z.enum(cardChannels),
  sentTo: z.string().nullable(),
  whyNot: z.string().nullable(),
})
export type CardWay = z.infer<typeof CardWay>

export const cards = calls('cards', {
  request: act('PUT /eligibility/requestNewCard', {
    id: 'C112',
    summary: 'Make a pharmacy card and send it by mail, e-mail or text, or print it',
    phi: 'full',
    ids: { claimId: 'wc_claim' },
    input: z.strictObject({
      claimId,
      channel: z.enum(cardChannels, 'Choose MAIL, EMAIL, TEXT or PRINT.'),
      /** The address or number on file, as the sender read it; another one is refused. */
      destination: z.string().trim().max(300, 'Write 300 characters at most.').optional(),
    }),
    output: z.object({
      success: z.literal(true),
      cardId: z.string(),
      /** The card as a PDF, type 10. */
      documentId: z.string(),
      /** Where it goes, masked; null where it is printed. */
      sentTo: z.string().nullable(),
    }),
    refusals: ['NOT_FOUND', 'FEATURE_OFF', 'RULE'],
  }),
  view: read('POST /viewCard', {
    id: 'C113',
    summary: 'The pharmacy card of a claim',
    phi: 'full',
    ids: { claimId: 'wc_claim' },
    input: z.strictObject({ claimId }),
    output: z.object({
      /** Base64. */
      pdf: z.string(),
      bin: z.string(),
      pcn: z.string(),
      group: z.string(),
      subscriber: z.string(),
      name: z.string(),
      carrier: z.string(),
      helpDesk: z.string(),
      /** Whether it pays today. */
      covered: z.boolean(),
      /** Each way a new card can be sent: where it would go, masked, and why it cannot be. */
      ways: z.array(CardWay),
    }),
    refusals: ['NOT_FOUND', 'FEATURE_OFF'],
  }),
})
