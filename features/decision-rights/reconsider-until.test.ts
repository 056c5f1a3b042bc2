import { expect, test } from 'vitest'
import { reconsiderUntil } from './reconsider-until.ts'

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
])('%s', (_title, jurisState, more, lastDay) => {
  expect(reconsiderUntil({ ...denied, ...more, jurisState })?.lastDay ?? null).toBe(lastDay)
})
