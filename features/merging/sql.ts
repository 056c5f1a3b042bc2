import { integers, sql, type Sql } from '#platform/database/sql.ts'
import type { Facts } from '#features/authorizations/facts.ts'
import { factsLocked } from '#features/authorizations/facts-sql.ts'
import { openStatuses } from '#features/authorizations/statuses.ts'

/** Two requests, locked in the order of their ids, so that two merges never wait for each other. */
export const lockBoth = (ids: readonly [string, string]): Sql<Facts> => factsLocked(sql`a.id = any(${ids}::uuid[])`)

/** A new request and the open ones of its claim for the same drug, locked. */
export const lockTwins = (id: string): Sql<Facts> =>
  factsLocked(sql`a.status_id in (${integers(openStatuses)}) and (a.stratus_claim_id, left(a.gpi, 10)) = (
    select x.stratus_claim_id, left(x.gpi, 10) from rx_authorization x where x.mc = app_mc() and x.id = ${id})`)
