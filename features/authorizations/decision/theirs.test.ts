import { afterEach, describe, expect, it } from 'vitest'
import { changeDraft, draftKey, dropDraft, isOnItsWay, isTyped, readDraft, type Failure } from './drafts.ts'
import { conflictWith, mineLines, theirsOf, theirWords } from './theirs.ts'
import { detailOf } from './testing-detail.ts'

const key = draftKey('u1', 'a1')
afterEach(() => dropDraft(key))
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

describe('who was faster', () => {
  it('is said in one sentence', () => {
    expect(theirWords(theirsOf(failure({ data: rejected }))!, when)).toBe(
      'Mary Roe rejected this at 10:41 AM (codes 70, 75)',
    )
    expect(
      theirWords(
        theirsOf(
          failure({
            code: 'CONFLICT',
            data: { ...rejected, authorizationStatusId: 22, authorizationStatus: 'Clinical review' },
          }),
        )!,
        when,
      ),
    ).toBe('This request changed while you were working: it is now Clinical review')
  })
  it('is read from a refusal only when there is one', () => {
    for (const data of [null, undefined, 'x', {}, { authorizationStatusId: 'x' }])
      expect(theirsOf(failure({ data }))).toBeUndefined()
    expect(theirsOf(failure({ code: 'RULE', data: rejected }))).toBeUndefined()
    expect(theirsOf(undefined)).toBeUndefined()
  })
  it('is noticed without sending, once something is typed', () => {
    const detail = detailOf({
      authorizationStatusId: 30,
      authorizationStatus: 'Approved',
      decidedBy: 'Mary Roe',
      completedAt: '2025-05-13T14:41:00Z',
    })
    expect(conflictWith(detail, readDraft(key))).toBeUndefined()
    changeDraft(key, { approve: { note: 'mine' } })
    expect(conflictWith(detail, readDraft(key))).toMatchObject({ by: 'Mary Roe', statusId: 30 })
    changeDraft(key, { settled: true })
    expect(conflictWith(detail, readDraft(key))).toBeUndefined()
    changeDraft(key, { settled: false, decidedVersion: detail.version })
    expect(conflictWith(detail, readDraft(key))).toBeUndefined()
  })
  it('keeps what this person meant, to be copied', () => {
    changeDraft(key, { approve: { once: true, start: '05/13/2025', note: 'One fill only' }, reject: { note: 'No' } })
    expect(mineLines(readDraft(key), 'approve')).toEqual([
      'Approve',
      'One-time fill',
      'Dates: 05/13/2025 to as usual',
      'Note: One fill only',
    ])
    expect(mineLines(readDraft(key), 'reject')).toEqual(['Reject', 'Explanation: No'])
  })
})

describe('drafts', () => {
  it('know that a decision was sent which the request does not show yet', () => {
    changeDraft(key, { settled: true })
    expect(isOnItsWay(readDraft(key), { version: 3 })).toBe(true)
    changeDraft(key, { decidedVersion: 4 })
    expect([3, 4, 5].map((version) => isOnItsWay(readDraft(key), { version }))).toEqual([true, false, false])
    changeDraft(key, { settled: false })
    expect(isOnItsWay(readDraft(key), { version: 3 })).toBe(false)
  })
  it('belong to one person and one request, and can be forgotten', () => {
    changeDraft(key, { approve: { note: 'mine' } })
    expect(isTyped(readDraft(key))).toBe(true)
    expect(isTyped(readDraft(draftKey('u2', 'a1')))).toBe(false)
    dropDraft(key)
    expect(isTyped(readDraft(key))).toBe(false)
  })
  it('are kept for the last fifty requests', () => {
    for (let n = 0; n < 51; n += 1) changeDraft(`u1 n${n}`, { approve: { note: String(n) } })
    expect(isTyped(readDraft('u1 n0'))).toBe(false)
    expect(isTyped(readDraft('u1 n50'))).toBe(true)
    for (let n = 0; n < 51; n += 1) dropDraft(`u1 n${n}`)
  })
})
