import { describe, expect, it } from 'vitest'
import { isOnItsWay, isTyped, type Draft } from '../draft.ts'
import { changeSent, dropSent, readSent, sentKey, type Failure } from '../in-flight.ts'
import { conflictWith, otherChangeIn, otherChangeWords, sentOnBy } from './conflict.ts'
import { mineLines } from './mine-lines.ts'
import { rejectionReason } from '#reference/rejection-reasons.ts'
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
  it('has who handed it over, once the page has the request as it is, and takes nobody for who changed it', () => {
    const handedOver = { at: '2025-05-13T14:41:00Z', byName: 'Mary Roe', note: null }
    const other = otherChangeIn(
      failure({
        code: 'CONFLICT',
        data: { authorizationStatusId: 22, authorizationStatus: 'Clinical review' },
      }),
    )!
    expect(sentOnBy(detailOf({ authorizationStatusId: 22, handedOver }), other)).toBe('Mary Roe')
    expect(sentOnBy(detailOf({ authorizationStatusId: 20 }), other)).toBeNull()
    // Sent again by its pharmacy since it came back: who returned it did not change it.
    const returned = { ...handedOver, saved: null }
    const again = failure({
      code: 'CONFLICT',
      data: { authorizationStatusId: 20, authorizationStatus: 'Pending', figures: 'quantity 90' },
    })
    const shown = conflictWith(detailOf({ authorizationStatusId: 20, returned }), draft({ failure: again }))!
    expect(otherChangeWords(shown, when)).toBe(
      'This request changed while you were working: it is now Pending, quantity 90',
    )
  })
  it.each<[string, 'approve' | 'reject', Partial<Draft>, string[]]>([
    ['nothing', 'approve', {}, ['Approve']],
    [
      'fills, amounts and how wide',
      'approve',
      { approve: { fills: 2, qty: '15', days: '7', level: 12, start: '05/13/2025' } },
      [
        'Approve',
        '2 fills',
        'Dates: 05/13/2025 to as usual',
        'Quantity per fill: 15',
        'Days’ supply per fill: 7',
        'Covers any strength',
      ],
    ],
    [
      'amounts that were cleared',
      'approve',
      { approve: { once: true, qty: '', days: ' ' } },
      ['Approve', 'One-time fill', 'Quantity per fill: no limit', 'Days’ supply per fill: no limit'],
    ],
    [
      'codes, reasons and the note',
      'approve',
      {
        approve: {
          ticks: { 88: true, 75: false },
          reasonId: 5,
          acks: { 88: 'Naloxone is there' },
          note: 'One fill only',
        },
      },
      [
        'Approve',
        'Clears 88',
        'Does not clear 75',
        'Reason: Taper in progress',
        'Why it is safe: Naloxone is there',
        'Note: One fill only',
      ],
    ],
    [
      'what was pressed',
      'approve',
      { meant: 'Approved 3 fills', approve: { fills: null } },
      ['Approved 3 fills', 'Unlimited fills'],
    ],
    ['an explanation', 'reject', { reject: { note: 'No' } }, ['Reject', 'Explanation: No']],
    [
      'a denial of this fill with another drug',
      'reject',
      {
        reject: {
          fillOnly: true,
          codes: { 70: true, 75: false },
          reasonId: 6,
          instead: { ndc: '98001010101', name: 'celecoxib 200 mg' },
          end: '06/01/2025',
        },
      },
      [
        'Reject',
        'This fill only',
        'Dates: as usual to 06/01/2025',
        'Does not cite 75',
        `Reason: ${rejectionReason(6)!.reason}`,
        'To use instead: celecoxib 200 mg',
      ],
    ],
    [
      'a block of the brand',
      'reject',
      { reject: { brandOnly: true, level: 14 } },
      ['Reject', 'The brand only', 'Blocks this strength'],
    ],
  ])('the losing decider keeps all that was changed in the form, to be copied: %s', (_, form, typed, lines) => {
    expect(mineLines(draft(typed), form)).toEqual(lines)
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
