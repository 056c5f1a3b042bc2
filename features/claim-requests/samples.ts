import { sample } from '#testing/attacks/sample.ts'
import { claimRequests } from './contract.ts'

/** A valid input for each call; the attack tests start from these. */
export const samples = sample(claimRequests)({
  pendingCount: ({ mc }) => ({ mc }),
  bySubCarrier: ({ mc }) => ({ mc }),
  pending: async ({ mc, sub, requestOnClaim }) => ({
    mc,
    sc: sub,
    claimNumbers: [(await requestOnClaim()).claimNumber],
  }),
  completed: async ({ mc, sub, decidedOnClaim }) => ({
    mc,
    sc: sub,
    claimNumbers: [(await decidedOnClaim()).claimNumber],
  }),
})
