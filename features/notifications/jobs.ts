import type { Tick } from '#platform/jobs/jobs.ts'
import * as sql from './inbox-sql.ts'

/** Removes notices that were kept as long as they are kept. */
const sweepTick: Tick = {
  due: sql.stale,
  run: async ({ db, now }) => {
    await db.all(sql.sweep(now.toISOString()))
  },
}

/** The scheduled jobs, by name. */
export const ticks: Record<string, Tick> = { 'notifications.sweep': sweepTick }
