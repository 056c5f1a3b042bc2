import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allPacks } from '#reference/jurisdictions/packs.ts'
import type { Person } from '#platform/calls/person.ts'
import { adjuster, detailOf, factsOf } from '#features/decisions/testing-detail.ts'
import { replay } from '#features/authorizations/transitions.ts'
import { dueAt } from '#features/deadlines/due.ts'
import {
  askedInstant,
  askedLine,
  askedWords,
  extendedDue,
  runningClock,
  whyNotAskedOn,
  whyNotExtend,
  type RunningClock,
} from '#features/decision-rights/extension.ts'
import { remindersAfter } from './reminders.ts'
import { defaultLadder } from '#features/deadlines/plan.ts'
import { packFor } from '#features/deadlines/which-pack.ts'
import { addDays } from '#platform/dates/day.ts'
import { dateIn, instantOf } from '#platform/dates/zone.ts'

/** California’s rule on treatment in general, which has a longest time and an extension; a drug has neither since 2018. */
const california = packFor('CA', 'prospective', '2017-11-13T18:00:00Z')
const utc = (instant: string): string => new Date(instant).toISOString()
const clockOf = (receivedAt: string, more: Partial<RunningClock> = {}): RunningClock => {
  const { pack = california, recommendedOn = null } = more
  const dueThen = dueAt(pack, { receivedAt: utc(receivedAt), channel: 'electronic', recommendedOn }).dueAt
  return { pack, receivedAt: utc(receivedAt), recommendedOn, dueAt: dueThen, extended: null, ...more }
}

// Counted by hand on a calendar: 14 days from receipt, never more than 14 from the recommendation (8 CCR 9792.9.1).
test.each<[says: string, clock: RunningClock, asked: string, due: string | undefined]>([
  [
    '14 days from receipt',
    clockOf('2026-11-13T10:00-08:00'),
    '2026-11-18T10:00-08:00',
    '2026-11-27T23:59:59.999-08:00',
  ],
  [
    'from the next business day, where it came after 17:30',
    clockOf('2026-11-13T17:31-08:00'),
    '2026-11-18T10:00-08:00',
    '2026-11-30T23:59:59.999-08:00',
  ],
  [
    'from the fifth day after posting',
    { ...clockOf('2026-11-02T10:00-08:00'), dueAt: utc('2026-11-16T23:59:59.999-08:00') },
    '2026-11-12T10:00-08:00',
    '2026-11-21T23:59:59.999-08:00',
  ],
  [
    'never more than 14 days from the recommendation',
    clockOf('2026-11-13T10:00-08:00', { recommendedOn: '2026-11-10' }),
    '2026-11-18T10:00-08:00',
    '2026-11-24T23:59:59.999-08:00',
  ],
  [
    'nothing, where those end it already',
    clockOf('2026-11-13T10:00-08:00', { recommendedOn: '2026-11-02' }),
    '2026-11-14T10:00-08:00',
    undefined,
  ],
  [
    'to the last instant of the due time',
    clockOf('2026-11-13T10:00-08:00'),
    '2026-11-20T23:59:59.999-08:00',
    '2026-11-27T23:59:59.999-08:00',
  ],
  ['nothing an instant later', clockOf('2026-11-13T10:00-08:00'), '2026-11-21T00:00-08:00', undefined],
  [
    'over the clocks that go back on November 1',
    clockOf('2026-10-27T10:00-07:00'),
    '2026-10-28T10:00-07:00',
    '2026-11-10T23:59:59.999-08:00',
  ],
  [
    'over the clocks that go forward on March 14',
    clockOf('2027-03-08T10:00-08:00'),
    '2027-03-09T10:00-08:00',
    '2027-03-22T23:59:59.999-07:00',
  ],
  [
    'nothing in New York, whose rule has no extension',
    clockOf('2026-11-13T10:00-05:00', { pack: packFor('NY', 'prospective', '2026-11-13T15:00:00Z') }),
    '2026-11-14T10:00-05:00',
    undefined,
  ],
  [
    '45 days in Vermont, where an examination or record review is arranged',
    clockOf('2026-11-13T10:00-05:00', { pack: packFor('VT', 'prospective', '2026-11-13T15:00:00Z') }),
    '2026-11-20T10:00-05:00',
    '2026-12-28T23:59:59.999-05:00',
  ],
  [
    'nothing for a drug under California’s formulary (Labor Code 4610(i)(1))',
    clockOf('2026-11-13T10:00-08:00', { pack: packFor('CA', 'prospective', '2026-11-13T18:00:00Z') }),
    '2026-11-18T10:00-08:00',
    undefined,
  ],
  [
    'nothing of an expedited review',
    clockOf('2026-11-13T10:00-08:00', { pack: packFor('CA', 'expedited', '2026-11-13T18:00:00Z') }),
    '2026-11-14T10:00-08:00',
    undefined,
  ],
])('asking for information gives %s', (_, clock, asked, due) => {
  expect(extendedDue(clock, utc(asked))?.dueAt).toBe(due && utc(due))
})

test('no extension ends earlier than the clock it moves, later than its rule allows, or at another hour of the day', () => {
  const withExtension = allPacks.filter((pack) => pack.extension !== null)
  expect(withExtension.length).toBeGreaterThan(0)
  fc.assert(
    fc.property(
      fc.constantFrom(...withExtension),
      fc.integer({ min: Date.parse('2020-01-01T08:00:00Z'), max: Date.parse('2030-01-01T00:00:00Z') }),
      fc.option(fc.integer({ min: 0, max: 20 }), { nil: null }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (pack, at, writtenBefore, share) => {
        const receivedAt = new Date(at).toISOString()
        const day = dateIn(at, pack.timeZone)
        const clock = clockOf(receivedAt, {
          pack,
          recommendedOn: writtenBefore === null ? null : addDays(day, -writtenBefore),
        })
        const asked = new Date(at + (Date.parse(clock.dueAt) - at) * share).toISOString()
        const due = extendedDue(clock, asked)
        if (clock.recommendedOn === null) expect(due).toBeDefined()
        if (!due) return
        expect(Date.parse(due.dueAt)).toBeGreaterThan(Date.parse(clock.dueAt))
        const capDays = pack.extension!.calendarDays
        // At most a weekend with holidays around it, five days, lies between a late arrival and its receipt day.
        const [cap, ceiling] = [addDays(day, capDays + 5), clock.recommendedOn && addDays(clock.recommendedOn, capDays)]
        const last = ceiling && pack.ceiling && writtenBefore! < capDays && ceiling < cap ? ceiling : cap
        expect(Date.parse(due.dueAt)).toBeLessThanOrEqual(instantOf(last, '23:59:59.999', pack.timeZone))
        expect(instantOf(dateIn(Date.parse(due.dueAt), pack.timeZone), '23:59:59.999', pack.timeZone)).toBe(
          Date.parse(due.dueAt),
        )
        expect(due.arithmetic.filter((line) => line.startsWith('Extended ('))).toHaveLength(1)
      },
    ),
    { numRuns: 400 },
  )
})

describe('who may extend, and when', () => {
  const clock = clockOf('2026-11-13T10:00-08:00')
  const now = utc('2026-11-18T10:00-08:00')
  const request = factsOf(detailOf({ jurisState: 'CA' }))
  const reviewer: Person = { ...adjuster, id: 'reviewer', roles: ['ur_reviewer'], licenseStates: ['CA'] }
  const pharmacist: Person = { ...adjuster, id: 'pharmacist', roles: ['clinical_pharmacist'] }
  const nurse: Person = { ...adjuster, roles: ['nurse_case_manager'] }
  const extended = {
    at: '2026-11-17T20:00:00.000Z',
    byName: 'Ana Ruiz',
    askedOn: '2026-11-17',
    askedOf: 'Dr. Li',
    information: 'Notes',
    extendedAt: '2026-11-17T20:00:00.000Z',
    dueBefore: clock.dueAt,
  }
  test.each<[string, Parameters<typeof whyNotExtend>, string | undefined]>([
    ['an adjuster whose request it is', [adjuster, request, clock, now], undefined],
    ['a pharmacist in clinical review', [pharmacist, { ...request, status_id: 22 }, clock, now], undefined],
    ['a reviewer of the state in utilization review', [reviewer, { ...request, status_id: 23 }, clock, now], undefined],
    [
      'a reviewer of another state',
      [{ ...reviewer, licenseStates: ['TX'] }, { ...request, status_id: 23 }, clock, now],
      'Update functionality is blocked for user',
    ],
    [
      'an adjuster while a reviewer has it',
      [adjuster, { ...request, status_id: 23 }, clock, now],
      'This request is in utilization review; a licensed reviewer decides it.',
    ],
    ['a nurse', [nurse, request, clock, now], 'Update functionality is blocked for user'],
    [
      'anybody of a decided one',
      [adjuster, { ...request, status_id: 30 }, clock, now],
      'Authorization is already Approved.',
    ],
    [
      'anybody under a rule without an extension',
      [
        adjuster,
        request,
        clockOf('2026-11-13T10:00-05:00', { pack: packFor('NY', 'prospective', '2026-11-13T15:00:00Z') }),
        now,
      ],
      'The deadline cannot be extended: no extension is part of the rule “New York: Level 1 review by payer or PBM”.',
    ],
    [
      'anybody a second time',
      [adjuster, request, { ...clock, extended }, now],
      'Ana Ruiz had the due time extended on Tue Nov 17, 2026 already; that is done once.',
    ],
    ['somebody at the last instant', [adjuster, request, clock, clock.dueAt], undefined],
    [
      'anybody after it',
      [adjuster, request, clock, utc('2026-11-21T00:00-08:00')],
      'It is too late: the due time passed on Fri Nov 20, 2026 at 11:59 PM PST.',
    ],
    [
      'anybody where it would move nothing',
      [adjuster, request, clockOf('2026-11-13T10:00-08:00', { recommendedOn: '2026-11-02' }), utc('2026-11-14T20:00Z')],
      'The deadline cannot be extended: Mon Nov 16, 2026 at 11:59 PM PST is the longest the rule allows.',
    ],
  ])('%s', (_, asked, message) => expect(whyNotExtend(...asked)?.message).toBe(message))

  test.each<[day: string, message: string | undefined]>([
    ['2026-11-12', 'The request was received on 11/13/2026: it was asked for then or later.'],
    ['2026-11-13', undefined],
    ['2026-11-18', undefined],
    ['2026-11-19', 'It cannot have been asked for in the future.'],
  ])('asked for on %s', (day, message) =>
    expect(whyNotAskedOn(day, clock.receivedAt, now, 'America/Los_Angeles')?.message).toBe(message),
  )

  test('the request for information counts from the end of its day, and from now where that is today', () => {
    expect(askedInstant('2026-11-17', now, 'America/Los_Angeles')).toBe(utc('2026-11-17T23:59:59.999-08:00'))
    expect(askedInstant('2026-11-18', now, 'America/Los_Angeles')).toBe(now)
  })

  test('the requested information is in the log and in the explanation of the due time', () => {
    expect(askedWords(extended)).toBe('Notes, asked of Dr. Li on 11/17/2026')
    expect(askedLine(extended)).toBe('Asked of Dr. Li on Tue Nov 17, 2026, written down by Ana Ruiz: Notes.')
  })
})

test.each<
  [string, at: string, reminders: { sharesTold?: number; popUpShown?: boolean }, shares: number, popUpShown: boolean]
>([
  [
    'half of the longer time has not passed: no reminder of it was sent',
    '2026-11-18T00:00Z',
    { sharesTold: 2 },
    0,
    false,
  ],
  [
    'half has passed: the other reminders will be sent',
    '2026-11-21T00:00Z',
    { sharesTold: 3, popUpShown: true },
    1,
    false,
  ],
  ['a reminder that was not sent is not marked as sent', '2026-11-26T20:00Z', { sharesTold: 1 }, 1, false],
  [
    'the end is as near as before: the pop-up was shown',
    '2026-11-26T23:00Z',
    { sharesTold: 3, popUpShown: true },
    3,
    true,
  ],
  ['no reminder was sent', '2026-11-14T00:00Z', {}, 0, false],
])('of reminders: %s', (_, at, reminders, shares, popUpShown) =>
  expect(
    remindersAfter(
      reminders,
      { receivedAt: '2026-11-13T00:00:00Z', dueAt: '2026-11-27T00:00:00Z' },
      utc(at),
      defaultLadder,
    ),
  ).toEqual({ sharesTold: shares, popUpShown, overdueTold: false }),
)

test('the clock of a merged request is that of the one it took its due time from', () => {
  const row = {
    due_pack: 'CA/prospective/2026 v1',
    juris_state: 'CA',
    request_received_at: '2026-11-15T00:00:00Z',
    claim_channel_type: 1,
    reconsideration_level: 0,
    statutory_due_at: '2026-11-20T00:00:00Z',
    date_written: '2026-11-14',
    clock_state: {},
  }
  const dueFrom = { receivedAt: '2026-11-12T00:00:00.000Z', recommendedOn: '2026-11-11', referenceNumber: '1' }
  expect(runningClock(row)).toMatchObject({ receivedAt: '2026-11-15T00:00:00.000Z', recommendedOn: '2026-11-14' })
  expect(runningClock({ ...row, clock_state: { dueFrom } })).toMatchObject({
    receivedAt: dueFrom.receivedAt,
    recommendedOn: '2026-11-11',
  })
  const nothing = { dueFrom: { ...dueFrom, recommendedOn: null } }
  expect(runningClock({ ...row, clock_state: nothing }).recommendedOn).toBeNull()
  // Merged before that day was stored: its own day of writing allows the longest time.
  const { recommendedOn: _, ...older } = dueFrom
  expect(runningClock({ ...row, clock_state: { dueFrom: older } }).recommendedOn).toBe('2026-11-14')
})

test('an extension of the legal clock leaves the logged status as it was', () => {
  const received = { eventCode: 100, oldStatusId: null, newStatusId: 20 } as const
  expect(replay([received, { eventCode: 174, oldStatusId: 20, newStatusId: 20 }])).toBe(20)
  expect(replay([received, { eventCode: 174, oldStatusId: 20, newStatusId: 30 }])).toBeNull()
})
