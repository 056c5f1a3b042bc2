import { adjudicate } from '#features/adjudication/rules.ts'
import { priorAuthStatus } from '#features/prior-auths/statuses.ts'
import { asBilled, snapshotOfBilled } from '#features/snapshots/as-billed.ts'
import { asGranted } from '#features/snapshots/as-granted.ts'
import { tried } from '#features/snapshots/billed-sql.ts'
import { toSnapshot } from '#features/snapshots/sql.ts'
import type { Db } from '#platform/database/pools.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { granted, type DueCallback } from './sql.ts'

/** The codes that stop a claim, and the day of service it was tried for. */
type Tried = { stops: string[]; day: string }

/**
 * The codes that would stop the claim of an approved request, billed as the message says, when the message leaves: after the
 * decision another drug may have been paid, a claim closed, coverage ended. Undefined where that cannot be tried: nothing was
 * billed, or a mixture is to be made smaller. An approval that begins later is tried for its first day that has not passed.
 */
export async function stoppedNow(db: Db, callback: DueCallback, now: Date): Promise<Tried | undefined> {
  const { authorization_id: id, said, prior_auth_id: priorAuthId, prior_auth_status: statusId } = callback
  const of = await db.one(tried(id))
  if (!of?.request) return undefined
  const quantity = Math.min(of.quantity, said.maxQty ?? of.quantity)
  const daysSupply = Math.min(of.days_supply, said.maxDays ?? of.days_supply)
  const isLess = quantity < of.quantity || daysSupply < of.days_supply
  if (isLess && of.bill !== null) return undefined
  const { startDate } = said
  const isLater = startDate !== null && startDate > of.date_of_service
  const today = dateIn(now.getTime(), callback.time_zone)
  const day = !isLater ? of.date_of_service : startDate > today ? startDate : today
  const row = await db.one(snapshotOfBilled(id, isLater ? day : undefined))
  if (!row) return undefined
  const at = day > today ? `${day}T17:00:00.000Z` : now.toISOString()
  // What is keyed with this message counts from then on.
  const keyed =
    priorAuthId !== null && statusId === priorAuthStatus.QUEUED ? await db.one(granted(priorAuthId)) : undefined
  const change = { quantity, daysSupply, ...(isLater && { dateOfService: day }) }
  const { rejects } = adjudicate(asBilled(of, change), toSnapshot(row, at), {
    mode: 'TRIAL',
    ...(keyed && { assumePa: asGranted(keyed.row) }),
  })
  return { stops: [...new Set(rejects.map(({ rejectCode }) => rejectCode))], day }
}
