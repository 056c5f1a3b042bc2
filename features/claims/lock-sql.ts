import { sql, type Sql } from '#platform/database/sql.ts'

// One lock a claim: submissions, decisions, grants and bypasses of one claim wait for each other until their transaction
// ends. Every call that writes about a claim takes the lock before it reads.

/** `claims` selects `mc` and `id` of the claim to lock. */
export const lock = (claims: Sql): Sql =>
  sql`select pg_advisory_xact_lock(hashtextextended(c.mc || ':' || c.id::text, 7)) from (${claims}) c`

/** Locks the claim that matches a condition over `c`. */
export const lockClaim = (where: Sql): Sql => lock(sql`select c.mc, c.id from wc_claim c where ${where}`)
export const lockClaimById = (id: string): Sql =>
  lockClaim(sql`c.mc = app_mc() and app_sees(c.sub_carrier) and c.id = ${id}`)
export const lockClaimOfCard = (subscriber: string): Sql =>
  lockClaim(sql`c.mc = app_mc() and c.subscriber_number = ${subscriber}`)
export const lockClaimOfRequest = (authorizationId: string): Sql =>
  lock(sql`select mc, stratus_claim_id as id from rx_authorization where mc = app_mc() and id = ${authorizationId}`)
export const lockClaimOfTransaction = (tcn: string): Sql =>
  lock(sql`select mc, stratus_claim_id as id from rx_transaction where mc = app_mc() and tcn = ${tcn}`)
export const lockClaimOfPriorAuth = (ref: string): Sql =>
  lock(sql`select mc, stratus_claim_id as id from prior_auth where mc = app_mc() and override_ref = ${ref}`)
export const lockClaimOfBypass = (id: string): Sql =>
  lock(
    sql`select mc, stratus_claim_id as id from auth_bypass where mc = app_mc() and app_sees(sub_carrier) and id = ${id}`,
  )
