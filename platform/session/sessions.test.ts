import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idleLimits, sessionMinutes } from './sessions.ts'

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
  [null, 720, false],
  [0, 720, false],
  [-1, 720, false],
  [999_999_999, 720, false],
  [1, 1, true],
  [45, 45, true],
  [61, 61, true],
  [719, 719, true],
  [720, 720, false],
])('a hint of %s minutes under a cap of 12 hours: %i minutes, limited %s', (hint, minutes, limited) => {
  expect(sessionMinutes(hint, 12)).toEqual({ minutes, limited })
})

test('no hint makes a session longer than the cap or shorter than a minute; limited means shorter than the cap', () => {
  fc.assert(
    fc.property(fc.option(fc.double({ noNaN: true })), fc.integer({ min: 1, max: 24 }), (hint, cap) => {
      const { minutes, limited } = sessionMinutes(hint, cap)
      expect(Number.isInteger(minutes)).toBe(true)
      expect(minutes).toBeGreaterThanOrEqual(1)
      expect(minutes).toBeLessThanOrEqual(cap * 60)
      if (!limited) expect(minutes).toBe(cap * 60)
    }),
  )
})
