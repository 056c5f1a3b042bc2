import { randomUUID } from 'node:crypto'
import { idOf } from '../fixtures.ts'
import type { TestApi } from '../api.ts'
import type { Place } from './place.ts'

type Where = { mc: string; sub: Place['sub'] | null; claimId: string | null }

const endAll = (api: TestApi, userId: string) =>
  api.db.query(
    `update chat_session set state = 'ENDED', ended_at = now(), ended_by = 'CLIENT' where user_id = $1 and state <> 'ENDED'`,
    [userId],
  )

/** Writes a conversation of a user with one message; `agentId` where an agent has taken it. */
async function writeChat(api: TestApi, where: Where, userId: string, agentId: string | null) {
  await endAll(api, userId)
  const chatId = randomUUID()
  const secureKey = 'key-of-the-chat'
  await api.db.query(
    `insert into chat_session (mc, id, user_id, alias, email, reason, context, secure_key, sub_carrier, stratus_claim_id, state, started_at,
       waiting_since, agent_id, agent_name, taken_at, next_position)
     values ($1, $2, $3, 'Juno Merriweather', 'juno@carrier.example', 'auth', '{}', $4, $5, $6, $7, now(), now(), $8, $9, now(), 1)`,
    [
      where.mc,
      chatId,
      userId,
      api.built.portal.encryption.encrypt(secureKey, `chat ${chatId}`),
      where.sub,
      where.claimId,
      agentId ? 'TALKING' : 'WAITING',
      agentId,
      agentId && 'Theo Bannerman',
    ],
  )
  await api.db.query(
    `insert into chat_message (mc, chat_id, position, at, from_type, from_name, text) values ($1, $2, 0, now(), 'CLIENT', 'Juno', 'May I ask?')`,
    [where.mc, chatId],
  )
  return { chatId, userId, secureKey, alias: 'Juno Merriweather' }
}

/** The parts of a place about support chat. */
export const chatsOf = (api: TestApi, of: () => Place) => ({
  noChat: async () => void (await endAll(api, idOf(of().username))),
  ownChat: async () => writeChat(api, { mc: of().mc, sub: null, claimId: null }, idOf(of().username), null),
  endedChat: async () => {
    const where = { ...of(), claimId: (await of().claimed()).id }
    const { chatId, userId } = await writeChat(api, where, idOf(of().username), null)
    await endAll(api, userId)
    return chatId
  },
  takenChat: async () =>
    (await writeChat(api, { ...of(), claimId: (await of().claimed()).id }, await of().colleague(), idOf(of().username)))
      .chatId,
})
