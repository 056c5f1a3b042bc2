import { sample } from '#testing/attacks/sample.ts'
import { transactionHistory } from './contract.ts'

/** A valid input of each call, as a user would send it. The attack tests in testing/ start from these. */
export const samples = sample(transactionHistory)({
  all: async ({ mc, sub, claimed }) => ({ masterCarrier: mc, subCarrier: sub, claimId: (await claimed()).id }),
  byClaimNumber: ({ mc, sub }) => ({ a: mc, b: sub, c: 'WC-0001' }),
  search: async ({ mc, claimed }) => ({ claimId: (await claimed()).id, masterCarrier: mc, claimTypes: { paid: true } }),
  page: async ({ mc, claimed }) => ({ claimId: (await claimed()).id, masterCarrier: mc }),
  export: async ({ mc, claimed }) => ({ type: 'csv', claimId: (await claimed()).id, masterCarrier: mc }),
  medications: async ({ mc, claimed }) => ({ claimId: (await claimed()).id, masterCarrier: mc }),
  days: ({ mc }) => ({ masterCarrier: mc }),
  summary: async ({ mc, claimed }) => ({ id: (await claimed()).id, masterCarrier: mc }),
  summaryExport: async ({ mc, claimed }) => ({ type: 'csv', id: (await claimed()).id, masterCarrier: mc }),
  detail: async ({ mc, filled }) => {
    const { claimId, reference, tcn } = await filled()
    return { id: claimId, referenceNumber: reference, tcn, masterCarrier: mc }
  },
  ingredients: async ({ mc, filled }) => {
    const { reference, tcn } = await filled()
    return { referenceNumber: reference, tcn, masterCarrier: mc }
  },
  billReview: async ({ mc, claimed }) => ({ id: (await claimed()).id, masterCarrier: mc }),
  byTcn: async ({ mc, paid }) => ({ tcn: await paid(), masterCarrier: mc }),
  reverse: async ({ mc, paid }) => ({ tcn: await paid(), reason: 'Filled twice in error', masterCarrier: mc }),
})
