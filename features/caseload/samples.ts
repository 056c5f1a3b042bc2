import { sample } from '#testing/attacks/sample.ts'
import { caseload } from './contract.ts'

/** A valid input for each call; the attack tests start from these. */
export const samples = sample(caseload)({
  carriers: () => ({}),
  programs: ({ mc }) => ({ mc }),
})
