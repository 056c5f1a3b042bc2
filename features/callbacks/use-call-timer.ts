import { useEffect, useState } from 'react'
import { systemClock } from '#platform/dates/clock.ts'

const MOST_SECONDS = 14_400
const seconds = (since: number, until: number): number =>
  Math.min(MOST_SECONDS, Math.max(0, Math.round((until - since) / 1000)))
const present = (): number => systemClock.now().getTime()

/** How long a call lasts: started, and held by its end. */
export function useCallTimer() {
  const [since, setSince] = useState<number>()
  const [until, setUntil] = useState<number>()
  const [now, setNow] = useState(present)
  const running = since !== undefined && until === undefined
  useEffect(() => {
    if (!running) return
    const every = setInterval(() => setNow(present()), 1000)
    return () => clearInterval(every)
  }, [running])
  return {
    state: since === undefined ? ('before' as const) : running ? ('talking' as const) : ('ended' as const),
    seconds: since === undefined ? 0 : seconds(since, until ?? now),
    start: () => {
      const at = present()
      setSince(at)
      setNow(at)
      setUntil(undefined)
    },
    end: () => running && setUntil(present()),
    /** What is saved: also of a call that nobody ended. */
    talked: () => (since === undefined ? 0 : seconds(since, until ?? present())),
  }
}
