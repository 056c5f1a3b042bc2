import { sample } from '#testing/attacks/sample.ts'
import { settings } from './contract.ts'

/** A valid input for each call; the attack tests start from these. */
export const samples = sample(settings)({
  extractSubCarriers: ({ mc }) => ({ masterCarrier: mc }),
  client: ({ mc, sub }) => ({ id1: mc, id2: sub, level: 'settingsLevelGlobal' }),
  features: ({ mc }) => ({ f: ['safetyRejectEnabled', 'pdfExportEnabled'], masterCarrier: mc }),
  intervals: () => ({ f: ['smsPollInterval', 'icdDetailCodeLength'] }),
})
