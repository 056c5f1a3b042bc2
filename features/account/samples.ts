import { sample } from '#testing/attacks/sample.ts'
import { account } from './contract.ts'

/** A valid input for each call; the attack tests start from these. */
export const samples = sample(account)({
  profile: () => ({}),
  changePassword: () => ({}),
  overridesAll: ({ mc, sub, username }) => ({ mc, sc: sub, userId: username }),
  logoutEnabled: ({ userId }) => ({ id: userId }),
})
