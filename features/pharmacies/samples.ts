import { sample } from '#testing/attacks/sample.ts'
import { pharmacies } from './contract.ts'

/** A valid input of each call, as a user would send it. The attack tests in testing/ start from these. */
export const samples = sample(pharmacies)({
  search: () => ({ zipCode: '93721', radius: 10 }),
  byNabp: () => ({ nabps: ['0512345'] }),
  export: () => ({ zipCode: '93721', radius: 10 }),
})
