import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from './instant.ts'
import { dateIn, instantOf, intlOffsetMs, offsetMs, timeIn } from './zone.ts'

const zones = Intl.supportedValuesOf('timeZone')
const from = Date.parse('1970-01-01')
const to = Date.parse('2038-01-01')

/** The first ms with the later offset, somewhere between two instants of different offsets. */
function changeBetween(before: number, after: number, zone: string): number {
  const late = intlOffsetMs(after, zone)
  let [low, high] = [before, after]
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2)
    if (intlOffsetMs(middle, zone) === late) high = middle
    else low = middle
  }
  return high
}

describe('a remembered offset is the one asked for', () => {
  it('in every zone there is, at any instant of the years 1970 to 2037', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: from, max: to }), (zone, at) => {
        const asked = intlOffsetMs(at, zone)
        expect([offsetMs(at, zone), offsetMs(at, zone)]).toEqual([asked, asked])
      }),
      { numRuns: 3000 },
    )
  })

  it('around every change of the clocks where claims are decided', () => {
    const states = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'America/Phoenix']
    let changes = 0
    for (const zone of [...states, 'America/Indiana/Indianapolis', 'Pacific/Guam', 'Australia/Lord_Howe']) {
      for (let month = Date.parse('2005-01-01'); month < to; month += 30 * DAY_MS) {
        if (intlOffsetMs(month, zone) === intlOffsetMs(month + 30 * DAY_MS, zone)) continue
        changes += 1
        const change = changeBetween(month, month + 30 * DAY_MS, zone)
        for (const off of [-DAY_MS, -HOUR_MS, -1, 0, 1, HOUR_MS, DAY_MS]) {
          expect(offsetMs(change + off, zone)).toBe(intlOffsetMs(change + off, zone))
        }
      }
    }
    expect(changes).toBeGreaterThan(300)
  })

  it('and after more days than are remembered', () => {
    const zone = 'America/New_York'
    for (let at = from; at < from + 5000 * DAY_MS; at += DAY_MS) offsetMs(at, zone)
    for (const at of [from, from + 2399 * DAY_MS, from + 2400 * DAY_MS, from + 4999 * DAY_MS])
      expect(offsetMs(at, zone)).toBe(intlOffsetMs(at, zone))
  })
})

describe('day, time and instant', () => {
  const anywhere = fc.record({ zone: fc.constantFrom(...zones), at: fc.integer({ min: from, max: to }) })
  it('name each other: an instant’s day and time lead back to it, or to the first of two it could be', () => {
    fc.assert(
      fc.property(anywhere, ({ zone, at }) => {
        const back = instantOf(dateIn(at, zone), timeIn(at, zone), zone)
        expect(back).toBeLessThanOrEqual(at)
        expect([dateIn(back, zone), timeIn(back, zone)]).toEqual([dateIn(at, zone), timeIn(at, zone)])
        if (intlOffsetMs(at - DAY_MS, zone) === intlOffsetMs(at, zone)) expect(back).toBe(at)
      }),
      { numRuns: 1500 },
    )
  })
  it('agree with the calendar of any zone', () => {
    fc.assert(
      fc.property(anywhere, ({ zone, at }) => {
        const calendar = new Intl.DateTimeFormat('en-CA', {
          timeZone: zone,
          hourCycle: 'h23',
          year: 'numeric',
          month: '2-digit',
          day: '2-digit',
          hour: '2-digit',
          minute: '2-digit',
          second: '2-digit',
          fractionalSecondDigits: 3,
        })
        expect(`${dateIn(at, zone)}, ${timeIn(at, zone)}`).toBe(calendar.format(at))
      }),
      { numRuns: 600 },
    )
  })
})
