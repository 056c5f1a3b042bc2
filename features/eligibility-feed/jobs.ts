import { insertOutbox } from '#platform/jobs/outbox.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import { loadPart, nextPart } from './part.ts'

/** Loads the next lines of a feed and asks for the rest; the place it stands at is written with them. */
const load: Job = async ({ mc, payload, db, now, newId, write, publishChange }) => {
  const id = String(payload['feedId'])
  if (await loadPart(id, { db, now, newId })) write(insertOutbox([nextPart({ mc, id: newId(), feedId: id, now })]))
  publishChange('eligibility')
}

export const jobs: Record<string, Job> = { 'eligibility.feed': load }
