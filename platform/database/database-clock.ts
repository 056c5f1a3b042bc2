import type { Clock, PortalClock } from '../dates/clock.ts'
import { later, MINUTE_MS } from '../dates/instant.ts'

/** A minute is what the times of tokens and assertions may differ; from then on the machine's clock is wrong. */
const MOST_MS = 1 * MINUTE_MS
/** An answer that took longer says too little about when it was given. */
const SLOW_MS = 2000

/**
 * The clock of the portal is PostgreSQL's: processes on several machines decide by one. It is asked now and then, and runs on in
 * between by the machine's count of milliseconds, which nobody can set. `machine` is the clock on the machine's wall, which is
 * only compared with it; `offsetMs` is how far the portal's time was moved from both.
 */
export function databaseClock(ask: () => Promise<Date>, machine: Clock, offsetMs: () => number): PortalClock {
  let compared: { database: Date; at: number } | undefined
  const database = (): Date | undefined => compared && later(compared.database, performance.now() - compared.at)
  return {
    now: () => later(database() ?? machine.now(), offsetMs()),
    get moved() {
      return offsetMs() !== 0
    },
    differs: () => {
      const wall = machine.now()
      return Math.abs(wall.getTime() - (database() ?? wall).getTime()) >= MOST_MS
    },
    compare: async () => {
      const before = performance.now()
      const time = await ask()
      const after = performance.now()
      if (compared === undefined || after - before < SLOW_MS) compared = { database: time, at: (before + after) / 2 }
    },
  }
}
