import type { PriorAuthRow } from '#features/prior-auths/rows.ts'
import type { Tale } from './tale.ts'

/**
 * Keeps a new prior authorization or block. A prior authorization for what another one stands for on some of the same days
 * says which one it follows, as the statement that inserts it does (features/prior-auths/sql.ts, `insertPriorAuth`).
 */
export function keepPriorAuth(tale: Tale, row: PriorAuthRow): void {
  if (row.kind === 'PERMIT' && row.supersedes_id === null) {
    let newest: PriorAuthRow | null = null
    for (const other of tale.priorAuths) {
      const same =
        other.kind === 'PERMIT' &&
        other.stratus_claim_id === row.stratus_claim_id &&
        other.status_id >= 1 &&
        other.status_id <= 4 &&
        other.gpi_prefix === row.gpi_prefix &&
        other.ndc === row.ndc &&
        other.brand_flag === row.brand_flag &&
        other.start_date <= row.end_date &&
        row.start_date <= other.end_date
      if (same && (newest === null || other.created_at >= newest.created_at)) newest = other
    }
    row.supersedes_id = newest?.id ?? null
  }
  tale.ledger.priorAuths.push(row)
  tale.priorAuths.push(row)
}
