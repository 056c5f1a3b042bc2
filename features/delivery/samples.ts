import { sample } from '#testing/attacks/sample.ts'
import { delivery } from './contract.ts'

/** A valid input of each call; the attack tests start from these. */
export const samples = sample(delivery)({
  informed: async (place) => ({ id: await place.request() }),
})
