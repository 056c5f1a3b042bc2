import { expect, test } from 'vitest'
import { stepFor } from '#features/authorizations/decided.ts'
import { rejectionReasons } from '#reference/rejection-reasons.ts'
import { whyNotAsWide, whyNotBlockFor } from './block-fits.ts'
import { whyNotReject, whyNotRejectThisFill } from './denial.ts'
import { deferralReason, isOfOneFill } from '#reference/rejection-reasons.ts'
import { now, reject, request, reviewer, set, supervisor } from './testing-rules.ts'

// A block stops what was denied and nothing else: what a reason says can be billed next, its own block never refuses.

const note = 'The records of the spring do not show it.'
/** A request every reason can be true of. */
const of = request({
  compound_code: 2,
  rejects: [reject('75'), reject('79'), reject('71'), reject('560'), reject('645')],
  juris_state: 'CA',
  status_id: 23,
})
const settings = set({ eobrEnabled: false })

test.each(rejectionReasons.filter(({ id }) => id !== 18).map(({ id, reason, stops }) => [id, reason, stops] as const))(
  'reason %i, %s: stops the %s',
  (reasonId, reason, stops) => {
    const asked = { reasonId, note }
    expect(whyNotRejectThisFill(reviewer, of, asked, now, settings)).toBeUndefined()
    const why = whyNotReject(reviewer, of, asked, now, settings)
    if (stops === 'DRUG') return expect(why).toBeUndefined()
    return expect(why).toEqual({
      code: 'RULE',
      field: 'reasonId',
      message: `“${reason}” is about this fill alone and blocks nothing. Reject this fill only, or choose another reason.`,
    })
  },
)

test('what is about one fill: the amount, the time, who prescribed or dispensed, missing papers, a request withdrawn or doubled', () => {
  expect(rejectionReasons.flatMap(({ id }) => (isOfOneFill(id) ? [id] : []))).toEqual([
    7,
    10,
    11,
    12,
    13,
    14,
    17,
    19,
    20,
    deferralReason,
  ])
  expect([undefined, 98].map(whyNotBlockFor)).toEqual([undefined, undefined])
})

test('no step says what a block in force refuses, also of a decision of an earlier version', () => {
  for (const { id } of rejectionReasons)
    for (const reader of ['pharmacy', 'prescriber'] as const) {
      expect(stepFor(id, reader, true) ?? '').not.toMatch(
        /again when|can be billed|can fill|within the guideline|send us/i,
      )
      expect(stepFor(id, reader, true)).toBe(isOfOneFill(id) ? undefined : stepFor(id, reader, false))
    }
})

test('a block for another drug is no wider than the drug, at every level a supervisor may choose', () => {
  const deny = (reasonId: number, drugLevel: number) =>
    whyNotReject(supervisor, request(), { reasonId, note, drugLevel }, now)?.field
  for (const reasonId of [5, 6]) {
    expect([2, 4, 6].map((level) => deny(reasonId, level))).toEqual(['drugLevel', 'drugLevel', 'drugLevel'])
    expect([8, 10, 12, 14].map((level) => deny(reasonId, level))).toEqual([undefined, undefined, undefined, undefined])
    expect(whyNotAsWide(reasonId, 11)).toBeUndefined()
  }
  expect(deny(8, 4)).toBeUndefined()
})
