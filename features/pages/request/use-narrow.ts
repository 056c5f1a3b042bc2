import { useSyncExternalStore } from 'react'

// Created on first use, so that this file can be imported where there is no window.
let query: MediaQueryList | undefined
const phone = () => (query ??= matchMedia('(max-width: 720px)'))

function subscribe(listener: () => void) {
  phone().addEventListener('change', listener)
  return () => phone().removeEventListener('change', listener)
}

/** True on phones (up to 720 px), where forms are sheets. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => phone().matches,
    () => false,
  )
