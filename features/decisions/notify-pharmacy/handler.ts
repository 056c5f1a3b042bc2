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
export async function callback(context: CallContext<(typeof notifying)['callback']>) {
  const { input } = context
  const at = await loadForAct(context, input.authorizationId)
  const { request, now } = at
  const { mc, id, decision } = request
  if (input.subCarrier !== undefined && input.subCarrier !== request.sub_carrier) notFound()
  if (input.pharmacyNabp !== request.pharmacy_nabp)
    context.refuse({ code: 'VALIDATION', field: 'pharmacyNabp', message: 'This is not the pharmacy of this request.' })
  if (!hasOutcome(request.status_id) || !decision)
    return context.refuse({ code: 'RULE', message: 'There is no decision to tell the pharmacy yet.' })
  const granted = isGranted(request.status_id)
  const midnight = (day: string | null) => (day === null ? null : `${usDate(day)} 12:00 AM`)
  if (
    granted &&
    (input.authorizationStartDate !== midnight(decision.startDate) ||
      input.authorizationEndDate !== midnight(decision.endDate))
  )
    context.refuse({
      code: 'VALIDATION',
      field: 'authorizationStartDate',
      message: 'The dates must be those of the decision.',
    })
  const callbackId = context.newId()
  context.write(closeCallbacks(mc, id))
  context.write(
    insertCallback(
      queued({
        mc,
        id: callbackId,
        authorization_id: id,
        pharmacy_nabp: request.pharmacy_nabp,
        outcome: granted ? 'APPROVED' : request.status_id === status.REJECTED ? 'REJECTED' : 'NOT_COVERED_THIS_FILL',
        start_date: granted ? decision.startDate : null,
        end_date: granted ? decision.endDate : null,
        one_time: input.oneTimeFillFlag,
        created_at: now,
      }),
    ),
  )
  context.write(
    insertOutbox([
      leaving({
        mc,
        id: context.newId(),
        topic: 'pharmacy.callback',
        payload: { callbackId, authorizationId: id },
        now,
        authorizationId: id,
      }),
    ]),
  )
  context.write(rows.insertEvents([lineOf(at, eventCode.CALLBACK_QUEUED, {})]))
  context.note({ claims: [request.stratus_claim_id], type: 'pharmacy_callback', id: callbackId })
  return { success: true as const, callbackId, status: 'Queued' }
}
