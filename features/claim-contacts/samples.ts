import { sample } from '#testing/attacks/sample.ts'
import { claimContacts } from './contract.ts'

const sister = {
  name: 'Ada Kettle',
  relation: 'SIBLING',
  phone: '559-555-0119',
  email: 'ada@mail.example',
  reach: { call: 'YES', text: 'UNSAID', email: 'NO', mail: 'UNSAID' },
  reachNote: 'After 5 PM',
  speaksForPatient: true,
} as const

/** A valid input for each call; the attack tests start from these. */
export const samples = sample(claimContacts)({
  list: async ({ claimed, mc, sub }) => ({ mc, sc: sub, claimId: (await claimed()).id }),
  add: async ({ claimed }) => ({ claimId: (await claimed()).id, ...sister, since: '2025-02-03' }),
  correct: async ({ relative }) => ({ contactId: await relative(), version: 1, ...sister, since: '2025-02-03' }),
  end: async ({ relative }) => ({ contactId: await relative(), version: 1, reason: 'Moved away' }),
})
