import { expect, test } from 'vitest'
import { defaultCalendar } from './business-time.ts'
import { clockSettingTable, defaultLadder, ladderSettings, planOf } from './plan.ts'

// What a carrier may set of the ladder, and what a setting that is not valid does.

const takes = (set: Record<string, unknown>): boolean => clockSettingTable.ladder.shape.safeParse(set).success

const three = (value: number) => [value, value, value]
test.each<[string, unknown[], unknown[]]>([
  ['reminderHours', [0.25, 2, 240], [0.24, 0, 241]],
  ['escalationHours', [three(0.25), [4, 8, 24], three(500)], [three(0.24), [4, 8], [4, 8, 24, 30], 4]],
  ['shares', [three(0), [0.5, 0.8, 0.95], three(1)], [three(1.01), three(-0.01), [0.5]]],
  ['lastEscalationBeforeDue', [0, 8, 240], [-1, 241]],
  ['popUpBeforeDue', [0, 2, 48], [-1, 49]],
  ['pharmacyMinutes', [1, 15, 240], [0, 241, 1.5]],
  ['pharmacyFreshMinutes', [1, 60, 1440], [0, 1441]],
  ['letterBusinessDays', [1, 10, 60], [0, 61]],
  ['pharmacistCounterHours', [0.25, 4, 240], [0.24, 241]],
  ['pharmacistCodeHours', [0.25, 8, 240], [0.24, 241]],
  ['pharmacistAdviceDays', [1, 2, 30], [0, 31, 1.5]],
  ['retentionDays', [1, 30, 365], [0, 366]],
])('a carrier sets %s within its limits', (name, taken, refused) => {
  expect(taken.map((value) => [value, takes({ [name]: value })])).toEqual(taken.map((value) => [value, true]))
  expect(refused.map((value) => [value, takes({ [name]: value })])).toEqual(refused.map((value) => [value, false]))
})

test('a part that is not known is refused, and the setting says what it takes', () => {
  expect(takes({ reminderDays: 2 })).toBe(false)
  expect(takes({})).toBe(true)
  expect(clockSettingTable.ladder).toMatchObject({
    takes: expect.stringMatching(/parts/),
    default: defaultLadder,
    means: expect.stringMatching(/reminded/),
  })
})

test.each<[string, Record<string, unknown> | null, Partial<typeof defaultLadder>]>([
  ['nothing set', null, {}],
  ['one part set', { reminderHours: 3 }, { reminderHours: 3 }],
  ['escalations that rise', { escalationHours: [1, 1, 2] }, { escalationHours: [1, 1, 2] }],
  ['escalations that fall', { escalationHours: [8, 4, 24] }, {}],
  ['two of three', { shares: [0.5, 0.8] }, {}],
  ['no number', { reminderHours: 'soon' }, {}],
  ['nought', { pharmacyMinutes: 0 }, {}],
  ['a number where a list is', { shares: 0.5 }, {}],
  ['no end', { retentionDays: Infinity, shares: [0.5, 0.8, Infinity] }, {}],
])('a setting that is not valid never stops a clock: %s', (_, set, changed) => {
  expect(ladderSettings(set)).toEqual({ ...defaultLadder, ...changed })
})

test('a carrier that set no hours has Monday to Friday, eight to six, but federal holidays', () => {
  expect(clockSettingTable.businessCalendar).toMatchObject({
    default: { days: [1, 2, 3, 4, 5], opens: '08:00', closes: '18:00', federalHolidays: true, daysOff: [] },
    means: expect.stringMatching(/^Working hours/),
  })
})

const found = { zone: 'America/Denver', settings: null }
const own = { days: [1, 2], opens: '10:00', closes: '12:00', federalHolidays: false, daysOff: ['2026-11-24'] }
test('the plan counts in the hours a carrier set; hours that make no sense count as the default', () => {
  expect(planOf({ ...found, calendar: null })).toEqual({
    zone: 'America/Denver',
    settings: defaultLadder,
    calendar: defaultCalendar,
  })
  expect(planOf({ ...found, calendar: own }).calendar).toMatchObject({ workingDays: [1, 2], open: '10:00' })
  expect(planOf({ ...found, calendar: { ...own, closes: '09:00' } }).calendar).toEqual(defaultCalendar)
})
