import { sql, type Sql } from '#platform/database/sql.ts'

// Whose the claims are: one worker on file stays for two, or two are parted.

/** The worker who goes, and those who were merged into them before, are the one who stays. */
export const mergeInto = (goes: string, stays: string): Sql => sql`
  update claimant t set merged_into = ${stays}, version = t.version + 1 where t.mc = app_mc() and (t.id = ${goes} or t.merged_into = ${goes})`
/** All claims of a worker are another's. */
export const moveClaims = (from: string, to: string): Sql => sql`
  update wc_claim c set claimant_id = ${to}, version = c.version + 1 where c.mc = app_mc() and c.claimant_id = ${from}`
/** Only these of them. */
export const moveClaimsBack = (from: string, to: string, claims: readonly string[]): Sql => sql`
  update wc_claim c set claimant_id = ${to}, version = c.version + 1
   where c.mc = app_mc() and c.claimant_id = ${from} and c.id = any(${claims}::uuid[])`
/** The worker is one of their own again, with those who were merged into them before. */
export const partFrom = (goes: string, before: readonly string[]): Sql => sql`
  update claimant t set merged_into = case when t.id = ${goes} then null else ${goes}::uuid end, version = t.version + 1
   where t.mc = app_mc() and (t.id = ${goes} or t.id = any(${before}::uuid[]))`
