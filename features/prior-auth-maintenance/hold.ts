import { refuseStaleVersion } from '#platform/calls/version.ts'
import { lockClaimOfPriorAuth } from '#features/claims/lock-sql.ts'
import { priorAuthStatusLabel } from '#features/prior-auths/statuses.ts'
import type { PriorAuthChanges } from '#features/prior-auths/rows.ts'
import type { SnapshotRow } from '#features/snapshots/sql.ts'
import { decisionSettings, type DecisionSettings } from '#features/permissions/decision-settings.ts'
import { whyNotPrepare } from '#features/new-authorization/rules.ts'
import type { CallContext, Caller } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import type { Sql } from '#platform/database/sql.ts'
import { toPermission } from './answers.ts'
import type { priorAuths } from './contract.ts'
import { whyNotTouch, type Permission } from './rules.ts'
import * as sql from './sql.ts'

type Calls = typeof priorAuths
export type Changing = CallContext<Calls['save']> | CallContext<Calls['end']>

/** The owners and supervisors of its request and claim. */
export const ownersOf = (held: sql.HeldPermission): string[] => [
  ...new Set([...held.owner_ids, ...(held.claim_owner_id ? [held.claim_owner_id] : [])]),
]

/** The current values of the columns a change writes. */
export const columnsOf = (held: sql.HeldPermission): PriorAuthChanges => ({
  status_id: held.standing,
  level: held.level,
  gpi_prefix: held.gpi_prefix,
  ndc: held.ndc,
  brand_flag: held.brand_flag,
  start_date: held.start_date,
  end_date: held.end_date,
  one_time: held.one_time,
  max_fills: held.max_fills,
  max_qty_per_fill: held.max_qty_per_fill,
  max_days_per_fill: held.max_days_per_fill,
  max_cost_per_fill: held.max_cost_per_fill,
  pharmacy_nabp: held.pharmacy_nabp,
  prescriber_npi: held.prescriber_npi,
  codes_cleared: held.codes_cleared,
  safety_included: held.safety_included,
  safety_tier: held.safety_tier,
  reason_id: held.reason_id,
  reason_desc: held.reason_desc,
  terminated_by: held.terminated_by,
  terminated_reason: held.terminated_reason,
})

export type Taken = {
  person: Caller
  row: sql.HeldPermission
  permission: Permission
  settings: DecisionSettings
  /** The engine's snapshot, when requested. */
  found: SnapshotRow | undefined
}

/**
 * Locks the claim, then reads the prior authorization and refuses a stale version. `look`
 * loads the engine's snapshot in the same trip; `making` checks the setting for creating prior authorizations.
 */
export async function hold(
  asked: Changing,
  ref: string,
  of: { ndc?: string | undefined; look?: Sql<SnapshotRow> | undefined; making: boolean },
): Promise<Taken> {
  const { db, input } = asked
  const [person, , row, found] = await Promise.all([
    asked.who(),
    db.all(lockClaimOfPriorAuth(ref)),
    db.one(sql.holdPermission(ref, of.ndc)),
    of.look && db.one(of.look),
  ])
  if (!row || (input.subCarrierCode !== undefined && input.subCarrierCode !== row.sub_carrier)) return notFound()
  if (input.referenceNumber !== undefined && row.reference_number !== input.referenceNumber) return notFound()
  const settings = decisionSettings(row)
  if (of.making) asked.refuse(whyNotPrepare(person, { createAllowed: row.create_allowed, mc: row.mc }))
  asked.refuse(
    whyNotTouch(
      person,
      { ownerIds: ownersOf(row), supervisedIds: row.supervised, subCarrier: row.sub_carrier },
      settings,
    ),
  )
  refuseStaleVersion(asked, {
    seen: input.version,
    of: 'prior authorization',
    current: {
      priorAuthOverrideRef: ref,
      version: row.version,
      statusId: row.standing,
      status: priorAuthStatusLabel(row.standing),
      startDate: row.start_date,
      endDate: row.end_date,
    },
  })
  return { person, row, permission: toPermission(row), settings, found }
}
