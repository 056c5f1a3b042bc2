import { askedDrug } from '#testing/attacks/prepared.ts'
import { sample } from '#testing/attacks/sample.ts'
import { directory } from './contract.ts'

/** Each call as a user of this place would make it, right in every respect; the attacks of testing/ start from these. */
export const samples = sample(directory)({
  rejectCodes: () => ({}),
  gpiVariations: () => ({ code: askedDrug.gpi.slice(0, 8) }),
  gpiDescriptions: () => ({ n: 8, code: askedDrug.gpi.slice(0, 4) }),
})
