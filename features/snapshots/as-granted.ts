import type { PriorAuth } from '#features/adjudication/snapshot.ts'
import type { PriorAuthRow } from '#features/prior-auths/rows.ts'
import { priorAuthStatus } from '#features/prior-auths/statuses.ts'

/** An approval as the engine reads it, in force: the pharmacy is not notified before it is. */
export const asGranted = (row: PriorAuthRow): PriorAuth => ({
  priorAuthId: row.id,
  claimId: row.stratus_claim_id,
  kind: row.kind,
  statusId: priorAuthStatus.ACTIVE,
  level: row.level as PriorAuth['level'],
  gpiPrefix: row.gpi_prefix,
  ndc: row.ndc,
  brandFlag: row.brand_flag as PriorAuth['brandFlag'],
  startDate: row.start_date,
  endDate: row.end_date,
  maxFills: row.max_fills,
  fillsUsed: row.fills_used,
  oneTime: row.one_time,
  maxQtyPerFill: row.max_qty_per_fill,
  maxDaysPerFill: row.max_days_per_fill,
  maxCostPerFill: row.max_cost_per_fill,
  pharmacyNabp: row.pharmacy_nabp,
  prescriberNpi: row.prescriber_npi,
  rxNumber: row.rx_number,
  overrideRef: row.override_ref,
  codesCleared: row.codes_cleared,
  findings: row.findings,
  overrideAll: row.override_all,
  safetyIncluded: row.safety_included,
  safetyTier: row.safety_tier,
})
