import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settled } from '#testing/browser/settled.ts'
import { startPortalInBrowser, type PortalInBrowser, type Visit } from '#testing/portal-in-browser.ts'

// Every message of the error catalogue, word for word, each from a real cause: a moved clock, a right revoked from the
// portal's database role, a missing user. The lines of registration are with its screens (features/registration), the
// session texts with the prompts (features/shell/session-prompts.test.ts).

const admin = 'Please contact your system administrator or security team for assistance.'
const minutes = (count: number) => count * 60_000

let portal: PortalInBrowser
beforeAll(async () => {
  portal = await startPortalInBrowser()
})
afterAll(() => portal.stop())

/** Runs with one statement executed on the database before, and the other after. */
async function broken<T>(breaks: string, mends: string, run: () => Promise<T>): Promise<T> {
  await portal.db.query(breaks)
  try {
    return await run()
  } finally {
    await portal.db.query(mends)
  }
}
/** Runs with the server's clock ahead. */
async function later<T>(ms: number, run: () => Promise<T>): Promise<T> {
  portal.clock.move(ms)
  try {
    return await run()
  } finally {
    portal.clock.move(-ms)
  }
}
const noCarriers = <T>(run: () => Promise<T>) =>
  broken('revoke select on my_carriers from rxdocket_app', 'grant select on my_carriers to rxdocket_app', run)
const withoutTermsTable = <T>(run: () => Promise<T>) =>
  broken('revoke insert on terms_acceptance from rxdocket_app', 'grant insert on terms_acceptance to rxdocket_app', run)

/** The content of an error page: title, lines, button with its link, focus on the heading, and the icon's text. */
async function errorPage(page: Page, title: string) {
  const heading = page.getByRole('heading', { level: 1, name: title, exact: true })
  await heading.waitFor()
  await expect.poll(() => page.getByRole('img', { name: 'Error' }).count()).toBe(1)
  await expect.poll(() => heading.evaluate((h1) => h1 === document.activeElement)).toBe(true)
  const link = page.getByRole('main').locator('section > a')
  return settled(page, async () => ({
    lines: await page.getByRole('main').locator('section > p').allInnerTexts(),
    button: (await link.count()) === 0 ? null : [await link.innerText(), await link.getAttribute('href')],
    supportId:
      (await page.locator('main dd').count()) > 0 ? (await page.locator('main dd').first().innerText()).trim() : null,
    logIn: await page.getByRole('banner').getByRole('link', { name: 'Log In' }).count(),
  }))
}
const done = ({ context }: Visit) => context.close()
const pathOf = (page: Page) => new URL(page.url()).pathname
const uuid = /^[\da-f-]{36}$/

/** From the button of a carrier's own page into the portal. */
async function throughCarrier(page: Page) {
  await page.goto(`${portal.origin}/sso/start?carrier=NWM&to=/home`)
  await portal.signIn(page, 'gus.sso')
}
/** The user acts too late: the page notices, and ends at the logout page. */
async function goOn(page: Page, ms: number) {
  await page.getByText('Welcome, Dana').first().waitFor()
  await page.getByRole('dialog', { name: /^Welcome back/ }).waitFor()
  await page.keyboard.press('Escape')
  await later(ms, async () => {
    const logout = page.waitForURL(`${portal.origin}/logout`)
    const link = page.getByRole('link', { name: /^Authorization Requests/ }).first()
    await Promise.any([link.click(), logout]) // The page may notice by itself, and then there is no link to click.
    await logout
  })
}
async function throughProvider(page: Page, username: string) {
  await page.goto(`${portal.origin}/loginOkta`)
  await portal.signIn(page, username)
}

describe('dialogs', () => {
  test('Account Timed Out: the user was away too long', async () => {
    const visit = await portal.open()
    const { page } = visit
    await throughProvider(page, 'dana.ruiz')
    await goOn(page, minutes(16))
    expect(await errorPage(page, 'Account Timed Out')).toEqual({
      lines: ['For your security, your session has timed out.', 'Please go back to log in again.'],
      button: ['Return to Login', '/loginOkta'],
      supportId: null,
      logIn: 1,
    })
    await done(visit)
  })

  test('Session Expired: the absolute limit has passed', async () => {
    const visit = await portal.open()
    const { page } = visit
    await throughProvider(page, 'dana.ruiz')
    await portal.db.query(`update session set expires_at = now() + interval '5 minutes' where ended_at is null`)
    await goOn(page, minutes(6))
    expect(await errorPage(page, 'Session Expired')).toEqual({
      lines: ['Your session has expired.', 'Please click on below link to continue.'],
      button: ['Return to Login', '/loginOkta'],
      supportId: null,
      logIn: 1,
    })
    await done(visit)
  })

  test('This is not a registered account: the provider knows them, the portal does not', async () => {
    const visit = await portal.open()
    await broken(
      `update app_user set idp_subject = 'somebody else' where username = 'pat.lund'`,
      `update app_user set idp_subject = 'demo|pat.lund' where username = 'pat.lund'`,
      () => throughProvider(visit.page, 'pat.lund'),
    )
    const said = await errorPage(visit.page, 'This is not a registered account.')
    expect(said).toMatchObject({
      lines: ['Please try again or contact a provider representative for assistance.'],
      button: ['Retry Login', `${portal.origin}/loginOkta?again`],
      supportId: expect.stringMatching(uuid),
    })
    await done(visit)
  })

  test('SSO Authentication Failed: the answer belongs to no request of this browser', async () => {
    const visit = await portal.open()
    const { page, context } = visit
    await page.goto(`${portal.origin}/sso/start?carrier=NWM&to=/home`)
    await context.clearCookies({ name: 'rxdocket-sso' })
    await portal.signIn(page, 'gus.sso')
    await page.waitForURL(/\/ssoError\?/)
    const said = await errorPage(page, 'SSO Authentication Failed.')
    expect(said).toMatchObject({ button: null, supportId: expect.stringMatching(uuid), logIn: 0 })
    expect(said.lines[0]).toBe(admin)
    // No button, but a phone number.
    expect(said.lines).toHaveLength(2)
    expect(said.lines[1]).toMatch(/^Support: 800-555-0142/)
    await done(visit)
  })

  test('SSO User Validation Failed: the server’s message, then whom to ask', async () => {
    const visit = await portal.open()
    await broken(
      `update app_user set status = 'DISABLED' where username = 'gus.sso'`,
      `update app_user set status = 'ACTIVE' where username = 'gus.sso'`,
      async () => {
        await throughCarrier(visit.page)
        await visit.page.waitForURL(/\/ssoError\?/)
      },
    )
    const said = await errorPage(visit.page, 'SSO User Validation Failed.')
    expect(said.lines.slice(0, 2)).toEqual(['This account is disabled.', admin])
    expect(said).toMatchObject({ button: null, supportId: expect.stringMatching(uuid), logIn: 0 })
    await done(visit)
  })

  test('SSO User Validation Failed: a message with a Support Id is shown alone', async () => {
    const visit = await portal.open()
    await noCarriers(async () => {
      await throughCarrier(visit.page)
      await visit.page.waitForURL(/\/ssoError\?/)
    })
    const said = await errorPage(visit.page, 'SSO User Validation Failed.')
    expect(said.lines[0]).toMatch(/Support Id: [\da-f-]{36}$/)
    expect(said.lines).not.toContain(admin)
    // The server's words are in the memory of the tab, never in the address.
    expect(visit.page.url()).not.toMatch(/Something|message/i)
    // The session of the failed sign-in is over.
    expect((await visit.context.cookies()).map(({ name }) => name)).not.toContain('rxdocket')
    await done(visit)
  })

  test('Unable to complete user registration: the first acceptance could not be recorded', async () => {
    await portal.db.query(
      `update app_user set terms_version = null, privacy_version = null, terms_accepted_at = null where username = 'kit.moss'`,
    )
    const visit = await portal.visitAs('kit.moss', { mc: 'NWM' })
    const { page } = visit
    await page.getByRole('checkbox').check()
    await withoutTermsTable(async () => {
      await page.getByRole('button', { name: 'Submit' }).click()
      await page.waitForURL(`${portal.origin}/logout`)
    })
    expect(await errorPage(page, 'Unable to complete user registration')).toMatchObject({
      button: ['Continue to Login Page', '/loginOkta'],
    })
    await done(visit)
  })
})

describe('sticky messages', () => {
  test('Could not accept Terms Of Use: the user stays on the page, and trying again works', async () => {
    await portal.db.query(`update app_user set terms_version = '2.0' where username = 'old.timer'`)
    const visit = await portal.visitAs('old.timer')
    const { page } = visit
    await page.getByRole('checkbox').check()
    const submit = page.getByRole('button', { name: 'Submit' })
    await withoutTermsTable(async () => {
      await submit.click()
      await page.getByRole('alert').filter({ hasText: 'Could not accept Terms Of Use. Please try again.' }).waitFor()
    })
    expect(await page.title()).toMatch(/^Error: /)
    await expect.poll(() => page.getByRole('checkbox').isChecked()).toBe(true)
    await submit.click()
    const sticky = page.getByRole('region', { name: 'Notifications' })
    await sticky
      .getByText('You have successfully accepted the Terms of use & Privacy policy. Redirecting to home page.')
      .waitFor()
    await page.getByText('Welcome, Otto').first().waitFor()
    await expect.poll(() => sticky.isVisible()).toBe(true)
    await done(visit)
  })

  const toastOf = (page: Page, words: string) =>
    page.getByRole('region', { name: 'Notifications' }).getByText(words, { exact: true })

  test('Error getting sub carriers for user.', async () => {
    await broken(
      'revoke select on sub_carrier from rxdocket_reader',
      'grant select on sub_carrier to rxdocket_reader',
      async () => {
        const visit = await portal.visitAs('dana.ruiz')
        await toastOf(visit.page, 'Error getting sub carriers for user.').waitFor()
        // It stays, and the portal continues with what the session knows.
        await expect.poll(() => visit.page.getByRole('link', { name: 'Home', exact: true }).count()).toBe(1)
        await done(visit)
      },
    )
  })

  test('Error getting client settings for {id1}/{id2}', async () => {
    await broken(
      'revoke select on carrier_setting from rxdocket_reader',
      'grant select on carrier_setting to rxdocket_reader',
      async () => {
        const visit = await portal.visitAs('dana.ruiz')
        const { page } = visit
        const shown = toastOf(page, 'Error getting client settings for NWM/ALL')
        await shown.waitFor()
        // Fetched again when the user returns to the tab, the message is shown once, with the newest Support Id.
        const again = page.waitForResponse((response) => response.url().includes('/api/clientSettings/'))
        await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
        const { supportId } = (await (await again).json()) as { supportId: string }
        await page.getByRole('region', { name: 'Notifications' }).getByText(supportId).waitFor()
        await expect.poll(() => shown.count()).toBe(1)
        await done(visit)
      },
    )
  })

  test('Invalid settings level: {level}', async () => {
    const visit = await portal.visitAs('dana.ruiz', { path: '/logout' })
    const { page } = visit
    // What no navigation of a browser fetched brings no data: the page asks for its settings itself.
    await page.route('**/home', async (route) => route.fulfill({ response: await route.fetch() }))
    await page.route('**/api/clientSettings/**', (route) =>
      route.continue({ url: route.request().url().replace('settingsLevelGlobal', 'settingsLevelMoon') }),
    )
    await page.goto(`${portal.origin}/home`)
    const shown = toastOf(page, 'Invalid settings level: settingsLevelMoon')
    await shown.waitFor()
    await expect.poll(() => shown.count()).toBe(1)
    await done(visit)
  })
})

describe('a login callback that fails', () => {
  const flag = (on: boolean) =>
    portal.db.query(`update feature_flag set enabled = $1 where key = 'loginErrorPage'`, [on])
  const stale = '/login/callback?code=made-up&state=made-up'

  test('shows its name and message on the callback page', async () => {
    const visit = await portal.open()
    await visit.page.goto(portal.origin + stale)
    const said = await errorPage(visit.page, 'This login took too long.')
    expect(pathOf(visit.page)).toBe('/login/callback')
    expect(said.lines[0]).toBe('A login must be finished within 10 minutes, and each works once.')
    expect(said).toMatchObject({ supportId: expect.stringMatching(uuid) })
    await done(visit)
  })

  test('for a direct account shows the server’s text, and the session ends', async () => {
    const visit = await portal.open()
    const said = await noCarriers(async () => {
      await throughProvider(visit.page, 'dana.ruiz')
      return errorPage(visit.page, 'Login did not work.')
    })
    expect(said.lines[0]).toMatch(/^Something on our side failed\. .*Support Id: [\da-f-]{36}$/)
    expect((await visit.context.cookies()).map(({ name }) => name)).not.toContain('rxdocket')
    await done(visit)
  })

  test('with the flag on redirects to /login-error, which asks to clear history and cache; with the flag off it does not', async () => {
    await flag(true)
    const visit = await portal.open()
    const { page } = visit
    await page.goto(portal.origin + stale)
    await page.waitForURL(/\/login-error\?/)
    const said = await errorPage(page, 'Login did not work.')
    expect(said.lines.slice(0, 2)).toEqual([
      'Please clear your browsing history and cache, or open a private window, and try again.',
      'This login took too long. A login must be finished within 10 minutes, and each works once.',
    ])
    expect(said.button![0]).toBe('Retry Login')
    // A refused user is no login error: the refusal has its own page.
    await broken(
      `update app_user set idp_subject = 'somebody else' where username = 'pat.lund'`,
      `update app_user set idp_subject = 'demo|pat.lund' where username = 'pat.lund'`,
      () => throughProvider(page, 'pat.lund'),
    )
    await page.getByRole('heading', { name: 'This is not a registered account.' }).waitFor()
    // Failures found by the callback page itself are redirected too.
    await page.context().clearCookies()
    await noCarriers(async () => {
      await throughProvider(page, 'dana.ruiz')
      await page.waitForURL(/\/login-error\?failed=UNAVAILABLE/)
    })
    await flag(false)
    await page.goto(`${portal.origin}/login-error?failed=STATE_MISMATCH&id=7f3a20d9-44c1-4a55-9d3e-0123456789ab`)
    await page.waitForURL(/\/login\/callback\?failed=STATE_MISMATCH/)
    await page.getByRole('heading', { name: 'This login cannot be used here.' }).waitFor()
    await done(visit)
  })

  test('of a single sign-on user redirects to /ssoError, once: its mark is removed afterwards', async () => {
    const visit = await portal.open()
    const { page, context } = visit
    await context.addCookies([{ name: 'isSsoUser', value: 'true', url: portal.origin }])
    await page.goto(portal.origin + stale)
    await page.waitForURL(/\/ssoError\?failed=SIGN_IN_EXPIRED/)
    await page.getByRole('heading', { name: 'SSO Authentication Failed.' }).waitFor()
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('isSsoUser')
    await page.goto(portal.origin + stale)
    await page.getByRole('heading', { name: 'This login took too long.' }).waitFor()
    await done(visit)
  })
})

test('a user who opens a link while the portal is at its rate limit sees a page with a Support Id, not JSON', async () => {
  const visit = await portal.open()
  const { page } = visit
  await broken(
    'revoke execute on function sso_of(text, text) from rxdocket_app',
    'grant execute on function sso_of(text, text) to rxdocket_app',
    () => page.goto(`${portal.origin}/sso/start?carrier=NWM`),
  )
  expect(await errorPage(page, 'The portal is busy.')).toMatchObject({ supportId: expect.stringMatching(uuid) })
  await done(visit)
})
