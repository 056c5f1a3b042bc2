import { anyDrug, dayFrom } from '#testing/attacks/prepared.ts'
import { sample } from '#testing/attacks/sample.ts'
import { clinical } from './contract.ts'

/** A valid input of each call, as a user would send it. The attack tests in testing/ start from these. */
export const samples = sample(clinical)({
  guideline: () => ({ stateCode: 'FL', gpi: anyDrug.gpi, doi: dayFrom(-20) }),
  recommendation: async ({ request }) => ({ authorizationId: await request() }),
  advise: async ({ review }) => ({
    authorizationId: await review(),
    version: 2,
    action: 'APPROVE_MODIFIED',
    rationale: 'A week is enough',
    modified: { days: 7, oneTime: true },
    refs: ['Label'],
  }),
  ownAdvice: () => ({}),
  prescriberCalls: () => ({}),
  onDuty: () => ({}),
  waiting: async ({ review }) => ({ authorizationId: await review() }),
  take: async ({ review }) => ({ authorizationId: await review(), take: true }),
  nudge: async ({ review }) => ({ authorizationId: await review() }),
  write: async ({ review }) => ({ authorizationId: await review(), text: 'Is the dose known to you?' }),
  called: async ({ review }) => ({ authorizationId: await review(), outcome: 'REACHED', text: 'Agrees to a week' }),
  considerations: async ({ request }) => ({ authorizationId: await request() }),
  diagnoses: async ({ claimed, mc }) => ({ claimId: (await claimed()).id, masterCarrier: mc, codeLength: 3 }),
})
