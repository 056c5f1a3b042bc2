import { insertOutbox } from '#platform/jobs/outbox.ts'
import type { Job, JobThatEnds } from '#platform/jobs/jobs.ts'
import { loadPart, nextPart } from './part.ts'
import * as sql from './sql.ts'

/** Loads the next lines of the carrier's feeds and asks for the rest; the place it stands at is written with them. */
const load: Job = async ({ mc, db, now, newId, write, publishChange }) => {
  const next = await loadPart({ db, now, newId })
  if (next !== undefined) write(insertOutbox([nextPart({ mc, id: newId(), feedId: next, now })]))
  publishChange('eligibility')
}

/** The feed ends, so that those after it are loaded and it can be sent again. */
const leave: Job = async ({ mc, payload, db, now, newId, write, publishChange }) => {
  const feed = await db.one(sql.lockFirst())
  // One that stands behind another was not tried itself.
  if (feed && feed.id === payload['feedId'])
    await db.all(sql.endFeed(feed.id, now.toISOString(), stopped(Number(feed.lines_done))))
  const next = await db.one(sql.anyWaits())
  if (next) write(insertOutbox([nextPart({ mc, id: newId(), feedId: next.id, now })]))
  publishChange('eligibility')
}
const stopped = (lines: number): string =>
  lines === 0
    ? 'The file could not be loaded, and nothing of it was. Send it again; if it stops again, call support.'
    : `Loading stopped after line ${lines}; what was loaded stays. Send the file again; if it stops again, call support.`

export const jobs: Record<string, JobThatEnds> = { 'eligibility.feed': { run: load, gaveUp: leave } }
