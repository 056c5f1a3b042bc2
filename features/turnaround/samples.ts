import { dayFrom } from '#testing/attacks/prepared.ts'
import { sample } from '#testing/attacks/sample.ts'
import { turnaround } from './contract.ts'

/** Each call as a user of this place would make it, right in every respect; the attacks of testing/ start from these. */
export const samples = sample(turnaround)({
  figures: () => ({ from: dayFrom(-30), to: dayFrom(0), by: 'team' }),
})
