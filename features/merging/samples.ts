import { sample } from '#testing/attacks/sample.ts'
import { merging } from './contract.ts'

/** A valid input of each call, as a user would send it. The attack tests in testing/ start from these. */
export const samples = sample(merging)({
  merge: async ({ twins }) => {
    const { id, other } = await twins()
    return { id, into: other, version: 1, intoVersion: 1 }
  },
})
