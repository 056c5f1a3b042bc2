import type { Job, Tick } from '#platform/jobs.ts'
import { clockTick } from './authorizations/clock/jobs.ts'
import { tellPharmacy } from './callbacks/jobs.ts'
import { draftTick } from './new-authorization/jobs.ts'
import { notify, sendOutside } from './notifications/jobs.ts'

/** What happens by itself, one line a topic of the outbox. */
export const everyJob: Record<string, Job> = {
  'pharmacy.callback': tellPharmacy,
  notify,
  'outside.message': sendOutside,
}

/** What happens on the clock. */
export const everyTick: Record<string, Tick> = {
  'authorizations.clock': clockTick,
  'newAuthorization.drafts': draftTick,
}
