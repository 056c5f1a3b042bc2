import { describe, expect, it } from 'vitest'
import { isOnItsWay, isTyped, type Draft } from '../draft.ts'
import { changeSent, dropSent, readSent, sentKey, type Failure } from '../in-flight.ts'
import { conflictWith, mineLines, otherChangeIn, otherChangeWords } from './conflict.ts'
import { detailOf } from '../testing-detail.ts'

const draft = (more: Partial<Draft> = {}): Draft => ({
  ...readSent('nobody'),
  approve: {},
  reject: {},
  version: undefined,
  ...more,
})
const when = () => '10:41 AM'
const failure = (more: Partial<Failure>): Failure => ({
  form: 'approve',
  code: 'ALREADY_DECIDED',
  message: '',
  fields: [],
  data: null,
  supportId: undefined,
  ...more,
})
const rejected = {
  authorizationStatusId: 40,
  authorizationStatus: 'Rejected',
  decidedBy: 'Mary Roe',
  decidedAt: '2025-05-13T14:41:00Z',
  decision: 'REJECT',
  reason: 'Too soon to refill',
  rejectCodes: ['70', '75'],
}

describe('a decision by somebody else', () => {
  it('is described by who decided, when and with which codes', () => {
    expect(otherChangeWords(otherChangeIn(failure({ data: rejected }))!, when)).toBe(
      'Mary Roe rejected this at 10:41 AM (codes 70, 75)',
    )
    const silent = { ...rejected, authorizationStatusId: 33, decision: 'DEEMED', decidedBy: 'RxDocket' }
    expect(otherChangeWords(otherChangeIn(failure({ data: silent }))!, when)).toBe(
      'Deemed approved at 10:41 AM: no decision was made by the deadline',
    )
    expect(
      otherChangeWords(
        otherChangeIn(
          failure({
            code: 'CONFLICT',
            data: { ...rejected, authorizationStatusId: 22, authorizationStatus: 'Clinical review' },
          }),
        )!,
        when,
      ),
    ).toBe('This request changed while you were working: it is now Clinical review')
    const sentAgain = { authorizationStatusId: 20, authorizationStatus: 'Pending', figures: 'quantity 90 for 45 days' }
    expect(otherChangeWords(otherChangeIn(failure({ code: 'CONFLICT', data: sentAgain }))!, when)).toBe(
      'This request changed while you were working: it is now Pending, quantity 90 for 45 days',
    )
  })
  it('is read from a refusal only when there is one', () => {
    for (const data of [null, undefined, 'x', {}, { authorizationStatusId: 'x' }])
      expect(otherChangeIn(failure({ data }))).toBeUndefined()
    expect(otherChangeIn(failure({ code: 'RULE', data: rejected }))).toBeUndefined()
    expect(otherChangeIn(undefined)).toBeUndefined()
  })
  it('is noticed without sending, once something is typed', () => {
    const detail = detailOf({
      authorizationStatusId: 30,
      authorizationStatus: 'Approved',
      decidedBy: 'Mary Roe',
      completedAt: '2025-05-13T14:41:00Z',
    })
    expect(conflictWith(detail, draft())).toBeUndefined()
    const typed = draft({ approve: { note: 'mine' } })
    expect(conflictWith(detail, typed)).toMatchObject({ by: 'Mary Roe', statusId: 30 })
    expect(conflictWith(detail, { ...typed, settled: true })).toBeUndefined()
    expect(conflictWith(detail, { ...typed, decidedVersion: detail.version })).toBeUndefined()
  })
  it('lists the choices the losing decider made, to be copied', () => {
    const typed = draft({
      approve: { once: true, start: '05/13/2025', note: 'One fill only' },
      reject: { note: 'No' },
    })
    expect(mineLines(typed, 'approve')).toEqual([
      'Approve',
      'One-time fill',
      'Dates: 05/13/2025 to as usual',
      'Note: One fill only',
    ])
    expect(mineLines(typed, 'reject')).toEqual(['Reject', 'Explanation: No'])
  })
})

describe('what was sent', () => {
  it('is pending until the request shows its version', () => {
    expect(isOnItsWay({ settled: true, decidedVersion: undefined }, { version: 3 })).toBe(true)
    const decided = { settled: true, decidedVersion: 4 }
    expect([3, 4, 5].map((version) => isOnItsWay(decided, { version }))).toEqual([true, false, false])
    expect(isOnItsWay({ settled: false, decidedVersion: 4 }, { version: 3 })).toBe(false)
    expect(isTyped(draft({ reject: { note: 'No' } }))).toBe(true)
    expect(isTyped(draft({ reject: { note: 'No' }, settled: true }))).toBe(false)
  })
  it('belongs to one person and one request, and is let go after fifty others', () => {
    const key = sentKey('u1', 'a1')
    changeSent(key, { settled: true, meant: 'Approve' })
    expect([readSent(key).settled, readSent(sentKey('u2', 'a1')).settled]).toEqual([true, false])
    for (let n = 0; n < 50; n += 1) changeSent(`u1 n${n}`, { settled: true })
    expect([readSent(key).settled, readSent('u1 n49').settled]).toEqual([false, true])
    for (let n = 0; n < 50; n += 1) dropSent(`u1 n${n}`)
    expect(readSent('u1 n49').settled).toBe(false)
  })
})
