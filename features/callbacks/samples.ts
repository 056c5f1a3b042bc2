import { sample } from '#testing/attacks/sample.ts'
import { callbacks } from './contract.ts'

/** A valid input of each call, as a user would send it. The attack tests in testing/ start from these. */
export const samples = sample(callbacks)({
  take: async ({ message, routing }) => ({ ...routing, nabp: await message() }),
  queue: () => ({}),
  mine: () => ({}),
  lately: async ({ called }) => {
    await called()
    return {}
  },
  assign: async ({ unheard }) => ({ id: await unheard(), mine: true }),
  called: async ({ unheard }) => ({ id: await unheard(), result: 'REACHED', attempts: 0, callerChecked: true }),
})
