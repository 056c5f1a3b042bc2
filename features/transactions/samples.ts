import { sample } from '#testing/attacks/sample.ts'
import { transactions } from './contract.ts'

/** A valid input of each call, as a user would send it. The attack tests in testing/ start from these. */
export const samples = sample(transactions)({
  intake: ({ claim }) => claim(),
  reverse: async ({ paid, routing }) => ({ tcn: await paid(), ...routing, reason: 'Not picked up' }),
})
