import { sample } from '#testing/attacks/sample.ts'
import { registration } from './contract.ts'

/** A valid input for each call; the attack tests start from these. */
export const samples = sample(registration)({
  ticket: async ({ newcomer }) => ({ oktaToken: (await newcomer()).token }),
  validate: async ({ newcomer }) => {
    const { token, name } = await newcomer()
    return { oktaToken: token, userId: name }
  },
  complete: async ({ newcomer }) => {
    const { token, name, email } = await newcomer()
    return { oktaToken: token, newUserId: name, acceptedTermsOfUse: true, email }
  },
  recover: ({ username, group }) => ({ userId: username, rxGroupNumber: group }),
})
