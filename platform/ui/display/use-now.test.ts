import { afterEach, expect, test, vi } from 'vitest'

// The page's clock when the computer's is set right, or was asleep, under an open page.

const MINUTE = 60_000
const noon = Date.parse('2026-11-30T12:00:00Z')

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** A page whose computer is `fast` ms ahead of the server; both counts go on by hand. */
async function page(fast: number) {
  const at = { wall: noon + fast, count: 5000 }
  class Clock extends Date {
    constructor(...given: [] | [number]) {
      super(given.length === 0 ? at.wall : given[0])
    }
    static override now = () => at.wall
  }
  vi.stubGlobal('Date', Clock)
  vi.stubGlobal('performance', { now: () => at.count })
  vi.resetModules()
  const { pageTime, setClockOffset } = await import('./use-now.ts')
  setClockOffset(noon - at.wall)
  return {
    passes: (ms: number) => {
      at.wall += ms
      at.count += ms
    },
    corrected: (by: number) => void (at.wall += by),
    asleep: (ms: number) => void (at.wall += ms),
    hears: (server: number) => setClockOffset(server - at.wall),
    minutes: () => (pageTime() - noon) / MINUTE,
  }
}

test.each([20, -20, 0, 300])('a computer %i minutes fast shows the server’s time', async (fast) => {
  const it = await page(fast * MINUTE)
  expect(it.minutes()).toBe(0)
  it.passes(7 * MINUTE)
  expect(it.minutes()).toBe(7)
})

test('twenty minutes fast and then set right: no request gets twenty minutes more', async () => {
  const it = await page(20 * MINUTE)
  it.passes(10 * MINUTE)
  it.corrected(-20 * MINUTE)
  expect(it.minutes()).toBe(10)
  it.passes(5 * MINUTE)
  expect(it.minutes()).toBe(15)
})

test('set forward, the page shows too little time left until the server is heard, never too much', async () => {
  const it = await page(-20 * MINUTE)
  it.passes(MINUTE)
  it.corrected(20 * MINUTE)
  expect(it.minutes()).toBeGreaterThanOrEqual(1)
  it.hears(noon + MINUTE)
  expect(it.minutes()).toBe(1)
  it.passes(MINUTE)
  expect(it.minutes()).toBe(2)
})

test('asleep the page’s own count stands still: after waking the time is right at once', async () => {
  const it = await page(3 * MINUTE)
  it.asleep(90 * MINUTE)
  expect(it.minutes()).toBe(90)
  it.hears(noon + 90 * MINUTE)
  it.passes(MINUTE)
  expect(it.minutes()).toBe(91)
})
