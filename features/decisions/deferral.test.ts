import { expect, test } from 'vitest'
import { untrueReasons } from './reason-fits.ts'
import { whyNotDefer } from './deferral.ts'
import { whyNotReject, whyNotRejectThisFill } from './denial.ts'
import { formRights } from './form-rights.ts'
import { adjuster, now, person, request, reviewer, set } from './testing-rules.ts'

// 8 CCR 9792.9.1(b): review is deferred while liability is disputed, by a written decision no later than five business days from
// receipt. The rules decide on Monday 11/16/2026.

const deferral = { reasonId: 23, note: 'The knee is disputed: the examination found no injury at work' }
const inTime = '2026-11-13T17:00:00.000Z'
// Veterans Day is no business day: received on Friday the 6th, the fifth is Monday the 16th.
const fifthDay = '2026-11-06T17:00:00.000Z'
const dayTooLate = '2026-11-05T17:00:00.000Z'
const on = (state: string, receivedAt: string, more = {}) =>
  request({
    juris_state: state,
    request_received_at: receivedAt,
    statutory_due_at: '2026-12-30T07:59:59.999Z',
    ...more,
  })

test.each([
  ['in time', inTime, {}, undefined],
  ['on the fifth business day', fifthDay, {}, undefined],
  ['a day too late', dayTooLate, {}, 'DENIAL_TOO_LATE'],
  [
    'an urgent request, after its 72 hours and in time',
    fifthDay,
    { due_pack: 'CA/expedited/2013 v1', statutory_due_at: '2026-11-09T17:00:00.000Z' },
    undefined,
  ],
  ['without an explanation of the dispute', inTime, { note: '' }, 'REASON_REQUIRED'],
  ['an explanation that only fills its field', inTime, { note: 'n/a' }, 'REASON_REQUIRED'],
] as const)('An adjuster of California defers review %s: %s', (_words, receivedAt, more, code) => {
  const { note = deferral.note, ...facts } = more as { note?: string }
  const why = whyNotRejectThisFill(adjuster, on('CA', receivedAt, facts), { ...deferral, note }, now)
  expect(why?.code).toBe(code)
})

test('A late deferral is refused with the instant until which it could be given, and its rule', () => {
  const why = whyNotRejectThisFill(adjuster, on('CA', dayTooLate), deferral, now)
  expect(why?.message).toBe(
    'Review could be deferred until Fri Nov 13, 2026 at 11:59 PM PST, five business days from receipt (8 CCR 9792.9.1(b)(1)). Send it to review, or deny for another reason that is not medical.',
  )
})

test.each([
  ['at the last instant', '2026-11-14T07:59:59.999Z', undefined],
  ['a millisecond later', '2026-11-14T08:00:00.000Z', 'DENIAL_TOO_LATE'],
])('The fifth business day is whole: %s', (_words, at, code) => {
  const asked = { reasonId: deferral.reasonId, now: at }
  expect(whyNotDefer(on('CA', dayTooLate), asked)?.code).toBe(code)
})

test('Other reasons are none of its rule', () => {
  for (const reasonId of [1, 22, undefined])
    expect(whyNotDefer(on('CA', dayTooLate), { reasonId, now })).toBeUndefined()
})

test('A deferral blocks nothing: it is of one request alone', () => {
  expect(whyNotReject(adjuster, on('CA', inTime), deferral, now)?.code).toBe('NEEDS_UR_DECISION')
  const inReview = on('CA', inTime, { status_id: 23 })
  expect(whyNotReject(reviewer, inReview, deferral, now)?.code).toBeDefined()
})

test.each(['TX', 'FL', 'NY', 'TN', 'GA', 'WA'])(
  'In %s nobody defers review for a dispute, and no form offers it',
  (state) => {
    const there = on(state, inTime)
    expect(whyNotRejectThisFill(adjuster, there, deferral, now)).toMatchObject({ code: 'RULE', field: 'reasonId' })
    expect(untrueReasons(there)).toContain(23)
    expect(untrueReasons(on('CA', inTime))).not.toContain(23)
  },
)

test('Nobody defers who may not decide, and the form of an adjuster offers it for one fill only', () => {
  expect(whyNotRejectThisFill(person('read_only'), on('CA', inTime), deferral, now)?.code).toBe('UPDATE_BLOCKED')
  const rights = formRights(adjuster, {
    authorization: on('CA', inTime),
    action: 'reject',
    now,
    settings: set({}),
  } as never)
  expect(rights.reasonsNotAllowed.find(({ reasonId }) => reasonId === 23)).toMatchObject({
    reject: expect.any(String),
    rejectThisFill: null,
  })
})
