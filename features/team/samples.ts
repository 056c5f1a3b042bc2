import { sample } from '#testing/attacks/sample.ts'
import { idOf } from '#testing/fixtures.ts'
import { team } from './contract.ts'

/** A valid input of each call, as a user would send it. The attack tests in testing/ start from these. */
export const samples = sample(team)({
  authorizations: ({ mc, userId }) => ({ a: userId, b: mc }),
  workload: ({ userId }) => ({ userId }),
  members: ({ userId }) => ({ userId }),
  setMembers: async ({ leader, colleague }) => ({
    supervisorId: await leader(),
    memberIds: [await colleague()],
    reason: 'New on the team',
  }),
  preview: ({ userId }) => ({ fromUserId: userId, count: 2 }),
  move: async ({ mc, userId, request }) => ({
    fromUserId: userId,
    moves: [{ authorizationId: await request(), version: 1, toUserId: idOf(mc === 'AAA' ? 'ext.aaa' : 'multi') }],
  }),
  exportMove: async ({ moved }) => ({ moveId: await moved() }),
  undo: async ({ moved }) => ({ moveId: await moved() }),
})
