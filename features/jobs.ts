import type { Job } from '#platform/jobs.ts'
import { tellPharmacy } from './callbacks/jobs.ts'

/** What happens by itself, one line a topic of the outbox. */
export const everyJob: Record<string, Job> = {
  'pharmacy.callback': tellPharmacy,
}
