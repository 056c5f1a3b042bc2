import { engine, event } from '#features/authorizations/rows.ts'
import { insertEvents } from '#features/authorizations/sql.ts'
import type { Job } from '#platform/jobs.ts'
import type { PharmacyMessage } from './contract.ts'
import * as sql from './sql.ts'

const text = {
  APPROVED: 'Approved. Please submit the claim again.',
  REJECTED: 'Not approved. The drug is blocked for this claim.',
  NOT_COVERED_THIS_FILL: 'Not covered for this fill.',
} as const

/** Tells the pharmacy the outcome, once: what was told already, or replaced by a later decision, is left alone. */
export const tellPharmacy: Job = async ({ payload, db, now, write, bell, mc }) => {
  const told = await db.one(sql.callback(String(payload['callbackId'])))
  if (!told || told.status_id !== 1) return
  const at = now.toISOString()
  const body: PharmacyMessage = {
    messageId: told.id,
    at,
    nabp: told.pharmacy_nabp,
    referenceNumber: told.reference_number,
    rxNumber: told.rx_number,
    outcome: told.outcome,
    startDate: told.start_date,
    endDate: told.end_date,
    oneTime: told.one_time,
    maxDays: told.max_days,
    maxQty: told.max_qty,
    priorAuthRef: told.override_ref,
    text: text[told.outcome],
  }
  const line = {
    mc,
    authorizationId: told.authorization_id,
    now: at,
    actor: engine,
    from: told.auth_status,
    to: told.auth_status,
  }
  // A group without Auto-PA has its approvals keyed before they count (C053). The pharmacy is asked to submit again only
  // when that is done, otherwise its claim would stop a second time.
  if (told.prior_auth_id !== null && told.prior_auth_status === 1) {
    write(sql.keyed(told.prior_auth_id, at.slice(0, 10)))
    write(insertEvents([event(line, 195, { ref: told.override_ref ?? '' })]))
  }
  write(
    sql.leave({
      id: told.id,
      nabp: told.pharmacy_nabp,
      at,
      reference: told.reference_number,
      rx: told.rx_number,
      body,
    }),
  )
  write(sql.told(told.id, at))
  write(insertEvents([event(line, 301, { name: told.pharmacy_name })]))
  bell('authorizations')
}
