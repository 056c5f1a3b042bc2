import { lookAtOpen } from '#features/claim-facts/look-again.ts'
import { lockClaimById } from '#features/claims/lock-sql.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import { WORKER_CHANGED } from './topic.ts'

/** What else the patient takes is another list now: each open request of the claim is decided by the rules again. */
const workerChanged: Job = async (context) => {
  const claimId = String(context.payload['claimId'])
  await context.db.all(lockClaimById(claimId))
  await lookAtOpen(context, claimId, String(context.payload['change']))
  context.publishChange('authorizations')
}

export const jobs: Record<string, Job> = { [WORKER_CHANGED]: workerChanged }
