import { sample } from '#testing/attacks/sample.ts'
import { pharmacyStatus } from './contract.ts'

/** A valid input of each call; the attack tests start from these. */
export const samples = sample(pharmacyStatus)({
  check: async ({ reference }) => ({ referenceNumber: await reference() }),
})
