import { sample } from '#testing/attacks/sample.ts'
import { day } from '#testing/new-york-day.ts'
import { clock } from './contract.ts'

/** A valid input for each call; the attack tests start from these. */
export const samples = sample(clock)({
  snooze: async ({ request }) => ({ id: await request(), value: 1 }),
  unsnooze: async ({ request }) => ({ id: await request() }),
  extend: async ({ extendable }) => ({
    id: await extendable(),
    version: 1,
    askedOn: day(0),
    askedOf: 'The prescriber’s office',
    information: 'Notes of the last visit',
  }),
})
