import { dayFrom } from '#testing/attacks/prepared.ts'
import { sample } from '#testing/attacks/sample.ts'
import { outOfOffice } from './contract.ts'

/** A valid input for each call; the attack tests start from these. */
export const samples = sample(outOfOffice)({
  list: () => ({}),
  set: async ({ colleague, userId }) => ({
    userId: await colleague(),
    startAt: `${dayFrom(2)}T08:00:00Z`,
    endAt: `${dayFrom(5)}T17:00:00Z`,
    delegates: [userId],
    message: 'Back soon',
  }),
  change: async ({ leave }) => ({ leaveId: await leave(), endAt: `${dayFrom(70)}T17:00:00Z`, version: 1 }),
  end: async ({ leave }) => ({ leaveId: await leave() }),
  standIns: ({ userId }) => ({ userId, chars: 'ad' }),
  preview: ({ userId }) => ({
    userId,
    startAt: `${dayFrom(2)}T08:00:00Z`,
    endAt: `${dayFrom(5)}T17:00:00Z`,
    delegates: [],
  }),
})
