import type { Tick } from '#platform/jobs/jobs.ts'
import * as sql from './sql.ts'

/** Deletes drafts that were not sent within a day. */
const draftTick: Tick = {
  due: (now, limit) => sql.staleDrafts(now, limit),
  run: async ({ payload, db, now }) => {
    await db.all(sql.purge(String(payload['id']), now.toISOString()))
  },
}

/** Scheduled jobs, by name. */
export const ticks: Record<string, Tick> = { 'newAuthorization.drafts': draftTick }
