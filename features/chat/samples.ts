import { sample } from '#testing/attacks/sample.ts'
import { chat } from './contract.ts'

const key = 'c0ffee00-0000-4000-8000-000000000001'

/** A valid input of each call; the attack tests start from these. */
export const samples = sample(chat)({
  check: () => ({}),
  start: async ({ mc, email, noChat }) => {
    await noChat()
    return {
      masterCarrier: mc,
      firstName: 'Juno',
      lastName: 'Merriweather',
      email,
      subject: 'Does the pharmacy need a new prescription?',
      leaveMessage: true,
      chatData: { reason: 'auth' },
    }
  },
  send: async ({ ownChat }) => ({ ...(await ownChat()), message: 'Great. And the other 60?', messageKey: key }),
  startTyping: ({ ownChat }) => ownChat(),
  stopTyping: ({ ownChat }) => ownChat(),
  refresh: async ({ ownChat }) => ({ ...(await ownChat()), nextPosition: 0 }),
  end: ({ ownChat }) => ownChat(),
  rate: async ({ endedChat }) => ({ chatId: await endedChat(), rating: 'YES' }),
  transcript: async ({ endedChat }) => ({ chatId: await endedChat() }),
  settings: () => ({ f: ['chatCheckInterval', 'chatRefreshInterval'] }),
  queue: () => ({}),
  conversation: async ({ takenChat }) => ({ id: await takenChat() }),
  take: async ({ takenChat }) => ({ id: await takenChat(), mine: true }),
  reply: async ({ takenChat }) => ({ id: await takenChat(), message: 'One moment, please.', messageKey: key }),
  note: async ({ takenChat }) => ({ id: await takenChat(), note: 'Asked for the second time.' }),
  typing: async ({ takenChat }) => ({ id: await takenChat(), typing: true }),
  finish: async ({ takenChat }) => ({ id: await takenChat() }),
  presence: ({ mc }) => ({ masterCarrier: mc, available: true }),
})
