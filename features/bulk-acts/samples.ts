import { sample } from '#testing/attacks/sample.ts'
import { bulkActs } from './contract.ts'

/** A valid input of each call; the attack tests start from these. */
export const samples = sample(bulkActs)({
  start: async (place) => ({
    what: 'SNOOZE',
    hours: 1,
    requests: [{ authorizationId: await place.request(), version: 1 }],
  }),
  preview: async (place) => ({
    what: 'SNOOZE',
    hours: 1,
    requests: [{ authorizationId: await place.request(), version: 1 }],
  }),
  mine: () => ({}),
  of: async (place) => {
    await place.request()
    return { bulkId: await place.bulkAct() }
  },
  cancel: async (place) => ({ bulkId: await place.bulkAct() }),
  undo: async (place) => {
    await place.request()
    return { bulkId: await place.bulkAct() }
  },
})
