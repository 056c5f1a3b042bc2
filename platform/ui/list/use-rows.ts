import { useEffect, useId, useRef, useState, type FocusEvent, type MouseEvent } from 'react'

export type Rows = {
  /** Index of the current row; -1 when there are none. */
  current: number
  /** Makes a row current and moves focus to its link. */
  go: (index: number) => void
  /** For the row element. */
  rowProps: (index: number) => {
    current: boolean
    onFocus: (event: FocusEvent) => void
    onClick: (event: MouseEvent) => void
  }
  /** For the row's link (its row header): the one Tab stop of the list. */
  linkProps: (index: number) => { tabIndex: 0 | -1; 'data-row-link': number }
  /** tabIndex of the other controls of a row: only those of the current row are Tab stops. */
  innerTab: (index: number) => 0 | -1
  /** Moves for useKeys(): j, k, arrows, Home, End. */
  keys: Record<string, () => void>
  /** For the element that holds the rows. */
  listProps: { 'data-rows': string }
}

function focusRow(list: string, index: number) {
  document.querySelector<HTMLElement>(`[data-rows="${list}"] [data-row-link="${index}"]`)?.focus()
}

/**
 * A list with one Tab stop and a current row. The current row is known by key, so that it stays when rows come and go;
 * when it goes itself, the one that takes its place becomes current and gets the focus it had.
 */
export function useRows(rowKeys: readonly string[], onMove?: (index: number) => void): Rows {
  const [state, setState] = useState({ key: rowKeys[0], index: 0 })
  const id = useId()
  const hadFocus = useRef(false)
  const found = state.key === undefined ? -1 : rowKeys.indexOf(state.key)
  const current = found >= 0 ? found : Math.min(state.index, rowKeys.length - 1)

  const mark = (index: number) => {
    if (index === current && state.key === rowKeys[index]) return
    setState({ key: rowKeys[index], index })
    onMove?.(index)
  }
  const go = (index: number) => {
    const to = Math.max(0, Math.min(index, rowKeys.length - 1))
    if (!rowKeys.length) return
    mark(to)
    focusRow(id, to)
  }

  const currentKey = rowKeys[current]
  useEffect(() => {
    // The row with the focus has gone and left it on the page itself: give it to the row in its place.
    if (hadFocus.current && document.activeElement === document.body && current >= 0) focusRow(id, current)
  }, [id, currentKey, current])
  useEffect(() => {
    const note = () => (hadFocus.current = Boolean(document.activeElement?.closest(`[data-rows="${id}"]`)))
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [id])

  const innerTab = (index: number) => (index === current ? 0 : -1)
  return {
    current,
    go,
    listProps: { 'data-rows': id },
    innerTab,
    linkProps: (index) => ({ tabIndex: innerTab(index), 'data-row-link': index }),
    rowProps: (index) => ({
      current: index === current,
      onFocus: () => mark(index),
      onClick: (event) => {
        // A click beside the controls of a row makes it current; text that is being selected is left alone.
        if (event.target instanceof Element && event.target.closest('a, button, input, label')) return
        if (!getSelection()?.toString()) go(index)
      },
    }),
    keys: {
      j: () => go(current + 1),
      k: () => go(current - 1),
      ArrowDown: () => go(current + 1),
      ArrowUp: () => go(current - 1),
      Home: () => go(0),
      End: () => go(rowKeys.length - 1),
    },
  }
}
