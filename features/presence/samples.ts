import { sample } from '#testing/attacks/sample.ts'
import { presence } from './contract.ts'

/** A valid input of each call; the attack tests start from these. */
export const samples = sample(presence)({
  of: async (place) => ({ id: await place.request() }),
  open: async (place) => ({ id: await place.request() }),
  leave: async (place) => ({ id: await place.request() }),
  all: () => ({}),
})
