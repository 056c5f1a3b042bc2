import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idleLimits, sessionHours } from './sessions.ts'

test.each([
  [false, false, 720, 180, 900],
  [true, false, 420, 180, 600],
  [false, true, 60, 30, 90],
  [true, true, 60, 30, 90],
])(
  'limited %s, test mode %s: asked after %i s, logged out %i s later, %i s in all',
  (limited, testMode, promptAfter, logoutAfter, total) => {
    expect(idleLimits(limited, testMode)).toEqual({ promptAfter, logoutAfter, total })
  },
)

test.each([
  [null, 12, false],
  [0, 12, false],
  [-1, 12, false],
  [999_999_999, 12, false],
  [60, 1, true],
  [61, 2, true],
  [720, 12, false],
])('a hint of %s minutes under a cap of 12 hours: %i hours, limited %s', (hint, hours, limited) => {
  expect(sessionHours(hint, 12)).toEqual({ hours, limited })
})

test('no hint makes a session longer than the cap or shorter than an hour', () => {
  fc.assert(
    fc.property(fc.option(fc.integer()), fc.integer({ min: 1, max: 24 }), (hint, cap) => {
      const { hours } = sessionHours(hint, cap)
      expect(hours).toBeGreaterThanOrEqual(1)
      expect(hours).toBeLessThanOrEqual(cap)
    }),
  )
})
