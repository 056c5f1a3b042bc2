import { useSyncExternalStore } from 'react'
import type { SortKey } from '#features/worklist/rules.ts'

/**
 * Columns a user may show or hide; the others are always shown. The choice is stored on this device and contains no
 * personal data.
 */
export const choosable = ['state', 'owner', 'delivery', 'received', 'cost', 'status'] as const
export type ChoosableColumn = (typeof choosable)[number]

export const columnLabels: Record<ChoosableColumn, string> = {
  state: 'State',
  owner: 'Case owner',
  delivery: 'Delivery',
  received: 'Received',
  cost: 'Est. cost',
  status: 'Status',
}
export const sortOf: Partial<Record<ChoosableColumn, SortKey>> = {
  received: 'requestReceivedDate',
  cost: 'estimatedCost',
}

const usual: readonly ChoosableColumn[] = ['state', 'owner', 'delivery']
/** Of one's own requests the owner says nothing new. */
const usualOfOwn = usual.filter((column) => column !== 'owner')
const store = 'rxdocket.worklist.columns'
const listeners = new Set<() => void>()
let current: readonly ChoosableColumn[] | undefined

function load(): readonly ChoosableColumn[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(store) ?? 'null')
    return Array.isArray(kept) ? choosable.filter((column) => kept.includes(column)) : usual
  } catch {
    return usual
  }
}

const read = (): readonly ChoosableColumn[] => (current ??= load())

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The columns shown, in their order. `own`: the list has the user's own requests alone. */
export const useColumns = (own: boolean): readonly ChoosableColumn[] => {
  const shown = useSyncExternalStore(subscribe, read, () => usual)
  return own && shown === usual ? usualOfOwn : shown
}

/** Shows or hides one of the columns that are shown now. */
export const toggleColumn = (column: ChoosableColumn, shown: readonly ChoosableColumn[]): void =>
  showColumns(choosable.filter((one) => (one === column) !== shown.includes(one)))

/** Goes back to the usual columns. */
export const resetColumns = (): void => keep(usual)

/** Shows these columns; a name that is none is left out. */
export const showColumns = (columns: readonly string[]): void => keep(choosable.filter((one) => columns.includes(one)))

function keep(columns: readonly ChoosableColumn[]): void {
  current = columns
  try {
    if (columns === usual) localStorage.removeItem(store)
    else localStorage.setItem(store, JSON.stringify(columns))
  } catch {
    // Storage denied: the choice lasts until the page is left.
  }
  listeners.forEach((listener) => listener())
}
