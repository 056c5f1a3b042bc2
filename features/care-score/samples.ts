import { sample } from '#testing/attacks/sample.ts'
import { careScores } from './contract.ts'

/** A valid input of each call, as a user would send it. The attack tests in testing/ start from these. */
export const samples = sample(careScores)({
  status: async ({ claimed }) => ({ stratusClaimId: (await claimed()).id }),
  categories: async ({ claimed }) => ({ stratusClaimId: (await claimed()).id }),
  criteria: async ({ claimed }) => ({ stratusClaimId: (await claimed()).id, months: 6 }),
})
