import { sample } from '#testing/attacks/sample.ts'
import { exportList } from './contract.ts'

/** A valid input of each call; the attack tests start from these. */
export const samples = sample(exportList)({
  again: async ({ exported }) => ({ exportId: await exported() }),
  ask: async ({ exportedByOther }) => ({ exportId: await exportedByOther(), question: 'What was it for?' }),
  weeks: ({ mc }) => ({ masterCarrier: mc }),
  one: async ({ exported }) => ({ exportId: await exported() }),
  questions: () => ({}),
  answer: async ({ fileQuestion }) => ({ questionId: await fileQuestion(), answer: 'For the yearly review.' }),
  job: async ({ exported }) => ({ id: await exported() }),
  list: async ({ mc, username, claimed }) => ({
    masterCarrier: mc,
    username,
    subject: 'extract',
    claimId: (await claimed()).id,
    from: '2026-01-01',
    to: '2026-12-31',
    state: 'FINISHED',
    size: 10,
  }),
})
