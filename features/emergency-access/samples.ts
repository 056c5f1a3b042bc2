import { sample } from '#testing/attacks/sample.ts'
import { emergencyAccess } from './contract.ts'

/** A valid input for each call; the attack tests start from these. */
export const samples = sample(emergencyAccess)({
  allowed: ({ mc }) => ({ masterCarrier: mc }),
  open: async ({ claimed, mc }) => ({
    masterCarrier: mc,
    number: (await claimed()).subscriber,
    dob: '1979-03-14',
    reason: 'The hospital asks what she takes.',
  }),
  openings: async ({ mc, openedInEmergency }) => {
    await openedInEmergency()
    return { masterCarrier: mc, page: 0, size: 10 }
  },
  claim: async ({ claimed, mc }) => ({ mc, claimId: (await claimed()).id }),
})
