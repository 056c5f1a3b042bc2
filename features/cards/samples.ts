import { sample } from '#testing/attacks/sample.ts'
import { cards } from './contract.ts'

/** A valid input for each call; the attack tests start from these. */
export const samples = sample(cards)({
  request: async ({ claimed }) => ({ claimId: (await claimed()).id, channel: 'PRINT', destination: 'the counter' }),
  view: async ({ claimed }) => ({ claimId: (await claimed()).id }),
})
