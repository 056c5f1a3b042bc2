import { sample } from '#testing/attacks/sample.ts'
import { support } from './contract.ts'

/** A valid input of each call, as a user would send it. The attack tests in testing/ start from these. */
export const samples = sample(support)({
  elsewhere: () => ({}),
  find: async ({ reference }) => ({ text: await reference() }),
  queues: () => ({}),
})
