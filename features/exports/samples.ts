import { sample } from '#testing/attacks/sample.ts'
import { exportList } from './contract.ts'

/** A valid input of each call; the attack tests start from these. */
export const samples = sample(exportList)({
  again: async ({ exported }) => ({ exportId: await exported() }),
  job: async ({ exported }) => ({ id: await exported() }),
  list: ({ mc, username }) => ({
    masterCarrier: mc,
    username,
    subject: 'extract',
    from: '2026-01-01',
    to: '2026-12-31',
    state: 'FINISHED',
    size: 10,
  }),
})
