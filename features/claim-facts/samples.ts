import { sample } from '#testing/attacks/sample.ts'
import { day } from '#testing/new-york-day.ts'
import { claimFacts } from './contract.ts'

/** A valid input of each call, as a user would send it. The attack tests in testing/ start from these. */
export const samples = sample(claimFacts)({
  of: async ({ claimed }) => ({ claimId: (await claimed()).id }),
  hold: async ({ waitingFact }) => ({
    ...(await waitingFact()),
    until: day(12),
    reason: 'An appeal is pending',
  }),
  change: async ({ claimed }) => ({
    claimId: (await claimed()).id,
    kind: 'DIAGNOSIS',
    subject: 'S83.91XA',
    description: 'Sprain of right knee',
    value: 'ACCEPTED',
    from: day(0),
    reason: 'As the board ordered',
    version: 1,
  }),
})
