import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsOf } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser, type Visit } from '#testing/portal-in-browser.ts'

// Every route in a real browser: who may open it, and where other users are redirected. Registration's routes are
// tested in
// features/registration.

let portal: PortalInBrowser
beforeAll(async () => {
  portal = await startPortalInBrowser()
})
afterAll(() => portal.stop())

const addressOf = ({ page }: Pick<Visit, 'page'>) => page.url().slice(portal.origin.length)

describe('without a session', () => {
  let visit: Visit
  beforeAll(async () => {
    visit = await portal.open()
  })
  afterAll(() => visit.context.close())

  test.each([
    ['/', '/login', 'Log in to'],
    ['/login', '/login', 'Log in to'],
    ['/loginOktaSaml', '/loginOktaSaml', 'SSO Authentication Failed.'],
    ['/login/callback', '/login', 'Log in to'],
    ['/login/check', '/login', 'Log in to'],
    ['/login-error', '/login', 'Log in to'],
    ['/ssoError', '/ssoError', 'SSO Authentication Failed.'],
    ['/logout', '/logout', 'Logout Successful.'],
    ['/home', '/login?referrer=%2Fhome', 'Log in to'],
    ['/authorizations?view=mine', '/login?referrer=%2Fauthorizations%3Fview%3Dmine', 'Log in to'],
    ['/accounts/admin', '/login?referrer=%2Faccounts%2Fadmin', 'Log in to'],
    ['/no-such-page', '/login', 'Log in to'],
  ])('%s shows %s', async (path, address, heading) => {
    await visit.page.goto(portal.origin + path)
    await visit.page.waitForURL(portal.origin + address)
    await visit.page.getByRole('heading', { level: 1, name: heading }).waitFor()
    expect(addressOf(visit)).toBe(address)
  })

  test('/loginOkta and the referrer lead to the identity provider', async () => {
    await visit.page.goto(`${portal.origin}/loginOkta/authorizations`)
    await visit.page.getByLabel('Username').waitFor()
    expect(new URL(visit.page.url()).pathname).toMatch(/^\/identity\//)
  })
})

test('a deep link survives signing in: login page, identity provider, callback, then the page', async () => {
  const { rows } = await portal.db.query(`select id from rx_authorization where mc = 'NWM' and status_id = 20 limit 1`)
  const deep = `/authorizations/request/${rows[0].id}?from=mine`
  const visit = await portal.open()
  const { page, complaints, context } = visit
  await page.goto(portal.origin + deep)
  expect(addressOf(visit)).toBe(`/login?referrer=${encodeURIComponent(deep)}`)
  await page.getByRole('link', { name: 'Log In' }).click()
  await portal.signIn(page, 'dana.ruiz')
  await page.waitForURL(portal.origin + deep)
  await page.getByText('Welcome, Dana').first().waitFor()
  expect(await context.cookies()).toContainEqual(expect.objectContaining({ name: 'rxdocket', httpOnly: true }))
  expect(complaints).toEqual([])
  await context.close()
})

describe('with a session', () => {
  let visit: Visit
  beforeAll(async () => {
    visit = await portal.visitAs('dana.ruiz')
    await visit.page.getByText('Welcome, Dana').first().waitFor()
  })
  afterAll(() => visit.context.close())

  test.each([
    ['/', '/home'],
    ['/login', '/home'],
    ['/login?referrer=%2Fauthorizations%3Fview%3Dmine', '/authorizations?view=mine'],
    ['/login?referrer=%2F%2Fevil.example', '/home'],
    ['/login/callback', '/home'],
    ['/login/check', '/home'],
    ['/ssoError', '/home'],
    ['/home', '/home'],
    ['/authorizations', '/authorizations'],
  ])('%s shows %s', async (path, address) => {
    await visit.page.goto(portal.origin + path)
    await visit.page.waitForURL(portal.origin + address)
    await visit.page.getByText('Welcome, Dana').first().waitFor()
    expect(addressOf(visit)).toBe(address)
  })

  test.each([
    ['/accounts/admin', 'account managers'],
    ['/accounts/exports', 'account managers'],
    ['/accounts/calendars', 'account managers'],
    ['/support', 'support agents'],
    ['/turnaround', 'supervisors, support and read-only users'],
  ])('%s says that it is for %s', async (path, whose) => {
    await visit.page.goto(portal.origin + path)
    await visit.page.getByRole('heading', { name: `This page is for ${whose}.` }).waitFor()
    if (path === '/support') expect(await faultsOf(visit.page)).toEqual([])
    await visit.page.getByRole('link', { name: 'Go to Home', exact: true }).click()
    await visit.page.waitForURL(`${portal.origin}/home`)
    expect(addressOf(visit)).toBe('/home')
  })

  test('/accounts leads to the Profile, beside it the menu of account pages', async () => {
    await visit.page.goto(`${portal.origin}/accounts`)
    await visit.page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
    expect(addressOf(visit)).toBe('/accounts/profile')
    const menu = visit.page.getByRole('navigation', { name: 'Accounts' })
    await expect
      .poll(() => menu.getByRole('link').allInnerTexts())
      .toEqual(['Profile', 'Notification Settings', 'Out of Office'])
    await menu.getByRole('link', { name: 'Out of Office' }).press('Enter')
    await visit.page.getByRole('heading', { level: 1, name: 'Out of Office' }).waitFor()
    await expect.poll(() => menu.getByRole('link', { name: 'Out of Office' }).getAttribute('aria-current')).toBe('page')
    expect(await faultsOf(visit.page)).toEqual([])
  })

  test.each(['/no-such-page', '/no.such.page', '/user'])(
    '%s belongs to no page: it redirects to Home with a message',
    async (path) => {
      await visit.page.goto(portal.origin + path)
      await visit.page.waitForURL(`${portal.origin}/home`)
      await visit.page.getByText('That page does not exist or you do not have access.').first().waitFor()
      expect(addressOf(visit)).toBe('/home')
    },
  )

  test('opening /logout by its address ends no session', async () => {
    await visit.page.goto(`${portal.origin}/logout`)
    await visit.page.getByRole('heading', { name: 'You are still logged in.' }).waitFor()
    await visit.page.getByRole('link', { name: 'Back to Home' }).click()
    await visit.page.getByText('Welcome, Dana').first().waitFor()
    expect(addressOf(visit)).toBe('/home')
  })
})

test('while a carrier has to be chosen, every page waits for it, and the requested page follows the choice', async () => {
  const visit = await portal.visitAs('lee.park', { path: '/authorizations?tab=escalated', mc: null })
  const { page, complaints, context } = visit
  const dialog = page.getByRole('dialog', { name: 'Select Carrier' })
  await dialog.waitFor()
  expect(await page.locator('header').evaluate((header) => (header as HTMLElement).inert)).toBe(true)
  await page.goto(`${portal.origin}/no-such-page`)
  await dialog.waitFor()
  await page.goto(`${portal.origin}/authorizations?tab=escalated`)
  await dialog.getByRole('radio', { name: /Northwind/ }).check()
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('button', { name: /Northwind Mutual, change master carrier/ }).waitFor()
  expect(addressOf(visit)).toBe('/authorizations?tab=escalated')
  expect(await page.locator('header').evaluate((header) => (header as HTMLElement).inert)).toBe(false)
  expect(complaints).toEqual([])
  await context.close()
})

test('while the terms have to be accepted, every page redirects to /home', async () => {
  await portal.db.query(`update app_user set terms_version = '2.0' where username = 'old.timer'`)
  const visit = await portal.visitAs('old.timer', { path: '/authorizations' })
  const { page, context } = visit
  await page.getByRole('heading', { level: 1, name: 'Complete Registration' }).waitFor()
  expect(addressOf(visit)).toBe('/home')
  await expect.poll(() => page.getByRole('navigation', { name: 'Main' }).count()).toBe(0)
  await context.close()
})

test.each(['dana.ruiz', 'kit.moss', 'pat.lund'])(
  'each page in the menus of %s says its keys at the bottom',
  async (username) => {
    const { page, context } = await portal.visitAs(username, { mc: 'NWM', path: '/home' })
    const banner = page.getByRole('banner')
    await banner.getByRole('link', { name: 'Patients' }).waitFor()
    await banner.getByRole('button', { name: /account menu$/ }).click()
    const menu = page.getByRole('menu', { name: 'Account menu' })
    await menu.getByRole('menuitem', { name: 'Profile' }).waitFor()
    const links = banner.getByRole('navigation', { name: 'Main' }).locator('a').or(menu.locator('a[href^="/"]'))
    const addresses = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')!))
    expect(addresses.length).toBeGreaterThan(6)
    for (const address of addresses) {
      await page.goto(portal.origin + address)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      const keys = page.getByRole('list', { name: 'Keyboard shortcuts' }).getByRole('listitem')
      await expect.poll(() => keys.count(), { message: address }).toBeGreaterThan(0)
    }
    await context.close()
  },
)
