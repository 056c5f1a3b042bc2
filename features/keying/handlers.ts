import { claimOfRow } from '#features/claims/seen-sql.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import { leaving } from '#platform/jobs/outbox-row.ts'
import { actorOf, event } from '#features/authorizations/rows.ts'
import { insertEvents } from '#features/authorizations/sql.ts'
import { whyNotSupport } from '#features/callbacks/rules.ts'
import { acceptKeying, refuseKeying } from '#features/prior-auths/sql.ts'
import { priorAuthStatus, priorAuthStatusLabel, statusFromStart } from '#features/prior-auths/statuses.ts'
import { oneTrip, seen, implement } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { keying } from './contract.ts'
import { whyNotKey } from './rules.ts'
import * as sql from './sql.ts'

export const handlers = implement(keying)({
  queue: oneTrip(
    ({ page, size }) => ({ rows: seen(sql.waiting(page, size), claimOfRow) }),
    ({ rows }, { input: { page, size }, person, refuse }) => {
      refuse(whyNotSupport(person))
      return {
        waiting: rows.slice(0, size).map((row) => ({
          priorAuthId: row.id,
          overrideRef: row.override_ref,
          authorizationId: row.authorization_id,
          referenceNumber: row.reference_number,
          claimNumber: row.claim_number,
          groupCode: row.group_code,
          drugName: row.drug_name,
          level: row.level,
          gpiPrefix: row.gpi_prefix,
          ndc: row.ndc,
          brandFlag: row.brand_flag,
          startDate: row.start_date,
          endDate: row.end_date,
          oneTime: row.one_time,
          maxFills: row.max_fills,
          maxQty: row.max_qty_per_fill,
          maxDays: row.max_days_per_fill,
          maxCost: row.max_cost_per_fill,
          codes: row.codes_cleared,
          attempts: row.keying_attempts ?? 0,
          lastError: row.keying_error,
          waitingSince: row.created_at,
        })),
        page,
        size,
        more: rows.length > size,
      }
    },
  ),

  keyed: async ({ input, db, who, now, newId, write, note, publishChange, refuse }) => {
    if (!input.accepted && !input.error)
      refuse({ code: 'VALIDATION', field: 'error', message: 'Say why it was not accepted.' })
    const [person, held] = await Promise.all([who(), db.one(sql.hold(input.id))])
    if (!held) return notFound()
    refuse(whyNotSupport(person))
    refuse(whyNotKey(held.status_id))
    const at = now.toISOString()
    const to = input.accepted ? statusFromStart(held.start_date, held.today) : priorAuthStatus.QUEUED
    write(input.accepted ? acceptKeying(held.id, to) : refuseKeying(held.id, input.error!))
    if (held.authorization_id !== null && held.auth_status !== null) {
      const line = {
        mc: held.mc,
        authorizationId: held.authorization_id,
        now: at,
        actor: actorOf(person),
        from: held.auth_status,
        to: held.auth_status,
      }
      write(
        insertEvents([
          input.accepted
            ? event(line, eventCode.PRIOR_AUTH_ACCEPTED, { ref: held.override_ref })
            : event(line, eventCode.PRIOR_AUTH_NOT_ACCEPTED, { error: input.error! }),
        ]),
      )
    }
    // The message to the pharmacy waited for this.
    if (input.accepted && held.callback_ids.length > 0)
      write(
        insertOutbox(
          held.callback_ids.map((callbackId) =>
            leaving({
              mc: held.mc,
              id: newId(),
              topic: 'pharmacy.callback',
              payload: { callbackId, authorizationId: held.authorization_id },
              now: at,
              authorizationId: held.authorization_id,
            }),
          ),
        ),
      )
    note({
      claims: [held.stratus_claim_id],
      type: 'prior_auth',
      id: held.id,
      detail: { from: held.status_id, to, ...(input.error && { error: input.error }) },
    })
    publishChange('authorizations')
    return { success: true, priorAuthId: held.id, statusId: to, status: priorAuthStatusLabel(to) }
  },
})
