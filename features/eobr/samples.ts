import { sample } from '#testing/attacks/sample.ts'
import { eobr } from './contract.ts'

/** A valid input of each call, as a user would send it. The attack tests in testing/ start from these. */
export const samples = sample(eobr)({
  toggle: ({ mc }) => ({ x: mc }),
  list: () => ({ list: 'REASON', jurisState: 'FL' }),
  jurisdictions: () => ({ x: 'FL' }),
  note: async ({ request, sub }) =>
    sub === 'AAA2'
      ? {
          authorizationId: await request(),
          jurisState: 'CA',
          eobrCodes: ['G04'],
          action: 'DENY',
          note: 'Nobody authorized it',
        }
      : {
          authorizationId: await request(),
          jurisState: 'FL',
          eobrCodes: ['30'],
          action: 'DENY',
          note: 'Nobody authorized it',
        },
  labels: ({ mc, sub }) => ({ masterCarrier: mc, subCarrier: sub }),
})
