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

/** The columns shown, in their order. */
export const useColumns = (): readonly ChoosableColumn[] => useSyncExternalStore(subscribe, read, () => usual)

/** Shows or hides a column, or goes back to the usual ones. */
export const toggleColumn = (column: ChoosableColumn | 'reset'): void =>
  showColumns(column === 'reset' ? usual : choosable.filter((one) => (one === column) !== read().includes(one)))

/** Shows these columns; a name that is none is left out. */
export function showColumns(columns: readonly string[]): void {
  current = choosable.filter((one) => columns.includes(one))
  try {
    localStorage.setItem(store, JSON.stringify(current))
  } catch {
    // Storage denied: the choice lasts until the page is left.
  }
  listeners.forEach((listener) => listener())
}
