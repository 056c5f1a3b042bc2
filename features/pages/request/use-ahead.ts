import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ask } from '#platform/browser/call.ts'
import { authorizations } from '#features/authorizations/contract.ts'

const fresh = 5_000

/**
 * Prefetches the next request of the list. Only that one, and only when `id` is given: what reached the browser was
 * disclosed, and is audited like any other read.
 */
export function useAhead(id: string | undefined): void {
  const cache = useQueryClient()
  useEffect(() => {
    if (id === undefined) return
    void cache.prefetchQuery({
      queryKey: [authorizations.one.name, { id }],
      queryFn: ({ signal }) => ask(authorizations.one, { id }, { signal, background: true }),
      staleTime: fresh,
      retry: false,
    })
  }, [cache, id])
}
