import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  countdownWords,
  shortCountdownWords,
  isReportDue,
  promptAt,
  timesFromServer,
  type SessionLimits,
  type SessionTimes,
} from './session-clock.ts'

const usual: SessionLimits = { promptAfter: 720, logoutAfter: 180, warnBefore: 600 }
const limited: SessionLimits = { promptAfter: 420, logoutAfter: 180, warnBefore: 600 }
const inTestMode: SessionLimits = { promptAfter: 60, logoutAfter: 30, warnBefore: 90 }
const at = 1_800_000_000_000
const times = (more: Partial<SessionTimes> = {}): SessionTimes => ({
  expiresAt: at + 43_200_000,
  idleAt: at + 900_000,
  lastInput: at,
  ...more,
})

test.each([
  ['just active', usual, 0, 'none'],
  ['a second before the prompt', usual, 719, 'none'],
  ['12 minutes idle', usual, 720, 'inactive'],
  ['a second before the logout', usual, 899, 'inactive'],
  ['15 minutes idle', usual, 900, 'idle'],
  ['limited: 7 minutes idle', limited, 420, 'inactive'],
  ['limited: 10 minutes idle', limited, 600, 'idle'],
  ['test mode: 59 s', inTestMode, 59, 'none'],
  ['test mode: 60 s', inTestMode, 60, 'inactive'],
  ['test mode: 90 s', inTestMode, 90, 'idle'],
])('%s', (_name, limits, seconds, kind) => {
  expect(promptAt(times(), limits, false, at + seconds * 1000).kind).toBe(kind)
})

test.each([
  [600, false, 'none'],
  [599, false, 'warning'],
  [599, true, 'none'],
  [1, false, 'warning'],
  [0, false, 'expired'],
  [-5, true, 'expired'],
])('with %i s to the absolute end, warned before: %s', (left, warned, kind) => {
  expect(promptAt(times({ expiresAt: at + left * 1000 }), usual, warned, at).kind).toBe(kind)
})

test('the countdown runs to the earlier end, with activity known to the tabs or to the server', () => {
  expect(promptAt(times({ idleAt: at + 100_000 }), usual, false, at)).toEqual({ kind: 'inactive', seconds: 100 })
  expect(promptAt(times({ lastInput: at - 800_000 }), usual, false, at)).toEqual({ kind: 'inactive', seconds: 100 })
})

test('the server knows of a tab this one has no messages from: the later time wins; a late report changes nothing', () => {
  const idle = times({ lastInput: at - 900_000 })
  expect(timesFromServer(idle, usual, { secondsToExpiration: 100, idleRemainingSeconds: 890 }, at)).toEqual({
    expiresAt: at + 100_000,
    idleAt: at + 890_000,
    lastInput: at - 10_000,
  })
  expect(timesFromServer(idle, usual, { secondsToExpiration: 100, idleRemainingSeconds: 55 }, at).lastInput).toBe(
    at - 900_000,
  )
})

test('an active user’s browser reports activity once a minute at most', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 20_000 }), { maxLength: 200 }), (gaps) => {
      let now = 0
      let lastReport = -100_000
      const reports: number[] = []
      for (const gap of gaps) {
        now += gap
        if (isReportDue(lastReport, usual, now)) {
          lastReport = now
          reports.push(now)
        }
      }
      const tooSoon = reports.filter((report, index) => index > 0 && report - reports[index - 1]! < 60_000)
      expect(tooSoon).toEqual([])
    }),
  )
})

test.each([
  [582, '9 minutes and 42 seconds'],
  [61, '1 minute and 1 second'],
  [60, '1 minute and 0 seconds'],
  [30, '0 minutes and 30 seconds'],
])('%i s are %s', (seconds, words) => expect(countdownWords(seconds)).toBe(words))

test('the countdown of the last minute shows seconds only', () => {
  expect([shortCountdownWords(148), shortCountdownWords(60), shortCountdownWords(59), shortCountdownWords(1)]).toEqual([
    '2 minutes and 28 seconds',
    '1 minute and 0 seconds',
    '59 seconds',
    '1 second',
  ])
})
