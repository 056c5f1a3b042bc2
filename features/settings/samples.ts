import { sample } from '#testing/attacks/sample.ts'
import { settings } from './contract.ts'

/** Each call as a user of this place would make it, right in every respect; the attacks of testing/ start from these. */
export const samples = sample(settings)({
  extractSubCarriers: ({ mc }) => ({ masterCarrier: mc }),
  client: ({ mc, sub }) => ({ id1: mc, id2: sub, level: 'settingsLevelGlobal' }),
  features: ({ mc }) => ({ f: ['safetyRejectEnabled', 'pdfExportEnabled'], masterCarrier: mc }),
})
