import { useSyncExternalStore } from 'react'

// Created on first use, so that this file can be imported where there is no window.
let query: MediaQueryList | undefined
const wide = () => (query ??= matchMedia('(min-width: 1121px)'))

function subscribe(listener: () => void) {
  wide().addEventListener('change', listener)
  return () => wide().removeEventListener('change', listener)
}

/** True where list and preview fit side by side; below, the preview lies over the list. */
export const useWideEnough = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => wide().matches,
    () => true,
  )
