import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallFailed } from '#platform/browser/call.ts'
import { nextPosition, withNews, type LogNews } from './message-log.ts'

/**
 * The messages of a conversation, kept current by asking every few milliseconds and at each change event of the chat. The
 * last answer stays while the connection is lost.
 */
export function useLog<News extends LogNews>(
  chatId: string | undefined,
  load: (from: number) => Promise<News>,
  everyMs: number,
) {
  const cache = useQueryClient()
  const queryKey = ['chat.log', chatId]
  const known = () => cache.getQueryData<News>(queryKey)
  const { data, isError, error, refetch } = useQuery<News, CallFailed>({
    queryKey,
    queryFn: async () => {
      const news = await load(nextPosition(known()?.messages ?? []))
      return withNews(known(), news)
    },
    enabled: chatId !== undefined,
    networkMode: 'always',
    retry: false,
    staleTime: 0,
    refetchInterval: (query) => (query.state.data?.chatEnded ? false : everyMs),
    refetchIntervalInBackground: true,
  })
  return {
    log: data,
    lost: isError,
    error,
    refresh: () => refetch(),
    /** Takes over what the answer to a message said. */
    add: (id: string, news: News) => {
      cache.setQueryData<News>(['chat.log', id], (before) => withNews(before, news))
    },
  }
}
