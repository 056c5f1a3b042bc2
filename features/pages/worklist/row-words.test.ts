import { expect, test } from 'vitest'
import type { AuthRow } from '#features/authorizations/contract.ts'
import { goneWords } from './gone-words.ts'
import { answerWords } from './answer-words.ts'
import { ageWords, amountWords, deliveryWords, spanWords } from './row-words.ts'
import { bothTimes, timerOf } from '../timers.ts'

const now = Date.parse('2026-03-10T15:00:00Z')
const zone = 'America/New_York'
const row = (more: Partial<AuthRow> = {}) =>
  ({
    authorizationStatusId: 20,
    authorizationStatus: 'Pending',
    statutoryDueAt: '2026-03-10T16:12:00Z',
    requestReceivedDate: '2026-03-08T17:00:00Z',
    snoozedUntil: null,
    caseOwnerId: 'a',
    caseOwners: [{ adjusterId: 'a', name: 'Ann' }],
    decidedBy: null,
    completedAt: null,
    strength: '10-325 mg tablet',
    quantity: 180,
    daysSupply: 30,
    ...more,
  }) as AuthRow

test.each([
  [48 * 60_000, '48m'],
  [20 * 3_600_000, '20h'],
  [46 * 3_600_000, '1d 22h'],
  [48 * 3_600_000, '2d'],
  [-5, '0m'],
])('%i ms are %s', (ms, words) => {
  expect(spanWords(ms)).toBe(words)
})

test('the timer shows the time left, with the age below', () => {
  expect(timerOf(row(), now, zone)).toMatchObject({
    tone: 'soon',
    words: '1h 12m left',
    exact: 'Due Tue Mar 10, 2026 at 12:12 PM EDT',
  })
  expect(ageWords(row(), now, zone)).toBe('Age 1d 22h')
})

test('a snoozed request shows when it comes back and when it is due, unless it is overdue', () => {
  const snoozed = row({ statutoryDueAt: '2026-03-20T16:00:00Z', snoozedUntil: '2026-03-11T13:00:00Z' })
  expect(timerOf(snoozed, now, zone)).toMatchObject({ tone: 'paused', before: 'Snoozed until ', words: 'Wed 9:00 AM' })
  expect(ageWords(snoozed, now, zone)).toBe('Due 03/20/2026, 12:00 PM')
  const late = { ...snoozed, statutoryDueAt: '2026-03-10T14:00:00Z' }
  expect(timerOf(late, now, zone).tone).toBe('over')
  expect(ageWords(late, now, zone)).toBe('Snoozed')
})

test('where no line follows the timer, it says when a snoozed request comes back and when it is due', () => {
  const snoozed = row({ statutoryDueAt: '2026-03-12T16:00:00Z', snoozedUntil: '2026-03-10T21:21:00Z' })
  const both = (more: Partial<AuthRow> = {}) => bothTimes({ ...snoozed, ...more }, now, zone).words
  expect(both()).toBe('Tue 5:21 PM, due Thu 12:00 PM')
  expect(both({ statutoryDueAt: '2026-03-20T16:00:00Z' })).toBe('Tue 5:21 PM, due 03/20/2026')
  expect(both({ statutoryDueAt: '2026-03-10T14:00:00Z' })).toBe('1h 00m overdue')
  expect(both({ snoozedUntil: null })).toBe('2d 1h left')
})

test('a row words the amount, days and way of delivery', () => {
  expect(amountWords(row())).toBe('10-325 mg tablet · 180 / 30 days')
  expect(amountWords(row({ strength: '', quantity: 2.5, daysSupply: 1 }))).toBe('2.5 / 1 day')
  expect([1, 2, 7, 9, 8, 99].map((deliveryTypeId) => deliveryWords({ deliveryTypeId, name: 'Other' }))).toEqual([
    'Retail',
    'Mail order',
    'Home delivery',
    'Reimbursement',
    'Compounding',
    'Other',
  ])
})

test.each([
  [undefined, 'No longer in this list'],
  [
    row({
      authorizationStatusId: 30,
      authorizationStatus: 'Approved',
      decidedBy: 'J. Doe',
      completedAt: '2026-03-10T14:41:00Z',
    }),
    'Approved by J. Doe 10:41 AM',
  ],
  [row({ caseOwnerId: 'b', caseOwners: [{ adjusterId: 'b', name: 'Bob' }] }), 'Now with Bob'],
  [row({ authorizationStatusId: 22, authorizationStatus: 'Clinical review' }), 'Now: Clinical review'],
  [row({ snoozedUntil: '2026-03-11T13:00:00Z' }), 'Snoozed until Wed 9:00 AM'],
  [row(), 'No longer in this list'],
])('%#: a row that left says %j', (found, words) => {
  expect(goneWords(found, row(), zone, now)).toBe(words)
})

test('a request that waits on a pharmacist says how long the answer has, or how late it is', () => {
  const of = { at: '2026-03-10T13:00:00Z', due: '2026-03-10T17:05:00Z' }
  expect(answerWords(of, now, zone)).toEqual({
    words: 'Answer in 2h',
    late: false,
    exact: 'Sent Tue Mar 10, 2026 at 9:00 AM EDT. Answer due Tue Mar 10, 2026 at 1:05 PM EDT.',
  })
  expect(answerWords(of, Date.parse('2026-03-10T17:17:00Z'), zone)).toMatchObject({
    words: 'Answer 12m late',
    late: true,
  })
})
