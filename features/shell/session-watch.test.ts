import { expect, test } from 'vitest'
import { SessionWatch, type Shown, type RemainingSeconds } from './session-watch.ts'

/** A tab, its session on the server and their clock; time passes only by `pass`. */
function openTab({ promptAfter = 720, logoutAfter = 180, hours = 12, leads = true, late = 0 } = {}) {
  let now = 1_800_000_000_000
  const expiresAt = now + hours * 3_600_000
  let lastActivity = now - late * 1000
  const seen = {
    shown: [] as string[],
    sent: [] as string[],
    asked: [] as boolean[],
    ended: undefined as string | undefined,
  }
  let reachable = true
  const remaining = (): RemainingSeconds => ({
    secondsToExpiration: Math.max(0, Math.floor((expiresAt - now) / 1000)),
    idleRemainingSeconds: Math.max(0, Math.floor((lastActivity - now) / 1000) + promptAfter + logoutAfter),
  })
  const options = {
    clock: { now: () => new Date(now) },
    limits: { promptAfter, logoutAfter, warnBefore: 600 },
    remaining: remaining(),
    ask: async (active: boolean) => {
      seen.asked.push(active)
      if (!reachable) throw new Error('away')
      if (active) lastActivity = now
      return remaining()
    },
    tell: (kind: string) => void seen.sent.push(kind),
    onChange: (shown: Shown) => void (shown.kind !== seen.shown.at(-1) && seen.shown.push(shown.kind)),
    onEnd: (why: string) => void (seen.ended = why),
  }
  const watch = new SessionWatch(options)
  if (leads) watch.lead()
  return {
    seen,
    watch,
    async pass(seconds: number, doing: () => void = () => {}) {
      for (let second = 0; second < seconds && !seen.ended; second += 1) {
        now += 1000
        doing()
        watch.tick()
        // Answers arrive before the next second.
        for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
      }
    },
    sleep: (seconds: number) => void (now += seconds * 1000),
    otherTabActive: () => void (lastActivity = now),
    cut: () => void (reachable = false),
    mend: () => void (reachable = true),
    serverIdle: () => (now - lastActivity) / 1000,
  }
}

test('an idle user is prompted at 12 minutes and logged out at 15', async () => {
  const tab = openTab()
  await tab.pass(719)
  expect(tab.seen.shown).toEqual([])
  await tab.pass(1)
  expect(tab.seen.shown).toEqual(['inactive'])
  await tab.pass(179)
  expect(tab.seen.ended).toBeUndefined()
  await tab.pass(2)
  expect(tab.seen.ended).toBe('idle')
})

test('ten minutes of work are reported to the server at most once a minute, and keep the session', async () => {
  const tab = openTab()
  await tab.pass(3600, () => tab.watch.input())
  expect(tab.seen.shown).toEqual([])
  expect(tab.seen.asked.length).toBeLessThanOrEqual(60)
  expect(tab.seen.asked.every(Boolean)).toBe(true)
  expect(tab.serverIdle()).toBeLessThan(62)
  expect(tab.seen.sent.length).toBeLessThanOrEqual(3600 / 5)
})

test('with the short times of test mode, too, an active user is not prompted, however late the page loaded', async () => {
  for (const late of [0, 1, 5, 15]) {
    const tab = openTab({ promptAfter: 60, logoutAfter: 30, late })
    await tab.pass(1800, () => tab.watch.input())
    expect([late, tab.seen.shown, tab.seen.ended]).toEqual([late, [], undefined])
    expect(tab.seen.asked.length).toBeLessThanOrEqual(1800 / 36)
  }
})

test('the last activity reaches the server even when it came right after a report', async () => {
  const tab = openTab()
  await tab.pass(61, () => tab.watch.input())
  tab.watch.input()
  await tab.pass(62)
  expect(tab.serverIdle()).toBeLessThanOrEqual(62)
})

test('Yes keeps the session and notifies the other tabs; moving the mouse does not', async () => {
  const tab = openTab()
  await tab.pass(725, () => tab.seen.shown.length > 0 && tab.watch.input())
  expect(tab.seen.shown).toEqual(['inactive'])
  tab.watch.stay(true)
  expect(tab.seen.shown).toEqual(['inactive', 'none'])
  expect(tab.seen.sent).toContain('stay')
  await tab.pass(700)
  expect([tab.seen.shown, tab.seen.ended]).toEqual([['inactive', 'none'], undefined])
})

test('a tab that slept while another was active shows nothing and stays signed in', async () => {
  const tab = openTab()
  tab.sleep(1200)
  tab.otherTabActive()
  await tab.pass(1)
  expect(tab.seen.shown).toEqual(['checking', 'none'])
  await tab.pass(600)
  expect(tab.seen.ended).toBeUndefined()
})

test('after two hours of sleep the page is covered at once, then over', async () => {
  const tab = openTab()
  tab.sleep(7200)
  await tab.pass(2)
  expect(tab.seen.shown).toEqual(['checking'])
  expect(tab.seen.ended).toBe('idle')
})

test('without the server the prompt appears by the tab’s own clock; past the end the page stays covered until the server is back', async () => {
  const tab = openTab()
  tab.cut()
  await tab.pass(1000)
  expect(tab.seen.shown).toEqual(['inactive', 'checking'])
  expect(tab.seen.ended).toBeUndefined()
  tab.mend()
  await tab.pass(10)
  expect(tab.seen.ended).toBe('idle')
})

test('the user is warned once, ten minutes before the absolute end, and at the end the session is over', async () => {
  const tab = openTab({ hours: 1 })
  await tab.pass(3001, () => tab.watch.input())
  expect(tab.seen.shown).toEqual(['warning'])
  tab.watch.dismissWarning(true)
  await tab.pass(500, () => tab.watch.input())
  expect(tab.seen.shown).toEqual(['warning', 'none'])
  await tab.pass(200, () => tab.watch.input())
  expect(tab.seen.ended).toBe('expired')
})

test('one tab calls for all once a minute, with or without activity; the others never do', async () => {
  const [leader, other] = [openTab(), openTab({ leads: false })]
  await leader.pass(600)
  expect(leader.seen.asked).toEqual(Array.from({ length: 10 }, () => false))
  await other.pass(600, () => other.watch.input())
  expect(other.seen.asked).toEqual([])
  // The leader closes; another one takes over and reports the activity at once.
  other.watch.lead()
  await other.pass(1)
  expect(other.seen.asked).toEqual([true])
})

test('a leader in the background reports activity of another tab without waiting for its own tick', async () => {
  const leader = openTab()
  leader.sleep(61)
  leader.watch.heard()
  expect(leader.seen.asked).toEqual([true])
  leader.sleep(30)
  leader.watch.heard()
  expect(leader.seen.asked).toEqual([true])
})

test('a warning read in one tab is closed in the others; a message before it is due silences nothing', async () => {
  const tab = openTab({ hours: 1 })
  tab.watch.dismissWarning(false)
  await tab.pass(3001, () => tab.watch.input())
  expect(tab.seen.shown).toEqual(['warning'])
  tab.watch.dismissWarning(false)
  await tab.pass(60, () => tab.watch.input())
  expect(tab.seen.shown).toEqual(['warning', 'none'])
  expect(tab.seen.sent).not.toContain('warned')
})

test('activity after the last report is reported before a prompt is due', async () => {
  const tab = openTab()
  await tab.pass(700)
  tab.watch.input()
  await tab.pass(30)
  expect(tab.seen.shown).toEqual([])
  expect(tab.serverIdle()).toBeLessThan(31)
})

test('a tab that was offline while the user worked reports that when the server is back, and shows no prompt', async () => {
  const tab = openTab()
  await tab.pass(10)
  tab.cut()
  await tab.pass(715, () => tab.watch.input())
  tab.mend()
  await tab.pass(60, () => tab.watch.input())
  expect([tab.seen.shown, tab.seen.ended]).toEqual([[], undefined])
})

test('activity of another tab that the server reports is not reported back as new', async () => {
  const tab = openTab()
  await tab.pass(200)
  tab.otherTabActive() // In a tab this one has no messages from.
  await tab.pass(600)
  expect(tab.seen.asked.every((active) => !active)).toBe(true)
  expect(tab.serverIdle()).toBe(600)
})
