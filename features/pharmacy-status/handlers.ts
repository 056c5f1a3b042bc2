import { implement } from '#platform/calls/handler.ts'
import { addMs, DAY_MS } from '#platform/dates/instant.ts'
import { pharmacyStatus } from './contract.ts'
import { SHOWN_DAYS, stateOf } from './rules.ts'
import { reviewsOf } from './review-sql.ts'
import { wordsOf } from './words.ts'
import * as sql from './sql.ts'

export const handlers = implement(pharmacyStatus)({
  check: async ({ input, db, now }) => {
    const at = now.toISOString()
    const of = [input.referenceNumber, addMs(at, -SHOWN_DAYS * DAY_MS)] as const
    const [found, [review]] = await Promise.all([db.all(sql.requestsOf(...of, at)), db.all(reviewsOf(...of))])
    const state = stateOf(found, at)
    return {
      state,
      ...wordsOf(state, found[0], review),
      received: state === 'UNKNOWN' ? null : found[0]!.received,
      checkedAt: at,
    }
  },
})
