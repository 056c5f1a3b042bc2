import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settled, textNow } from '#testing/browser/settled.ts'
import { axeViolations } from '#testing/kit/axe.ts'
import { stopClock } from '#testing/kit/stop-clock.ts'
import {
  startPortalInBrowser,
  type PortalInBrowser,
  type VisitOptions,
  type Visit,
} from '#testing/portal-in-browser.ts'

// Session prompts with two controlled clocks, the browser's and the server's; the server's decides.

let portal: PortalInBrowser
beforeAll(async () => {
  portal = await startPortalInBrowser()
  portal.clock.stop()
})
afterAll(() => portal.stop())

const inactive = (page: Page) => page.getByRole('alertdialog', { name: 'Account Inactive' })
const warning = (page: Page) => page.getByRole('alertdialog', { name: 'Session Warning' })

/** The session of the newest visit: the server's clock is set back and forth, so that when a session began says nothing. */
let newest = ''

/** A user at Home, in this many tabs, whose browser clock is stopped. */
async function visitAs(options: VisitOptions & { tabs?: number } = {}, at: PortalInBrowser = portal): Promise<Visit> {
  const { tabs = 1, ...rest } = options
  const sessions = () => at.db.query<{ id: string }>('select id from session')
  const before = new Set((await sessions()).rows.map(({ id }) => id))
  const visit = await at.visitAs('dana.ruiz', { ...rest, at: at.clock.now() })
  newest = (await sessions()).rows.find(({ id }) => !before.has(id))!.id
  for (let tab = 1; tab < tabs; tab += 1) await visit.tab('/home')
  for (const page of visit.context.pages())
    await page.getByRole('heading', { name: 'Authorizations', exact: true }).waitFor()
  await visit.quiet()
  // The session is watched by a part that loads afterwards: every tab watches once it leads, or waits to lead.
  await visit.page.waitForFunction(async (all) => {
    const { held = [], pending = [] } = await navigator.locks.query()
    return held.length + pending.length >= all
  }, tabs)
  await stop(visit)
  return visit
}
const stop = ({ page }: Visit) => stopClock(page)

/** Acts in a tab, and waits until every tab received the message. */
async function doing({ context }: Visit, page: Page, act: () => Promise<unknown>): Promise<void> {
  await page.evaluate(() => {
    const heard = () => document.documentElement.setAttribute('data-acted', '')
    for (const name of ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'])
      addEventListener(name, heard, { once: true, capture: true })
  })
  await act()
  await page.locator('html[data-acted]').waitFor({ state: 'attached' })
  await page.evaluate(() => document.documentElement.removeAttribute('data-acted'))
  for (const one of context.pages()) await one.evaluate(() => undefined)
}

/** The findings of axe, which cannot run while the clock is stopped. */
async function faults(visit: Visit): Promise<string[]> {
  await visit.context.clock.resume()
  const found = await axeViolations(visit.page)
  await stop(visit)
  return found
}

/**
 * Advances both clocks, second by second for the page, as fast as the server answers. The server is ahead by up to a step:
 * a report of activity arrives that much too late, which in a session of 90 seconds counts.
 */
async function pass({ context, page, quiet }: Visit, seconds: number, at: PortalInBrowser = portal): Promise<void> {
  for (let left = seconds; left > 0;) {
    const step = Math.min(left, at === portal ? 30 : 5)
    // Redirected to the logout page meanwhile.
    const present = await page.evaluate(() => Date.now()).catch(() => undefined)
    if (present === undefined) return
    at.clock.move(present + step * 1000 - at.clock.now().getTime())
    await context.clock.runFor(step * 1000)
    await quiet()
    left -= step
  }
}
/** The last activity; the page counts from here, however long it took to load. */
const touch = async (visit: Visit) => doing(visit, visit.page, () => visit.page.keyboard.press('Shift'))
const last = async (at: PortalInBrowser = portal) =>
  (
    await at.db.query<{ ended_reason: string | null; active: Date }>(
      'select ended_reason, last_activity_at as active from session where id = $1',
      [newest],
    )
  ).rows[0]!
/** When somebody was last active in the newest session, in milliseconds of the server's clock. */
const lastActive = async (): Promise<number> => (await last()).active.getTime()
const serverNow = (): number => portal.clock.now().getTime()
async function endOf({ page, context }: Visit, title: string): Promise<void> {
  await context.clock.resume() // Logging out redirects through the provider's page.
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}

describe('Account Inactive', () => {
  test('appears after 720 seconds without activity, accepts only Yes, and leaves the page as it was', async () => {
    const visit = await visitAs()
    const { page, complaints, context } = visit
    const began = serverNow()
    await touch(visit)
    await pass(visit, 715)
    await expect.poll(() => inactive(page).count()).toBe(0)
    await pass(visit, 10)
    await inactive(page).waitFor()
    await expect
      .poll(() => inactive(page).innerText())
      .toMatch(
        /Would you like to remain logged in\?\s+You have been away for a while\. For your security, you will be logged out in 2 minutes and \d+ seconds\./,
      )
    expect(await faults(visit)).toEqual([])
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Yes')
    // Moving the mouse, pressing Escape or typing does not answer.
    await page.mouse.move(10, 10)
    await page.mouse.move(300, 300)
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape')
    await pass(visit, 5)
    await expect.poll(() => inactive(page).isVisible()).toBe(true)
    // The server received the activity within a minute, and none since: what is received later is of that second minute.
    const answered = serverNow()
    const before = await lastActive()
    expect([before >= began, answered - before > 660_000]).toEqual([true, true])
    await page.keyboard.press('Enter')
    await inactive(page).waitFor({ state: 'detached' })
    await expect.poll(lastActive).toBeGreaterThanOrEqual(answered)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('unanswered for 180 seconds ends the session, here and on the server', async () => {
    const visit = await visitAs()
    await pass(visit, 725)
    await inactive(visit.page).waitFor()
    await pass(visit, 120)
    expect((await last()).ended_reason).toBeNull()
    await pass(visit, 65)
    await endOf(visit, 'Account Timed Out')
    expect((await last()).ended_reason).toBe('idle')
    await visit.context.close()
  })

  test('logs out the user who answers No', async () => {
    const visit = await visitAs()
    await pass(visit, 725)
    await inactive(visit.page).getByRole('button', { name: 'No, Log Out' }).click()
    await endOf(visit, 'Logout Successful.')
    expect((await last()).ended_reason).toBe('user')
    await visit.context.close()
  })

  test('appears after 420 seconds in a limited session', async () => {
    const visit = await visitAs({ limited: true, idle: 600 })
    await touch(visit)
    await pass(visit, 415)
    await expect.poll(() => inactive(visit.page).count()).toBe(0)
    await pass(visit, 10)
    await inactive(visit.page).waitFor()
    await pass(visit, 185)
    await endOf(visit, 'Account Timed Out')
    await visit.context.close()
  })

  test.each([
    ['a mouse that moves', (page: Page) => page.mouse.move(200, 200)],
    ['a click', (page: Page) => page.getByRole('main').click({ position: { x: 2, y: 2 } })],
    ['a key', (page: Page) => page.keyboard.press('Shift')],
    ['the wheel', (page: Page) => page.mouse.wheel(0, 40)],
    ['a touch', (page: Page) => page.touchscreen.tap(200, 300)],
  ])('%s restarts the idle clock', async (_name, act) => {
    const visit = await visitAs({ hasTouch: true })
    await pass(visit, 690)
    const acted = serverNow()
    await doing(visit, visit.page, () => act(visit.page))
    await pass(visit, 60)
    await expect.poll(() => inactive(visit.page).count()).toBe(0)
    expect(await lastActive()).toBeGreaterThanOrEqual(acted)
    await visit.context.close()
  })
})

describe('Session Warning', () => {
  test('appears once when fewer than 600 seconds remain, counts down each second, and ends with an expired session', async () => {
    const visit = await visitAs({ minutes: 20 })
    const { page } = visit
    const work = async (seconds: number) => {
      await touch(visit)
      await pass(visit, seconds)
    }
    await work(590)
    await expect.poll(() => warning(page).count()).toBe(0)
    await work(15)
    await warning(page).waitFor()
    const words = /^Your session will expire in (?:9|8) minutes and (\d+) seconds?\.$/
    const said = () => page.locator('#session-words b').innerText()
    await pass(visit, 1)
    const before = Number(words.exec(await textNow(page.locator('#session-words b')))![1])
    await page.getByText('When your session expires, you will be able to log in again to continue your work.').waitFor()
    await pass(visit, 2)
    await expect.poll(async () => (before - Number(words.exec(await said())![1]) + 60) % 60).toBe(2)
    expect(await faults(visit)).toEqual([])
    await page.getByRole('button', { name: 'Continue working' }).click()
    await warning(page).waitFor({ state: 'detached' })
    await work(300)
    await expect.poll(() => warning(page).count()).toBe(0)
    await work(310)
    await endOf(visit, 'Session Expired')
    expect((await last()).ended_reason).toBe('expired')
    await visit.context.close()
  })
})

describe('several tabs', () => {
  test('call the server from one of three, at most once a minute; activity in any keeps all alive; Yes in one answers in all within two seconds', async () => {
    const visit = await visitAs({ tabs: 3 })
    const { context } = visit
    const pages = context.pages()
    const asked = pages.map(() => 0)
    pages.forEach((one, at) =>
      one.on('request', (request) => {
        if (request.url().endsWith('/api/session/refresh')) asked[at]! += 1
      }),
    )
    let acted = 0
    for (let minute = 0; minute < 10; minute += 1) {
      const one = pages[minute % 3]!
      if (minute === 8) acted = serverNow()
      await doing(visit, one, () => one.mouse.move(100 + minute, 100))
      await pass(visit, 60)
    }
    expect(asked.filter((count) => count > 0)).toHaveLength(1)
    expect(Math.max(...asked)).toBeGreaterThan(5)
    expect(Math.max(...asked)).toBeLessThanOrEqual(10)
    expect(await lastActive()).toBeGreaterThanOrEqual(acted)
    await pass(visit, 755)
    for (const one of pages) await inactive(one).waitFor()
    await inactive(pages[1]!).getByRole('button', { name: 'Yes' }).click()
    // The tabs' clock stands still: they close before any timer of their own.
    for (const one of pages) await inactive(one).waitFor({ state: 'detached' })
    expect((await last()).ended_reason).toBeNull()
    await context.close()
  })

  test('notice within a minute that the provider ended the session, all within two seconds of the first', async () => {
    const visit = await visitAs({ tabs: 2 })
    const other = visit.context.pages()[1]!
    await portal.db.query(`update session set ended_at = $1, ended_reason = 'provider' where ended_at is null`, [
      portal.clock.now(),
    ])
    await pass(visit, 65)
    await visit.context.clock.runFor(2000)
    for (const one of [visit.page, other])
      await one.getByRole('heading', { level: 1, name: 'You have been logged out.' }).waitFor()
    await expect.poll(() => other.getByText('Dana').count()).toBe(0)
    await visit.context.close()
  })

  test('treat messages of other tabs as hints: forged ones end nothing and silence nothing', async () => {
    const visit = await visitAs()
    const { page } = visit
    await page.evaluate(() => {
      const channel = new BroadcastChannel('rxdocket')
      for (const message of [
        { kind: 'signed-out', why: 'idle' },
        { kind: 'signed-in', user: 'adjB' },
        { kind: 'carrier', carrier: 'CSC' },
        { kind: 'stay', at: 9e15 },
        { kind: 'warned' },
        { kind: 'input', stamp: 9e15 },
        'x'.repeat(1_000_000),
        null,
      ])
        channel.postMessage(message)
      channel.close()
    })
    await page.waitForLoadState('networkidle')
    expect(new URL(page.url()).pathname).toBe('/home')
    await page.getByText('Welcome, Dana').first().waitFor()
    expect((await last()).ended_reason).toBeNull()
    await pass(visit, 725)
    await inactive(page).waitFor()
    expect(visit.complaints).toEqual([])
    await visit.context.close()
  })
})

test('after two hours of sleep nothing of the page can be read before the server answers; then the session is over', async () => {
  const visit = await visitAs()
  const { page, context } = visit
  await visit.quiet()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/**', async (route) => {
    await held
    await route.continue()
  })
  portal.clock.move(7_200_000)
  await context.clock.fastForward(7_200_000)
  await page.getByRole('heading', { name: 'You were away' }).waitFor()
  // The header cannot be used, and the page is covered.
  const header = page.locator('header').first()
  await expect.poll(() => header.evaluate((element) => (element as HTMLElement).inert)).toBe(true)
  expect(
    await page.evaluate(() => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('dialog') !== null),
  ).toBe(true)
  release()
  await endOf(visit, 'Account Timed Out')
  await context.close()
})

describe('test mode, by a setting,', () => {
  let short: PortalInBrowser
  beforeAll(async () => {
    short = await startPortalInBrowser({ RXDOCKET_TEST_MODE: 'on' })
    short.clock.stop()
  })
  afterAll(() => short.stop())

  test('prompts after 60 seconds, logs out 30 later, warns at 90', async () => {
    const visit = await visitAs({ idle: 90 }, short)
    await touch(visit)
    await pass(visit, 55, short)
    await expect.poll(() => inactive(visit.page).count()).toBe(0)
    await pass(visit, 8, short)
    await inactive(visit.page).waitFor()
    await pass(visit, 32, short)
    await endOf(visit, 'Account Timed Out')
    await visit.context.close()

    const other = await visitAs({ idle: 90, minutes: 3 }, short)
    while (!(await settled(other.page, () => warning(other.page).isVisible()))) {
      await touch(other)
      await pass(other, 5, short)
    }
    const words = await textNow(other.page.locator('#session-words b'))
    const [, minutes, seconds] = /^Your session will expire in (\d) minutes? and (\d+) seconds?\.$/.exec(words)!
    const left = Number(minutes) * 60 + Number(seconds)
    expect([left > 80, left <= 90, words]).toEqual([true, true, words])
    await other.context.close()
  })
})
