import { sample } from '#testing/attacks/sample.ts'
import { contactNotes } from './contract.ts'

/** A valid input for each call; the attack tests start from these. */
export const samples = sample(contactNotes)({
  of: async ({ contact, mc, sub }) => ({
    masterCarrier: mc,
    subCarrier: sub,
    claimId: (await contact()).claimId,
    page: 0,
    size: 10,
  }),
  add: async ({ claimed, mc }) => ({
    claimId: (await claimed()).id,
    masterCarrier: mc,
    contactType: 'PHONE',
    callerRole: 'WORKER',
    callerName: 'Wanda Willowby',
    callerEmail: 'worker@mail.example',
    reason: 'claim',
    text: 'When will the card come?',
  }),
  survey: async ({ contact }) => ({ claimContactNoteId: (await contact()).id }),
  surveyed: async ({ contact }) => ({ claimContactNoteId: (await contact()).id }),
})
