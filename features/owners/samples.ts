import { sample } from '#testing/attacks/sample.ts'
import { owners } from './contract.ts'

/** A valid input for each call; the attack tests start from these. */
export const samples = sample(owners)({
  assign: async ({ request, email }) => ({ id: await request(), userEmails: [email], version: 1 }),
  typeAhead: async ({ request }) => ({ authId: await request(), chars: 'ad' }),
  ofGroup: ({ mc, sub, group }) => ({ mc, sc: sub, g: group }),
  ofGroupBeginning: ({ mc, sub, group }) => ({ mc, sc: sub, g: group, chars: 'ad' }),
  all: ({ mc }) => ({ mc }),
  active: ({ mc }) => ({ mc }),
  activeBeginning: ({ mc }) => ({ mc, chars: 'ad' }),
  byName: async ({ request }) => ({ id: await request(), name: 'adj' }),
  rights: async ({ request, email }) => ({ caseOwnerEmails: [email], authorizationId: await request() }),
  mailExaminer: async ({ request, email }) => ({
    authorizationId: await request(),
    to: email,
    subject: 'A request',
    message: 'Please look at this.',
  }),
})
