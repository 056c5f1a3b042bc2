import { useEffect, useState } from 'react'
import { asFailed, newKey } from '#platform/browser/call.ts'
import { useRead } from '#platform/browser/use-call.ts'
import type { AnswerOf, InputOf } from '#platform/calls/contract.ts'
import { askChat } from './ask-chat.ts'
import type { Pending } from './bubbles.tsx'
import { chat } from './contract.ts'
import { chatIntervals } from './limits.ts'
import { nextPosition, type LogNews } from './message-log.ts'
import { useLog } from './use-log.ts'

type Keys = { chatId: string; userId: string; secureKey: string; alias: string }
const keysOf = ({ chatId, userId, secureKey }: Keys) => ({ chatId, userId, secureKey })

/** What its user learns of a conversation. */
type OwnNews = LogNews & { replyBy: string | null }

const CHECK_MS = 30_000
const REFRESH_MS = 4000

/** The chat of this user: whether chat is open, the conversation, and what can be done in it. */
export function useChat(endpoint: string) {
  const { data: intervals } = useRead(chat.settings, { f: [...chatIntervals] })
  const [keys, setKeys] = useState<Keys>()
  const [left, setLeft] = useState<string>()
  const [pending, setPending] = useState<Pending>()
  const [masked, setMasked] = useState(false)
  const { log, lost, error, add, refresh } = useLog<OwnNews>(
    keys?.chatId,
    async (nextOne) => {
      const answer = await askChat(chat.refresh, { ...keysOf(keys!), nextPosition: nextOne }, { background: true })
      return { ...answer, typing: answer.agentTyping }
    },
    intervals?.['chatRefreshInterval'] ?? REFRESH_MS,
  )
  const check = useRead(
    chat.check,
    {},
    { off: log?.state === 'TALKING', everyMs: intervals?.['chatCheckInterval'] ?? CHECK_MS },
  )
  const found = check.data?.chat
  if (found && !keys && found.chatId !== left) setKeys(found)
  const leave = () => {
    setLeft(keys?.chatId)
    setKeys(undefined)
    setPending(undefined)
    setMasked(false)
    void check.refetch()
  }
  // It belongs to another carrier than the one that was changed to.
  const isGone = error?.status === 404 && keys !== undefined
  useEffect(() => {
    if (isGone) leave()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each conversation that is gone
  }, [isGone])

  // Sent, and seen among the messages before the answer to it came.
  const arrived =
    pending &&
    log?.messages.some(
      ({ index, from, text }) =>
        index >= pending.from && from.type === 'Client' && (pending.failed === undefined || text === pending.text),
    )
  const post = async (one: Pending) => {
    const { failed: _, ...message } = one
    setPending(message)
    try {
      const { chatId } = keys!
      const input = { ...keysOf(keys!), message: one.text, messageKey: one.key, nextPosition: one.from, endpoint }
      const answer: AnswerOf<typeof chat.send> = await askChat(chat.send, input)
      add(chatId, { ...answer, typing: log?.typing ?? false, replyBy: log?.replyBy ?? null })
      if (answer.masked) setMasked(true)
      setPending(undefined)
    } catch (reason) {
      setPending({ ...message, failed: asFailed(reason).said })
      void refresh()
    }
  }
  return {
    check,
    keys,
    log,
    lost,
    masked,
    pending: arrived ? undefined : pending,
    start: async (input: InputOf<typeof chat.start>) => {
      const answer = await askChat(chat.start, input)
      add(answer.chatId, { ...answer, chatEnded: false, agent: null, typing: false })
      setKeys(answer)
      setMasked(answer.masked)
    },
    send: (text: string) => post({ key: newKey(), text, from: nextPosition(log?.messages ?? []) }),
    retry: () => pending && void post(pending),
    /** Takes back a message that was not sent. */
    discard: () => setPending(undefined),
    say: async (typing: boolean) => {
      if (!keys || log?.chatEnded) return
      await (typing ? askChat(chat.startTyping, { ...keysOf(keys), endpoint }) : askChat(chat.stopTyping, keysOf(keys)))
    },
    end: async () => {
      if (keys) await askChat(chat.end, keysOf(keys))
      await refresh()
    },
    startNew: leave,
  }
}
