import { useSyncExternalStore, type ReactNode } from 'react'
import { Banner } from '#platform/ui/banner.tsx'

function subscribe(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Whether this device is connected to anything, as the browser believes. */
const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )

/** Lines above the header, in order of weight. */
export function Banners({ viewOnly = false, children }: { viewOnly?: boolean; children?: ReactNode }) {
  const online = useOnline()
  return (
    <>
      {!online && (
        <Banner label="No connection" tone="amber">
          You are offline. You can read what is open; nothing can be sent until the connection is back.
        </Banner>
      )}
      {viewOnly && (
        <Banner label="View-only access">
          You have view-only access: you can read everything here and change nothing.
        </Banner>
      )}
      {children}
    </>
  )
}
