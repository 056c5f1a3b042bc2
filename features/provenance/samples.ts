import { sample } from '#testing/attacks/sample.ts'
import { provenance } from './contract.ts'

/** Each call as a user of this place would make it, right in every respect; the attacks of testing/ start from these. */
export const samples = sample(provenance)({
  of: async ({ decided }) => ({ id: (await decided()).id }),
  export: async ({ decided }) => ({ id: (await decided()).id, timeZone: 'America/New_York' }),
})
