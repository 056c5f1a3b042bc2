import { paidDay } from '#features/authorizations/decided.ts'
import type { Block } from '#features/callbacks/said.ts'
import { stoppedNow, type TriedNow } from '#features/callbacks/stopped-now.ts'
import { implement } from '#platform/calls/handler.ts'
import type { Db } from '#platform/database/pools.ts'
import { addMs, DAY_MS } from '#platform/dates/instant.ts'
import { pharmacyStatus } from './contract.ts'
import { SHOWN_DAYS, stateOf, type State } from './rules.ts'
import { reviewsOf } from './review-sql.ts'
import { wordsOf, type Amounts } from './words.ts'
import * as sql from './sql.ts'

/** States in which a pharmacy is asked to bill again, or not to. */
const billable: readonly State[] = ['APPROVED', 'NOT_APPROVED', 'ENDED']
const nothing = { maxQty: null, maxDays: null, startDate: null }

/** What the claim of a request meets if it is billed now as the page says: what came after the message to its pharmacy counts too. */
async function tryNow(db: Db, of: sql.Found, state: State, now: Date, who: Who): Promise<Tried> {
  await db.all(sql.openCarrier(of.mc, who.requestId, who.ip, now.toISOString()))
  const approved = state === 'APPROVED' ? of.granted : nothing
  const [tried, block, merged] = await Promise.all([
    stoppedNow(db, { id: of.id, approved, keyed: null, timeZone: of.timeZone }, now),
    state === 'NOT_APPROVED' ? db.one(sql.blockOf(of.id)) : undefined,
    state === 'APPROVED' ? db.one(sql.mergedInto(of.id)) : undefined,
  ])
  return { tried, block, merged }
}
type Tried = { tried: TriedNow | undefined; block: Block | undefined; merged: { rx: string | null } | undefined }
type Who = { requestId: string; ip: string }

const asTried = (of: sql.Found, { tried, block, merged }: Tried): Amounts => ({
  ...of,
  block,
  merged,
  ...(tried && { stops: tried.stops, asked: { ...of.asked, paidOn: paidDay(tried.stops, tried.day) } }),
})

export const handlers = implement(pharmacyStatus)({
  check: async ({ input, db, now, requestId, ip }) => {
    const at = now.toISOString()
    const of = [input.referenceNumber, addMs(at, -SHOWN_DAYS * DAY_MS)] as const
    const [found, [review]] = await Promise.all([db.all(sql.requestsOf(...of, at)), db.all(reviewsOf(...of))])
    const decided = stateOf(found, at)
    const [one] = found
    const tried = one && billable.includes(decided) ? await tryNow(db, one, decided, now, { requestId, ip }) : undefined
    const state = tried?.merged ? 'MERGED' : decided
    return {
      state,
      ...wordsOf(state, one && tried ? asTried(one, tried) : one, review),
      received: state === 'UNKNOWN' ? null : one!.received,
      checkedAt: at,
    }
  },
})
