import { anyDrug, dayFrom } from '#testing/attacks/prepared.ts'
import { sample } from '#testing/attacks/sample.ts'
import { bypasses } from './contract.ts'

/** A valid input of each call, as a user would send it. The attack tests in testing/ start from these. */
export const samples = sample(bypasses)({
  set: async ({ claimed, mc }) => ({
    claimId: (await claimed()).id,
    masterCarrier: mc,
    scope: 'DRUG',
    gpi: anyDrug.gpi,
    drugLevel: 8,
    reason: 'DISASTER',
    startDate: dayFrom(20),
    endDate: dayFrom(25),
    maxFills: 2,
    maxCostPerFill: 100,
    codes: ['75'],
    note: 'Storm',
  }),
  end: async ({ bypass }) => ({ bypassId: await bypass(), reason: 'It is over' }),
  history: async ({ claimed }) => ({ claimId: (await claimed()).id, page: 0, size: 25 }),
})
