import { sample } from '#testing/attacks/sample.ts'
import { claimNotes } from './contract.ts'

/** A valid input for each call; the attack tests start from these. */
export const samples = sample(claimNotes)({
  list: async ({ claimed, mc, sub }) => ({
    mc,
    sc: sub,
    claimId: (await claimed()).id,
    kind: 'CLAIM',
    page: 0,
    size: 10,
  }),
  add: async ({ claimed, mc, sub }) => ({
    mc,
    sc: sub,
    claimId: (await claimed()).id,
    kind: 'CLAIM',
    text: 'Called the employer.',
    pinned: true,
    visibility: 'INTERNAL',
  }),
  correct: async ({ noted }) => ({ eligibilityNoteId: await noted(), text: 'Called the employer twice.', version: 1 }),
  ofEligibility: async ({ span }) => {
    const { id, claimId } = await span()
    return { claimId, eligibilityId: id, page: 0, size: 10 }
  },
})
