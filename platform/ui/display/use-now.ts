import { useSyncExternalStore } from 'react'
import { systemClock } from '../../dates/clock.ts'

// One ticker for all timers on the page, on the server's clock: it fires at each full minute and sleeps while the tab
// is hidden.

const minute = 60_000
let offset = 0
/** The same for the page's own count of time, which goes on when the device's clock is set back under an open page. */
let steady = 0
let tick = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** The server's time now. The later of the two: asleep the count may stand still, and less time left is the safe side. */
export const pageTime = () => Math.max(systemClock.now().getTime() + offset, performance.now() + steady)
const read = () => Math.floor(pageTime() / minute) * minute

function beat() {
  clearTimeout(timer)
  const present = read()
  if (present !== tick) {
    tick = present
    listeners.forEach((listener) => listener())
  }
  timer = setTimeout(beat, minute - (pageTime() % minute) + 20)
}

function onVisibility() {
  if (document.hidden) clearTimeout(timer)
  else beat()
}

function subscribe(listener: () => void) {
  if (!listeners.size) {
    document.addEventListener('visibilitychange', onVisibility)
    beat()
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size) return
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onVisibility)
  }
}

/** Tells the ticker how many milliseconds the server's clock is ahead of this device's (negative when behind). */
export function setClockOffset(milliseconds: number) {
  offset = milliseconds
  steady = systemClock.now().getTime() + milliseconds - performance.now()
  if (listeners.size) beat()
}

/** The server's time as epoch milliseconds, cut to the minute; the component renders again when the minute changes. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => (tick ||= read()), read)
}
