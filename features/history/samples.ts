import { sample } from '#testing/attacks/sample.ts'
import { history } from './contract.ts'

/** Each call as a user of this place would make it, right in every respect; the attacks of testing/ start from these. */
export const samples = sample(history)({
  story: async ({ request }) => ({ stratusAuthId: await request(), timeZone: 'America/New_York' }),
  eventLog: async ({ request }) => ({ stratusAuthId: await request(), pageNo: 0 }),
  export: async ({ request }) => ({ stratusAuthId: await request() }),
})
