import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { textNow } from '#testing/browser/settled.ts'
import { faultsOf } from '#testing/kit/axe.ts'
import { stopClock } from '#testing/kit/stop-clock.ts'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'

// The master carrier, tabs of one browser, browser storage, and code chunks that do not
// load, in a real browser.

let portal: PortalInBrowser
beforeAll(async () => {
  portal = await startPortalInBrowser()
})
afterAll(() => portal.stop())

const chooser = (page: Page) => page.getByRole('dialog', { name: 'Select Carrier' })
const working = (page: Page, carrier: RegExp) =>
  page.getByRole('button', { name: new RegExp(`${carrier.source}.*, change master carrier`) }).waitFor()
const change = async (page: Page, carrier: RegExp) => {
  await page.getByRole('button', { name: /, change master carrier$/ }).click()
  await chooser(page).getByRole('radio', { name: carrier }).check()
  await chooser(page).getByRole('button', { name: 'Submit' }).click()
}
/** Reads the last login, which is shown after the rest of the page. */
const welcomed = async (page: Page) => {
  await page.getByRole('dialog', { name: /^Welcome back/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}
const carrierOf = async (username: string) =>
  (
    await portal.db.query<{ mc: string | null }>(
      `select s.mc from session s join app_user u on u.id = s.user_id where u.username = $1 and s.ended_at is null order by s.started_at desc limit 1`,
      [username],
    )
  ).rows[0]?.mc
const memberships = (username: string, active: boolean, mcs: string[]) =>
  portal.db.query(
    `update user_carrier set active = $1 where mc = any($2) and user_id = (select id from app_user where username = $3)`,
    [active, mcs, username],
  )
const northwind = /Northwind/
const cascade = /^(?!.*Northwind)/

describe('the choice of a carrier', () => {
  test('is pending with several carriers: it cannot be skipped, a number and Enter choose, the session stores it', async () => {
    const { page, context, complaints } = await portal.visitAs('lee.park', { mc: null })
    await chooser(page).waitFor()
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape')
    await expect.poll(() => chooser(page).isVisible()).toBe(true)
    expect(await faultsOf(page)).toEqual([])
    expect(await carrierOf('lee.park')).toBeNull()
    await expect.poll(() => chooser(page).getByRole('radio').count()).toBe(2)
    await page.keyboard.press('2')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /, change master carrier$/ }).waitFor()
    const chosen = await carrierOf('lee.park')
    expect(['NWM', 'CSC']).toContain(chosen)
    await page.reload()
    await page.getByRole('button', { name: /, change master carrier$/ }).waitFor()
    await expect.poll(() => chooser(page).count()).toBe(0)
    expect(await carrierOf('lee.park')).toBe(chosen)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('while pending can be left only by logging out', async () => {
    const { page, context } = await portal.visitAs('lee.park', { mc: null })
    // The carrier used last, also in a new session, and its programs.
    await chooser(page).getByText('Used last').waitFor()
    await expect
      .poll(() =>
        chooser(page)
          .getByText(/^(?:NWM|CSC) · \d programs$/)
          .count(),
      )
      .toBe(2)
    await chooser(page).getByRole('button', { name: 'Log Out' }).click()
    await page.waitForURL((url) => url.pathname !== '/home')
    const { rows } = await portal.db.query(`select from session where mc is null and ended_at is null`)
    expect(rows).toHaveLength(0)
    await context.close()
  })

  test('is made for a user who has one carrier', async () => {
    const { page, context } = await portal.open()
    await page.goto(`${portal.origin}/loginOkta`)
    await portal.signIn(page, 'dana.ruiz')
    await page.getByText('Welcome, Dana').first().waitFor()
    await expect.poll(() => page.getByRole('button', { name: /change master carrier/ }).count()).toBe(0)
    await context.close()
  })

  test('is required again when the carrier is removed from the user while they work', async () => {
    const { page, context } = await portal.visitAs('rita.chen', { mc: 'NWM' })
    await working(page, northwind)
    await memberships('rita.chen', false, ['NWM'])
    // The page learns of it from the user's next call or from its next poll; either way the click need not succeed.
    void page
      .getByRole('link', { name: /^Authorization Requests/ })
      .first()
      .click()
      .catch(() => undefined)
    await chooser(page).waitFor()
    await expect.poll(() => chooser(page).getByRole('radio', { name: northwind }).count()).toBe(0)
    await memberships('rita.chen', true, ['NWM'])
    await context.close()
  })

  test('is not offered to a user who has one carrier left', async () => {
    const { page, context } = await portal.visitAs('lee.park', { mc: 'NWM' })
    await working(page, northwind)
    await memberships('lee.park', false, ['NWM'])
    await page
      .getByRole('link', { name: /^Authorization Requests/ })
      .first()
      .click()
    await expect.poll(() => carrierOf('lee.park')).toBe('CSC')
    await page.getByText('Welcome, Lee').first().waitFor()
    await expect.poll(() => page.getByRole('button', { name: /change master carrier/ }).count()).toBe(0)
    await memberships('lee.park', true, ['NWM'])
    await context.close()
  })

  test('is impossible for a user without carriers: the page says so, whom to ask, and offers Log Out', async () => {
    await memberships('lee.park', false, ['NWM', 'CSC'])
    try {
      const { page, context } = await portal.visitAs('lee.park', { mc: null })
      await page.getByRole('heading', { name: 'No carrier is assigned to you' }).waitFor()
      expect(await faultsOf(page)).toEqual([])
      await page.getByRole('button', { name: 'Log Out' }).click()
      await page.waitForURL((url) => url.pathname !== '/home')
      await context.close()
    } finally {
      await memberships('lee.park', true, ['NWM', 'CSC'])
    }
  })

  test('in the menu marks the current carrier, which can be kept; from requests it leads to requests, else to Home', async () => {
    const { page, context, complaints, quiet } = await portal.visitAs('lee.park', {
      mc: 'NWM',
      path: '/authorizations?tab=escalated',
    })
    await working(page, northwind)
    await page.getByRole('button', { name: /, change master carrier$/ }).click()
    await expect.poll(() => chooser(page).getByRole('radio', { name: northwind }).isChecked()).toBe(true)
    await expect.poll(() => chooser(page).getByText('Used last').count()).toBe(1)
    await page.keyboard.press('Escape')
    await chooser(page).waitFor({ state: 'detached' })
    expect(page.url()).toBe(`${portal.origin}/authorizations?tab=escalated`)
    // Also when another call, or word of the change, detects it before the page does.
    await page.route('**/api/session/masterCarrier', async (route) => {
      const response = await route.fetch()
      let met = false
      page.on('response', (one) => (met ||= one.status() === 409))
      // Stale data is fetched again when the user returns to the tab.
      const ask = () =>
        page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
      await expect.poll(async () => (await ask(), met || page.url() === `${portal.origin}/home`)).toBe(true)
      await page.waitForURL(`${portal.origin}/home`)
      await route.fulfill({ response })
    })
    await change(page, cascade)
    await page.waitForURL(`${portal.origin}/authorizations`)
    await working(page, cascade)
    await quiet()
    expect(page.url()).toBe(`${portal.origin}/authorizations`)
    await page.unroute('**/api/session/masterCarrier')
    expect(await carrierOf('lee.park')).toBe('CSC')
    await page.goto(`${portal.origin}/home`)
    await change(page, northwind)
    await working(page, northwind)
    expect(page.url()).toBe(`${portal.origin}/home`)
    // Only of the call that detected the change.
    expect(complaints.filter((one) => !one.includes('409 (Conflict)'))).toEqual([])
    await context.close()
  })

  test('made on requests ends at requests: the tab does not follow its own message to the others', async () => {
    const visit = await portal.visitAs('lee.park', { mc: 'NWM', path: '/authorizations?tab=escalated' })
    const { page } = visit
    for (const carrier of [cascade, northwind, cascade]) {
      await working(page, carrier === cascade ? northwind : cascade)
      await visit.quiet()
      await change(page, carrier)
      await chooser(page).waitFor({ state: 'detached' })
      await working(page, carrier)
      await visit.quiet()
      expect(page.url()).toBe(`${portal.origin}/authorizations`)
    }
    await visit.context.close()
  })

  test('in another tab is followed here, at Home, with a message', async () => {
    const visit = await portal.visitAs('lee.park', { mc: 'NWM', path: '/authorizations' })
    await working(visit.page, northwind)
    const other = await visit.tab('/home')
    await working(other, northwind)
    await visit.quiet()
    await change(other, cascade)
    await visit.page.waitForURL(`${portal.origin}/home`)
    await expect
      .poll(() => visit.page.getByRole('status').allInnerTexts()) // messages are announced five seconds apart
      .toContainEqual(expect.stringMatching(/Now working in /))
    // What this tab asks between the change and its message is refused (next test), and the browser says so.
    expect(visit.complaints.filter((one) => !one.includes('409 (Conflict)'))).toEqual([])
    await visit.context.close()
  })

  test('in two tabs never mixes carriers: a tab that missed the change gets no data until it has followed', async () => {
    const visit = await portal.visitAs('lee.park', { mc: 'NWM', path: '/logout' })
    const { page, context } = visit
    // This tab receives no messages, neither from the others nor from the server.
    await page.route(/\/api\/changes/, (route) => route.abort())
    await page.addInitScript(() => {
      Object.defineProperty(globalThis, 'BroadcastChannel', {
        value: class {
          postMessage() {}
          close() {}
        },
      })
    })
    await page.goto(`${portal.origin}/home`)
    await working(page, northwind)
    const other = await visit.tab('/home')
    await working(other, northwind)
    await change(other, cascade)
    await expect.poll(() => carrierOf('lee.park')).toBe('CSC')
    const answers: [carrier: string | undefined, status: number][] = []
    page.on('response', (response) => {
      if (/\/api\/(?!changes|user\/details)/.test(response.url()))
        answers.push([response.request().headers()['x-master-carrier'], response.status()])
    })
    await page
      .getByRole('link', { name: /^Authorization Requests/ })
      .first()
      .click()
    await page.waitForURL(`${portal.origin}/home`)
    await page.getByRole('button', { name: /, change master carrier$/ }).waitFor()
    await visit.quiet()
    expect(answers.filter(([carrier, status]) => carrier === 'NWM' && status !== 409)).toEqual([])
    expect(answers).toContainEqual(['NWM', 409])
    expect(answers.filter(([carrier, status]) => carrier === 'CSC' && status !== 200)).toEqual([])
    await context.close()
  })
})

describe('tabs of one browser', () => {
  test('sign in together; logging out in one logs out all within two seconds', async () => {
    const visit = await portal.open({ at: portal.clock.now() })
    const { page, context } = visit
    const waiting = await visit.tab('/login?referrer=%2Fauthorizations')
    const gone = await visit.tab('/logout')
    await page.goto(`${portal.origin}/loginOkta`)
    await portal.signIn(page, 'dana.ruiz')
    await page.getByText('Welcome, Dana').first().waitFor()
    await waiting.waitForURL(`${portal.origin}/authorizations`)
    await gone.waitForURL(`${portal.origin}/home`)
    // The first of the three to ask gets the last login.
    const asked = await Promise.any(
      [page, waiting, gone].map(async (one) => {
        await one.getByRole('dialog', { name: /^Welcome back/ }).waitFor()
        return one
      }),
    )
    await asked.keyboard.press('Escape')
    await asked.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /Welcome, Dana/ }).click()
    // Two seconds of the tabs' clock, however long the machine takes for them.
    await stopClock(page)
    await page.getByRole('menuitem', { name: 'Log Out' }).click()
    await context.clock.runFor(2000)
    for (const one of [page, waiting, gone]) await one.getByRole('heading', { name: 'Logout Successful.' }).waitFor()
    // The Back button shows nothing of the session.
    await page.goBack().catch(() => {})
    await expect.poll(() => page.getByText('Dana').count()).toBe(0)
    await context.close()
  })

  test('say the same where one asks the server before it hears that the other has logged out', async () => {
    const visit = await portal.visitAs('dana.ruiz')
    const { page, context } = visit
    await page.getByText('Welcome, Dana').first().waitFor()
    const other = await visit.tab('/authorizations')
    await other.getByRole('heading', { level: 1 }).waitFor()
    // The server has ended the session, and its answer is still on its way.
    const ended = Promise.withResolvers<void>()
    const arrives = Promise.withResolvers<void>()
    await page.route('**/api/logout', async (route) => {
      const response = await route.fetch()
      ended.resolve()
      await arrives.promise
      await route.fulfill({ response })
    })
    await page.getByRole('button', { name: /Welcome, Dana/ }).click()
    await page.getByRole('menuitem', { name: 'Log Out' }).click()
    await ended.promise
    // Unless its changes have asked meanwhile, and the page is gone or being left.
    await other.evaluate(() => document.querySelector<HTMLElement>('a[href="/home"]')?.click()).catch(() => {})
    await expect.poll(() => other.getByRole('heading', { name: 'Logout Successful.' }).count()).toBe(1)
    arrives.resolve()
    await page.getByRole('heading', { name: 'Logout Successful.' }).waitFor()
    await context.close()
  })

  test('show nothing of the former user after another signs in', async () => {
    const visit = await portal.open()
    const { page, context } = visit
    await page.goto(`${portal.origin}/loginOkta`)
    await portal.signIn(page, 'dana.ruiz')
    await page.getByText('Welcome, Dana').first().waitFor()
    const other = await visit.tab('/loginOkta?again')
    await portal.signIn(other, 'fed.jones')
    await other.getByText('Welcome, Frederica').first().waitFor()
    await page.getByText('Welcome, Frederica').first().waitFor()
    await expect.poll(() => page.getByText('Dana').count()).toBe(0)
    await context.close()
  })
})

describe('browser storage', () => {
  const kept = async (page: Page) => ({
    local: await page.evaluate(() => ({ ...localStorage })),
    session: await page.evaluate(() => ({ ...sessionStorage })),
    cookies: await page.evaluate(() => document.cookie),
    databases: await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)),
    caches: await page.evaluate(() => caches.keys()),
  })
  const nothing = { local: {}, session: {}, cookies: '', databases: [], caches: [] }
  const out = async (page: Page, name: string) => {
    await page.getByRole('button', { name: new RegExp(`Welcome, ${name}`) }).click()
    await page.getByRole('menuitem', { name: 'Log Out' }).click()
    await page.getByRole('heading', { name: 'Logout Successful.' }).waitFor()
  }

  test('is empty before the login; signed in it has display settings; after logging out the reason and the same settings', async () => {
    const { page, context } = await portal.open()
    await page.goto(`${portal.origin}/login`)
    expect(await kept(page)).toEqual(nothing)
    await page.getByRole('link', { name: 'Log In' }).click()
    await portal.signIn(page, 'dana.ruiz')
    await welcomed(page)
    await page.goto(`${portal.origin}/authorizations`)
    await page.getByText('Welcome, Dana').first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(await kept(page)).toEqual(nothing)
    await page.getByRole('button', { name: /Welcome, Dana/ }).click()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    await page.keyboard.press('Escape')
    const look = { 'rxdocket.preferences': '{"theme":"dark","density":"default","singleKeys":true}' }
    expect(await kept(page)).toEqual({ ...nothing, local: look })
    await out(page, 'Dana')
    expect(await kept(page)).toEqual({
      ...nothing,
      local: look,
      session: { 'rxdocket.logged-out': '{"why":"user"}' },
    })
    // The next user who signs in here finds none of it.
    await page.getByRole('link', { name: 'Return to Login' }).click()
    await portal.signIn(page, 'fed.jones')
    await page.getByText('Welcome, Frederica').first().waitFor()
    expect(await kept(page)).toEqual({ ...nothing, local: look })
    await context.close()
  })

  test('of a single sign-on user has the flag while they are signed in, and their return address afterwards', async () => {
    const { page, context } = await portal.open()
    await page.goto(`${portal.origin}/sso/start?carrier=NWM&to=/home`)
    await portal.signIn(page, 'gus.sso')
    await welcomed(page)
    expect(await kept(page)).toEqual({ ...nothing, session: { oktaSSO: 'true' } })
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('isSsoUser')
    await out(page, 'Gus')
    const { session } = await kept(page)
    expect(Object.keys(session)).toEqual(['rxdocket.logged-out'])
    expect(JSON.parse(session['rxdocket.logged-out']!)).toEqual({
      why: 'user',
      ssoUser: true,
      relayStateUrl: `${portal.origin}/sso/start?carrier=NWM`,
    })
    await context.close()
  })

  test('forged by a user changes neither carrier nor session', async () => {
    const { page, context } = await portal.open()
    await page.goto(`${portal.origin}/login`)
    await page.evaluate(() => {
      localStorage.setItem('masterCarrierCode', 'CSC')
      sessionStorage.setItem('oktaSSO', 'true')
      sessionStorage.setItem(
        'rxdocket.logged-out',
        JSON.stringify({
          why: '<img src=x onerror=alert(1)>',
          ssoUser: 'yes',
          relayStateUrl: 'javascript:alert(1)',
          message: 'Call 1-800-EVIL',
          supportId: '../../x',
          saved: 'at 1:00 PM. Call EVIL',
          unsaved: 'yes',
        }),
      )
    })
    await page.goto(`${portal.origin}/logout`)
    await page.getByRole('heading', { name: 'Logout Successful.' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Return to Login' }).getAttribute('href')).toBe('/loginOkta')
    await expect.poll(() => page.getByText(/EVIL|unfinished|could not be saved/).count()).toBe(0)
    for (const broken of ['{', '[]', '"x"', 'null']) {
      await page.evaluate((text) => sessionStorage.setItem('rxdocket.logged-out', text), broken)
      await page.reload()
      await page.getByRole('heading', { name: 'Logout Successful.' }).waitFor()
    }
    await page.goto(`${portal.origin}/home`)
    await page.getByRole('heading', { name: 'Log in to' }).waitFor()
    await context.close()
  })

  test('denied by the browser leaves sign-in and pages working', async () => {
    const { page, context, complaints } = await portal.open()
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(globalThis, name, {
          get() {
            throw new DOMException('denied', 'SecurityError')
          },
        })
    })
    await page.goto(`${portal.origin}/loginOkta`)
    await portal.signIn(page, 'dana.ruiz')
    await welcomed(page)
    await out(page, 'Dana')
    expect(complaints).toEqual([])
    await context.close()
  })
})

describe('a code chunk that does not load', () => {
  const missing = (page: Page) =>
    page.route(/\/assets\/find-patient-.*\.js$/, (route) => route.fulfill({ status: 404, body: '' }))
  const support = /^[\da-f-]{36}$/

  test('because of a newer build offers a reload, with a Support Id that the server logged', async () => {
    const { page, context } = await portal.visitAs('dana.ruiz')
    await page.getByRole('heading', { name: 'Authorizations', exact: true }).waitFor()
    await missing(page)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Patients' }).click()
    await page.getByRole('heading', { name: 'A new version is ready' }).waitFor()
    const id = (await textNow(page.locator('main dd').first())).trim()
    expect(id).toMatch(support)
    expect(portal.logged.some((line) => line.includes(id) && line.includes('part-missing'))).toBe(true)
    expect(await faultsOf(page)).toEqual([])
    // The rest of the portal works, and Reload loads the part.
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('heading', { level: 1, name: /Patient/ }).waitFor()
    await context.close()
  })

  test('in 120 seconds is reported, with a button to retry', async () => {
    const { page, context } = await portal.visitAs('dana.ruiz', { at: new Date() })
    await page.getByRole('heading', { name: 'Authorizations', exact: true }).waitFor()
    await page.route(/\/assets\/find-patient-.*\.js$/, () => {}) // never answered
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Patients' }).click()
    await context.clock.fastForward(115_000)
    await expect.poll(() => page.getByText('This page could not be loaded').count()).toBe(0)
    await context.clock.fastForward(10_000)
    await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Reload' }).count()).toBe(1)
    await context.close()
  })

  test('for the frame itself is reported on the whole page', async () => {
    const { page, context } = await portal.visitAs('dana.ruiz', { path: '/logout' })
    await page.route(/\/assets\/(work|signed-in)-.*\.js$/, (route) => route.fulfill({ status: 404, body: '' }))
    await page.goto(`${portal.origin}/home`)
    await page.getByRole('heading', { name: 'A new version is ready' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await context.close()
  })
})
