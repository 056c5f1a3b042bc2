import { claimOfRow } from '#features/claims/seen-sql.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { callbackStatus, callbackStatuses, type CallbackStatus } from './statuses.ts'
import { actorOf, event } from '#features/authorizations/rows.ts'
import { insertEvents } from '#features/authorizations/sql.ts'
import { oneTrip, seen, implement } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { callbacks } from './contract.ts'
import { messageText, nextTry, pharmacyZone, whyNotCall, whyNotSupport } from './rules.ts'
import * as sql from './sql.ts'

export const handlers = implement(callbacks)({
  queue: oneTrip(
    ({ page, size }) => ({ rows: seen(sql.toCall(page, size), claimOfRow) }),
    ({ rows }, { input: { page, size }, person, refuse }) => {
      refuse(whyNotSupport(person))
      return {
        calls: rows.slice(0, size).map((row) => ({
          callbackId: row.id,
          authorizationId: row.authorization_id,
          referenceNumber: row.reference_number,
          status: callbackStatuses[row.status_id as CallbackStatus],
          outcome: row.outcome,
          text: messageText[row.outcome],
          pharmacyNabp: row.pharmacy_nabp,
          pharmacyName: row.pharmacy_name,
          pharmacyPhone: row.pharmacy_phone,
          rxNumber: row.rx_number,
          drugName: row.drug_name,
          attempts: row.attempts,
          nextTryAt: row.next_try_at,
          lastError: row.last_error,
          waitingSince: row.sent_at,
        })),
        page,
        size,
        more: rows.length > size,
      }
    },
  ),

  called: async ({ input, db, who, now, write, note, publishChange, refuse }) => {
    const [person, loaded] = await Promise.all([who(), db.one(sql.hold(input.id))])
    if (!loaded) return notFound()
    refuse(whyNotSupport(person))
    const current = { by: loaded.called_by_name, at: loaded.called_at, attempts: loaded.attempts }
    const why = whyNotCall(loaded.status_id)
    refuse(why && { ...why, current })
    if (input.attempts !== loaded.attempts)
      refuse({ code: 'CONFLICT', message: 'Another user has contacted this pharmacy in the meantime.', current })
    const at = now.toISOString()
    const reached = input.result === 'REACHED'
    const attempts = loaded.attempts + 1
    const again = reached ? null : nextTry(attempts, at, pharmacyZone(loaded.pharmacy_state, at))
    const status: CallbackStatus = reached
      ? callbackStatus.REACHED
      : again === null
        ? callbackStatus.CLOSED
        : callbackStatus.NOT_REACHED
    write(
      sql.tried({
        id: loaded.id,
        statusId: status,
        attempts,
        nextTryAt: again,
        by: person.name,
        now: at,
        error: reached ? null : (input.note ?? 'Not reached'),
      }),
    )
    const line = {
      mc: loaded.mc,
      authorizationId: loaded.authorization_id,
      now: at,
      actor: actorOf(person),
      from: loaded.auth_status,
      to: loaded.auth_status,
    }
    write(
      insertEvents([
        reached
          ? event(line, eventCode.CALLBACK_REACHED, {
              name: input.spokeWith ? `${input.spokeWith}, ${loaded.pharmacy_name}` : loaded.pharmacy_name,
            })
          : event(line, eventCode.CALLBACK_NOT_REACHED, { n: attempts }),
      ]),
    )
    note({
      claims: [loaded.stratus_claim_id],
      type: 'pharmacy_callback',
      id: loaded.id,
      detail: { from: loaded.status_id, to: status, attempts },
    })
    publishChange('authorizations')
    return { success: true, callbackId: loaded.id, status: callbackStatuses[status], nextTryAt: again }
  },

  take: async ({ db, who, input, now, note }) => {
    const [, messages] = await Promise.all([who(), db.all(sql.take(input.nabp, now.toISOString()))])
    const claims = [...new Set(messages.map((one) => one.stratus_claim_id))]
    note({ claims, type: 'pharmacy_message', id: input.nabp, detail: { taken: messages.length } })
    return { messages: messages.map((one) => one.body) }
  },
})
