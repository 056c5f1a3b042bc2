import { sample } from '#testing/attacks/sample.ts'
import { authorizations } from './contract.ts'

/** Each call as a user of this place would make it, right in every respect; the attacks of testing/ start from these. */
export const samples = sample(authorizations)({
  one: async ({ request }) => ({ id: await request() }),
  many: async ({ request }) => ({ authorizationIds: [await request()] }),
  additional: async ({ request }) => ({ authorizationIds: [await request()] }),
})
