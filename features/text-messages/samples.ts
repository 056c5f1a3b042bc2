import { sample } from '#testing/attacks/sample.ts'
import { texts } from './contract.ts'

/** A valid input for each call; the attack tests start from these. */
export const samples = sample(texts)({
  inbound: async ({ texted }) => ({ id: crypto.randomUUID(), from: (await texted()).mobile, text: 'STOP' }),
  status: async ({ texted }) => ({ messageId: (await texted()).messageId, status: 'delivered', reason: 'OK' }),
  campaign: async ({ mc, sub, claimed }) => ({ a: mc, b: sub, c: (await claimed()).id }),
  gateway: async ({ texted }) => ({ claimId: (await texted()).claimId, action: 'OPT_OUT' }),
  export: async ({ mc, sub, claimed }) => ({
    type: 'csv',
    masterCarrier: mc,
    subCarrier: sub,
    claimId: (await claimed()).id,
    timeZone: 'America/New_York',
  }),
  history: async ({ mc, sub, claimed }) => ({ mc, sc: sub, claimId: (await claimed()).id }),
})
