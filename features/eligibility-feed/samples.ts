import { sample } from '#testing/attacks/sample.ts'
import { eligibilityFeed } from './contract.ts'

const line = 'claim_number,first_name,last_name,date_of_birth,date_of_injury,state,group,effective_date\n'

/** A valid input of each call, as a carrier would send it. The attack tests in testing/ start from these. */
export const samples = sample(eligibilityFeed)({
  send: ({ mc }) => ({
    masterCarrier: mc,
    file: { name: 'feed.csv', type: 'text/csv', bytes: new TextEncoder().encode(line) },
  }),
  exceptions: ({ mc }) => ({ masterCarrier: mc }),
  refused: async ({ mc, feed }) => ({ id: await feed(), masterCarrier: mc }),
  reviewed: async ({ mc, feed }) => ({ id: await feed(), masterCarrier: mc }),
  again: async ({ feed, mc }) => ({ id: await feed(), masterCarrier: mc, page: 0 }),
  status: async ({ mc, feed }) => ({ id: await feed(), masterCarrier: mc }),
})
