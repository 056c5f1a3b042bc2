import { z } from 'zod'
import { act, calls } from '#platform/calls/contract.ts'
import { MOST_TYPED, readReference, states, WHAT_REFERENCE } from './rules.ts'

export const StatusFound = z.object({
  /** UNKNOWN for every number that shows nothing. */
  state: z.enum(states),
  title: z.string(),
  /** What the pharmacy does next. */
  next: z.string(),
  /** The day the request was received, in the carrier's zone. */
  received: z.string().nullable(),
  checkedAt: z.string(),
})
export type StatusFound = z.infer<typeof StatusFound>

export const pharmacyStatus = calls('pharmacyStatus', {
  check: act('POST /pharmacyStatus', {
    id: 'X132',
    summary: 'What became of a request, for its pharmacy, by the reference number of the reject message',
    gate: 'public',
    phi: 'none',
    limit: 'statusCheck',
    input: z.strictObject({
      referenceNumber: z
        .string()
        .max(MOST_TYPED)
        .transform((text, context) => {
          const number = readReference(text)
          if (number !== undefined) return number
          context.addIssue({ code: 'custom', message: WHAT_REFERENCE })
          return z.NEVER
        }),
    }),
    output: StatusFound,
  }),
})
