import { sample } from '#testing/attacks/sample.ts'
import { scim } from './contract.ts'

/** A valid input for each call; the attack tests start from these. */
export const samples = sample(scim)({
  tokens: ({ mc }) => ({ masterCarrier: mc }),
  makeToken: async ({ mc, directoryToken }) => ({
    masterCarrier: mc,
    name: `Directory ${await directoryToken()}`.slice(0, 60),
  }),
  revokeToken: async ({ mc, directoryToken }) => ({ masterCarrier: mc, tokenId: await directoryToken() }),
})
