import { sql } from '#platform/database/sql.ts'

/** The claim of a row that shows a person's data, for the audit of `seen`, where the statement calls it so. */
export const claimOfRow = sql`seen.stratus_claim_id`
