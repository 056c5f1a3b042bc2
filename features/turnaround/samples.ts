import { dayFrom } from '#testing/attacks/prepared.ts'
import { sample } from '#testing/attacks/sample.ts'
import { turnaround } from './contract.ts'

/** A valid input of each call, as a user would send it. The attack tests in testing/ start from these. */
export const samples = sample(turnaround)({
  figures: () => ({ from: dayFrom(-30), to: dayFrom(0), by: 'team' }),
  requests: () => ({ from: dayFrom(-30), to: dayFrom(0), by: 'state', figure: 'received', page: 0 }),
})
