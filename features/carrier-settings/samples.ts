import { sample } from '#testing/attacks/sample.ts'
import { carrierSettings } from './contract.ts'

/** A valid input for each call; the attack tests start from these. */
export const samples = sample(carrierSettings)({
  shown: ({ mc, sub }) => ({ mc, subCarrier: sub }),
  setUp: ({ mc, sub }) => ({
    masterCarrier: mc,
    subCarrier: sub,
    settings: { timelyFilingDays: { pos: 60, other: 300 } },
    reason: 'The new contract.',
  }),
  list: ({ mc }) => ({ masterCarrier: mc }),
  preview: ({ mc, sub }) => ({ masterCarrier: mc, subCarrier: sub, settings: { maxApprovalDays: 30 } }),
  rerun: async ({ mc, sub, submittedLastMonth }) => {
    await submittedLastMonth()
    return { masterCarrier: mc, subCarrier: sub, settings: { costLimitPerFill: 1 } }
  },
  changes: ({ mc }) => ({ masterCarrier: mc, page: 0, size: 25 }),
  decide: async ({ mc, waitingSetting }) => ({ masterCarrier: mc, changeId: await waitingSetting(), approve: true }),
  undo: async ({ mc, changedSetting }) => ({
    masterCarrier: mc,
    changeId: await changedSetting(),
    reason: 'By mistake.',
  }),
})
