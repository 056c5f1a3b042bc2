import { sample } from '#testing/attacks/sample.ts'
import { doubles } from './contract.ts'

/** A valid input of each call, as a user would send it. The attack tests in testing/ start from these. */
export const samples = sample(doubles)({
  list: async ({ mc, claimed }) => {
    await claimed()
    return { masterCarrier: mc, page: 0, size: 25 }
  },
  compare: async ({ claimed }) => {
    const number = async () => (await claimed()).subscriber.replace('SUB', 'WC-')
    return { claimNumber: await number(), otherClaimNumber: await number() }
  },
  merge: async ({ claimed }) => ({
    claimId: (await claimed()).id,
    otherClaimId: (await claimed()).id,
    version: 1,
    otherVersion: 1,
    reason: 'Married name, same person',
    confirmed: ['NAME'],
  }),
  undo: async ({ merged }) => ({ mergeId: await merged(), reason: 'Two sisters after all' }),
  differ: async ({ claimed }) => ({
    claimId: (await claimed()).id,
    otherClaimId: (await claimed()).id,
    reason: 'Two sisters, asked both',
  }),
  merges: async ({ mc, mergedClaim }) => ({ masterCarrier: mc, claimId: await mergedClaim(), page: 0, size: 25 }),
})
