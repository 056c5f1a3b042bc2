import { randomBytes, randomUUID } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { faultsOf } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'
import { deviceWords } from './rules.ts'

// The profile in a browser: sessions, and acts that need a recent sign-in.

let portal: PortalInBrowser
beforeAll(async () => {
  portal = await startPortalInBrowser()
})
afterAll(() => portal.stop())

const chromeOnWindows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

test.each([
  [chromeOnWindows, 'Chrome on Windows'],
  [`${chromeOnWindows} Edg/141.0.0.0`, 'Edge on Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari on a Mac',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/130.0 Mobile/15E148 Safari/604.1',
    'Chrome on an iPhone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on an iPad',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36',
    'Chrome on ChromeOS',
  ],
  ['curl/8.9.1', 'An unknown device'],
  ['Something else (Windows NT 10.0)', 'A browser on Windows'],
  ['', 'An unknown device'],
  [null, 'An unknown device'],
])('the browser with the User-Agent %s is shown as %s', (agent, words) => expect(deviceWords(agent)).toBe(words))

test('a session list shows words of ours and never the User-Agent as received', () => {
  const words = /^(An unknown device|(?:[A-Z][a-z]+(?: [A-Za-z]+)?|A browser)(?: on (?:an? )?[A-Za-z]+)?)$/
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (agent) => {
      expect(deviceWords(agent)).toMatch(words)
    }),
  )
})

const elsewhere = (username: string, more: { agent?: string; ip?: string; hoursAgo?: number } = {}) =>
  portal.db.query(
    `insert into session (id, token_hash, user_id, mc, started_at, expires_at, idle_seconds, last_activity_at, ip, user_agent)
     select $1, $2, u.id, 'NWM', $3::timestamptz - make_interval(hours => $4), $3::timestamptz + interval '8 hours',
       36000, $3::timestamptz - interval '5 minutes', $5, $6
       from app_user u where u.username = $7`,
    [
      randomUUID(),
      randomBytes(32),
      portal.clock.now(),
      more.hoursAgo ?? 2,
      more.ip ?? '203.0.113.9',
      more.agent ?? chromeOnWindows,
      username,
    ],
  )
const open = async (username: string, more: Parameters<PortalInBrowser['visitAs']>[1] = {}) => {
  const visit = await portal.visitAs(username, { path: '/accounts/profile', ...more })
  await section(visit.page).getByRole('listitem').first().waitFor()
  return visit
}
const section = (page: Page) => page.getByRole('region', { name: 'Where you are signed in' })
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)
const live = async (username: string) =>
  (
    await portal.db.query(
      'select s.user_agent from session s join app_user u on u.id = s.user_id where u.username = $1 and s.ended_at is null order by s.started_at',
      [username],
    )
  ).rows.length

describe('the list of sessions', () => {
  beforeEach(() => portal.db.query(`update session set ended_at = now(), ended_reason = 'user' where ended_at is null`))

  test('this session is marked; each other one can be ended by keyboard after a confirmation, and is announced', async () => {
    await elsewhere('dana.ruiz', { hoursAgo: 3 })
    await elsewhere('dana.ruiz', { agent: '', ip: '198.51.100.7', hoursAgo: 1 })
    const { page, context, complaints } = await open('dana.ruiz')
    const rows = section(page).getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(3)
    await expect.poll(() => rows.filter({ hasText: 'This device' }).count()).toBe(1)
    await expect.poll(() => rows.filter({ hasText: 'This device' }).getByRole('button').count()).toBe(0)
    const device = rows.filter({ hasText: 'Chrome on Windows' })
    await expect
      .poll(() => device.innerText())
      .toMatch(/Signed in \d\d\/\d\d\/\d{4} at \d{1,2}:\d\d [AP]M E[SD]T\s+Last active .* E[SD]T\s+From 203\.0\.113\.9/)
    expect(await faultsOf(page)).toEqual([])
    await device.getByRole('button', { name: /^End Chrome on Windows, signed in/ }).focus()
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog', { name: 'Sign out Chrome on Windows?' })
    await question.waitFor()
    expect(await faultsOf(page)).toEqual([])
    // No has the focus and changes nothing; so does Esc.
    await expect.poll(() => focused(page)).toBe('No')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await question.waitFor()
    await page.keyboard.press('Escape')
    expect(await live('dana.ruiz')).toBe(3)
    await expect.poll(() => focused(page)).toMatch(/^End Chrome on Windows/)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page
      .getByRole('status')
      .filter({ hasText: 'Chrome on Windows was signed out.' })
      .waitFor({ state: 'attached' })
    await expect.poll(() => rows.count()).toBe(2)
    await expect.poll(() => focused(page)).toBe('Where you are signed in')
    expect(await live('dana.ruiz')).toBe(2)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('all others end at once; one that ended meanwhile does not matter; without others the page says so', async () => {
    for (const hoursAgo of [1, 2, 3]) await elsewhere('sam.okafor', { hoursAgo })
    const { page, context } = await open('sam.okafor')
    const rows = section(page).getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(4)
    await portal.db.query(
      `update session set ended_at = $1, ended_reason = 'user'
        where id = (select s.id from session s join app_user u on u.id = s.user_id
          where u.username = 'sam.okafor' and s.ip is not null and s.ended_at is null limit 1)`,
      [portal.clock.now()],
    )
    await section(page).getByRole('button', { name: 'End all others' }).click()
    const question = page.getByRole('alertdialog', { name: 'Sign out 3 other sessions?' })
    await question.getByRole('button', { name: 'Yes, sign out' }).click()
    await page.getByText('No other active sessions.').waitFor()
    await expect.poll(async () => [await rows.count(), await live('sam.okafor')]).toEqual([1, 1])
    await expect.poll(() => section(page).getByRole('button', { name: 'End all others' }).count()).toBe(0)
    await context.close()
  })

  test('a session that could not be ended is reported with its Support Id and can be retried; a failed list is not shown as empty', async () => {
    await elsewhere('sam.okafor')
    const { page, context } = await open('sam.okafor', { viewport: { width: 390, height: 844 } })
    await page.route('**/api/session/*/end', (route) => route.abort())
    await section(page).getByRole('button', { name: /^End / }).click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Yes, sign out' }).click()
    await question.getByText('It is still signed in.').waitFor()
    await page.unroute('**/api/session/*/end')
    await question.getByRole('button', { name: 'Yes, sign out' }).click()
    await page.getByText('No other active sessions.').waitFor()
    await page.route('**/api/session/list', (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/json',
        body: JSON.stringify({
          status: { code: 'INTERNAL', message: 'Something failed.' },
          data: null,
          supportId: randomUUID(),
          fields: [],
        }),
      }),
    )
    await page.reload()
    await page.getByText('Your sessions could not be loaded').waitFor()
    await expect.poll(() => page.getByText('No other active sessions.').count()).toBe(0)
    await page.unroute('**/api/session/list')
    await section(page).getByRole('button', { name: 'Try again' }).click()
    await page.getByText('No other active sessions.').waitFor()
    await context.close()
  })
})

describe('a sign-in of six minutes ago', () => {
  const age = (username: string) =>
    portal.db.query(
      `update session set auth_time = $1::timestamptz - interval '6 minutes' where user_id = (select id from app_user where username = $2)`,
      [portal.clock.now(), username],
    )
  const dialog = (page: Page, name: string) =>
    page.getByRole('alertdialog', { name }).or(page.getByRole('dialog', { name }))
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).last().click()

  test('is not enough to change a password: the user signs in again, returns to the confirmation, and changes it', async () => {
    const { page, context, complaints } = await portal.open()
    await page.goto(`${portal.origin}/loginOkta/accounts/profile`)
    await portal.signIn(page, 'sam.okafor')
    await page.getByRole('dialog', { name: /^Welcome back/ }).waitFor()
    await page.keyboard.press('Escape')
    await press(page, 'Change Password')
    await age('sam.okafor')
    await press(page, 'Change Password')
    const confirm = dialog(page, 'Confirm it is you')
    await confirm.waitFor()
    await expect.poll(() => confirm.innerText()).toContain('To change your password, log in once more')
    await expect.poll(() => focused(page)).toMatch(/^Confirm it is you/)
    expect(await faultsOf(page)).toEqual([])
    // Not now changes nothing and stays on the page.
    await press(page, 'Not now')
    await expect.poll(() => focused(page)).toBe('Change Password')
    // The provider knows the browser, and asks all the same. Nothing has changed after its page.
    for (let time = 0; time < 2; time += 1) {
      await press(page, 'Change Password')
      await press(page, 'Change Password')
      await confirm.waitFor()
      await page.keyboard.press('Enter')
      await page.getByLabel('Password').waitFor()
      if (time > 0) break
      await page.goBack()
      await section(page).getByRole('listitem').first().waitFor()
    }
    await portal.signIn(page, 'sam.okafor')
    await page.getByText('Confirmed.').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await press(page, 'Change Password')
    await page.waitForURL(/\/logout$/)
    expect(await live('sam.okafor')).toBe(0)
    expect(complaints.filter((text) => !/401/.test(text))).toEqual([])
    await context.close()
  })

  test('of a single sign-on user is confirmed at their organization, which is required to ask again', async () => {
    await portal.db.query(
      `update user_carrier set roles = roles || '{account_admin}' where user_id = (select id from app_user where username = 'gus.sso')`,
    )
    const { page, context } = await portal.open()
    await page.goto(`${portal.origin}/sso/start?carrier=NWM&to=/accounts/profile`)
    await portal.signIn(page, 'gus.sso')
    await page.getByText('Welcome, Gus').first().waitFor()
    await age('gus.sso')
    const invite = (email: string) =>
      page.evaluate(async (to) => {
        const answer = await fetch('/api/admin/invitations', {
          method: 'POST',
          headers: { 'x-portal-request': '1', 'content-type': 'application/json' },
          body: JSON.stringify({ email: to, firstName: 'New', lastName: 'Comer', roles: ['adjuster'] }),
        })
        return { status: answer.status, id: ((await answer.json()) as { data?: { stepUp?: string } }).data?.stepUp }
      }, email)
    const { status, id } = await invite('one@elsewhere.example')
    expect(status).toBe(401)
    const asked = page.waitForRequest(/\/demo-carrier\/sso\?/)
    await page.goto(`${portal.origin}/confirm?id=${id}&to=/accounts/profile`)
    const request = new URL((await asked).url()).searchParams.get('SAMLRequest')!
    expect(inflateRawSync(Buffer.from(request, 'base64')).toString()).toContain('ForceAuthn="true"')
    await portal.signIn(page, 'gus.sso')
    await page.waitForURL(/\/accounts\/profile/)
    await page.getByText('Welcome, Gus').first().waitFor()
    expect((await invite('one@elsewhere.example')).status).toBe(200)
    expect((await invite('two@elsewhere.example')).status).toBe(401)
    await context.close()
  })
})
