import { sample } from '#testing/attacks/sample.ts'
import { authorizations } from './contract.ts'

/** A valid input of each call, as a user would send it. The attack tests in testing/ start from these. */
export const samples = sample(authorizations)({
  one: async ({ request }) => ({ id: await request() }),
  many: async ({ request }) => ({ authorizationIds: [await request()] }),
  additional: async ({ request }) => ({ authorizationIds: [await request()] }),
})
