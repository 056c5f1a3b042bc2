import { whyText } from '#platform/calls/refusal.ts'
import type { Job, JobThatEnds } from '#platform/jobs/jobs.ts'
import { gaveUp } from './rules.ts'
import { singleActOf } from './single-act.ts'
import * as sql from './sql.ts'
import { bulkTopic } from './topic.ts'

/** One request of a bulk act: the single act for who asked, and its result, in one transaction. */
const item: Job = async (context) => {
  const { payload, db, now, write } = context
  const [bulkId, authorizationId] = [String(payload['bulkId']), String(payload['authorizationId'])]
  const found = await db.one(sql.waitingItem(bulkId, authorizationId))
  if (!found) return
  const { what, undoes, former_owners: formerOwners, input, version } = found
  const at = now.toISOString()
  // Not with each of a thousand: every open page would ask again each time.
  const quiet = { ...context, ...(!found.shows && { publishChange: () => {} }) }
  const became = await context.portal.actAs(
    quiet,
    { userId: found.user_id, sessionId: found.session_id },
    (person, rows) =>
      singleActOf({ what, undoes, formerOwners, input, authorizationId, version, now: at }, person, rows),
  )
  const result =
    'answer' in became
      ? ({ state: 'DONE', code: null, message: null, ...before(became.answer) } as const)
      : 'refused' in became
        ? ({ state: 'REFUSED', code: became.refused.code, message: whyText(became.refused) } as const)
        : ({ state: 'REFUSED', code: 'INTERNAL', message: whyText({ code: 'INTERNAL' }) } as const)
  write(sql.settle({ bulkId, authorizationId, ...result, at }))
}

/** What an undo needs to know of a single act. */
function before(answer: unknown): { versionAfter: number | null; formerOwners: readonly string[] | null } {
  const { version = null, formerUserEmails = null } = (answer ?? {}) as {
    version?: number
    formerUserEmails?: readonly string[]
  }
  return { versionAfter: version, formerOwners: formerUserEmails }
}

/** The item ends, so that the act does: its user reads that it was left. */
const leave: Job = async ({ payload, now, write, publishChange }) => {
  const [bulkId, authorizationId] = [String(payload['bulkId']), String(payload['authorizationId'])]
  const at = now.toISOString()
  write(sql.settle({ bulkId, authorizationId, state: 'REFUSED', code: 'INTERNAL', message: gaveUp, at }))
  publishChange('authorizations')
}

export const jobs: Record<string, JobThatEnds> = { [bulkTopic]: { run: item, gaveUp: leave } }
