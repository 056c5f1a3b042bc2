import { whyNotExplained } from '#features/authorizations/explains.ts'
import { claimOfRow } from '#features/claims/seen-sql.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import { leaving } from '#platform/jobs/outbox-row.ts'
import { actorOf, event } from '#features/authorizations/rows.ts'
import { insertEvents } from '#features/authorizations/sql.ts'
import { takenNow, whyNotSupport, whyTaken } from '#features/callbacks/rules.ts'
import { acceptKeying, assignKeying, refuseKeying } from '#features/prior-auths/sql.ts'
import { priorAuthStatus, priorAuthStatusLabel, statusFromStart } from '#features/prior-auths/statuses.ts'
import { oneTrip, seen, implement } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { keying } from './contract.ts'
import { whyNotKey } from './rules.ts'
import * as sql from './sql.ts'

type TakenRow = Pick<sql.Waiting, 'keying_by' | 'keying_by_name' | 'keying_at'>
const takenOf = (row: TakenRow) => ({ by: row.keying_by, name: row.keying_by_name, at: row.keying_at })

export const handlers = implement(keying)({
  queue: oneTrip(
    ({ page, size }) => ({ rows: seen(sql.waiting(page, size), claimOfRow) }),
    ({ rows }, { input: { page, size }, person, now, refuse }) => {
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
          claimId: row.stratus_claim_id,
          subCarrier: row.sub_carrier,
          takenBy: takenNow(takenOf(row), person.id, now.toISOString()),
        })),
        page,
        size,
        more: rows.length > size,
      }
    },
  ),

  assign: async ({ input, db, who, now, write, note, publishChange, refuse }) => {
    const [person, loaded] = await Promise.all([who(), db.one(sql.hold(input.id))])
    if (!loaded) return notFound()
    refuse(whyNotSupport(person))
    refuse(whyNotKey(loaded.status_id))
    const at = now.toISOString()
    refuse(whyTaken(takenOf(loaded), person, at))
    const to = input.mine ? { by: person.id, name: person.name, at } : { by: null, name: null, at: null }
    write(assignKeying(loaded.id, to))
    note({ claims: [loaded.stratus_claim_id], type: 'prior_auth', id: loaded.id, detail: { taken: input.mine } })
    publishChange('authorizations')
    return { success: true, priorAuthId: loaded.id, takenBy: takenNow(to, person.id, at) }
  },

  keyed: async ({ input, db, who, now, newId, write, note, publishChange, refuse }) => {
    const message = input.accepted ? undefined : whyNotExplained(input.error, 'Enter why it was not accepted.')
    if (message !== undefined) refuse({ code: 'VALIDATION', field: 'error', message })
    const [person, loaded] = await Promise.all([who(), db.one(sql.hold(input.id))])
    if (!loaded) return notFound()
    refuse(whyNotSupport(person))
    refuse(whyNotKey(loaded.status_id))
    const at = now.toISOString()
    refuse(whyTaken(takenOf(loaded), person, at))
    const to = input.accepted ? statusFromStart(loaded.start_date, loaded.today) : priorAuthStatus.QUEUED
    write(input.accepted ? acceptKeying(loaded.id, to) : refuseKeying(loaded.id, input.error!))
    if (loaded.authorization_id !== null && loaded.auth_status !== null) {
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
          input.accepted
            ? event(line, eventCode.PRIOR_AUTH_ACCEPTED, { ref: loaded.override_ref })
            : event(line, eventCode.PRIOR_AUTH_NOT_ACCEPTED, { error: input.error! }),
        ]),
      )
    }
    // The message to the pharmacy waited for this.
    if (input.accepted && loaded.callback_ids.length > 0)
      write(
        insertOutbox(
          loaded.callback_ids.map((callbackId) =>
            leaving({
              mc: loaded.mc,
              id: newId(),
              topic: 'pharmacy.callback',
              payload: { callbackId, authorizationId: loaded.authorization_id },
              now: at,
              authorizationId: loaded.authorization_id,
            }),
          ),
        ),
      )
    note({
      claims: [loaded.stratus_claim_id],
      type: 'prior_auth',
      id: loaded.id,
      detail: { from: loaded.status_id, to, ...(input.error && { error: input.error }) },
    })
    publishChange('authorizations')
    return { success: true, priorAuthId: loaded.id, statusId: to, status: priorAuthStatusLabel(to) }
  },
})
