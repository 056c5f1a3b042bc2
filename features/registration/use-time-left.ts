import { useEffect, useState } from 'react'
import type { Clock } from '#platform/dates/clock.ts'
import { announce } from '#platform/ui/display/announce.ts'
import { spokenAt } from './rules.ts'

const secondsTo = (end: number, clock: Clock): number => Math.max(0, Math.ceil((end - clock.now().getTime()) / 1000))

/** Seconds to the end (epoch milliseconds of this device); shown every second, said at 10, 5 and 1 minutes. */
export function useTimeLeft(end: number, clock: Clock): number {
  const [left, setLeft] = useState(() => secondsTo(end, clock))
  useEffect(() => {
    let before = secondsTo(end, clock)
    const timer = setInterval(() => {
      const now = secondsTo(end, clock)
      const mark = spokenAt.find((seconds) => before > seconds && now <= seconds)
      if (mark !== undefined) announce(`${mark / 60} ${mark === 60 ? 'minute' : 'minutes'} left to register.`)
      before = now
      setLeft(now)
      if (now === 0) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [end, clock])
  return left
}
