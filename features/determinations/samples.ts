import { dayFrom } from '#testing/attacks/prepared.ts'
import { sample } from '#testing/attacks/sample.ts'
import { determinations } from './contract.ts'

/** A valid input of each call, as a user would send it. The attack tests in testing/ start from these. */
export const samples = sample(determinations)({
  list: async ({ determined }) => ({ id: (await determined()).id }),
  record: async ({ order }) => ({
    ...(await order()),
    version: 1,
    kind: 'BOARD',
    authority: 'Workers’ Compensation Board',
    number: 'G 123 4567',
    determinedOn: dayFrom(-3),
    result: 'MODIFIED',
    startDate: dayFrom(-2),
    endDate: dayFrom(28),
    oneTimeFill: false,
    drugLevel: 14,
    maxFills: 2,
    maxQty: 30,
    maxDays: 15,
    note: 'By stipulation',
  }),
  review: async ({ referred }) => ({
    id: await referred(),
    rationale: 'Two courses did not reduce the pain, and a taper to a lower dose was not tried before this request.',
    citation: 'Chronic pain, section 7',
    criteria: [{ text: 'Function improved', answer: 'NOT_MET' as const }],
    peerToPeer: 'Today 3 to 4 PM, 555-0134',
  }),
  withdraw: async ({ determined }) => ({ ...(await determined()), version: 2, reason: 'Another case' }),
})
