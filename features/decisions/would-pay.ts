import { adjudicate } from '#features/adjudication/rules.ts'
import type { Adjudication, Reject } from '#features/adjudication/answer.ts'
import type { PriorAuth } from '#features/adjudication/snapshot.ts'
import { billInstead, type Bill } from './bill-instead.ts'
import { asBilled, snapshotOfBilled } from '#features/snapshots/as-billed.ts'
import type { EngineInput } from '#features/snapshots/billed-sql.ts'
import { toSnapshot, type SnapshotRow } from '#features/snapshots/sql.ts'
import type { Db } from '#platform/database/pools.ts'
import { dateIn } from '#platform/dates/zone.ts'

/** The claim last billed for a request, and all the engine reads about it. */
export type Billed = { id: string; of: EngineInput; found: SnapshotRow }

/** What the engine answers under an approval: to the claim as it was billed and, where the approval lets through less or later, to that. */
export type Answers<Answer extends { rejects: readonly Reject[] } = Adjudication> = {
  billed: Answer
  instead: { bill: Bill; answer: Answer } | null
}

/** The answers of the engine under an approval that ends others and lifts blocks (`ends`). A later day is looked at as it will be. */
export async function answersUnder(
  db: Db,
  { id, of, found }: Billed,
  approval: PriorAuth,
  ends: readonly string[],
  at: { now: string; timeZone: string },
): Promise<Answers> {
  const answer = (change: Parameters<typeof asBilled>[1], row: SnapshotRow, now: string): Adjudication => {
    const snap = toSnapshot(
      { ...row, prior_auths: row.prior_auths.filter((one) => !ends.includes(one.priorAuthId)) },
      now,
    )
    return adjudicate(asBilled(of, change), snap, { mode: 'TRIAL', assumePa: approval })
  }
  const billed = answer({}, found, at.now)
  const bill = billInstead({
    quantity: of.quantity,
    daysSupply: of.days_supply,
    dateOfService: of.date_of_service,
    maxQty: approval.maxQtyPerFill ?? null,
    maxDays: approval.maxDaysPerFill ?? null,
    startDate: approval.startDate,
  })
  if (billed.rejects.length === 0 || !bill) return { billed, instead: null }
  const { quantity, daysSupply, from } = bill
  if (from === null) return { billed, instead: { bill, answer: answer({ quantity, daysSupply }, found, at.now) } }
  const today = dateIn(Date.parse(at.now), at.timeZone)
  const day = from > today ? from : today
  const row = (await db.one(snapshotOfBilled(id, day)))!
  const then = day > today ? `${day}T17:00:00.000Z` : at.now
  return { billed, instead: { bill, answer: answer({ quantity, daysSupply, dateOfService: day }, row, then) } }
}
