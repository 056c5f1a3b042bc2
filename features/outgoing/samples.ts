import { sample } from '#testing/attacks/sample.ts'
import { outgoing } from './contract.ts'

/** A valid input of each call; the attack tests start from these. */
export const samples = sample(outgoing)({
  shown: async (place) => ({
    authorizationId: await place.request(),
    rejectThisFill: { reasonId: 3, note: 'Not this time' },
  }),
  instead: async (place) => ({ authorizationId: await place.request() }),
})
