import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ask } from '#platform/browser/call.ts'
import { authorizations } from '#features/authorizations/contract.ts'

const fresh = 5_000

/**
 * Fetches the request that comes next in the list, so that it is there when it is opened. Only that one, and
 * only when `id` is given: what reached the browser was disclosed, and is audited like any other read.
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
