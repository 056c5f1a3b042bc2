import { sample } from '#testing/attacks/sample.ts'
import { flags } from './contract.ts'

/** A valid input of each call; the attack tests start from these. */
export const samples = sample(flags)({ ofUser: () => ({ flagName: 'pdfExportEnabled' }) })
