import type { PriorAuth as PriorAuthAnswer } from './contract.ts'
import type { PriorAuthShown } from '#features/prior-auths/rows.ts'
import { clearedFindings } from '#features/prior-auths/findings.ts'
import { priorAuthStatusLabel } from '#features/prior-auths/statuses.ts'

/** A prior authorization as calls answer it. */
export const toPriorAuth = (row: PriorAuthShown): PriorAuthAnswer => ({
  priorAuthId: row.id,
  authorizationId: row.authorization_id,
  priorAuthOverrideRef: row.override_ref,
  kind: row.kind,
  statusId: row.status_id,
  statusName: priorAuthStatusLabel(row.status_id),
  level: row.level,
  gpiPrefix: row.gpi_prefix,
  drugDescription: row.drug_name,
  brandFlag: row.brand_flag,
  startDate: row.start_date,
  endDate: row.end_date,
  oneTime: row.one_time,
  maxFills: row.max_fills,
  fillsUsed: row.fills_used,
  maxQtyPerFill: row.max_qty_per_fill,
  maxDaysPerFill: row.max_days_per_fill,
  maxCostPerFill: row.max_cost_per_fill,
  codesCleared: row.codes_cleared,
  clearedFindings: clearedFindings(row.findings),
  overrideAll: row.override_all,
  safetyIncluded: row.safety_included,
  reasonDesc: row.reason_desc,
  createdByName: row.created_by_name,
  createdAt: row.created_at,
})
