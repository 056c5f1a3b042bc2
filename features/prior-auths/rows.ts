import type { ClearedFinding } from './findings.ts'

/** One row of prior_auth, named as its columns; days 'YYYY-MM-DD', instants ISO 8601. */
export type PriorAuthRow = {
  mc: string
  id: string
  sub_carrier: string
  stratus_claim_id: string
  authorization_id: string | null
  override_ref: string
  /** PERMIT: an approval, which lets fills through. BLOCK stops them. */
  kind: 'PERMIT' | 'BLOCK'
  status_id: number
  level: number
  gpi_prefix: string
  ndc: string | null
  brand_flag: string
  drug_name: string
  start_date: string
  end_date: string
  one_time: boolean
  max_fills: number | null
  fills_used: number
  max_qty_per_fill: number | null
  max_days_per_fill: number | null
  max_cost_per_fill: number | null
  pharmacy_nabp: string | null
  prescriber_npi: string | null
  rx_number: string | null
  codes_cleared: string[]
  /** What was cleared of each code; null of rows that were granted before it was kept, and of blocks. */
  findings: readonly ClearedFinding[] | null
  override_all: boolean
  safety_included: boolean
  safety_tier: 'A' | 'R' | 'O' | null
  reason_id: number | null
  reason_desc: string
  created_source: 'PORTAL' | 'AUTO' | 'SUPPORT' | 'FEED' | 'BYPASS'
  supersedes_id: string | null
  /** Other approvals for the same drug that stay in force beside it; left out where there are none. */
  stands_beside?: readonly string[]
  terminated_by: string | null
  terminated_reason: string | null
  created_at: string
  created_by_name: string
  version: number
}

/** The columns a person may change, with the status that follows. */
export type PriorAuthChanges = Pick<
  PriorAuthRow,
  | 'status_id'
  | 'level'
  | 'gpi_prefix'
  | 'ndc'
  | 'brand_flag'
  | 'start_date'
  | 'end_date'
  | 'one_time'
  | 'max_fills'
  | 'max_qty_per_fill'
  | 'max_days_per_fill'
  | 'max_cost_per_fill'
  | 'pharmacy_nabp'
  | 'prescriber_npi'
  | 'codes_cleared'
  | 'findings'
  | 'safety_included'
  | 'safety_tier'
  | 'reason_id'
  | 'reason_desc'
  | 'terminated_by'
  | 'terminated_reason'
>

/** The columns shown of a prior authorization beside a request. */
export type PriorAuthShown = Pick<
  PriorAuthRow,
  | 'id'
  | 'authorization_id'
  | 'override_ref'
  | 'kind'
  | 'status_id'
  | 'level'
  | 'gpi_prefix'
  | 'drug_name'
  | 'brand_flag'
  | 'start_date'
  | 'end_date'
  | 'one_time'
  | 'max_fills'
  | 'fills_used'
  | 'max_qty_per_fill'
  | 'max_days_per_fill'
  | 'max_cost_per_fill'
  | 'codes_cleared'
  | 'findings'
  | 'override_all'
  | 'safety_included'
  | 'reason_desc'
  | 'created_by_name'
  | 'created_at'
>
