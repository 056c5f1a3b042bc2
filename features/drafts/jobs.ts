import type { Tick } from '#platform/jobs/jobs.ts'
import * as sql from './sql.ts'

/** What nobody went on with for a week goes. */
const sweepTick: Tick = {
  due: sql.stale,
  run: async ({ db, now }) => {
    await db.all(sql.sweep(now.toISOString()))
  },
}

/** What is done on the clock, by name. */
export const ticks: Record<string, Tick> = { 'drafts.sweep': sweepTick }
