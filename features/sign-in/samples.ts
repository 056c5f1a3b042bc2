import { tokenOf } from '#testing/attacks/identity-stand-in.ts'
import { sample } from '#testing/attacks/sample.ts'
import { session } from './contract.ts'

/** A valid input of each call, as a user would send it. The attack tests in testing/ start from these. */
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
