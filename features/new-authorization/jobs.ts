import type { Tick } from '#platform/jobs.ts'
import { sql as s } from '#platform/sql.ts'

/** Drafts nobody sent within a day go (domain 3.9): they were never anybody's request. */
export const draftTick: Tick = {
  due: (now, limit) => s<{ mc: string; id: string }>`select mc, id from stale_drafts(${limit}, ${now})`,
  run: async ({ payload, db, now }) => {
    await db.all(s`select purge_draft(${String(payload['id'])}, ${now.toISOString()})`)
  },
}
