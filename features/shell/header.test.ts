import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { textsNow } from '#testing/browser/settled.ts'
import { faultsOf } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'

// The header in its four states, the Welcome menu, its single sign-on variant, the notice of the last login and
// the limits of read-only users, in a real browser.

let portal: PortalInBrowser
beforeAll(async () => {
  portal = await startPortalInBrowser()
})
afterAll(() => portal.stop())

const banner = (page: Page) => page.getByRole('banner')
const inert = (page: Page) =>
  page
    .locator('header')
    .first()
    .evaluate((header) => (header as HTMLElement).inert)

/** What of the header touches its neighbor, leaves the page or does not fit its place. */
const cutIn = (page: Page, fits = true) =>
  page
    .locator('header')
    .first()
    .evaluate((header, mustFit) => {
      const boxes = [...header.children]
        .map((one) => ({ one, at: one.getBoundingClientRect() }))
        .filter(({ at }) => at.width > 0)
      const over = boxes.filter(({ at }, index) => at.right > (boxes[index + 1]?.at.left ?? innerWidth) + 0.5)
      const tight = boxes.filter(({ one }) => /NAV|BUTTON/.test(one.tagName) && one.scrollWidth > one.clientWidth + 1)
      return [...over, ...(mustFit ? tight : [])].map(({ one }) => one.textContent)
    }, fits)

describe('logged out', () => {
  test('the logged-out header shows the logo and a Log In link to /login', async () => {
    const { page, context } = await portal.open()
    await page.goto(`${portal.origin}/logout`)
    const link = banner(page).getByRole('link', { name: 'Log In' })
    await link.waitFor()
    await expect.poll(() => banner(page).getByRole('link').allInnerTexts()).toEqual(['RxDocket', 'Log In'])
    await link.click()
    await page.getByRole('heading', { level: 1, name: 'Log in to' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/login')
    await context.close()
  })
})

describe('a single sign-on user', () => {
  const arrive = async (page: Page) => {
    await page.goto(`${portal.origin}/sso/start?carrier=NWM&to=/home`)
    await portal.signIn(page, 'gus.sso')
  }

  test('has the whole header; logged out, no Log In link, and returns to the page of their organization', async () => {
    const { page, context, complaints, quiet } = await portal.open()
    await arrive(page)
    await page.getByText('Welcome, Gus').first().waitFor()
    await page.getByRole('dialog', { name: /^Welcome back/ }).waitFor()
    await page.keyboard.press('Escape')
    await quiet() // an answer that comes after the session has ended is refused
    expect(await page.evaluate(() => sessionStorage.getItem('oktaSSO'))).toBe('true')
    await page.getByRole('button', { name: /Welcome, Gus/ }).click()
    await page.getByRole('menuitem', { name: 'Log Out' }).click()
    await page.getByRole('heading', { level: 1, name: 'Logout Successful.' }).waitFor()
    await expect.poll(() => page.getByText('You have successfully logged out of the product.').count()).toBe(1)
    await expect.poll(() => page.getByRole('img', { name: 'Success' }).count()).toBe(1)
    await expect.poll(() => banner(page).getByRole('link', { name: 'Log In' }).count()).toBe(0)
    const back = page.getByRole('link', { name: 'Return to Login' })
    await expect.poll(() => back.getAttribute('href')).toBe(`${portal.origin}/sso/start?carrier=NWM`)
    await page.reload()
    await expect.poll(() => back.getAttribute('href')).toBe(`${portal.origin}/sso/start?carrier=NWM`)
    await back.click()
    await page.waitForURL(/\/demo-carrier\//)
    // What the page still read when the session ended is refused: 401.
    expect(complaints.filter((words) => !words.includes('401'))).toEqual([])
    await context.close()
  })

  test('before accepting the terms has the simplified header without the link', async () => {
    await portal.db.query(`update app_user set terms_version = '2.0' where username = 'gus.sso'`)
    const { page, context } = await portal.open()
    await arrive(page)
    await page.getByRole('heading', { level: 1, name: 'Complete Registration' }).waitFor()
    await expect.poll(() => banner(page).getByRole('link').allInnerTexts()).toEqual(['RxDocket'])
    await expect.poll(() => banner(page).getByRole('button').count()).toBe(0)
    expect(await faultsOf(page)).toEqual([])
    await portal.db.query(`update app_user set terms_version = '3.0' where username = 'gus.sso'`)
    await context.close()
  })
})

describe('logged in', () => {
  test('has logo, navigation, Chat Support, Feedback and the Welcome menu with the entries of this user', async () => {
    await portal.db.query(`update feature_flag_override set enabled = false where key = 'notificationSettings'`)
    const { page, context, complaints } = await portal.visitAs('dana.ruiz')
    const menu = page.getByRole('button', { name: /Welcome, Dana/ })
    await menu.waitFor()
    await expect
      .poll(() => banner(page).getByRole('link', { name: 'RxDocket, go to Home' }).getAttribute('href'))
      .toBe('/home')
    const nav = banner(page).getByRole('navigation', { name: 'Main' })
    await expect
      .poll(async () => (await nav.getByRole('link').allInnerTexts()).map((text) => text.split('\n')[0]))
      .toEqual(expect.arrayContaining(['Home', 'Authorization Requests']))
    // By keyboard: Enter opens, arrows move, Esc closes and returns the focus.
    await menu.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('true')
    const items = page.getByRole('menu', { name: 'Account menu' }).getByRole('menuitem')
    const entries = await textsNow(items)
    expect(entries.at(-1)).toBe('Log Out')
    expect(entries).not.toContain('Change Master Carrier')
    await page.keyboard.press('End')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Log Out')
    await page.keyboard.press('Escape')
    await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('false')
    await expect.poll(() => menu.evaluate((button) => button === document.activeElement)).toBe(true)
    // Hidden in the first release: not even in the document.
    const html = await page.content()
    for (const hidden of ['Notification Settings', 'Administration']) expect(html.includes(hidden), hidden).toBe(false)
    await portal.db.query(`update feature_flag_override set enabled = true where key = 'notificationSettings'`)
    const feedback = banner(page).getByRole('link', { name: 'Feedback' })
    await expect
      .poll(async () => decodeURIComponent((await feedback.getAttribute('href')) ?? ''))
      .toMatch(
        /^mailto:feedback@rxdocket\.example\?subject=RxDocket feedback: Home&body=\s+Screen: Home\nVersion: [\d.]+\s+$/,
      )
    expect(complaints).toEqual([])
    await context.close()
  })

  test('without a chat service gets the carrier’s own support number from Chat Support', async () => {
    await portal.db.query(`update master_carrier set product_phone = '800-555-0177' where mc = 'NWM'`)
    const { page, context } = await portal.visitAs('dana.ruiz')
    await page.route('**/api/chat/check', (route) => route.fulfill({ status: 500, json: {} }))
    await banner(page).getByRole('button', { name: 'Chat Support' }).click()
    const dialog = page.getByRole('dialog', { name: 'Chat Support' })
    await dialog
      .getByText(
        'Chat service is unavailable at this time. We apologize for the inconvenience. Please contact the provider at 800-555-0177 for assistance.',
      )
      .waitFor()
    await expect
      .poll(() => dialog.getByRole('link', { name: '800-555-0177' }).getAttribute('href'))
      .toBe('tel:+18005550177')
    expect(await faultsOf(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: 'Contact Us' }).click()
    const panel = page.getByRole('dialog', { name: 'Contact Us' })
    await panel.getByRole('heading', { name: 'Support for Northwind Mutual' }).waitFor()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await context.close()
  })

  test('on a phone has the navigation as a bar at the bottom, whose menu has the rest', async () => {
    const { page, context } = await portal.visitAs('lee.park', { mc: 'NWM', viewport: { width: 390, height: 844 } })
    const bar = page.getByRole('navigation', { name: 'Main' }).last()
    await bar.getByRole('link', { name: /Requests/ }).waitFor()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await bar.getByRole('button', { name: 'Menu' }).click()
    const entries = await textsNow(page.getByRole('menu', { name: 'More' }).getByRole('menuitem'))
    for (const entry of [
      'Change Master Carrier',
      'Chat Support',
      'Feedback',
      'Terms of Use',
      'Privacy Notice',
      'Contact Us',
      'Log Out',
    ])
      expect(entries).toContain(entry)
    expect(await faultsOf(page)).toEqual([])
    await context.close()
  })

  test('with two queues and several carriers has nothing that touches, at any width', async () => {
    await portal.db.query(
      `update user_carrier set roles = roles || '{ur_reviewer}', license_states = '{FL,NJ}'
        where mc = 'NWM' and user_id = (select id from app_user where username = 'rita.chen')`,
    )
    const { page, context } = await portal.visitAs('rita.chen', { mc: 'NWM' })
    await banner(page)
      .getByRole('link', { name: /^Utilization Review/ })
      .waitFor()
    for (const width of [1920, 1600, 1440, 1360, 1280, 1181, 1180, 1024, 901, 760]) {
      await page.setViewportSize({ width, height: 900 })
      // On narrower screens the pages scroll.
      await expect.poll(() => cutIn(page, width > 1000), { message: String(width) }).toEqual([])
    }
    await page.setViewportSize({ width: 390, height: 844 })
    const bar = page.getByRole('navigation', { name: 'Main' }).last()
    await expect.poll(() => bar.getByRole('link').count()).toBe(4)
    await bar.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('menu', { name: 'More' }).getByRole('menuitem', { name: 'Patients' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await context.close()
  })

  test.each(['kit.moss', 'sam.okafor', 'pat.lund', 'rita.chen', 'lee.park', 'dana.ruiz'])(
    '%s reads every page and the carrier in the header whole, from 1024 to 1920 pixels',
    async (username) => {
      const { page, context, quiet } = await portal.visitAs(username, { mc: 'NWM' })
      await banner(page).getByRole('link', { name: 'Patients' }).waitFor()
      await quiet()
      for (const width of [1920, 1720, 1600, 1440, 1366, 1280, 1120, 1024]) {
        await page.setViewportSize({ width, height: 900 })
        await expect.poll(() => cutIn(page), { message: String(width) }).toEqual([])
        const shortened = () =>
          banner(page)
            .locator('button b')
            .evaluateAll((names) =>
              names.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent),
            )
        if (width > 1120) await expect.poll(shortened, { message: String(width) }).toEqual([])
      }
      await context.close()
    },
  )

  test('with several carriers always sees the current one, and can change it in the menu', async () => {
    const { page, context } = await portal.visitAs('lee.park', { mc: 'NWM' })
    await banner(page).getByRole('button', { name: 'Northwind Mutual, change master carrier' }).waitFor()
    await page.getByRole('button', { name: /Welcome, Lee/ }).click()
    await page.getByRole('menuitem', { name: 'Change Master Carrier' }).click()
    await page.getByRole('dialog', { name: 'Select Carrier' }).waitFor()
    const dialog = page.getByRole('dialog', { name: 'Select Carrier' })
    await expect.poll(() => dialog.getByRole('radio').count()).toBe(2)
    // What waits at each is known before the choice.
    await dialog.getByText(/^NWM · \d+ programs? · \d+ pending/).waitFor()
    await dialog.getByText(/^CSC · \d+ programs? · (\d+ pending|nothing waits)/).waitFor()
    await context.close()
  })

  test('cannot use the header while the session is being ended', async () => {
    const { page, context } = await portal.visitAs('dana.ruiz')
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/logout', async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('button', { name: /Welcome, Dana/ }).click()
    await page.getByRole('menuitem', { name: 'Log Out' }).click()
    await expect.poll(() => inert(page)).toBe(true)
    release()
    await page.waitForURL((url) => url.pathname !== '/home')
    await context.close()
  })

  test('is informed when logging out fails, and can continue', async () => {
    const { page, context } = await portal.visitAs('dana.ruiz')
    await page.route('**/api/logout', (route) => route.abort())
    await page.getByRole('button', { name: /Welcome, Dana/ }).click()
    await page.getByRole('menuitem', { name: 'Log Out' }).click()
    await page.getByRole('region', { name: 'Notifications' }).getByText('You are still logged in.').waitFor()
    expect(await inert(page)).toBe(false)
    await context.close()
  })
})

describe('the last login', () => {
  const notice = (page: Page) => page.getByRole('dialog', { name: /^Welcome back/ })
  const signInAfter = async (username: string, failures: number) => {
    const visit = await portal.open()
    await visit.page.goto(`${portal.origin}/loginOkta`)
    for (let at = 0; at < failures; at += 1) {
      await portal.signIn(visit.page, username, 'not the password')
      await visit.page.getByRole('alert').first().waitFor()
    }
    await portal.signIn(visit.page, username)
    return visit
  }

  test.each([
    [0, /^Your last successful login was \d\d\/\d\d\/\d{4} at \d{1,2}:\d\d [AP]M\.$/],
    [
      1,
      /There has been 1 unsuccessful login attempt since your last successful login\. If you suspect unauthorized access, contact Account Management immediately\.$/,
    ],
    [
      2,
      /There have been 2 unsuccessful login attempts since your last successful login\. If you suspect unauthorized access, contact Account Management immediately\.$/,
    ],
  ])('after %i failed attempts', async (failures, words) => {
    const { page, context } = await signInAfter('fed.jones', failures)
    await notice(page).waitFor()
    await expect
      .poll(async () =>
        (await notice(page).locator('p, [class]').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim()),
      )
      .toContainEqual(expect.stringMatching(words))
    if (failures === 2) expect(await faultsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await notice(page).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByText('Welcome, Frederica').first().waitFor()
    await page.waitForLoadState('networkidle')
    await expect.poll(() => notice(page).count()).toBe(0) // Once per login.
    await context.close()
  })

  test('waits until the user has chosen a carrier', async () => {
    const { page, context } = await signInAfter('lee.park', 1)
    const chooser = page.getByRole('dialog', { name: 'Select Carrier' })
    await chooser.waitFor()
    await expect.poll(() => notice(page).count()).toBe(0)
    await page.keyboard.press('Enter')
    await notice(page).getByText('1 unsuccessful login attempt').waitFor()
    await expect.poll(() => chooser.count()).toBe(0)
    await context.close()
  })
})

describe('users with read-only roles', () => {
  test.each([
    ['read_only', ['read_only']],
    ['  Read_Only ', ['  Read_Only ']],
    ['prog_special', ['prog_special']],
    ['all_access and read_only', ['all_access', 'read_only']],
  ])('%s: marker, banner, no controls, and the server refuses', async (_name, roles) => {
    await portal.db.query(
      `update user_carrier set roles = $1 where mc = 'NWM' and user_id = (select id from app_user where username = 'ann.boyd')`,
      [roles],
    )
    const { rows } = await portal.db.query(
      `select id from rx_authorization where mc = 'NWM' and status_id = 20 limit 1`,
    )
    const { page, context, complaints } = await portal.visitAs('ann.boyd', {
      mc: 'NWM',
      path: `/authorizations/request/${rows[0].id}`,
    })
    await page.getByText('You have view-only access: you can read everything here and change nothing.').waitFor()
    expect(await page.evaluate(() => document.body.className)).toContain('view-only')
    await page.getByRole('heading', { name: 'Clinical considerations' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: /approve|reject|snooze|assign/i }).count()).toBe(0)
    expect(complaints).toEqual([])
    const refused = await page.evaluate(
      (id) =>
        fetch(`/api/authorizations/${id}/snoozeAuthEscalation/4`, {
          method: 'POST',
          headers: {
            'x-portal-request': '1',
            'x-master-carrier': 'NWM',
            'content-type': 'application/json',
            'idempotency-key': 'view-only-tries-0001',
          },
          body: '{}',
        }).then(async (answer) => [answer.status, ((await answer.json()) as { status: unknown }).status]),
      rows[0].id as string,
    )
    expect(refused).toEqual([403, { code: 'UPDATE_BLOCKED', message: 'Update functionality is blocked for user' }])
    await page.getByRole('button', { name: 'Chat Support' }).click()
    const chat = page.getByRole('dialog', { name: 'Chat Support' })
    // A conversation is the user's own: those who only look have it, too.
    await chat.getByRole('button', { name: /^(Start chat|Leave message)$/ }).waitFor()
    await context.close()
  })
})

test('The copyright line ends with the current year', async () => {
  const { page, context } = await portal.open({ at: new Date('2031-06-01T12:00:00Z') })
  await page.goto(`${portal.origin}/logout`)
  await page.getByRole('button', { name: 'Contact Us' }).waitFor()
  await expect.poll(() => page.getByText('© 2031 RxDocket Pharmacy Services', { exact: true }).count()).toBe(1)
  await context.close()
})

test('The header counts what was not read, opens the list, and a notification leads to its request', async () => {
  const { page, complaints, context } = await portal.visitAs('dana.ruiz', { mc: 'NWM', path: '/home' })
  const { rows } = await portal.db.query<{ id: string }>(
    `with mine as (update user_notification n set read_at = now() from app_user u where u.id = n.user_id and u.username = 'dana.ruiz')
     insert into user_notification (mc, id, user_id, kind, title, authorization_id, at)
     select a.mc, gen_random_uuid(), u.id, 'overdue', 'Request ' || a.reference_number || ' is past its deadline.', a.id, now()
       from rx_authorization a join app_user u on u.username = 'dana.ruiz' where a.mc = 'NWM' and a.status_id = 20
      order by a.reference_number limit 2 returning authorization_id as id`,
  )
  await page.reload()
  await banner(page).getByRole('link', { name: 'Notifications, 2 unread' }).click()
  await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  if (process.env['PICTURES'])
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await page.screenshot({ path: `${process.env['PICTURES']}/notifications-${width}.png` })
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    }
  await page.setViewportSize({ width: 1440, height: 900 })
  const unread = page.getByRole('listitem').filter({ hasText: 'Unread' })
  await unread.getByRole('link').first().click()
  await page.waitForURL(({ pathname }) => rows.some(({ id }) => pathname === `/authorizations/request/${id}`))
  await banner(page).getByRole('link', { name: 'Notifications, 1 unread' }).click()
  await page.getByRole('button', { name: 'Mark all as read' }).press('Enter')
  await banner(page).getByRole('link', { name: 'Notifications', exact: true }).waitFor()
  await page.getByRole('radio', { name: 'Unread' }).check()
  await page.getByRole('heading', { name: 'No unread notifications' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
