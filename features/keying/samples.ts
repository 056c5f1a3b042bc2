import { sample } from '#testing/attacks/sample.ts'
import { keying } from './contract.ts'

/** Each call as a user of this place would make it, right in every respect; the attacks of testing/ start from these. */
export const samples = sample(keying)({
  queue: () => ({}),
  keyed: async ({ unkeyed }) => ({ id: await unkeyed(), accepted: true }),
})
