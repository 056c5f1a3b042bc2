import { sample } from '#testing/attacks/sample.ts'
import { medications } from './contract.ts'

/** A valid input of each call, as a user would send it. The attack tests in testing/ start from these. */
export const samples = sample(medications)({
  timeline: async ({ mc, claimed }) => ({ claimId: (await claimed()).id, masterCarrier: mc }),
  hearing: async ({ mc, claimed }) => ({ type: 'pdf', claimId: (await claimed()).id, masterCarrier: mc }),
  beside: async ({ request }) => ({ authorizationId: await request() }),
})
