import { adjudicate } from '#features/adjudication/rules.ts'
import { asBilled, snapshotOfBilled } from '#features/snapshots/as-billed.ts'
import { asGranted } from '#features/snapshots/as-granted.ts'
import { tried } from '#features/snapshots/billed-sql.ts'
import { toSnapshot } from '#features/snapshots/sql.ts'
import type { Db } from '#platform/database/pools.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { ncpdp } from '#reference/ncpdp.ts'
import { isOfOneFill } from '#reference/rejection-reasons.ts'
import type { Granted } from '#features/authorizations/decided.ts'
import { granted } from './sql.ts'

/** A decided request and what was approved of it; nothing where it was denied. */
export type ToTry = {
  id: string
  approved: Pick<Granted, 'maxQty' | 'maxDays' | 'startDate'>
  /** The approval that counts from now on, not before. */
  keyed: string | null
  /** The carrier's. */
  timeZone: string
}
/** The codes that stop a claim, and the day of service it was tried for. */
export type TriedNow = { stops: string[]; day: string }

/**
 * The codes that would stop the claim of a decided request now, billed as its pharmacy is asked to: after the decision another drug may have
 * been paid, a claim closed, coverage ended, another request approved. Undefined where that cannot be tried: nothing was billed, or a
 * mixture is to be made smaller. An approval that begins later is tried for its first day that has not passed.
 */
export async function stoppedNow(
  db: Db,
  { id, approved, keyed, timeZone }: ToTry,
  now: Date,
): Promise<TriedNow | undefined> {
  const of = await db.one(tried(id))
  if (!of?.request) return undefined
  const quantity = Math.min(of.quantity, approved.maxQty ?? of.quantity)
  const daysSupply = Math.min(of.days_supply, approved.maxDays ?? of.days_supply)
  const isLess = quantity < of.quantity || daysSupply < of.days_supply
  if (isLess && of.bill !== null) return undefined
  const { startDate } = approved
  const isLater = startDate !== null && startDate > of.date_of_service
  const today = dateIn(now.getTime(), timeZone)
  const day = !isLater ? of.date_of_service : startDate > today ? startDate : today
  const row = await db.one(snapshotOfBilled(id, isLater ? day : undefined))
  if (!row) return undefined
  const at = day > today ? `${day}T17:00:00.000Z` : now.toISOString()
  const counts = keyed === null ? undefined : await db.one(granted(keyed))
  const change = { quantity, daysSupply, ...(isLater && { dateOfService: day }) }
  const { rejects } = adjudicate(asBilled(of, change), toSnapshot(row, at), {
    mode: 'TRIAL',
    ...(counts && { assumePa: asGranted(counts.row) }),
  })
  return { stops: [...new Set(rejects.map(({ rejectCode }) => rejectCode))], day }
}

/** Whether the block of another decision stops the claim of a fill that was denied for a reason of that fill alone. */
export async function isBlockedByAnother(
  db: Db,
  { id, reason_id: reasonId, zone }: { id: string; reason_id: number | null; zone: string },
  now: Date,
): Promise<boolean> {
  if (reasonId === null || !isOfOneFill(reasonId)) return false
  const approved = { maxQty: null, maxDays: null, startDate: null }
  const tried = await stoppedNow(db, { id, approved, keyed: null, timeZone: zone }, now)
  return tried?.stops.includes(ncpdp.BLOCKED) ?? false
}
