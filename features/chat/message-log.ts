import type { ChatMessage, ChatNews } from './contract.ts'

/** What an answer says of a conversation; agents learn more of it than its user. */
export type LogNews = Pick<ChatNews, 'chatEnded' | 'state' | 'agent'> & {
  messages: readonly ChatMessage[]
  /** The other side types. */
  typing: boolean
}

/** The first message that is missing: answers may come late, twice or in another order. */
export function nextPosition(messages: readonly ChatMessage[]): number {
  let next = 0
  for (const { index } of messages) if (index === next) next += 1
  return next
}

/** Each message once, in order, whatever order the answers came in. An ended conversation stays ended. */
export function withNews<News extends LogNews>(known: News | undefined, news: News): News {
  const byIndex = new Map([...(known?.messages ?? []), ...news.messages].map((message) => [message.index, message]))
  const messages = [...byIndex.values()].toSorted((a, b) => a.index - b.index)
  const ended = known?.chatEnded ? ({ chatEnded: true, state: 'ENDED' } as const) : {}
  return { ...news, ...ended, messages }
}
