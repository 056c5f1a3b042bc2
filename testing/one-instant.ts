import type { movedClock } from '#platform/dates/clock.ts'

/**
 * Holds a clock that runs on by itself: `keep` sets it back to the instant at which it was held, so that calls on a slow machine
 * are made at one time; `pass` lets so many milliseconds pass; `holdNow` holds it at the present, after all that was done.
 */
export function oneInstant(clock: ReturnType<typeof movedClock>): {
  keep: () => void
  pass: (ms: number) => void
  holdNow: () => void
} {
  let held = clock.now().getTime()
  const keep = (): void => clock.move(held - clock.now().getTime())
  return {
    keep,
    holdNow: () => void (held = clock.now().getTime()),
    pass: (ms) => {
      held += ms
      keep()
    },
  }
}
