import { priorAuthStatusLabel } from '#features/prior-auths/statuses.ts'
import { toPriorAuth } from '#features/authorizations/prior-auth-answer.ts'
import type { PriorAuthLine } from './contract.ts'
import { type PriorAuthFacts } from './rules.ts'
import type { PriorAuthFound, LineFound } from './sql.ts'

/** A prior authorization as lists show it; its status is as of today. */
export const toLine = (row: LineFound): PriorAuthLine => ({
  ...toPriorAuth(row),
  statusId: row.status_today,
  statusName: priorAuthStatusLabel(row.status_today),
  masterCarrier: row.mc,
  stratusClaimId: row.stratus_claim_id,
  esiClaimId: row.esi_claim_id,
  subscriberNumber: row.subscriber_number,
  claimNumber: row.claim_number,
  subCarrier: row.sub_carrier,
  referenceNumber: row.reference_number,
  ndc: row.ndc,
  maxCostPerFill: row.max_cost_per_fill,
  pharmacyNabp: row.pharmacy_nabp,
  prescriberNpi: row.prescriber_npi,
  reasonId: row.reason_id,
  createdSource: row.created_source,
  supersedesId: row.supersedes_id,
  terminatedBy: row.terminated_by,
  terminatedReason: row.terminated_reason,
  version: row.version,
  fills: row.fills,
})

/** The same as its rules need it. */
export const priorAuthFacts = (row: PriorAuthFound): PriorAuthFacts => ({
  kind: row.kind,
  statusId: row.status_today,
  startDate: row.start_date,
  endDate: row.end_date,
  level: row.level,
  oneTime: row.one_time,
  maxFills: row.max_fills,
  fillsUsed: row.fills_used,
  maxQty: row.max_qty_per_fill,
  maxDays: row.max_days_per_fill,
  maxCost: row.max_cost_per_fill,
  pharmacyNabp: row.pharmacy_nabp,
  prescriberNpi: row.prescriber_npi,
  brandFlag: row.brand_flag,
  codes: row.codes_cleared,
  endedBy: row.terminated_by,
  jurisState: row.juris_state,
  receivedAt: row.received_at,
})
