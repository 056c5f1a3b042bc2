import { sample } from '#testing/attacks/sample.ts'
import { monitoring } from './contract.ts'

/** A valid input of each call, as a user would send it. The attack tests in testing/ start from these. */
export const samples = sample(monitoring)({
  actions: () => ({
    actions: [{ action: 'page.opened', target: 'authorizations', at: '2026-01-31T15:00:00Z', durationMs: 120 }],
  }),
  pageUse: ({ mc }) => ({ masterCarrier: mc, days: 30 }),
  fault: () => ({ kind: 'login-error', code: 'UNAVAILABLE' }),
})
