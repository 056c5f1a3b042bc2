import type { Tick } from '#platform/jobs/jobs.ts'
import * as sql from './sql.ts'

/** Drafts nobody sent within a day go: they were never anybody's request. */
const draftTick: Tick = {
  due: (now, limit) => sql.staleDrafts(now, limit),
  run: async ({ payload, db, now }) => {
    await db.all(sql.purge(String(payload['id']), now.toISOString()))
  },
}

/** What is done on the clock, by name. */
export const ticks: Record<string, Tick> = { 'newAuthorization.drafts': draftTick }
