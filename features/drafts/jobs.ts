import type { Tick } from '#platform/jobs/jobs.ts'
import * as sql from './sql.ts'

/** Deletes drafts that were not changed for a week. */
const sweepTick: Tick = {
  due: sql.stale,
  run: async ({ db, now }) => {
    await db.all(sql.sweep(now.toISOString()))
  },
}

/** The scheduled jobs, by name. */
export const ticks: Record<string, Tick> = { 'drafts.sweep': sweepTick }
