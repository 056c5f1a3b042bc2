import { sample } from '#testing/attacks/sample.ts'
import { savedViews } from './contract.ts'

/** A valid input of each call; the attack tests start from these. */
export const samples = sample(savedViews)({
  list: () => ({}),
  save: async (place) => ({ name: `Florida ${await place.savedView()}`, address: 'view=all&state=FL', shared: true }),
  change: async (place) => ({ viewId: await place.savedView(), name: 'Due today' }),
  remove: async (place) => ({ viewId: await place.savedView() }),
  openWith: async (place) => ({ viewId: await place.savedView() }),
})
