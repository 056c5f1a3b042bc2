import { refuseStaleVersion } from '#platform/calls/version.ts'
import { lapseFirst } from '#features/authorizations/lapse.ts'
import { silentOfPriorAuth } from '#features/authorizations/lapse-sql.ts'
import { lockClaimOfPriorAuth } from '#features/claims/lock-sql.ts'
import { priorAuthStatusLabel } from '#features/prior-auths/statuses.ts'
import type { PriorAuthChanges } from '#features/prior-auths/rows.ts'
import type { SnapshotRow } from '#features/snapshots/sql.ts'
import { decisionSettings, type DecisionSettings } from '#features/permissions/decision-settings.ts'
import { whyNotPrepare } from '#features/new-authorization/rules.ts'
import type { CallContext, Caller } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import type { Sql } from '#platform/database/sql.ts'
import { priorAuthFacts } from './answers.ts'
import type { priorAuths } from './contract.ts'
import { whyNotTouch, type PriorAuthFacts } from './rules.ts'
import * as sql from './sql.ts'

type Calls = typeof priorAuths
export type Changing = CallContext<Calls['save']> | CallContext<Calls['end']>

/** The owners and supervisors of its request and claim. */
export const ownersOf = (loaded: sql.PriorAuthFound): string[] => [
  ...new Set([...loaded.owner_ids, ...(loaded.claim_owner_id ? [loaded.claim_owner_id] : [])]),
]

/** The current values of the columns a change writes. */
export const columnsOf = (loaded: sql.PriorAuthFound): PriorAuthChanges => ({
  status_id: loaded.status_today,
  level: loaded.level,
  gpi_prefix: loaded.gpi_prefix,
  ndc: loaded.ndc,
  brand_flag: loaded.brand_flag,
  start_date: loaded.start_date,
  end_date: loaded.end_date,
  one_time: loaded.one_time,
  max_fills: loaded.max_fills,
  max_qty_per_fill: loaded.max_qty_per_fill,
  max_days_per_fill: loaded.max_days_per_fill,
  max_cost_per_fill: loaded.max_cost_per_fill,
  pharmacy_nabp: loaded.pharmacy_nabp,
  prescriber_npi: loaded.prescriber_npi,
  codes_cleared: loaded.codes_cleared,
  findings: loaded.findings,
  safety_included: loaded.safety_included,
  safety_tier: loaded.safety_tier,
  reason_id: loaded.reason_id,
  reason_desc: loaded.reason_desc,
  terminated_by: loaded.terminated_by,
  terminated_reason: loaded.terminated_reason,
})

export type LoadedPriorAuth = {
  person: Caller
  row: sql.PriorAuthFound
  priorAuth: PriorAuthFacts
  settings: DecisionSettings
  /** The engine's snapshot, when requested. */
  found: SnapshotRow | undefined
}

/**
 * Locks the claim, then reads the prior authorization and refuses a stale version. `look`
 * loads the engine's snapshot in the same trip; `making` checks the setting for creating prior authorizations.
 */
export async function load(
  context: Changing,
  ref: string,
  of: { ndc?: string | undefined; look?: Sql<SnapshotRow> | undefined; making: boolean },
): Promise<LoadedPriorAuth> {
  const { db, input } = context
  const [person, , silent, row, found] = await Promise.all([
    context.who(),
    db.all(lockClaimOfPriorAuth(ref)),
    db.all(silentOfPriorAuth(ref)),
    db.one(sql.loadForChange(ref, of.ndc)),
    of.look && db.one(of.look),
  ])
  if (!row || (input.subCarrierCode !== undefined && input.subCarrierCode !== row.sub_carrier)) return notFound()
  if (input.referenceNumber !== undefined && row.reference_number !== input.referenceNumber) return notFound()
  lapseFirst(silent, context.now.toISOString())
  const settings = decisionSettings(row)
  if (of.making) context.refuse(whyNotPrepare(person, { createAllowed: row.create_allowed, mc: row.mc }))
  context.refuse(
    whyNotTouch(
      person,
      { owner_ids: ownersOf(row), supervised: row.supervised, sub_carrier: row.sub_carrier },
      settings,
    ),
  )
  refuseStaleVersion(context, {
    seen: input.version,
    of: 'prior authorization',
    current: {
      priorAuthOverrideRef: ref,
      version: row.version,
      statusId: row.status_today,
      status: priorAuthStatusLabel(row.status_today),
      startDate: row.start_date,
      endDate: row.end_date,
      changedBy: row.last_change?.by ?? null,
      changedAt: row.last_change?.at ?? null,
    },
  })
  return { person, row, priorAuth: priorAuthFacts(row), settings, found }
}
