import type { ChatMessage, ChatNews } from './contract.ts'

/** What a page knows of a conversation. */
export type Log = Pick<ChatNews, 'chatEnded' | 'state' | 'agent'> & {
  messages: readonly ChatMessage[]
  /** The other side types. */
  typing: boolean
  replyBy: string | null
}

/** What an answer says besides its messages. */
export type LogNews = Omit<Log, 'messages'> & { messages: readonly ChatMessage[] }

/** The first message that is missing: answers may come late, twice or in another order. */
export function nextPosition(messages: readonly ChatMessage[]): number {
  let next = 0
  for (const { index } of messages) if (index === next) next += 1
  return next
}

/** Each message once, in order, whatever order the answers came in. An ended conversation stays ended. */
export function withNews(known: Log | undefined, news: LogNews): Log {
  const byIndex = new Map([...(known?.messages ?? []), ...news.messages].map((message) => [message.index, message]))
  const messages = [...byIndex.values()].toSorted((a, b) => a.index - b.index)
  if (known?.chatEnded) return { ...known, messages }
  return { ...news, messages }
}
