import { tokenOf } from '#testing/attacks/prepared.ts'
import { sample } from '#testing/attacks/sample.ts'
import { session } from './contract.ts'

/** Each call as a user of this place would make it, right in every respect; the attacks of testing/ start from these. */
export const samples = sample(session)({
  logout: () => ({ reason: 'user' }),
  details: () => ({}),
  exchange: ({ username }) => ({ token: tokenOf(username), isLogin: true }),
  chooseCarrier: ({ mc }) => ({ masterCarrierCode: mc }),
  refresh: () => ({}),
  list: () => ({}),
  end: async ({ session: another }) => ({ sessionId: await another() }),
  acceptTerms: ({ username }) => ({ userId: username }),
  acceptTermsAgain: () => ({}),
  legal: () => ({ kind: 'tou' }),
})
