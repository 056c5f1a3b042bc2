import { useMemo, useState } from 'react'
import type { CallFailed } from '#platform/browser/call.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { showsDrafts } from '#features/drafts/lists.ts'
import { PAGE_SIZE, type FilterInput, type Wanted } from './address.ts'
import { worklist } from '#features/worklist/contract.ts'
import { rowsOf, type ListRow } from '#features/worklist/listed.ts'
import { settle, type Shown } from './settle.ts'

showsDrafts(worklist.list)

type List = Shown & {
  /** Undefined until the first answer for these filters. */
  found: { total: number; exact: boolean; pages: number; hasNext: boolean } | undefined
  error: CallFailed | null
  /** True while the rows on screen are being fetched again. */
  refreshing: boolean
  retry: () => void
  /** Shows the new rows. */
  accept: () => void
}

// Cursors of the current search's pages. A page without a cursor is fetched by its number.
const places = new Map<string, string>()

/** One page of the list. It does not move while it is read: `fresh` counts what has come, `accept` shows it. */
export function useList(mc: string, filter: FilterInput, { sort, page }: Pick<Wanted, 'sort' | 'page'>): List {
  const search = JSON.stringify([mc, filter, sort])
  const after = page > 0 ? places.get(`${search} ${page}`) : undefined
  const answer = useRead(
    worklist.list,
    { mc, size: PAGE_SIZE, page, ...(sort !== null && { sort }), ...(after !== undefined && { after }), ...filter },
    { keepPrevious: true },
  )
  const key = `${search} ${page}`
  const { data, isPlaceholderData, isFetching } = answer
  const [read, setRead] = useState<{ key: string; rows: readonly ListRow[] }>()

  const rows = useMemo(() => (data ? rowsOf(data) : []), [data])
  if (data && !isPlaceholderData) {
    if (data.next !== null) places.set(`${search} ${page + 1}`, data.next)
    // Data that is refetched on arrival is not yet the list the user reads.
    if (read?.key !== key && !isFetching) setRead({ key, rows })
  }
  return {
    ...(read?.key === key ? settle(read.rows, rows) : { rows: rows.map((row) => ({ row, gone: false })), fresh: 0 }),
    found: data && {
      total: data.totalElements,
      exact: data.totalIsExact,
      pages: data.totalPages,
      hasNext: data.next !== null,
    },
    error: answer.error,
    refreshing: isFetching && data !== undefined,
    retry: () => void answer.refetch(),
    accept: () => data && setRead({ key, rows }),
  }
}
