import { useRef, useState } from 'react'

type Selection = {
  has: (id: string) => boolean
  count: number
  /** All that are shown, or some of them. */
  all: boolean
  some: boolean
  /** By the row's index; `range` takes all from the row toggled before. */
  toggle: (index: number, range: boolean) => void
  toggleAll: () => void
  clear: () => void
  /** Deselects these rows. */
  drop: (ids: readonly string[]) => void
}

/** The selected rows among those shown. A row that leaves the list leaves the selection. */
export function useSelection(ids: readonly string[]): Selection {
  const [kept, setKept] = useState<readonly string[]>([])
  const anchor = useRef<string>(undefined)
  const selected = kept.filter((id) => ids.includes(id))
  return {
    has: (id) => selected.includes(id),
    count: selected.length,
    all: ids.length > 0 && selected.length === ids.length,
    some: selected.length > 0,
    toggle: (index, range) => {
      const id = ids[index]
      if (id === undefined) return
      const from = range && anchor.current !== undefined ? ids.indexOf(anchor.current) : -1
      anchor.current = id
      if (from >= 0) {
        const between = ids.slice(Math.min(from, index), Math.max(from, index) + 1)
        setKept([...new Set([...selected, ...between])])
      } else setKept(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id])
    },
    toggleAll: () => setKept(selected.length === ids.length ? [] : [...ids]),
    clear: () => setKept([]),
    drop: (done) => setKept(selected.filter((id) => !done.includes(id))),
  }
}
