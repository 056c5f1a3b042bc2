import { sample } from '#testing/attacks/sample.ts'
import { keying } from './contract.ts'

/** A valid input of each call, as a user would send it. The attack tests in testing/ start from these. */
export const samples = sample(keying)({
  queue: () => ({}),
  assign: async ({ unkeyed }) => ({ id: await unkeyed(), mine: true }),
  keyed: async ({ unkeyed }) => ({ id: await unkeyed(), accepted: true }),
})
