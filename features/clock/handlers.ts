import { snooze, unsnooze, extend } from '#features/authorizations/clock-sql.ts'
import { extendReferral } from '#features/determinations/sql.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { type CallContext, implement } from '#platform/calls/handler.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { toNotify } from '#features/notifications/outbox.ts'
import { insertNotices } from '#features/notifications/sql.ts'
import { decisionSettings } from '#features/permissions/decision-settings.ts'
import { loadForAct, recordAct, refuseStale } from '#features/authorizations/load.ts'
import { lapseFirst } from '#features/authorizations/lapse.ts'
import { lineOf } from '#features/authorizations/rows.ts'
import { loadForUpdate } from '#features/authorizations/facts-sql.ts'
import * as rows from '#features/authorizations/sql.ts'
import { clock } from './contract.ts'
import {
  askedInstant,
  askedLine,
  askedWords,
  extendedDue,
  runningClock,
  whyNotAskedOn,
  whyNotExtend,
  type Extension,
} from '#features/decision-rights/extension.ts'
import { remindersAfter } from './reminders.ts'
import { planOf } from '#features/deadlines/plan.ts'
import { SNOOZE_NOTIFIED_LEVEL, whyNotSnooze, whyNotUnsnooze } from '#features/decision-rights/snoozing.ts'
import * as sql from './sql.ts'
import { HOUR_MS, addMs } from '#platform/dates/instant.ts'
import { exactWords } from '#platform/dates/words.ts'

type Calls = typeof clock

async function loadRequest({
  db,
  who,
  input,
  now,
}: Pick<CallContext<Calls['unsnooze']>, 'db' | 'who' | 'input' | 'now'>) {
  const [person, request] = await Promise.all([who(), db.one(loadForUpdate(input.id))])
  if (!request) return notFound()
  lapseFirst([request], now.toISOString())
  return { person, request }
}

export const handlers = implement(clock)({
  snooze: async (context) => {
    const { input, now } = context
    const { person, request } = await loadRequest(context)
    const at = now.toISOString()
    context.refuse(whyNotSnooze(person, request, input.value, at, request.snoozing))
    const until = addMs(now, input.value * HOUR_MS)
    context.write(snooze(request.mc, request.id, until, input.value, person.id, at))
    context.write(
      rows.insertEvents([
        lineOf({ person, request, now: at }, eventCode.SNOOZED, { n: input.value, user: person.name }),
      ]),
    )
    if (request.escalation_level >= SNOOZE_NOTIFIED_LEVEL)
      context.write(
        insertOutbox([
          toNotify({
            mc: request.mc,
            id: context.newId(),
            authorizationId: request.id,
            happening: 'snoozed',
            by: person.id,
            now: at,
          }),
        ]),
      )
    context.note({
      claims: [request.stratus_claim_id],
      type: 'rx_authorization',
      id: request.id,
      detail: { snoozedUntil: until },
    })
    context.publishChange('authorizations')
    return {
      success: true,
      authorizationId: request.id,
      snoozedUntil: until,
      snoozeHoursTotal: request.snooze_hours_total + input.value,
      version: request.version + 1,
    }
  },

  // Without a snooze the answer is the same and nothing is written.
  unsnooze: async (context) => {
    const { now } = context
    const { person, request } = await loadRequest(context)
    context.refuse(whyNotUnsnooze(person, request, decisionSettings(request)))
    context.note({
      claims: [request.stratus_claim_id],
      type: 'rx_authorization',
      id: request.id,
      detail: { snoozedUntil: null },
    })
    if (request.snoozed_until === null)
      return { success: true, authorizationId: request.id, snoozedUntil: null, version: request.version }
    const at = now.toISOString()
    context.write(unsnooze(request.mc, request.id, at))
    context.write(
      rows.insertEvents([
        lineOf({ person, request, now: at }, eventCode.SNOOZE_ENDED, { reason: `ended by ${person.name}` }),
      ]),
    )
    context.publishChange('authorizations')
    return { success: true, authorizationId: request.id, snoozedUntil: null, version: request.version + 1 }
  },

  // Needed information was requested. The claim is locked first, as in every decision, so that they exclude each
  // other.
  extend: async (context) => {
    const { input, newId, write } = context
    const [at, row] = await Promise.all([loadForAct(context, input.id), context.db.one(sql.running(input.id))])
    const { person, request, now } = at
    const { mc, id } = request
    const running = runningClock(row!)
    const why = whyNotExtend(person, request, running, now, decisionSettings(request))
    if (why?.code === 'CONFLICT' && running.extended) {
      const { byName, at: when } = running.extended
      return context.refuse({
        ...why,
        code: 'CONFLICT',
        current: { by: byName, at: when, statutoryDueAt: running.dueAt },
      })
    }
    context.refuse(why)
    refuseStale(context, request, input.version)
    context.refuse(whyNotAskedOn(input.askedOn, running.receivedAt, now, person.timeZone))
    const { askedOn, askedOf, information } = input
    const extendedAt = askedInstant(askedOn, now, person.timeZone)
    const due = extendedDue(running, extendedAt)!
    const extended: Extension = {
      at: now,
      byName: person.name,
      askedOn,
      askedOf,
      information,
      extendedAt,
      dueBefore: running.dueAt,
    }
    const clock = { receivedAt: request.request_received_at, dueAt: due.dueAt }
    write(
      extend({
        mc,
        id,
        dueAt: due.dueAt,
        pack: `${due.packId} v${due.packVersion}`,
        arithmetic: [...due.arithmetic, askedLine(extended)],
        state: { extended, ...remindersAfter(row!.clock_state, clock, now, planOf(row!.plan).settings) },
        now,
      }),
    )
    write(extendReferral(mc, id, due.dueAt))
    const dueWords = exactWords(due.dueAt, running.pack.timeZone)
    write(rows.insertEvents([lineOf(at, eventCode.DUE_EXTENDED, { due: dueWords, reason: askedWords(input) })]))
    const notified = request.owner_ids.filter((owner) => owner !== person.id)
    if (notified.length > 0) {
      write(
        insertNotices(
          notified.map((userId) => ({
            id: newId(),
            user_id: userId,
            kind: 'extended',
            title: `Request ${request.reference_number} is due later: ${dueWords}. Information was requested.`,
            authorization_id: id,
            at: now,
          })),
        ),
      )
      context.publishChange('notifications')
    }
    recordAct(context, at, { dueBefore: running.dueAt, due: due.dueAt, askedOn })
    return { success: true, authorizationId: id, statutoryDueAt: due.dueAt, version: request.version + 1 }
  },
})
