import { insertNotices } from '#features/notifications/sql.ts'
import { claimOfRow } from '#features/claims/seen-sql.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { callbackStatus, callbackStatuses, type CallbackStatus } from './statuses.ts'
import { actorOf, event } from '#features/authorizations/rows.ts'
import { insertEvents } from '#features/authorizations/sql.ts'
import { oneTrip, seen, implement } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { atWords } from '#platform/dates/words.ts'
import { callbacks } from './contract.ts'
import {
  MOST_ATTEMPTS,
  nextTry,
  pharmacyZone,
  takenNow,
  whyNotCall,
  whyNotSupport,
  whyNotInformed,
  whyTaken,
} from './rules.ts'
import { patientPlaceWords } from './patient-places.ts'
import { outcomeNow, pharmacyText } from './said.ts'
import { isOpenSince, sinceCall } from './since-call.ts'
import * as sql from './sql.ts'

type TakenRow = Pick<sql.ToCall, 'taken_by' | 'taken_by_name' | 'taken_at'>
const takenOf = (row: TakenRow) => ({ by: row.taken_by, name: row.taken_by_name, at: row.taken_at })

export const handlers = implement(callbacks)({
  queue: oneTrip(
    ({ page, size }) => ({ rows: seen(sql.toCall(page, size), claimOfRow) }),
    ({ rows }, { input: { page, size }, person, now, refuse }) => {
      refuse(whyNotSupport(person))
      return {
        calls: rows.slice(0, size).map((row) => ({
          callbackId: row.id,
          authorizationId: row.authorization_id,
          claimId: row.stratus_claim_id,
          subCarrier: row.sub_carrier,
          claimNumber: row.claim_number,
          claimantName: row.claimant_name,
          dateOfBirth: row.date_of_birth,
          referenceNumber: row.reference_number,
          status: callbackStatuses[row.status_id as CallbackStatus],
          outcome: outcomeNow(row.outcome, row.said),
          text: pharmacyText(outcomeNow(row.outcome, row.said), row.said),
          pharmacyNabp: row.pharmacy_nabp,
          pharmacyName: row.pharmacy_name,
          pharmacyPhone: row.pharmacy_phone,
          rxNumber: row.rx_number,
          drugName: row.drug_name,
          attempts: row.attempts,
          nextTryAt: row.next_try_at,
          lastError: row.last_error,
          waitingSince: row.sent_at,
          takenBy: takenNow(takenOf(row), person.id, now.toISOString()),
        })),
        page,
        size,
        more: rows.length > size,
      }
    },
  ),

  mine: oneTrip(
    () => ({ found: sql.callsOfToday() }),
    ({ found: [found] }, { person, refuse }) => {
      refuse(whyNotSupport(person))
      return { calls: found!.calls, reached: found!.reached, talkSeconds: found!.talk_seconds }
    },
  ),

  lately: oneTrip(
    () => ({ rows: seen(sql.calledLately(), claimOfRow) }),
    ({ rows }, { person, refuse }) => {
      refuse(whyNotSupport(person))
      const calls = rows.map((row) => {
        const outcome = outcomeNow(row.outcome, row.said)
        const { status_id: status, attempts, said } = row
        return {
          callbackId: row.id,
          authorizationId: row.authorization_id,
          pharmacyName: row.pharmacy_name,
          rxNumber: row.rx_number,
          calledAt: row.at,
          calledBy: row.by_name,
          reached: row.result === 'REACHED',
          since: sinceCall({ status, outcome, isPaid: said.isPaid, attempts, mostAttempts: MOST_ATTEMPTS }),
          nextTryAt: row.next_try_at,
        }
      })
      const open = (one: (typeof calls)[number]) => Number(!isOpenSince(one.since))
      // The sort is stable: of the same kind the latest call stays first.
      return { day: rows[0]?.day ?? null, calls: calls.toSorted((a, b) => open(a) - open(b)) }
    },
  ),

  assign: async ({ input, db, who, now, write, note, publishChange, refuse }) => {
    const [person, loaded] = await Promise.all([who(), db.one(sql.hold(input.id))])
    if (!loaded) return notFound()
    refuse(whyNotSupport(person))
    refuse(whyNotCall(loaded.status_id))
    const at = now.toISOString()
    refuse(whyTaken(takenOf(loaded), person, at))
    const to = input.mine ? { by: person.id, name: person.name, at } : { by: null, name: null, at: null }
    write(sql.assign(loaded.id, to))
    note({
      claims: [loaded.stratus_claim_id],
      type: 'pharmacy_callback',
      id: loaded.id,
      detail: { taken: input.mine },
    })
    publishChange('authorizations')
    return { success: true, callbackId: loaded.id, takenBy: takenNow(to, person.id, at) }
  },

  called: async ({ input, db, who, now, newId, write, note, publishChange, refuse }) => {
    const [person, loaded] = await Promise.all([who(), db.one(sql.hold(input.id))])
    if (!loaded) return notFound()
    refuse(whyNotSupport(person))
    const current = { by: loaded.called_by_name, at: loaded.called_at, attempts: loaded.attempts }
    const why = whyNotCall(loaded.status_id)
    refuse(why && { ...why, current })
    const at = now.toISOString()
    refuse(whyTaken(takenOf(loaded), person, at))
    if (input.attempts !== loaded.attempts)
      refuse({
        code: 'CONFLICT',
        message:
          loaded.called_by_name !== null && loaded.called_at !== null
            ? `${loaded.called_by_name} called this pharmacy ${atWords(loaded.called_at, person.timeZone, now.getTime())}.`
            : 'Another user has contacted this pharmacy in the meantime.',
        current,
      })
    refuse(whyNotInformed(input.result, input.callerChecked))
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
    write(
      sql.insertCall({
        id: newId(),
        callbackId: loaded.id,
        userId: person.id,
        now: at,
        result: input.result,
        callerChecked: input.callerChecked ?? false,
        patient: input.patient ?? null,
        talkSeconds: input.talkSeconds ?? 0,
      }),
    )
    const place = input.patient && `Patient: ${patientPlaceWords[input.patient].toLowerCase()}`
    const words = [input.note?.replace(/\.$/, ''), place].filter(Boolean).join('. ')
    const said = words === '' ? '' : `: ${words}`
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
              name: [input.spokeWith, loaded.pharmacy_name].filter(Boolean).join(', ') + said,
            })
          : event(line, eventCode.CALLBACK_NOT_REACHED, { n: `${attempts}${said}` }),
      ]),
    )
    // Nobody calls any more: who acts for the request has to reach the pharmacy.
    const unheard = status === callbackStatus.CLOSED ? loaded.acting : []
    if (unheard.length > 0) {
      write(
        insertNotices(
          unheard.map((userId) => ({
            id: newId(),
            user_id: userId,
            kind: 'notDelivered',
            title: `${loaded.pharmacy_name} was not notified about request ${loaded.reference_number}: nobody was reached in ${attempts} calls. Call it again.`,
            authorization_id: loaded.authorization_id,
            at,
          })),
        ),
      )
      publishChange('notifications')
    }
    note({
      claims: [loaded.stratus_claim_id],
      type: 'pharmacy_callback',
      id: loaded.id,
      detail: { from: loaded.status_id, to: status, attempts },
    })
    publishChange('authorizations')
    return { success: true, callbackId: loaded.id, status: callbackStatuses[status], nextTryAt: again }
  },

  take: async ({ db, who, input, now, write, note, publishChange }) => {
    const at = now.toISOString()
    const [, messages] = await Promise.all([who(), db.all(sql.take(input.nabp, at))])
    const read = messages.flatMap(({ acknowledged: of }) => {
      if (!of) return []
      const actor = { type: 'pharmacy' as const, id: null, name: of.pharmacy }
      const line = { mc: of.mc, authorizationId: of.id, now: at, actor, from: of.statusId, to: of.statusId }
      return [event(line, eventCode.PHARMACY_MESSAGE_READ, { name: of.pharmacy })]
    })
    if (read.length > 0) {
      write(insertEvents(read))
      publishChange('authorizations')
    }
    const claims = [...new Set(messages.map((one) => one.stratus_claim_id))]
    note({ claims, type: 'pharmacy_message', id: input.nabp, detail: { taken: messages.length } })
    return { messages: messages.map((one) => one.body) }
  },
})
