import { storeKey } from '#platform/calls/documents.ts'
import type { Tick } from '#platform/jobs/jobs.ts'
import * as sql from './sql.ts'

/** So many at each turn of the clock: what is legally due is never kept waiting by a slow storage. */
const AT_ONCE = 50

/**
 * Moves the bytes of committed documents from the database to the document storage. A storage that is away changes nothing:
 * they are read from the database until it is back.
 */
const store: Tick = {
  applies: (portal) => portal.documents !== undefined,
  due: () => sql.toStore(AT_ONCE),
  run: async ({ mc, payload, db, write, portal }) => {
    const id = String(payload.id)
    const found = await db.one(sql.contentToStore(id))
    if (!found) return
    const key = storeKey(mc, id)
    await portal.documents!.put(key, found.content, found.sha256)
    write(sql.storedAt(id, key))
  },
}

/** Scheduled jobs by name. */
export const ticks: Record<string, Tick> = { 'documents.store': store }
