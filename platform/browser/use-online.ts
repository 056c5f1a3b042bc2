import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Whether the server is beyond a network: not where it is in the browser itself. */
export const network = { isBetween: true }

/** Whether the server is within reach, as the browser considers this device online. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => !network.isBetween || navigator.onLine,
    () => true,
  )
