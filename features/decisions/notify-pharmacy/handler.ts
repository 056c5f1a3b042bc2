import { eventCode } from '#features/authorizations/events.ts'
import { isGranted, isRejected, status } from '#features/authorizations/statuses.ts'
import { usDate } from '#platform/dates/day.ts'
import { queued } from '#features/callbacks/rows.ts'
import { closeCallbacks, insertCallback } from '#features/callbacks/sql.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import { leaving } from '#platform/jobs/outbox-row.ts'
import type { CallContext } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { lineOf } from '#features/authorizations/rows.ts'
import * as rows from '#features/authorizations/sql.ts'
import type { notifying } from './contract.ts'
import { loadForAct } from '#features/authorizations/load.ts'

/** Decided by a person, a rule or the clock; a bypass answered the claim itself. */
const hasOutcome = (id: number): boolean => (isGranted(id) && id !== status.BYPASSED) || isRejected(id)

/** Notifies the pharmacy of the outcome again. */
export async function callback(asked: CallContext<(typeof notifying)['callback']>) {
  const { input } = asked
  const at = await loadForAct(asked, input.authorizationId)
  const { request, now } = at
  const { mc, id, decision: standing } = request
  if (input.subCarrier !== undefined && input.subCarrier !== request.sub_carrier) notFound()
  if (input.pharmacyNabp !== request.pharmacy_nabp)
    asked.refuse({ code: 'VALIDATION', field: 'pharmacyNabp', message: 'This is not the pharmacy of this request.' })
  if (!hasOutcome(request.status_id) || !standing)
    return asked.refuse({ code: 'RULE', message: 'There is no decision to tell the pharmacy yet.' })
  const granted = isGranted(request.status_id)
  const midnight = (day: string | null) => (day === null ? null : `${usDate(day)} 12:00 AM`)
  if (
    granted &&
    (input.authorizationStartDate !== midnight(standing.startDate) ||
      input.authorizationEndDate !== midnight(standing.endDate))
  )
    asked.refuse({
      code: 'VALIDATION',
      field: 'authorizationStartDate',
      message: 'The dates must be those of the decision.',
    })
  const callbackId = asked.newId()
  asked.write(closeCallbacks(mc, id))
  asked.write(
    insertCallback(
      queued({
        mc,
        id: callbackId,
        authorization_id: id,
        pharmacy_nabp: request.pharmacy_nabp,
        outcome: granted ? 'APPROVED' : request.status_id === status.REJECTED ? 'REJECTED' : 'NOT_COVERED_THIS_FILL',
        start_date: granted ? standing.startDate : null,
        end_date: granted ? standing.endDate : null,
        one_time: input.oneTimeFillFlag,
        created_at: now,
      }),
    ),
  )
  asked.write(
    insertOutbox([
      leaving({
        mc,
        id: asked.newId(),
        topic: 'pharmacy.callback',
        payload: { callbackId, authorizationId: id },
        now,
        authorizationId: id,
      }),
    ]),
  )
  asked.write(rows.insertEvents([lineOf(at, eventCode.CALLBACK_QUEUED, {})]))
  asked.note({ claims: [request.stratus_claim_id], type: 'pharmacy_callback', id: callbackId })
  return { success: true as const, callbackId, status: 'Queued' }
}
