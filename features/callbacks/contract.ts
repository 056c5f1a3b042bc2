import { z } from 'zod'
import { act, calls } from '#platform/contract.ts'

/** What a pharmacy's system receives when a request was decided (domain 3.11). */
export const PharmacyMessage = z.object({
  messageId: z.string(),
  at: z.string(),
  nabp: z.string(),
  referenceNumber: z.string(),
  rxNumber: z.string(),
  outcome: z.enum(['APPROVED', 'REJECTED', 'NOT_COVERED_THIS_FILL']),
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
  oneTime: z.boolean(),
  maxDays: z.int().nullable(),
  maxQty: z.number().nullable(),
  priorAuthRef: z.string().nullable(),
  text: z.string(),
})
export type PharmacyMessage = z.infer<typeof PharmacyMessage>

export const callbacks = calls('callbacks', {
  take: act('POST /pharmacy/messages', {
    id: 'X02',
    summary: "The pharmacy's side of the callback: messages waiting for it, taken by reading them",
    gate: 'service',
    phi: 'limited',
    limit: 'intake',
    input: z.strictObject({
      bin: z.string().max(6),
      pcn: z.string().max(10),
      insurance: z.strictObject({ groupCode: z.string().max(15) }),
      nabp: z.string().regex(/^\d{7}$/, 'Give seven digits.'),
    }),
    output: z.object({ messages: z.array(PharmacyMessage) }),
  }),
})
