import { eventCode } from '#features/authorizations/events.ts'
import { markEndingNotified, setStatusByDate } from '#features/prior-auths/sql.ts'
import { priorAuthStatus, statusByDate } from '#features/prior-auths/statuses.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import { leaving } from '#platform/jobs/outbox-row.ts'
import { engine, event } from '#features/authorizations/rows.ts'
import { insertEvents } from '#features/authorizations/sql.ts'
import { insertNotices, insertMessages } from '#features/notifications/sql.ts'
import type { Job, Tick } from '#platform/jobs/jobs.ts'
import { endingMail, endingTitle } from './rules.ts'
import * as sql from './sql.ts'

// Changes of prior authorizations and blocks by date.

/** Updates the status of prior authorizations and blocks that begin or end, and logs it. */
const turnOfDay: Job = async ({ payload, db, now, write, publishChange }) => {
  const loaded = await db.one(sql.holdByDate(String(payload['id'])))
  if (!loaded) return
  const to = statusByDate(loaded)
  if (to === loaded.status_id) return
  write(setStatusByDate(loaded.id, to))
  if (loaded.authorization_id !== null && loaded.auth_status !== null && to === priorAuthStatus.EXPIRED)
    write(
      insertEvents([
        event(
          {
            mc: loaded.mc,
            authorizationId: loaded.authorization_id,
            now: now.toISOString(),
            actor: engine,
            from: loaded.auth_status,
            to: loaded.auth_status,
          },
          eventCode.PRIOR_AUTH_ENDED,
          { result: 'expired' },
        ),
      ]),
    )
  publishChange('authorizations')
}
const turnOfDayTick: Tick = { due: sql.duePriorAuths, run: turnOfDay }

/** Notifies a claim owner once, a week ahead, of maintenance therapies that end: one line each, one mail. */
const aboutToEnd: Job = async ({ payload, db, now, write, publishChange, newId, mc, portal }) => {
  const ending = await db.all(sql.endingWith(String(payload['id'])))
  const owner = ending[0]
  if (!owner) return
  const at = now.toISOString()
  write(
    markEndingNotified(
      ending.map((one) => one.id),
      at,
    ),
  )
  if (owner.owner_id === null) return
  const requests = ending.filter((one) => one.authorization_id !== null)
  if (requests.length > 0)
    write(
      insertNotices(
        requests.map((one) => ({
          id: newId(),
          user_id: owner.owner_id!,
          kind: 'ending',
          title: endingTitle(one.override_ref, one.end_date),
          authorization_id: one.authorization_id!,
          at,
        })),
      ),
    )
  const messageId = newId()
  write(
    insertMessages([
      {
        id: messageId,
        channel: 'MAIL',
        address: owner.owner_email!,
        recipient: owner.owner_name!,
        ...endingMail(
          ending.map((one) => ({ ref: one.override_ref, claimNumber: one.claim_number, endDate: one.end_date })),
          `${portal.settings.origin}/home#ends`,
        ),
        authorization_id: null,
        created_at: at,
      },
    ]),
  )
  write(insertOutbox([leaving({ mc, id: newId(), topic: 'outside.message', payload: { messageId }, now: at })]))
  publishChange('notifications')
}
const endingTick: Tick = { due: sql.dueEndings, run: aboutToEnd }

/** Scheduled jobs, by name. */
export const ticks: Record<string, Tick> = { 'priorAuths.days': turnOfDayTick, 'priorAuths.ending': endingTick }
