import { z } from 'zod'
import { uuid } from '#features/authorizations/row-shape.ts'
import { calls, read } from '#platform/calls/contract.ts'

/** How somebody was informed; PHARMACY is the answer to the pharmacy's own system. */
const channels = ['PHARMACY', 'MAIL', 'FAX', 'SMS', 'POST'] as const
const outcomes = ['WAITING', 'SENT', 'ARRIVED', 'FAILED'] as const

const Informed = z.object({
  id: z.string(),
  channel: z.enum(channels),
  /** Who got it. */
  to: z.string(),
  /** Number or address; null for the pharmacy network. */
  address: z.string().nullable(),
  /** What it said, in a few words. */
  about: z.string(),
  outcome: z.enum(outcomes),
  /** The outcome in words. */
  state: z.string(),
  createdAt: z.string(),
  /** When it got there, or left. */
  stateAt: z.string().nullable(),
})
export type Informed = z.infer<typeof Informed>

export const delivery = calls('delivery', {
  informed: read('GET /authorizations/{id}/informed', {
    id: 'X210',
    summary:
      'Who was informed of the decision of a request: each letter, fax, text, e-mail and message to the pharmacy, with its state',
    phi: 'limited',
    ids: { id: 'rx_authorization' },
    input: z.strictObject({ id: uuid }),
    output: z.object({ content: z.array(Informed) }),
    refusals: ['NOT_FOUND'],
  }),
})
