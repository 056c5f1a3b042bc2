import { ncpdp } from '#reference/ncpdp.ts'
import { addMs, MINUTE_MS } from '#platform/dates/instant.ts'
import { paidDay } from '#features/authorizations/decided.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { callbackStatus } from './statuses.ts'
import { keyAutomatically } from '#features/prior-auths/sql.ts'
import { priorAuthStatus } from '#features/prior-auths/statuses.ts'
import { engine, event } from '#features/authorizations/rows.ts'
import { insertEvents } from '#features/authorizations/sql.ts'
import { insteadNow } from '#features/snapshots/another-product.ts'
import type { Job, Tick } from '#platform/jobs/jobs.ts'
import type { PharmacyMessage } from './contract.ts'
import { pharmacyZone, callTime, UNHEARD_MINUTES } from './rules.ts'
import { outcomeNow, pharmacyText } from './said.ts'
import * as sql from './sql.ts'
import { stoppedNow } from './stopped-now.ts'

type Terms = Pick<PharmacyMessage, 'startDate' | 'endDate' | 'maxDays' | 'maxQty' | 'priorAuthRef'>
/** The terms of an approval, or the days of a block, as a machine reads them. */
const termsOf = (of: sql.DueCallback, isApproved: boolean): Terms => ({
  startDate: of.start_date,
  endDate: (isApproved ? of.said.endDate : null) ?? of.end_date,
  maxDays: of.max_days,
  maxQty: of.max_qty,
  priorAuthRef: of.override_ref,
})
/** Of an approval that another request is billed for, a machine reads none. */
const noTerms: Terms = { startDate: null, endDate: null, maxDays: null, maxQty: null, priorAuthRef: null }

/** Sends the pharmacy the outcome once; skips callbacks that were sent or replaced by a later decision. */
const notifyPharmacy: Job = async ({ payload, db, now, write, publishChange, mc, portal }) => {
  const callback = await db.one(sql.callback(String(payload['callbackId'])))
  if (!callback || callback.status_id !== callbackStatus.QUEUED) return
  const at = now.toISOString()
  // It says what is so when it leaves, not when it was queued.
  const outcome = outcomeNow(callback.outcome, callback.said)
  const { said: of, prior_auth_id: keying } = callback
  const isApproved = outcome === 'APPROVED'
  // What another request is billed for is not tried for this one.
  const isOther = of.merged != null && callback.outcome === 'APPROVED' && !of.isEnded
  const tried = isOther
    ? undefined
    : await stoppedNow(
        db,
        {
          id: callback.authorization_id,
          approved: isApproved ? of : { maxQty: null, maxDays: null, startDate: null },
          // What is keyed with this message counts from then on.
          keyed: isApproved && callback.prior_auth_status === priorAuthStatus.QUEUED ? keying : null,
          timeZone: callback.time_zone,
        },
        now,
      )
  // A denial is stopped by itself: that nothing stops it any more is news, and that the block of another decision does.
  const isPassed = !isApproved && tried?.stops.length === 0
  const isBlocked = outcome === 'NOT_COVERED_THIS_FILL' && tried?.stops.includes(ncpdp.BLOCKED) === true
  const stops = isApproved || isPassed ? tried?.stops : isBlocked ? [ncpdp.BLOCKED] : undefined
  const instead =
    isApproved || isPassed || isOther
      ? null
      : await insteadNow(db, callback.authorization_id, callback.said.instead, now)
  const said = {
    ...callback.said,
    instead,
    ...(stops && { stops }),
    ...(isApproved && tried && { paidOn: paidDay(tried.stops, tried.day) }),
  }
  const body: PharmacyMessage = {
    messageId: callback.id,
    at,
    nabp: callback.pharmacy_nabp,
    referenceNumber: callback.reference_number,
    rxNumber: callback.rx_number,
    outcome,
    ...(isOther ? noTerms : termsOf(callback, isApproved)),
    oneTime: callback.one_time,
    ...(stops && (stops.length > 0 || isPassed) && { stops }),
    ...(instead && { instead }),
    text: pharmacyText(outcome, said),
  }
  const line = {
    mc,
    authorizationId: callback.authorization_id,
    now: at,
    actor: engine,
    from: callback.auth_status,
    to: callback.auth_status,
  }
  // A group without Auto-PA has its approvals keyed before they count. The pharmacy is asked to submit again only
  // when that is done, otherwise its claim would stop a second time. Where staff key, accepting the keying sends it.
  if (callback.prior_auth_id !== null && callback.prior_auth_status === priorAuthStatus.QUEUED) {
    if (portal.settings.keyedByPeople) return
    write(keyAutomatically(callback.prior_auth_id))
    write(insertEvents([event(line, eventCode.PRIOR_AUTH_ACCEPTED, { ref: callback.override_ref ?? '' })]))
  }
  write(
    sql.leave({
      id: callback.id,
      nabp: callback.pharmacy_nabp,
      at,
      reference: callback.reference_number,
      rx: callback.rx_number,
      body,
    }),
  )
  write(sql.markSent(callback.id, at, addMs(now, UNHEARD_MINUTES * MINUTE_MS)))
  write(sql.releaseTexts(callback.id, at))
  write(insertEvents([event(line, eventCode.PHARMACY_MESSAGE_SENT, { name: callback.pharmacy_name })]))
  publishChange('authorizations')
}

/** Marks a message that was not read in time as needing a call. */
const unheard: Job = async ({ payload, db, now, write, publishChange }) => {
  const loaded = await db.one(sql.hold(String(payload['id'])))
  if (!loaded || loaded.status_id !== callbackStatus.SENT) return
  const at = now.toISOString()
  // Do not call about a replaced message; the later one gets the call.
  if (loaded.replaced) {
    write(
      sql.tried({
        id: loaded.id,
        statusId: callbackStatus.CLOSED,
        attempts: loaded.attempts,
        nextTryAt: null,
        by: null,
        now: at,
        error: 'A later message took its place.',
      }),
    )
    return
  }
  write(
    sql.tried({
      id: loaded.id,
      statusId: callbackStatus.CALL_NEEDED,
      attempts: loaded.attempts,
      nextTryAt: callTime(at, pharmacyZone(loaded.pharmacy_state, at)),
      by: null,
      now: at,
      error: 'The pharmacy has not read the message.',
    }),
  )
  const line = {
    mc: loaded.mc,
    authorizationId: loaded.authorization_id,
    now: at,
    actor: engine,
    from: loaded.auth_status,
    to: loaded.auth_status,
  }
  write(insertEvents([event(line, eventCode.CALLBACK_NOT_REACHED, { n: loaded.attempts })]))
  publishChange('authorizations')
}
const unheardTick: Tick = { due: sql.dueCallbacks, run: unheard }

/** Jobs by the topic of their outbox row. */
export const jobs: Record<string, Job> = { 'pharmacy.callback': notifyPharmacy }

/** Scheduled jobs, by name. */
export const ticks: Record<string, Tick> = { 'callbacks.unheard': unheardTick }
