import { sample } from '#testing/attacks/sample.ts'
import { careScores } from './contract.ts'

/** Each call as a user of this place would make it, right in every respect; the attacks of testing/ start from these. */
export const samples = sample(careScores)({
  status: async ({ claimed }) => ({ stratusClaimId: (await claimed()).id }),
  categories: async ({ claimed }) => ({ stratusClaimId: (await claimed()).id }),
  criteria: async ({ claimed }) => ({ stratusClaimId: (await claimed()).id, months: 6 }),
})
