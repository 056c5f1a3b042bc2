import { sample } from '#testing/attacks/sample.ts'
import { provenance } from './contract.ts'

/** A valid input of each call, as a user would send it. The attack tests in testing/ start from these. */
export const samples = sample(provenance)({
  of: async ({ decided }) => ({ id: (await decided()).id }),
  export: async ({ decided }) => ({ id: (await decided()).id, timeZone: 'America/New_York' }),
})
