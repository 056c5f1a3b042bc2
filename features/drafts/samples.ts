import { sample } from '#testing/attacks/sample.ts'
import { drafts } from './contract.ts'

/** A valid input for each call; the attack tests start from these. */
export const samples = sample(drafts)({
  of: async ({ request }) => ({ about: 'request', subjectId: await request() }),
  keep: async ({ request }) => ({
    about: 'request',
    subjectId: await request(),
    form: 'reject',
    body: { note: 'Half a sentence', codes: { '75': true } },
    after: 0,
  }),
  discard: async ({ request }) => ({ about: 'request', subjectId: await request(), form: 'reject' }),
})
