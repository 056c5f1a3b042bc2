import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ask, type CallFailed } from './call.ts'
import { mayGoBetter } from './retry.ts'
import type { ReadOptions } from './use-call.ts'
import type { AnswerOf, AnyCall, InputOf } from '../calls/contract.ts'

/** Reads a list call by call: `next` gives the input that continues after an answer, or nothing at the end. */
export function useCursor<C extends AnyCall>(
  call: C,
  input: InputOf<C>,
  next: (answer: AnswerOf<C>) => Partial<InputOf<C>> | undefined,
  { off = false, keepPrevious = false }: Pick<ReadOptions, 'off' | 'keepPrevious'> = {},
) {
  return useInfiniteQuery<AnswerOf<C>, CallFailed, AnswerOf<C>[], readonly unknown[], Partial<InputOf<C>>>({
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
}
