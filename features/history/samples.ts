import { sample } from '#testing/attacks/sample.ts'
import { history } from './contract.ts'

/** A valid input for each call; the attack tests start from these. */
export const samples = sample(history)({
  story: async ({ request }) => ({ stratusAuthId: await request(), timeZone: 'America/New_York' }),
  eventLog: async ({ request }) => ({ stratusAuthId: await request(), pageNo: 0 }),
  detail: async ({ requestOnClaim }) => {
    const { authorizationId, claimId } = await requestOnClaim()
    return { authorizationId, claimId }
  },
  export: async ({ request }) => ({ stratusAuthId: await request() }),
})
