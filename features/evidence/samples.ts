import { sample } from '#testing/attacks/sample.ts'
import { day } from '#testing/new-york-day.ts'
import { evidence } from './contract.ts'

/** A valid input of each call, as a user would send it. The attack tests in testing/ start from these. */
export const samples = sample(evidence)({
  of: async ({ request }) => ({ authorizationId: await request() }),
  look: async ({ request }) => ({ authorizationId: await request(), months: 12, note: 'One prescriber, one pharmacy' }),
  chart: async ({ request }) => ({
    authorizationId: await request(),
    entry: { kind: 'ALLERGY', text: 'Codeine: hives', seenOn: day(-30) },
  }),
})
