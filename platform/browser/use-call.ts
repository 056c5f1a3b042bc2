import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ask, newKey, type CallFailed } from './call.ts'
import { askAgain, mayGoBetter, waitMs } from './retry.ts'
import type { AnswerOf, AnyCall, InputOf } from '../calls/contract.ts'

export type ReadOptions = {
  /** Leave the question unasked, for instance while nothing is chosen. */
  off?: boolean
  /** Ask again by itself, in milliseconds; never counts as activity. */
  everyMs?: number
  /** Show the previous answer while the next one is on its way. */
  keepPrevious?: boolean
}

/** Asks a read and keeps its answer; the last answer wins when two overlap. */
export function useRead<C extends AnyCall>(
  call: C,
  input: InputOf<C>,
  { off = false, everyMs, keepPrevious = false }: ReadOptions = {},
) {
  return useQuery<AnswerOf<C>, CallFailed>({
    queryKey: [call.name, input],
    queryFn: ({ signal }) => ask(call, input, { signal }),
    enabled: !off,
    retry: (count, error) => mayGoBetter(error) && count < 3,
    retryDelay: (count, error) => waitMs(error, count + 1) || 1000 * 2 ** count,
    staleTime: 5_000,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
    ...(keepPrevious && { placeholderData: keepPreviousData as never }),
  })
}

type After<C extends AnyCall> = {
  onSuccess?: (answer: AnswerOf<C>) => void
  onError?: (error: CallFailed) => void
}

/**
 * Sends a write. A click repeated by the network has one effect; afterwards everything on screen is fetched again. What
 * follows it happens also where the part of the page that sent it is gone by then: a card that left its queue, a closed dialog.
 */
export function useAct<C extends AnyCall>(call: C) {
  const cache = useQueryClient()
  const sent = useMutation<AnswerOf<C>, CallFailed, InputOf<C>>({
    networkMode: 'always', // offline it fails and says so; nothing is queued to be sent later
    mutationFn: (input) => {
      const key = newKey()
      return askAgain(() => ask(call, input, { key }))
    },
    onSuccess: () => cache.invalidateQueries(),
  })
  const { mutateAsync } = sent
  const mutate = useCallback(
    (input: InputOf<C>, { onSuccess, onError }: After<C> = {}) =>
      void mutateAsync(input).then(onSuccess, onError ?? (() => {})), // its screen reads `error`
    [mutateAsync],
  )
  return { ...sent, mutate }
}
