import { useSyncExternalStore } from 'react'
import { systemClock } from '../../dates/clock.ts'

// One ticker for all timers on the page, on the server's clock: it fires at each full minute and sleeps while the tab
// is hidden.

const minute = 60_000
let offset = 0
let tick = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

const now = () => systemClock.now().getTime() + offset
const read = () => Math.floor(now() / minute) * minute

function beat() {
  clearTimeout(timer)
  const present = read()
  if (present !== tick) {
    tick = present
    listeners.forEach((listener) => listener())
  }
  timer = setTimeout(beat, minute - (now() % minute) + 20)
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
  if (listeners.size) beat()
}

/** The server's time as epoch milliseconds, cut to the minute; the component renders again when the minute changes. */
export function useNow(): number {
  return useSyncExternalStore(
    subscribe,
    () => (tick ||= read()),
    () => 0,
  )
}
