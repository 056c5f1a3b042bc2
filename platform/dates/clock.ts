/** The one place that reads the time. Everything else is handed a `Clock`. */
export type Clock = { now: () => Date }

export const systemClock: Clock = { now: () => new Date() }

/** A clock that can be moved, for tests and for demonstrations with an as-of date. */
export function movedClock(offsetMs = 0): Clock & { move: (ms: number) => void; offsetMs: () => number } {
  let offset = offsetMs
  return {
    now: () => new Date(Date.now() + offset),
    move: (ms) => void (offset += ms),
    offsetMs: () => offset,
  }
}
