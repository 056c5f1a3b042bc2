/** The one place that reads the time. Everything else is handed a `Clock`. */
export type Clock = { now: () => Date }

export const systemClock: Clock = { now: () => new Date() }

/** The clock of a portal. */
export type PortalClock = Clock & {
  /** It was moved: the time is given to the database. */
  readonly moved: boolean
  /** The machine's clock differs so much from the database's that one of them is wrong: nothing is decided meanwhile. */
  differs: () => boolean
  /** Compares it with the database's. */
  compare: () => Promise<void>
}

/** A portal's clock where one machine has both the portal and its database, or a test moves it. */
export const clockOf = (clock: ReturnType<typeof movedClock>): PortalClock => ({
  now: () => clock.now(),
  get moved() {
    return clock.offsetMs() !== 0
  },
  differs: () => false,
  compare: () => Promise.resolve(),
})

/** A clock that can be moved, for tests and for demonstrations with an as-of date. */
export function movedClock(offsetMs = 0): Clock & { move: (ms: number) => void; offsetMs: () => number } {
  let offset = offsetMs
  return {
    now: () => new Date(Date.now() + offset),
    move: (ms) => void (offset += ms),
    offsetMs: () => offset,
  }
}
