import { sample } from '#testing/attacks/sample.ts'
import { patients } from './contract.ts'

/** A valid input for each call; the attack tests start from these. */
export const samples = sample(patients)({
  recent: ({ mc }) => ({ id: 'me', masterCarrier: mc }),
  addRecent: async ({ claimed, mc }) => ({
    claimId: (await claimed()).id,
    masterCarrier: mc,
    claimantLastName: 'Somebody',
  }),
  byAdjuster: ({ mc }) => ({ mc, adjusterId: 'me' }),
  byName: ({ mc }) => ({ mc, lastName: 'Ortega', firstName: 'Maria', dob: '19790314', size: 10 }),
  byNumber: ({ mc }) => ({ mc, searchType: 'C', value: 'wc-0001 ' }),
  search: ({ mc }) => ({ masterCarrier: mc, searchType: 'N', value: 'ortega, maria' }),
  profile: async ({ claimed, mc, sub }) => ({ mc, sc: sub, claimId: (await claimed()).id }),
  fromCarrier: ({ mc }) => ({ mc, claimNumber: 'WC-0001' }),
  revealSsn: async ({ claimed }) => ({ claimId: (await claimed()).id, reason: 'The pharmacy asked to check it.' }),
})
