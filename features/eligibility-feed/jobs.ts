import { insertOutbox } from '#platform/jobs/outbox.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import { loadPart, nextPart } from './part.ts'

/** Loads the next lines of the carrier's feeds and asks for the rest; the place it stands at is written with them. */
const load: Job = async ({ mc, db, now, newId, write, publishChange }) => {
  const next = await loadPart({ db, now, newId })
  if (next !== undefined) write(insertOutbox([nextPart({ mc, id: newId(), feedId: next, now })]))
  publishChange('eligibility')
}

export const jobs: Record<string, Job> = { 'eligibility.feed': load }
