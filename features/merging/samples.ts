import { sample } from '#testing/attacks/sample.ts'
import { merging } from './contract.ts'

/** Each call as a user of this place would make it, right in every respect; the attacks of testing/ start from these. */
export const samples = sample(merging)({
  merge: async ({ twins }) => {
    const { id, other } = await twins()
    return { id, into: other, version: 1, intoVersion: 1 }
  },
})
