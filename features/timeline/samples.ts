import { sample } from '#testing/attacks/sample.ts'
import { timeline } from './contract.ts'

/** Each call as a user of this place would make it, right in every respect; the attacks of testing/ start from these. */
export const samples = sample(timeline)({
  ofClaim: async ({ claimed }) => ({ claimId: (await claimed()).id }),
})
