import { expect, test } from 'vitest'
import { approvedBy } from './approved-by.ts'
import { carrierSettings, settingProblem } from './carrier-settings.ts'
import { closedSoon, hoursOn, weeksOf } from './month-hours.ts'
import { defaultWords, typedOf, valueOf, valueWords, whyNoValue } from './setting-values.ts'
import { groups, settingWords } from './setting-words.ts'
import { whoChanges, whyOnePerson, whyTwoPeople } from './who-changes.ts'

const today = '2026-11-23'
/** Values that differ from the defaults. */
const set: Readonly<Record<string, unknown>> = {
  maxApprovalDays: 180,
  defaultDrugLevel: 10,
  dualControlThreshold: 2500.5,
  dualControlDrugs: ['1012', '1110'],
  overrideNeeds: { 79: 'S', '9K': '-' },
  autoApprovalRules: [1, 4],
  excludedChannels: [2, 9],
  denyAndCall: ['QTY'],
  contract: { genericFactor: 4525, genericFee: 2, brandFactor: 8400, brandFee: 1.5 },
  ladder: { escalationHours: [2, 6, 8], shares: [0.5, 0.8, 0.95] },
  businessCalendar: { days: [0], opens: '07:00', closes: '12:15', federalHolidays: true, daysOff: [] },
  chatHours: { days: [1, 6], opens: '09:30', closes: '17:00', federalHolidays: false, daysOff: ['2026-12-24'] },
  chatRefreshInterval: 4500,
  passthruLabels: { field1: { label: 'Office', showOn: ['screen', 'letter'] }, field10: { label: 'Cost', showOn: [] } },
  dolExaminerMailbox: 'examiner@agency.example',
  blockedFaxNumbers: ['813-555-0177'],
}

test('every setting has a name and a form, and what its form shows is read back as the same value', () => {
  expect(Object.keys(carrierSettings).filter((key) => !(key in settingWords))).toEqual([])
  expect(new Set(Object.values(settingWords).map(({ label }) => label)).size).toBe(Object.keys(settingWords).length)
  expect([...new Set(Object.values(settingWords).map(({ group }) => group))]).toEqual([...groups])
  for (const [key, { form }] of Object.entries(settingWords))
    for (const value of [carrierSettings[key]?.default ?? null, set[key] ?? null]) {
      if (value === null) continue
      const again = valueOf(form, typedOf(form, value), today)
      expect([key, again]).toEqual([key, value])
      expect(settingProblem(key, again)).toBeUndefined()
      expect(valueWords(form, value), key).not.toMatch(/undefined|NaN|\[object|^$/)
    }
})

test('every setting says why two account managers change it, or why one may', () => {
  expect(Object.keys(whoChanges).toSorted()).toEqual(Object.keys(carrierSettings).toSorted())
  for (const key of Object.keys(carrierSettings)) {
    const [two, one] = [whyTwoPeople(key), whyOnePerson(key)]
    expect([key, (two === null) !== (one === null)]).toEqual([key, true])
    expect([key, two ?? one]).toEqual([key, expect.stringMatching(/^[A-Z].{10,90}\.$/)])
  }
  expect(whyTwoPeople('a setting of tomorrow')).not.toBeNull()
})

test.each([
  ['maxApprovalDays', 180, '180 days'],
  ['dualControlThreshold', 2500, '$2,500.00'],
  ['overrideNeeds', { 79: 'S' }, '79 supervisor'],
  ['contract', { genericFactor: 4500 }, 'Generic, of AWP: 45%'],
  [
    'ladder',
    { shares: [0.5, 0.8, 0.95], reminderHours: 1 },
    'First reminder after: 1 hour · Deadline reminders at: 50%, 80%, 95%',
  ],
  ['passthruLabels', { field1: 'Office' }, 'Office (screens)'],
  ['autoApprovalRules', [], 'None'],
])('%s %j is shown as “%s”', (key, value, words) => {
  expect(valueWords(settingWords[key]!.form, value)).toBe(words)
})

test('where nothing is set, the default is shown, or that there is no limit', () => {
  expect(defaultWords(settingWords['maxApprovalDays']!, null)).toBe('No limit')
  expect(defaultWords(settingWords['chatMasksNumbers']!, true)).toBe('On')
})

test.each([
  ['maxApprovalDays', 'many'],
  ['overrideNeeds', '79 X'],
  ['chatHours', { days: ['1'], opens: '25:00', closes: '5 PM', federalHolidays: 'on', daysOff: '' }],
  ['ladder', { escalationHours: '4, x, 8' }],
  ['dualControlThreshold', '2500,5'],
  ['maxApprovalDays', '9 0'],
  ['contract', { genericFactor: '45,25', genericFee: '2', brandFactor: '84', brandFee: '1.5' }],
])('what cannot be read as a value of %s is not one', (key, typed) => {
  expect(valueOf(settingWords[key]!.form, typed, today)).toBeUndefined()
})

test('an amount with a comma is refused with both readings of it', () => {
  const why = (key: string, typed: Parameters<typeof valueOf>[1]) =>
    whyNoValue(settingWords[key]!.form, typed, 'Enter an amount.')
  expect(valueOf(settingWords['dualControlThreshold']!.form, '$2,500.50', today)).toBe(2500.5)
  expect(why('dualControlThreshold', '2500,5')).toBe('Write 2500.5 or 25005: “2500,5” can be read as both.')
  expect(why('contract', { genericFactor: '45,25', genericFee: '2' })).toMatch(/^Write 45.25 or 4525:/)
  expect(why('maxApprovalDays', 'many')).toBe('Enter an amount.')
})

test('a calendar says of each day of a month when it is open and why it is closed, planned hours from their day on', () => {
  const now = { days: [1, 2, 3, 4, 5], opens: '08:00', closes: '18:00', federalHolidays: true, daysOff: ['2026-11-27'] }
  const planned = [
    { startsOn: '2026-12-21', hours: { ...now, days: [1, 2, 6], closes: '16:00', daysOff: ['2026-12-26'] } },
  ]
  const said = (date: string) => {
    const { open, closed } = hoursOn(date, now, planned)
    return open ? `${open.from} ${open.to}` : closed
  }
  expect(['2026-11-24', '2026-11-26', '2026-11-27', '2026-11-28', '2026-12-18', '2026-12-19'].map(said)).toEqual([
    '08:00 18:00',
    'Thanksgiving Day',
    'Day off',
    null,
    '08:00 18:00',
    null,
  ])
  expect(['2026-12-21', '2026-12-24', '2026-12-25', '2026-12-26', '2027-01-02'].map(said)).toEqual([
    '08:00 16:00',
    null,
    'Christmas Day',
    'Day off',
    '08:00 16:00',
  ])
  // Christmas is a Friday, which the planned hours leave out: nothing more is closed by it.
  expect(closedSoon('2026-11-20', 3, now, planned).map(({ date }) => date)).toEqual([
    '2026-11-26',
    '2026-11-27',
    '2026-12-26',
  ])
  expect(weeksOf(2026, 11).map((week) => week.map((date) => Number(date?.slice(8) ?? 0)))).toEqual([
    [1, 2, 3, 4, 5, 6, 7],
    [8, 9, 10, 11, 12, 13, 14],
    [15, 16, 17, 18, 19, 20, 21],
    [22, 23, 24, 25, 26, 27, 28],
    [29, 30, 0, 0, 0, 0, 0],
  ])
})

test.each([
  [[], /^There is no other account manager/],
  [['Sam Okafor'], 'It takes effect when Sam Okafor approves it.'],
  [['Sam Okafor', 'Grace Addo'], 'It takes effect when Sam Okafor or Grace Addo approves it.'],
  [['A', 'B', 'C'], 'It takes effect when A, B or C approves it.'],
  [['A', 'B', 'C', 'D'], 'It takes effect when one of 4 other account managers approves it.'],
] as const)('who may approve a change is named, or counted: %j', (names, says) =>
  expect(approvedBy(names)).toEqual(typeof says === 'string' ? says : expect.stringMatching(says)),
)
