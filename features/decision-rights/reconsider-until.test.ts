import { expect, test } from 'vitest'
import { levelOfLaw, nextLevel, reconsiderUntil } from './reconsider-until.ts'

const denied = { channelType: 1, level: 0, receivedAt: '2026-11-02T15:00:00Z', deniedAt: '2026-11-05T15:00:00Z' }

test.each([
  ['Tennessee leaves thirty days after the denial', 'TN', {}, '2026-12-05'],
  [
    'a denial late in the evening counts from its day in the state',
    'TN',
    { deniedAt: '2026-11-06T05:00:00Z' },
    '2026-12-05',
  ],
  ['Louisiana leaves fifteen', 'LA', {}, '2026-11-20'],
  ['no source names a day in New York for a first denial', 'NY', {}, null],
  ['New York leaves ten from Level 2 to the Board', 'NY', { level: 2 }, '2026-11-15'],
])('%s', (_title, jurisState, more, lastDay) => {
  expect(reconsiderUntil({ ...denied, ...more, jurisState })?.lastDay ?? null).toBe(lastDay)
})

test.each([
  ['NY', 1, [2, 2, 3]],
  ['NY', 7, [1, 2, 3]],
  ['FL', 1, [1, 2, 3]],
  ['CA', 1, [1, 2, 3]],
])('the level after 0, 1 and 2 in %s on channel %i', (jurisState, channelType, levels) => {
  expect([0, 1, 2].map((level) => nextLevel({ jurisState, channelType, level }))).toEqual(levels)
})

test.each([
  ['NY', 1, [0, 2, 2, 3]],
  ['NY', 7, [0, 1, 2, 3]],
  ['FL', 1, [0, 1, 2, 3]],
])('the level of the law of one kept as 0 to 3 in %s on channel %i', (jurisState, channelType, levels) => {
  expect([0, 1, 2, 3].map((level) => levelOfLaw({ jurisState, channelType, level }))).toEqual(levels)
})

test('the last day is one of the state, whose zone comes with it', () => {
  expect(reconsiderUntil({ ...denied, jurisState: 'TN' })).toEqual({
    lastDay: '2026-12-05',
    timeZone: 'America/Chicago',
  })
})
