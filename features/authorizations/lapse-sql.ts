import { integers, sql, type Sql } from '#platform/database/sql.ts'
import type { Lapsing } from './lapse.ts'
import { openStatuses } from './statuses.ts'

// The open requests of a claim that silence approves, for an act on anything of the claim: what the law gave by now is
// there before somebody denies, blocks or grants beside it (`lapseFirst`).

/** `claims` selects `mc` and `id` of the claim. */
const silentOf = (claims: Sql): Sql<Lapsing> => sql<Lapsing>`
  select r.id, r.status_id, r.statutory_due_at, r.silence_approves from (${claims}) c
    join rx_authorization r on r.mc = c.mc and r.stratus_claim_id = c.id
   where r.status_id in (${integers(openStatuses)}) and r.silence_approves`

/** Of the claim that matches a condition over `c`. */
export const silentOfClaim = (where: Sql): Sql<Lapsing> =>
  silentOf(sql`select c.mc, c.id from wc_claim c where ${where}`)
export const silentOfRequest = (authorizationId: string): Sql<Lapsing> =>
  silentOf(sql`select mc, stratus_claim_id as id from rx_authorization where mc = app_mc() and id = ${authorizationId}`)
export const silentOfPriorAuth = (ref: string): Sql<Lapsing> =>
  silentOf(sql`select mc, stratus_claim_id as id from prior_auth where mc = app_mc() and override_ref = ${ref}`)
