import { z } from 'zod'
import { uuid } from '#features/authorizations/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { calls, read } from '#platform/calls/contract.ts'

/** A message a decision sends; PHARMACY is the answer to the pharmacy's own system. */
const Outgoing = z.object({
  to: z.enum(['PHARMACY', 'PRESCRIBER', 'PATIENT']),
  channel: z.enum(['PHARMACY', 'FAX', 'MAIL', 'SMS', 'POST']),
  name: z.string(),
  /** Number or address; null for the pharmacy network, and where none is on file: then it is kept and not sent. */
  address: z.string().nullable(),
  text: z.string(),
})
export type Outgoing = z.infer<typeof Outgoing>

/** The request is in the address, and what is shown is of its newest version. */
const inAddress = { id: true, authorizationId: true, masterCarrier: true, subCarrier: true, version: true } as const

export const outgoing = calls('outgoing', {
  shown: read('POST /authorizations/{authorizationId}/outgoing', {
    id: 'X801',
    summary:
      'What a decision would send to the pharmacy, the prescriber and the patient, in its own words, before it is made',
    phi: 'full',
    limit: 'trial',
    ids: { authorizationId: 'rx_authorization' },
    trips: { count: 3, why: 'the messages are read once it is known what the decision comes to' },
    input: z.strictObject({
      authorizationId: uuid,
      approve: decision.approve.input.omit(inAddress).optional(),
      reject: decision.reject.input.omit(inAddress).optional(),
      rejectThisFill: decision.rejectThisFill.input.omit(inAddress).optional(),
    }),
    output: z.object({
      /** Why the decision would be refused; then nothing is sent. */
      why: z.string().nullable(),
      /** It would be saved for somebody else: nobody outside is notified before they have answered. */
      isSaved: z.boolean(),
      messages: z.array(Outgoing),
    }),
    refusals: ['NOT_FOUND'],
  }),
  instead: read('GET /authorizations/{authorizationId}/insteadNow', {
    id: 'X800',
    summary: 'The drug a denial named to be used instead, and whether it still pays: messages name it only then',
    phi: 'limited',
    ids: { authorizationId: 'rx_authorization' },
    input: z.strictObject({ authorizationId: uuid }),
    output: z.object({
      /** Null where the decision in force names none. */
      instead: z
        .object({
          ndc: z.string(),
          name: z.string(),
          /** The same drug in the same strength. */
          same: z.boolean(),
          /** By the engine's word of now, in the amount that was billed. */
          paysNow: z.boolean(),
        })
        .nullable(),
    }),
    refusals: ['NOT_FOUND'],
  }),
})
