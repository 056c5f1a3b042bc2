import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Role } from '#features/permissions/roles.ts'
import type { Person } from '#platform/calls/person.ts'
import type { BusinessCalendar } from './business-time.ts'
import type { LadderItem } from '#features/clock/ladder.ts'
import { ladderSettings, planOf } from './plan.ts'
import { addBusinessDays, addBusinessHours, defaultCalendar } from './business-time.ts'
import { ladder, nextClockAt, stepsDue } from '#features/clock/ladder.ts'
import { defaultLadder } from './plan.ts'
import { timeLeft } from './timer.ts'
import { snoozeEnded } from './snooze-ended.ts'
import { whyNotSnooze, whyNotUnsnooze } from '#features/decision-rights/snoozing.ts'
import { instantOf } from '#platform/dates/zone.ts'

const at = (local: string): string => new Date(local).toISOString()
const eastern = 'America/New_York'
const nobody: Person = {
  id: 'p1',
  username: 'p',
  name: 'P',
  mc: 'NWM',
  roles: [],
  subCarriers: null,
  licenseStates: [],
  approvalLimit: null,
  timeZone: eastern,
}
const person = (roles: Role[], more: Partial<Person> = {}): Person => ({ ...nobody, roles, ...more })

describe('wall time in a zone', () => {
  it.each([
    ['New York, winter', '2026-01-15', '09:00', eastern, '2026-01-15T14:00:00.000Z'],
    ['New York, summer', '2026-07-15', '09:00', eastern, '2026-07-15T13:00:00.000Z'],
    ['a time that does not exist reads an hour later', '2026-03-08', '02:30', eastern, '2026-03-08T07:30:00.000Z'],
    ['a time that comes twice is the first', '2026-11-01', '01:30', eastern, '2026-11-01T05:30:00.000Z'],
    ['Arizona keeps no summer time', '2026-07-15', '09:00', 'America/Phoenix', '2026-07-15T16:00:00.000Z'],
    ['Honolulu', '2026-07-15', '09:00', 'Pacific/Honolulu', '2026-07-15T19:00:00.000Z'],
    ['Guam is a day ahead', '2026-07-15', '09:00', 'Pacific/Guam', '2026-07-14T23:00:00.000Z'],
    ['24:00 is the next midnight', '2026-12-31', '24:00', eastern, '2027-01-01T05:00:00.000Z'],
  ])('%s', (_, date, time, zone, instant) => {
    expect(new Date(instantOf(date, time, zone)).toISOString()).toBe(instant)
  })
})

describe('business hours', () => {
  it.each([
    ['inside one day', '2026-11-16T09:00-05:00', 4, '2026-11-16T13:00-05:00'],
    ['before opening', '2026-11-16T05:00-05:00', 2, '2026-11-16T10:00-05:00'],
    ['to the minute of closing', '2026-11-16T16:00-05:00', 2, '2026-11-16T18:00-05:00'],
    ['over night', '2026-11-16T17:00-05:00', 4, '2026-11-17T11:00-05:00'],
    ['over a weekend', '2026-11-20T17:00-05:00', 4, '2026-11-23T11:00-05:00'],
    ['over Thanksgiving, Friday being a working day', '2026-11-25T17:00-05:00', 2, '2026-11-27T09:00-05:00'],
    ['over Christmas and a weekend', '2026-12-24T16:00-05:00', 3, '2026-12-28T09:00-05:00'],
    ['over the change to summer time', '2026-03-06T17:00-05:00', 2, '2026-03-09T09:00-04:00'],
    ['over the change to winter time', '2026-10-30T17:00-04:00', 2, '2026-11-02T09:00-05:00'],
    ['two days and a bit', '2026-11-16T09:00-05:00', 24, '2026-11-18T13:00-05:00'],
    ['nothing, while open', '2026-11-16T09:00-05:00', 0, '2026-11-16T09:00-05:00'],
    ['nothing, while closed', '2026-11-21T09:00-05:00', 0, '2026-11-23T08:00-05:00'],
    ['a quarter of an hour', '2026-11-16T17:50-05:00', 0.25, '2026-11-17T08:05-05:00'],
  ])('%s', (_, from, hours, to) => {
    expect(addBusinessHours(at(from), hours, defaultCalendar, eastern)).toBe(at(to))
  })
  it('counts a calendar that is open round the clock, also on the long and the short day', () => {
    const always: BusinessCalendar = {
      id: 'always',
      workingDays: [0, 1, 2, 3, 4, 5, 6],
      open: '00:00',
      close: '24:00',
      holidayOf: () => undefined,
    }
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
        fc.nat(200),
        (from, hours) => {
          expect(addBusinessHours(from.toISOString(), hours, always, eastern)).toBe(
            new Date(from.getTime() + hours * 3_600_000).toISOString(),
          )
        },
      ),
    )
  })
  it('adds h and then k business hours as h + k', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 60 }),
        (from, h, k) => {
          const first = addBusinessHours(from.toISOString(), h, defaultCalendar, eastern)
          expect(addBusinessHours(first, k, defaultCalendar, eastern)).toBe(
            addBusinessHours(from.toISOString(), h + k, defaultCalendar, eastern),
          )
        },
      ),
    )
  })
  it('refuses a calendar that is never open and hours that are no number', () => {
    const never: BusinessCalendar = { ...defaultCalendar, id: 'never', workingDays: [] }
    expect(() => addBusinessHours(at('2026-11-16T09:00-05:00'), 1, never, eastern)).toThrow(
      'Calendar never is never open.',
    )
    expect(() => addBusinessDays(at('2026-11-16T09:00-05:00'), 1, never, eastern)).toThrow(RangeError)
    for (const hours of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => addBusinessHours(at('2026-11-16T09:00-05:00'), hours, defaultCalendar, eastern)).toThrow(RangeError)
    }
    expect(() => addBusinessHours('soon', 1, defaultCalendar, eastern)).toThrow(RangeError)
  })
  it('counts ten business days to the close of the last one', () => {
    expect(addBusinessDays(at('2026-11-16T09:00-05:00'), 10, defaultCalendar, eastern)).toBe(
      at('2026-12-01T18:00-05:00'),
    )
    expect(addBusinessDays(at('2026-11-21T09:00-05:00'), 1, defaultCalendar, eastern)).toBe(
      at('2026-11-23T18:00-05:00'),
    )
  })
})

const open: LadderItem = {
  statusId: 20,
  receivedAt: at('2026-11-16T09:00-05:00'),
  dueAt: at('2026-11-20T23:59:59.999-05:00'),
  deems: true,
  escalationLevel: 0,
  remindFrom: at('2026-11-16T09:00-05:00'),
  reminded: false,
  snoozedUntil: null,
  submittedAt: null,
  pharmacyPushed: false,
  popUpShown: false,
  sharesTold: 3, // Notified already, except where a test is about them.
  letterSentAt: null,
}
const steps = (more: Partial<LadderItem> = {}) => ladder({ ...open, ...more }, defaultCalendar, eastern)
const when = (more: Partial<LadderItem> = {}) =>
  steps(more).map((step) => [step.kind === 'escalation' ? `escalation ${step.level}` : step.kind, step.at])

describe('the reminder ladder', () => {
  it('climbs by business hours, then by the state’s clock', () => {
    expect(when()).toEqual([
      ['reminder', at('2026-11-16T11:00-05:00')],
      ['escalation 1', at('2026-11-16T13:00-05:00')],
      ['escalation 2', at('2026-11-16T17:00-05:00')],
      ['escalation 3', at('2026-11-18T13:00-05:00')],
      ['popUp', at('2026-11-20T21:59:59.999-05:00')],
      // Silence approves after the due time, not at it.
      ['due', at('2026-11-21T00:00-05:00')],
    ])
  })
  it('notifies more people with every escalation', () => {
    const notified = steps()
      .filter((step) => step.kind === 'escalation')
      .map((step) => step.notify)
    expect(notified).toEqual([
      ['owner', 'backup'],
      ['owner', 'backup', 'supervisor'],
      ['owner', 'backup', 'supervisor', 'accountManager', 'support'],
    ])
  })
  it('reaches level 3 eight clock hours before the due time when business hours would be too slow', () => {
    const friday = {
      receivedAt: at('2026-11-20T17:30-05:00'),
      remindFrom: at('2026-11-20T17:30-05:00'),
      dueAt: at('2026-11-23T17:30-05:00'),
      deems: false,
    }
    expect(when(friday)).toEqual([
      ['reminder', at('2026-11-23T09:30-05:00')],
      ['escalation 1', at('2026-11-23T09:30-05:00')],
      ['escalation 2', at('2026-11-23T09:30-05:00')],
      ['escalation 3', at('2026-11-23T09:30-05:00')],
      ['popUp', at('2026-11-23T15:30-05:00')],
      ['due', at('2026-11-23T17:30-05:00')],
      ['retention', at('2026-12-20T17:30-05:00')],
    ])
  })
  it('keeps an undecided request thirty days, from its reopening when it was reopened, and never less than its legal clock', () => {
    const kept = (more: Partial<LadderItem>) =>
      steps({ deems: false, ...more }).find((step) => step.kind === 'retention')?.at
    expect(kept({})).toBe(at('2026-12-16T09:00-05:00'))
    expect(kept({ dueAt: null })).toBe(at('2026-12-16T09:00-05:00'))
    expect(kept({ reopenedAt: at('2026-12-17T12:00-05:00') })).toBe(at('2027-01-16T12:00-05:00'))
    // A Texas reconsideration, a California bill.
    expect(kept({ dueAt: at('2026-12-28T17:00-06:00') })).toBe(at('2026-12-28T17:00-06:00'))
    expect(kept({ dueAt: at('2027-01-20T17:00-06:00'), reopenedAt: at('2026-12-17T12:00-05:00') })).toBe(
      at('2027-01-20T17:00-06:00'),
    )
  })
  it('leaves out the steps that were taken already', () => {
    expect(when({ reminded: true, escalationLevel: 2, popUpShown: true }).map(([name]) => name)).toEqual([
      'escalation 3',
      'due',
    ])
  })
  it('reminds 15 minutes after the pharmacy’s last submission, and not once the customer has left', () => {
    const submitted = steps({ submittedAt: at('2026-11-16T09:30-05:00') })
    expect(submitted[0]).toMatchObject({ kind: 'pharmacyWaiting', at: at('2026-11-16T09:45-05:00') })
    const kinds = (now: string) => stepsDue(submitted, at(now)).map((step) => step.kind)
    expect(kinds('2026-11-16T09:44-05:00')).toEqual([])
    expect(kinds('2026-11-16T09:45-05:00')).toEqual(['pharmacyWaiting'])
    expect(kinds('2026-11-16T10:29-05:00')).toEqual(['pharmacyWaiting'])
    expect(kinds('2026-11-16T10:30-05:00')).toEqual([])
  })
  it('delays reminder and escalations while snoozed, never the pop-up or the due time', () => {
    expect(when({ snoozedUntil: at('2026-11-16T15:00-05:00') }).slice(0, 3)).toEqual([
      ['reminder', at('2026-11-16T15:00-05:00')],
      ['escalation 1', at('2026-11-16T15:00-05:00')],
      ['escalation 2', at('2026-11-16T17:00-05:00')],
    ])
    const far = when({ snoozedUntil: at('2026-12-31T15:00-05:00') })
    expect(far[0]).toEqual(['popUp', at('2026-11-20T21:59:59.999-05:00')])
  })
  it('notifies owner, backup and supervisor of 50, 80 and 95 percent of the legal clock', () => {
    const dueAt = at('2026-11-20T13:00-05:00') // 100 clock hours
    const shares = (more: Partial<LadderItem> = {}) =>
      steps({ dueAt, sharesTold: 0, ...more })
        .filter((step) => step.kind === 'share')
        .map((step) => [step.share, step.at, step.notify, step.event])
    expect(shares()).toEqual([
      [1, at('2026-11-18T11:00-05:00'), ['owner'], 173],
      [2, at('2026-11-19T17:00-05:00'), ['owner', 'backup'], 173],
      [3, at('2026-11-20T08:00-05:00'), ['owner', 'backup', 'supervisor'], 173],
    ])
    expect(shares({ sharesTold: 2 }).map(([share]) => share)).toEqual([3])
    expect(shares({ dueAt: null })).toEqual([])
    // A snooze delays the first two, not the last.
    const snoozedUntil = at('2026-11-20T11:00-05:00')
    expect(shares({ snoozedUntil }).map(([share, when]) => [share, when])).toEqual([
      [3, at('2026-11-20T08:00-05:00')],
      [1, snoozedUntil],
      [2, snoozedUntil],
    ])
  })
  it('climbs in the carrier’s own hours, zone and rungs', () => {
    const plan = planOf({
      zone: 'America/Los_Angeles',
      calendar: {
        days: [1, 2, 3, 4],
        opens: '07:00',
        closes: '15:00',
        federalHolidays: true,
        daysOff: ['2026-11-17'],
      },
      settings: { reminderHours: 1, escalationHours: [2, 6, 24], shares: [0.9, 0.5, 0.95], popUpBeforeDue: -3 },
    })
    expect(plan.settings).toEqual({ ...defaultLadder, reminderHours: 1, escalationHours: [2, 6, 24] })
    const climbed = ladder(open, plan.calendar, plan.zone, plan.settings).map((step) => [step.kind, step.at])
    expect(climbed.slice(0, 3)).toEqual([
      ['reminder', at('2026-11-16T08:00-08:00')],
      ['escalation', at('2026-11-16T09:00-08:00')],
      ['escalation', at('2026-11-16T13:00-08:00')],
    ])
    // Thursday is the last working day of their week; Tuesday they are closed.
    expect(addBusinessHours(at('2026-11-16T14:00-08:00'), 2, plan.calendar, plan.zone)).toBe(
      at('2026-11-18T08:00-08:00'),
    )
    expect(addBusinessHours(at('2026-11-19T14:00-08:00'), 2, plan.calendar, plan.zone)).toBe(
      at('2026-11-23T08:00-08:00'),
    )
    for (const calendar of [null, { days: [], opens: 'soon' }, 'always'])
      expect(planOf({ zone: eastern, calendar, settings: null })).toEqual({
        zone: eastern,
        calendar: defaultCalendar,
        settings: defaultLadder,
      })
  })
  it.each<[string, Record<string, unknown>, Partial<typeof defaultLadder>]>([
    ['nothing', {}, {}],
    ['a number', { reminderHours: 3 }, { reminderHours: 3 }],
    ['less than anything', { reminderHours: 0 }, {}],
    ['no number', { reminderHours: '3' }, {}],
    ['no end', { reminderHours: Number.POSITIVE_INFINITY }, {}],
    ['rising hours', { escalationHours: [1, 2, 3] }, { escalationHours: [1, 2, 3] }],
    ['two rungs at once', { escalationHours: [2, 2, 3] }, { escalationHours: [2, 2, 3] }],
    ['falling hours', { escalationHours: [3, 2, 4] }, {}],
    ['a rung too few', { escalationHours: [1, 2] }, {}],
    ['a rung too many', { escalationHours: [1, 2, 3, 4] }, {}],
    ['one that is no amount', { escalationHours: [1, '2', 3] }, {}],
    ['one that is nothing', { escalationHours: [0, 2, 3] }, {}],
    ['a number for rungs', { escalationHours: 2 }, {}],
    ['something like rungs', { escalationHours: { length: 3 } }, {}],
  ])('takes %s for a setting as far as it makes sense', (_title, set, taken) => {
    expect(ladderSettings(set)).toEqual({ ...defaultLadder, ...taken })
  })
  it('applies the holidays of a carrier that observes them, and its own closed days', () => {
    const own = {
      days: [1, 2, 3, 4, 5],
      opens: '07:30',
      closes: '15:45',
      federalHolidays: false,
      daysOff: ['2026-11-27'],
    }
    const { calendar } = planOf({ zone: eastern, calendar: own, settings: null })
    expect([calendar.open, calendar.close]).toEqual(['07:30', '15:45'])
    expect([calendar.holidayOf('2026-11-26'), calendar.holidayOf('2026-11-27')]).toEqual([undefined, 'Closed'])
    const federal = planOf({ zone: eastern, calendar: { ...own, federalHolidays: true }, settings: null }).calendar
    expect([federal.holidayOf('2026-11-26'), federal.holidayOf('2026-11-27')]).toEqual(['Thanksgiving Day', 'Closed'])
  })
  it('restarts the reminder, not the escalation, on reassignment', () => {
    const moved = when({ remindFrom: at('2026-11-17T09:00-05:00') })
    expect(moved.find(([name]) => name === 'reminder')![1]).toBe(at('2026-11-17T11:00-05:00'))
    expect(moved.find(([name]) => name === 'escalation 1')![1]).toBe(at('2026-11-16T13:00-05:00'))
  })
  it('ends a wait for a letter after ten working days, only while waiting for one', () => {
    const sent = { letterSentAt: at('2026-11-16T09:00-05:00') }
    expect(when({ ...sent, statusId: 21 }).find(([name]) => name === 'letterExpired')![1]).toBe(
      at('2026-12-01T18:00-05:00'),
    )
    expect(when(sent).map(([name]) => name)).not.toContain('letterExpired')
  })
  it('plans no step for a request that is decided or withdrawn', () => {
    for (const statusId of [10, 30, 33, 40, 41, 50]) expect(steps({ statusId })).toEqual([])
  })
  it('writes event 210 after the due time only where silence approves, also of what waits for a second approval', () => {
    const event = (deems: boolean) => steps({ deems }).find((step) => step.kind === 'due')!.event
    expect([event(true), event(false)]).toEqual([210, null])
    const second = steps({ statusId: 25 }).map((step) => [step.kind, step.event])
    expect(second).toContainEqual(['due', 210])
    expect(second.map(([kind]) => kind)).not.toContain('retention')
  })
  it('gives the job the instant of its next step', () => {
    expect(nextClockAt(steps(), at('2026-11-16T11:00-05:00'))).toBe(at('2026-11-16T13:00-05:00'))
    expect(nextClockAt(steps(), at('2026-11-20T23:59:59.999-05:00'))).toBe(at('2026-11-21T00:00-05:00'))
    expect(nextClockAt(steps(), at('2026-11-21T00:00-05:00'))).toBeNull()
  })
  it('is sorted, never escalates a lower level after a higher one, and always warns before the due time', () => {
    const date = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-06-01'), noInvalidDate: true })
    fc.assert(
      fc.property(date, fc.integer({ min: 1, max: 400 }), (received, hours) => {
        const receivedAt = received.toISOString()
        const dueAt = new Date(received.getTime() + hours * 3_600_000).toISOString()
        const found = steps({ receivedAt, remindFrom: receivedAt, dueAt })
        const times = found.map((step) => Date.parse(step.at))
        expect(times).toEqual(times.toSorted((a, b) => a - b))
        const levels = found.filter((step) => step.kind === 'escalation').map((step) => Date.parse(step.at))
        expect(levels).toEqual(levels.toSorted((a, b) => a - b))
        const last = Math.max(received.getTime(), Date.parse(dueAt) - defaultLadder.lastEscalationBeforeDue * 3_600_000)
        expect(levels.at(-1)).toBeLessThanOrEqual(last)
        const popUp = found.find((step) => step.kind === 'popUp')!
        expect(Date.parse(popUp.at)).toBeLessThanOrEqual(Date.parse(dueAt))
      }),
    )
  })
})

describe('snoozing', () => {
  const now = at('2026-11-16T12:00-05:00')
  const request = {
    status_id: 20 as const,
    statutory_due_at: at('2026-11-20T12:00-05:00'),
    snooze_hours_total: 0,
    owner_ids: ['p1'],
    supervised: [],
    sub_carrier: 'NWM01',
  }
  const adjuster = person(['adjuster'])
  const code = (more: object, hours = 4, who = adjuster, facts = {}) =>
    whyNotSnooze(who, { ...request, ...more }, hours, now, { off: false, standsIn: false, ...facts })?.code

  it('refuses a 48-hour snooze of a request due in 24 hours', () => {
    expect(whyNotSnooze(adjuster, { ...request, statutory_due_at: at('2026-11-17T12:00-05:00') }, 48, now)).toEqual({
      code: 'SNOOZE_PAST_DUE',
      message: 'Snooze would pass the state deadline of Tue Nov 17, 2026 at 12:00 PM EST.',
      field: 'value',
    })
  })
  it.each([
    ['allowed to its owner', {}, 4, adjuster, {}, undefined],
    [
      'must end more than two hours before the due time',
      { statutory_due_at: at('2026-11-16T18:00-05:00') },
      4,
      adjuster,
      {},
      'SNOOZE_PAST_DUE',
    ],
    ['may end just before that', { statutory_due_at: at('2026-11-16T18:00:00.001-05:00') }, 4, adjuster, {}, undefined],
    ['takes one of six values', {}, 3, adjuster, {}, 'VALIDATION'],
    ['totals 72 hours', { snooze_hours_total: 71 }, 2, adjuster, {}, 'RULE'],
    ['may reach 72 hours', { snooze_hours_total: 70 }, 2, adjuster, {}, undefined],
    ['is for open requests', { status_id: 30 }, 4, adjuster, {}, 'ALREADY_DECIDED'],
    ['is for no draft', { status_id: 10 }, 4, adjuster, {}, 'ALREADY_DECIDED'],
    ['can be switched off', {}, 4, adjuster, { off: true }, 'FEATURE_OFF'],
    ['is not for observers', {}, 4, person(['adjuster', 'read_only']), {}, 'UPDATE_BLOCKED'],
    ['is not for a nurse', {}, 4, person(['nurse_case_manager']), {}, 'UPDATE_BLOCKED'],
    ['is not for the group', {}, 4, person(['adjuster'], { id: 'p2' }), {}, 'NOT_ALLOWED'],
    ['is not for everybody with full access', {}, 4, person(['all_access'], { id: 'p2' }), {}, 'NOT_ALLOWED'],
    ['is for a backup', { owner_ids: ['p1', 'p2'] }, 4, person(['adjuster'], { id: 'p2' }), {}, undefined],
    ['is for who stands in', {}, 4, person(['adjuster'], { id: 'p2' }), { standsIn: true }, undefined],
    ['is not for who stands in and only reads', {}, 4, person(['read_only']), { standsIn: true }, 'UPDATE_BLOCKED'],
    ['is for the owner’s own supervisor', { supervised: ['p1'] }, 4, person(['adjuster'], { id: 'p2' }), {}, undefined],
    ['is for a supervisor', {}, 4, person(['supervisor'], { id: 'p2' }), {}, undefined],
    ['is for an account manager', {}, 4, person(['account_admin'], { id: 'p2' }), {}, undefined],
    ['is not for another group', {}, 4, person(['adjuster'], { id: 'p2', subCarriers: ['NWM02'] }), {}, 'NOT_ALLOWED'],
  ] as const)('%s', (_, more, hours, who, facts, expected) => {
    expect(code(more, hours, who, facts)).toBe(expected)
  })
  it.each([
    [null, undefined],
    [at('2026-11-16T12:00:00.001-05:00'), { reason: 'a letter came' }],
    [at('2026-11-16T12:00-05:00'), { reason: 'time passed' }],
    [at('2026-11-16T11:00-05:00'), { reason: 'time passed' }],
  ])('until %s ended by something else: %j', (until, ended) =>
    expect(snoozeEnded(until, now, 'a letter came')).toEqual(ended),
  )
  it('can be ended by any user who may work on the request, while it is open', () => {
    expect(whyNotUnsnooze(adjuster, request)).toBeUndefined()
    expect(whyNotUnsnooze(person(['adjuster'], { id: 'p2' }), request)).toBeUndefined()
    expect(whyNotUnsnooze(adjuster, { ...request, status_id: 40 })?.message).toBe('Authorization is already Rejected.')
    expect(whyNotUnsnooze(person(['read_only']), request)?.code).toBe('UPDATE_BLOCKED')
    expect(whyNotUnsnooze(person(['adjuster'], { id: 'p2' }), request, { anyoneInGroupMayDecide: false })?.code).toBe(
      'NOT_ALLOWED',
    )
  })
  it('never allows a snooze past the hour of the due-time pop-up', () => {
    fc.assert(
      fc.property(fc.integer({ min: -10, max: 200 }), fc.constantFrom(1, 2, 4, 8, 24, 48), (hoursLeft, hours) => {
        const statutoryDueAt = new Date(Date.parse(now) + hoursLeft * 3_600_000).toISOString()
        const refused = whyNotSnooze(adjuster, { ...request, statutory_due_at: statutoryDueAt }, hours, now)
        expect(refused === undefined).toBe(hours < hoursLeft - 2)
      }),
    )
  })
})

describe('time left', () => {
  const now = '2026-11-16T12:00:00.000Z'
  const plus = (minutes: number): string => new Date(Date.parse(now) + minutes * 60_000).toISOString()
  it.each([
    [72, 'soon', '1h 12m left'],
    [125, 'soon', '2h 05m left'],
    [-42, 'overdue', '42m overdue'],
    [-0.1, 'overdue', '1m overdue'],
    [0, 'soon', '1m left'],
    [28 * 60, 'ok', '1d 4h left'],
    [48 * 60, 'ok', '2d left'],
    [12 * 60, 'ok', '12h 00m left'],
    [12 * 60 - 1, 'soon', '11h 59m left'],
    [-1500, 'overdue', '1d 1h overdue'],
  ])('%d minutes from now is %s: %s', (minutes, tone, words) => {
    expect(timeLeft(plus(minutes), now)).toMatchObject({ tone, words })
  })
  it('says by its tone that a request is snoozed, but never hides that it is overdue', () => {
    expect(timeLeft(plus(72), now, { snoozedUntil: plus(10) })).toMatchObject({ tone: 'snoozed', words: '1h 12m left' })
    expect(timeLeft(plus(72), now, { snoozedUntil: plus(0) }).tone).toBe('soon')
    expect(timeLeft(plus(-5), now, { snoozedUntil: plus(10) }).tone).toBe('overdue')
  })
  it('shows the share of the legal clock that is left', () => {
    expect(timeLeft(plus(60), now, { receivedAt: plus(-180) }).fraction).toBe(0.25)
    expect(timeLeft(plus(-60), now, { receivedAt: plus(-180) }).fraction).toBe(0)
    expect(timeLeft(plus(60), now, { receivedAt: plus(30) }).fraction).toBe(1)
  })
  it('shows "No deadline" for a request without a due time', () => {
    expect(timeLeft(null, now)).toEqual({ tone: 'ok', words: 'No deadline', fraction: 1 })
  })
})
