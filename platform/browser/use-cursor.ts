import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ask, type CallFailed } from './call.ts'
import { mayGoBetter } from './retry.ts'
import type { ReadOptions } from './use-call.ts'
import type { AnswerOf, AnyCall, InputOf } from '../calls/contract.ts'

/**
 * Reads a list call by call: `next` gives the input that continues after an answer, or nothing at the end. A call for
 * more while the list is read again, or just before, gets it once that is done: nothing is lost, and nothing is read by halves.
 */
export function useCursor<C extends AnyCall>(
  call: C,
  input: InputOf<C>,
  next: (answer: AnswerOf<C>) => Partial<InputOf<C>> | undefined,
  { off = false, keepPrevious = false }: Pick<ReadOptions, 'off' | 'keepPrevious'> = {},
) {
  const asked = useInfiniteQuery<AnswerOf<C>, CallFailed, AnswerOf<C>[], readonly unknown[], Partial<InputOf<C>>>({
    queryKey: [call.name, 'by cursor', input],
    queryFn: ({ pageParam, signal }) => ask(call, Object.assign({}, input, pageParam), { signal }),
    initialPageParam: {},
    getNextPageParam: next,
    select: ({ pages }) => pages,
    retry: (count, error) => mayGoBetter(error) && count < 3,
    staleTime: 5_000,
    enabled: !off,
    ...(keepPrevious && { placeholderData: keepPreviousData as never }),
  })
  // What more is asked of: these parts of this list, after so many failures.
  const at = JSON.stringify([input, asked.data?.length, asked.errorUpdateCount])
  const [more, setMore] = useState<string>()
  const isWanted = more === at && asked.hasNextPage
  useEffect(() => {
    if (isWanted && !asked.isFetching) void asked.fetchNextPage()
  })
  return {
    ...asked,
    fetchNextPage: () => setMore(at),
    isFetchingNextPage: isWanted || asked.isFetchingNextPage,
  }
}
