import { anyDrug } from '#testing/attacks/prepared.ts'
import { sample } from '#testing/attacks/sample.ts'
import { drugs } from './contract.ts'

/** A valid input of each call, as a user would send it. The attack tests in testing/ start from these. */
export const samples = sample(drugs)({
  search: () => ({ drugSearchKey: 'NAME', drugSearchVal: 'oxy' }),
  gpiVariations: () => ({ code: anyDrug.gpi.slice(0, 8) }),
  gpiDescriptions: () => ({ n: 8, code: anyDrug.gpi.slice(0, 4) }),
})
