import { sample } from '#testing/attacks/sample.ts'
import { surveys } from './contract.ts'

/** A valid input for each call; the attack tests start from these. */
export const samples = sample(surveys)({
  open: async ({ contact }) => ({ token: (await contact()).code }),
  questions: async ({ contact }) => {
    const { id, code } = await contact()
    return { id: 1, is_active: true, claimContactNoteId: id, token: code }
  },
  submit: async ({ contact }) => {
    const { id, code } = await contact()
    return {
      claimContactNoteId: id,
      token: code,
      surveyQuestionId: 1,
      question1Response: 4,
      question2Response: 'YES',
      question3Response: 'Answer sooner',
    }
  },
  followUps: () => ({}),
  followedUp: async ({ dissatisfied }) => ({ claimContactNoteId: await dissatisfied(), note: 'Called back' }),
})
