import { sample } from '#testing/attacks/sample.ts'
import { account } from './contract.ts'

/** Each call as a user of this place would make it, right in every respect; the attacks of testing/ start from these. */
export const samples = sample(account)({
  profile: () => ({}),
  changePassword: () => ({}),
  overridesAll: ({ mc, sub, username }) => ({ mc, sc: sub, userId: username }),
  groups: ({ mc }) => ({ masterCarrier: mc }),
  fullName: ({ userId }) => ({ id: userId }),
  type: ({ userId }) => ({ id: userId }),
  nameByEmail: ({ mc, sub, group, email }) => ({ a: email, b: mc, c: sub, d: group }),
  logoutEnabled: ({ userId }) => ({ id: userId }),
})
