import { sample } from '#testing/attacks/sample.ts'
import { colleagues } from './contract.ts'

/** A valid input for each call; the attack tests start from these. */
export const samples = sample(colleagues)({
  groups: ({ mc }) => ({ masterCarrier: mc }),
  fullName: ({ userId }) => ({ id: userId }),
  type: ({ userId }) => ({ id: userId }),
  nameByEmail: ({ mc, sub, group, email }) => ({ a: email, b: mc, c: sub, d: group }),
})
