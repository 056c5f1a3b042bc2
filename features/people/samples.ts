import { sample } from '#testing/attacks/sample.ts'
import { people } from './contract.ts'

/** A valid input for each call; the attack tests start from these. */
export const samples = sample(people)({
  list: ({ mc }) => ({ masterCarrier: mc }),
  invite: async ({ mc, newcomer }) => ({
    masterCarrier: mc,
    email: `${(await newcomer()).name}@elsewhere.example`,
    firstName: 'New',
    lastName: 'Comer',
    roles: ['adjuster'],
    licenseStates: ['FL'],
    approvalLimit: 500,
  }),
  change: async ({ mc, colleague }) => ({
    id: await colleague(),
    masterCarrier: mc,
    version: 1,
    roles: ['supervisor'],
  }),
  work: async ({ mc, owner }) => ({ id: await owner(), masterCarrier: mc }),
  signOut: async ({ mc, colleague }) => ({ id: await colleague(), masterCarrier: mc }),
})
