import { sample } from '#testing/attacks/sample.ts'
import { sso } from './contract.ts'

/** A valid input for each call; the attack tests start from these. */
export const samples = sample(sso)({
  fields: async ({ relay }) => ({ id: await relay() }),
})
