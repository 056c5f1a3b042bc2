import { sample } from '#testing/attacks/sample.ts'
import { flags } from './contract.ts'

/** A valid input of each call; the attack tests start from these. */
export const samples = sample(flags)({
  ofUser: () => ({ flagName: 'pdfExportEnabled' }),
  list: ({ mc }) => ({ masterCarrier: mc }),
  set: ({ mc, sub }) => ({
    masterCarrier: mc,
    subCarrier: sub,
    key: 'careRiskScoreDisabled',
    enabled: false,
    reason: 'The score is used here.',
  }),
  changes: ({ mc }) => ({ masterCarrier: mc, key: 'careRiskScoreDisabled' }),
  tried: ({ mc, username }) => ({ masterCarrier: mc, key: 'careRiskScoreDisabled', username }),
})
