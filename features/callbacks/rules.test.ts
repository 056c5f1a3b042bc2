import { callbackMoves } from './statuses.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callTime, MOST_ATTEMPTS, nextTry, pharmacyZone, whyNotCall } from './rules.ts'

const eastern = 'America/New_York'
const at = (text: string): string => new Date(text).toISOString()

describe('When a pharmacy is called', () => {
  it.each([
    [1, '2026-11-16T10:00-05:00', '2026-11-16T10:15-05:00'],
    [2, '2026-11-16T10:00-05:00', '2026-11-16T10:30-05:00'],
    [3, '2026-11-16T10:00-05:00', '2026-11-16T11:00-05:00'],
    [4, '2026-11-16T10:00-05:00', '2026-11-17T09:00-05:00'],
    [1, '2026-11-16T18:50-05:00', '2026-11-17T09:00-05:00'], // closed by then
    [1, '2026-11-16T02:00-05:00', '2026-11-16T09:00-05:00'],
    [4, '2026-10-31T10:00-04:00', '2026-11-01T09:00-05:00'], // the clocks change that night
  ])('after %i attempts at %s: %s', (attempts, now, next) => {
    expect(nextTry(attempts, at(now), eastern)).toBe(at(next))
  })
  it('A pharmacy is not called again after five attempts', () => {
    expect(nextTry(MOST_ATTEMPTS, at('2026-11-16T10:00-05:00'), eastern)).toBeNull()
  })
  it('The next attempt is always later and never at night', () => {
    const when = fc.date({ min: new Date('2026-01-01'), max: new Date('2028-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(
        when,
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom('TX', 'CA', 'HI', 'NY'),
        (now, attempts, state) => {
          const zone = pharmacyZone(state, now.toISOString())
          const next = nextTry(attempts, now.toISOString(), zone)!
          expect(Date.parse(next)).toBeGreaterThan(now.getTime())
          const hour = Number(
            new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(
              new Date(next),
            ),
          )
          expect(hour).toBeGreaterThanOrEqual(9)
          expect(hour).toBeLessThan(19)
          expect(callTime(next, zone)).toBe(next)
        },
      ),
    )
  })
})

describe('Status changes of a callback', () => {
  it('A callback becomes filled from every status but closed, and a call outcome is saved only where a call is needed', () => {
    expect(callbackMoves.filled.from).toEqual([1, 2, 3, 5, 6, 7])
    for (const status of [1, 2, 3, 4, 6, 8]) expect(whyNotCall(status)?.code).toBe('ALREADY_DECIDED')
    for (const status of [5, 7]) expect(whyNotCall(status)).toBeUndefined()
  })
})
