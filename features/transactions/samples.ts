import { sample } from '#testing/attacks/sample.ts'
import { transactions } from './contract.ts'

/** Each call as a user of this place would make it, right in every respect; the attacks of testing/ start from these. */
export const samples = sample(transactions)({
  intake: ({ claim }) => claim(),
  reverse: async ({ paid, routing }) => ({ tcn: await paid(), ...routing, reason: 'Not picked up' }),
})
