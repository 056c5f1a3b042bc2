import { sample } from '#testing/attacks/sample.ts'
import { callbacks } from './contract.ts'

/** Each call as a user of this place would make it, right in every respect; the attacks of testing/ start from these. */
export const samples = sample(callbacks)({
  take: async ({ message, routing }) => ({ ...routing, nabp: await message() }),
  queue: () => ({}),
  called: async ({ unheard }) => ({ id: await unheard(), result: 'REACHED', attempts: 0 }),
})
