import { sample } from '#testing/attacks/sample.ts'
import { exportList } from './contract.ts'

/** A valid input of each call; the attack tests start from these. */
export const samples = sample(exportList)({
  job: async ({ exported }) => ({ id: await exported() }),
  list: ({ mc, username }) => ({ masterCarrier: mc, username, state: 'FINISHED', size: 10 }),
})
