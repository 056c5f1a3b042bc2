import { sample } from '#testing/attacks/sample.ts'
import { patientAccess } from './contract.ts'

/** A valid input for each call; the attack tests start from these. */
export const samples = sample(patientAccess)({
  views: async ({ claimed, mc, sub }) => ({ mc, sc: sub, claimId: (await claimed()).id, days: 30, page: 0, size: 10 }),
  carrier: ({ mc }) => ({ masterCarrier: mc, days: 30, page: 0, size: 10 }),
  openCase: async ({ viewed }) => ({ viewId: await viewed(), note: 'Please explain' }),
  closeCase: async ({ accessCase }) => ({ caseId: await accessCase(), answer: 'A call of the worker' }),
})
