import type { Asked, Handlers } from '#platform/handler.ts'
import { insertOutbox } from '#platform/outbox.ts'
import { notFound, refuse } from '#platform/refusal.ts'
import { toNotify } from '#features/notifications/outbox.ts'
import { decidable, decisionSettings } from '../decision/held.ts'
import { actorOf, event } from '../rows.ts'
import * as rows from '../sql.ts'
import type { clock } from './contract.ts'
import { SNOOZE_TOLD_LEVEL, whyNotSnooze, whyNotUnsnooze } from './rules.ts'
import * as sql from './sql.ts'
import { HOUR_MS } from './zoned-time.ts'

type Calls = typeof clock

async function held({ db, who, input }: Pick<Asked<Calls['unsnooze']>, 'db' | 'who' | 'input'>) {
  const [person, request] = await Promise.all([who(), db.one(rows.hold(input.id))])
  return request ? { person, request } : notFound()
}

export const handlers: Handlers<Calls> = {
  snooze: async (asked) => {
    const { input, now } = asked
    const [{ person, request }, desk] = await Promise.all([held(asked), asked.db.one(sql.snoozable(input.id))])
    const at = now.toISOString()
    refuse(whyNotSnooze(person, decidable(request), input.value, at, desk!.snoozing))
    const until = new Date(now.getTime() + input.value * HOUR_MS).toISOString()
    asked.write(sql.snooze(request.mc, request.id, until, input.value, person.id, at))
    asked.write(
      rows.insertEvents([
        event(
          {
            mc: request.mc,
            authorizationId: request.id,
            now: at,
            actor: actorOf(person),
            from: request.status_id,
            to: request.status_id,
          },
          170,
          { n: input.value, user: person.name },
        ),
      ]),
    )
    if (desk!.escalation_level >= SNOOZE_TOLD_LEVEL)
      asked.write(
        insertOutbox([
          toNotify({
            mc: request.mc,
            id: asked.newId(),
            authorizationId: request.id,
            happening: 'snoozed',
            by: person.id,
            now: at,
          }),
        ]),
      )
    asked.note({
      claims: [request.stratus_claim_id],
      type: 'rx_authorization',
      id: request.id,
      detail: { snoozedUntil: until },
    })
    asked.bell('authorizations')
    return {
      success: true,
      authorizationId: request.id,
      snoozedUntil: until,
      snoozeHoursTotal: request.snooze_hours_total + input.value,
      version: request.version + 1,
    }
  },

  // C002: no snooze, nothing to end: the answer is the same and nothing is written.
  unsnooze: async (asked) => {
    const { now } = asked
    const { person, request } = await held(asked)
    refuse(whyNotUnsnooze(person, decidable(request), decisionSettings(request)))
    asked.note({
      claims: [request.stratus_claim_id],
      type: 'rx_authorization',
      id: request.id,
      detail: { snoozedUntil: null },
    })
    if (request.snoozed_until === null)
      return { success: true, authorizationId: request.id, snoozedUntil: null, version: request.version }
    const at = now.toISOString()
    asked.write(sql.unsnooze(request.mc, request.id, at))
    asked.write(
      rows.insertEvents([
        event(
          {
            mc: request.mc,
            authorizationId: request.id,
            now: at,
            actor: actorOf(person),
            from: request.status_id,
            to: request.status_id,
          },
          171,
          { reason: `ended by ${person.name}` },
        ),
      ]),
    )
    asked.bell('authorizations')
    return { success: true, authorizationId: request.id, snoozedUntil: null, version: request.version + 1 }
  },
}
