import { expect, test } from 'vitest'
import { groupNames } from './choice-names.ts'
import { chosenGroups, dailyTime, mailedKinds, mailTime, noticeGroups, wayOf, type NoticeChoices } from './choices.ts'
import { directKinds } from './direct-kinds.ts'
import { happenings } from './rules.ts'

const zone = 'America/New_York'
const choices: NoticeChoices = {
  byGroup: { LETTERS: { portal: false, mail: 'DAILY' }, DEADLINES: { portal: false, mail: 'OFF' } },
  quietFrom: '20:00',
  quietUntil: '07:00',
  dailyAt: '08:00',
}

test('every event is in one group, and deadlines are never switched off', () => {
  expect(groupNames.flatMap((group) => noticeGroups[group].of).toSorted()).toEqual([...happenings].toSorted())
  expect(wayOf('letterReceived', choices)).toEqual({ portal: false, mail: 'DAILY' })
  expect([wayOf('letterReceived', null), wayOf('overdue', choices)]).toEqual([
    { portal: true, mail: 'NOW' },
    { portal: true, mail: 'NOW' },
  ])
})

test('what acts write themselves is in a group too, and access is never switched off', () => {
  expect(Object.values(directKinds).filter(({ group }) => !groupNames.includes(group))).toEqual([])
  expect(chosenGroups).toMatchObject({ moved: 'REQUESTS', extractFailed: 'FILES', letterReturned: 'LETTERS' })
  const always = ['overdue', 'notDelivered', 'carrier_setting', 'autoApproved']
  expect(always.filter((kind) => kind in chosenGroups)).toEqual([])
  expect(mailedKinds).not.toContain('emergency_access')
  expect(wayOf('letterReturned', choices)).toEqual({ portal: false, mail: 'DAILY' })
})

test.each([
  ['in the day', 'assigned', '2026-11-17T15:00:00.000Z', '2026-11-17T15:00:00.000Z'],
  ['in the evening', 'assigned', '2026-11-18T01:30:00.000Z', '2026-11-18T12:00:00.000Z'],
  ['before the morning', 'assigned', '2026-11-17T11:59:00.000Z', '2026-11-17T12:00:00.000Z'],
  ['in the evening, access', 'carrier_setting', '2026-11-18T01:30:00.000Z', '2026-11-18T01:30:00.000Z'],
  ['in the evening, overdue', 'overdue', '2026-11-18T01:30:00.000Z', '2026-11-18T01:30:00.000Z'],
] as const)('an e-mail %s waits until the quiet hours end', (_when, happening, at, sent) => {
  expect(mailTime(happening, at, zone, choices)).toBe(sent)
  expect(mailTime(happening, at, zone, { ...choices, quietFrom: null, quietUntil: null })).toBe(at)
})

test('the e-mail of the day goes out at the next hour the user chose', () => {
  expect(dailyTime('2026-11-17T12:30:00.000Z', zone, choices)).toBe('2026-11-17T13:00:00.000Z')
  expect(dailyTime('2026-11-17T13:00:00.000Z', zone, null)).toBe('2026-11-18T13:00:00.000Z')
})
