import { lockClaimOfRequest } from '#features/claims/lock-sql.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import { hasLapsed } from '#features/authorizations/lapse.ts'
import { engine } from '#features/authorizations/rows.ts'
import { writeMerge } from './merge.ts'
import { sameAs } from './rules.ts'
import * as sql from './sql.ts'

/**
 * T28 by the system: a new request that is the same prescription as an open one, come from another pharmacy or under
 * another number, is merged into it. Done twice it is done once: what is merged is open no more.
 */
const mergeDuplicate: Job = async ({ payload, db, now, write, publishChange, newId }) => {
  const id = String(payload['authorizationId'])
  const at = now.toISOString()
  const [, twins] = await Promise.all([db.all(lockClaimOfRequest(id)), db.all(sql.lockTwins(id))])
  // What silence has approved is decided, also before that is written down.
  const found = twins.filter((row) => !hasLapsed(row, at))
  const gone = found.find((row) => row.id === id)
  if (!gone) return
  const stays = sameAs(
    gone,
    found.filter((row) => row.id !== id),
  )
  if (stays) writeMerge({ write, publishChange, newId }, gone, stays, engine, at)
}

/** What is done after a transaction, by the topic of its outbox row. */
export const jobs: Record<string, Job> = { 'authorizations.duplicate': mergeDuplicate }
