import { sample } from '#testing/attacks/sample.ts'
import { notifications } from './contract.ts'

/** A valid input of each call; the attack tests start from these. */
export const samples = sample(notifications)({
  list: () => ({}),
  listGroups: () => ({}),
  choices: () => ({}),
  choose: () => ({
    groups: [{ group: 'LETTERS' as const, portal: true, mail: 'DAILY' as const }],
    quietFrom: '20:00',
    quietUntil: '07:00',
    dailyAt: '08:00',
  }),
  markUnread: async ({ notice }) => ({ notificationId: await notice() }),
  markRead: async ({ notice }) => ({ notificationId: await notice() }),
})
