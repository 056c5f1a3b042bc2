import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, type TestBrowser } from '#testing/browser/browser.ts'
import { axeViolations } from '#testing/kit/axe.ts'
import { stopClock } from '#testing/kit/stop-clock.ts'
import { openSecureInstallation, password, type SecureInstallation } from './testing-carrier-sso.ts'
import { alreadyIn, continuing } from './words.ts'

// What only a real browser shows: which cookies go with a form of another site, what the content policy lets through, and
// that the whole way from the carrier's page to the portal is gone by itself. The pages are
// those of dist/.

let installation: SecureInstallation
let browser: TestBrowser
beforeAll(async () => {
  installation = await openSecureInstallation()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await installation?.close()
})

async function open(options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on(
    'console',
    (message) => void (['error', 'warning'].includes(message.type()) && complaints.push(message.text())),
  )
  page.on('pageerror', (error) => complaints.push(error.message))
  const details = async () => {
    const answer = await context.request.get(`${installation.origin}/api/user/details`, {
      headers: { 'x-portal-request': '1' },
    })
    return (await answer.json()) as { username?: string; ssoUser?: boolean; status?: { code: string } }
  }
  return { context, page, complaints, details, close: () => context.close() }
}

async function signInAtCarrier(page: Page, address = installation.carrierUrl): Promise<void> {
  await page.goto(address)
  await page.getByLabel('Username').fill('ann.alder')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
}

const inPortal = (page: Page, path = '/home') =>
  page.waitForURL((url) => url.origin === installation.origin && (url.pathname === path || url.pathname === '/'))

describe('the whole way', () => {
  test("from the carrier's page, on another site, into the portal; the post page stays about half a second", async () => {
    const { context, page, complaints, details, close } = await open()
    let sent = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url() === `${installation.origin}/identity/saml`) sent += 1
    })
    // The half second is that of the page's clock, which passes only when the test says so.
    await page.clock.install()
    await page.goto(installation.carrierUrl)
    await stopClock(page)
    await signInAtCarrier(page)
    // A page shows nothing without a tick now and then.
    const answer = page.locator('input[name="SAMLResponse"]:not([value=""])')
    await expect.poll(async () => (await page.clock.runFor(1), answer.count())).toBe(1)
    await page.getByText(continuing).waitFor()
    expect(new URL(page.url()).origin).toBe(installation.origin)
    await page.clock.runFor(400)
    expect(sent).toBe(0)
    await page.clock.runFor(200)
    await expect.poll(() => sent).toBe(1)
    await page.clock.resume()
    await inPortal(page)
    await expect.poll(details).toMatchObject({ username: 'adj.aaa2', ssoUser: true })
    const cookies = await context.cookies(installation.origin)
    expect(cookies.find(({ name }) => name === '__Host-rxdocket')).toMatchObject({
      sameSite: 'Lax',
      secure: true,
      httpOnly: true,
    })
    expect(cookies.find(({ name }) => name === '__Secure-demo_idp_carrier')).toBeUndefined()
    expect(complaints).toEqual([])
    await close()
  })

  test('begun with us: the cookie of the request comes back with the form of the other site', async () => {
    const { context, page, complaints, details, close } = await open()
    await page.goto(`${installation.origin}/sso/start?carrier=AAA&to=/home`)
    expect(page.url()).toMatch(new RegExp(`^${installation.carrierUrl}/sso\\?SAMLRequest=`))
    expect(
      (await context.cookies(installation.origin)).find(({ name }) => name === '__Host-rxdocket-sso'),
    ).toMatchObject({
      sameSite: 'None',
      secure: true,
      httpOnly: true,
    })
    await page.getByLabel('Username').fill('ann.alder')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Log In' }).click()
    await inPortal(page)
    await expect.poll(details).toMatchObject({ username: 'adj.aaa2' })
    expect(complaints).toEqual([])
    await close()
  })

  test('without that cookie the answer to a request is refused, in words of our own', async () => {
    const { context, page, details, close } = await open()
    await page.goto(`${installation.origin}/sso/start?carrier=AAA&to=/home`)
    await context.clearCookies({ name: '__Host-rxdocket-sso' })
    await page.getByLabel('Username').fill('ann.alder')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Log In' }).click()
    await page.waitForURL(`${installation.origin}/ssoError?*`)
    await page.getByRole('heading', { name: 'SSO Authentication Failed.' }).waitFor()
    await page.getByText('Please contact your system administrator or security team for assistance.').waitFor()
    expect((await details()).status?.code).toBe('SESSION_REQUIRED')
    await close()
  })

  test('a user whose browser runs no scripts signs in by the buttons', async () => {
    const { page, details, close } = await open({ javaScriptEnabled: false })
    await signInAtCarrier(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(`${installation.origin}/loginOktaSaml/continue?*`)
    await page.getByRole('heading', { name: continuing }).waitFor()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(`${installation.origin}/login/callback**`)
    expect(await details()).toMatchObject({ username: 'adj.aaa2' })
    await close()
  })
})

describe('the post page', () => {
  test('its button works without waiting, and one answer is sent once', async () => {
    const { page, details, close } = await open()
    let sent = 0
    page.on(
      'request',
      (request) =>
        void (request.method() === 'POST' && request.url() === `${installation.origin}/identity/saml` && (sent += 1)),
    )
    // Pressed before the fields are there: held back until the button was pressed.
    let release = () => {}
    const pressed = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/ssoLoginOkta/id/*', async (route) => {
      await pressed
      await route.continue()
    })
    await signInAtCarrier(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    release()
    await inPortal(page)
    await expect.poll(details).toMatchObject({ username: 'adj.aaa2' })
    expect(sent).toBe(1)
    await close()
  })

  test('a form that would go elsewhere is stopped by the content policy', async () => {
    const { page, complaints, details, close } = await open()
    let elsewhere = 0
    await page.route('https://evil.example/**', (route) => {
      elsewhere += 1
      return route.fulfill({ status: 200, body: 'thanks' })
    })
    await page.route('**/api/ssoLoginOkta/id/*', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({
        response: answer,
        json: { ...(await answer.json()), oktaUrl: 'https://evil.example/saml' },
      })
    })
    await signInAtCarrier(page)
    await expect.poll(() => complaints.join('\n')).toContain('form-action')
    expect(elsewhere).toBe(0)
    expect(page.url()).toContain('/loginOktaSaml')
    expect((await details()).status?.code).toBe('SESSION_REQUIRED')
    await close()
  })

  test('what the server says when it fails is shown as text, with the number for support', async () => {
    const { page, complaints, close } = await open()
    await page.goto(`${installation.origin}/loginOktaSaml?id=nothing`)
    await page.getByRole('heading', { name: 'SSO Authentication Failed.' }).waitFor()
    await page.getByText('Not found.').waitFor()
    const evil = '<img src=x onerror="document.title=1"> Call 1-800-EVIL'
    await page.route('**/api/ssoLoginOkta/id/*', (route) =>
      route.fulfill({
        status: 500,
        json: { status: { code: 'INTERNAL', message: evil }, supportId: '7f3a20d9-44c1-4a55-9d3e-0123456789ab' },
      }),
    )
    await page.goto(`${installation.origin}/loginOktaSaml?id=other`)
    await page.getByText(evil).waitFor()
    await page.getByText('7f3a20d9-44c1-4a55-9d3e-0123456789ab').waitFor()
    await expect.poll(() => page.locator('main img').count()).toBe(0)
    expect(complaints.filter((text) => !/404|500/.test(text))).toEqual([])
    await close()
  })

  test('somebody who is signed in is asked first, and stays until they agree', async () => {
    const { page, complaints, details, close } = await open()
    await page.clock.install()
    await page.goto(`${installation.origin}/loginOkta`)
    await page.getByLabel('Username').fill('adj.aaa')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Log In' }).click()
    await inPortal(page)
    await expect.poll(details).toMatchObject({ username: 'adj.aaa' })
    let sent = 0
    page.on('request', (request) => void (request.url() === `${installation.origin}/identity/saml` && (sent += 1)))
    await signInAtCarrier(page)
    await page.getByText(alreadyIn).waitFor()
    await page.clock.fastForward(60_000)
    expect([sent, (await details()).username]).toEqual([0, 'adj.aaa'])
    await page.getByRole('button', { name: 'Continue' }).click()
    await inPortal(page)
    await expect.poll(details).toMatchObject({ username: 'adj.aaa2' })
    expect(complaints).toEqual([])
    await close()
  })

  test('axe finds nothing on it or on the carrier’s page, light and dark, and both fit 320 pixels', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, close } = await open({ colorScheme, viewport: { width: 320, height: 640 }, bypassCSP: true })
      const check = async (name: string) => {
        expect([name, await axeViolations(page)]).toEqual([name, []])
        expect([name, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([name, 320])
      }
      await page.goto(installation.carrierUrl)
      await check('carrier')
      const fields = {
        oktaSaml: 'x',
        oktaRelayState: 'y',
        oktaUrl: `${installation.origin}/identity/saml`,
        confirm: true,
      }
      await page.route('**/api/ssoLoginOkta/id/*', (route) => route.fulfill({ json: fields }))
      await page.goto(`${installation.origin}/loginOktaSaml?id=${colorScheme}`)
      await page.getByText(alreadyIn).waitFor()
      await check('post page')
      await close()
    }
  })
})

describe('/ssoError', () => {
  test.each([
    [
      'SSO_FAILED',
      'SSO Authentication Failed.',
      'Please contact your system administrator or security team for assistance.',
    ],
    [
      'SSO_NOT_REGISTERED',
      'SSO User Validation Failed.',
      'We found your sign-in, but no active account in the portal matches it.',
    ],
    [
      '%3Cimg%20src=x%3E',
      'SSO Authentication Failed.',
      'Please contact your system administrator or security team for assistance.',
    ],
    [
      '__proto__',
      'SSO Authentication Failed.',
      'Please contact your system administrator or security team for assistance.',
    ],
  ])('%s: %s', async (code, title, line) => {
    const { page, complaints, close } = await open()
    await page.goto(
      `${installation.origin}/ssoError?failed=${code}&id=7f3a20d9-44c1-4a55-9d3e-0123456789ab&error_description=Call%201-800-EVIL`,
    )
    await page.getByRole('heading', { name: title }).waitFor()
    await page.getByText(line).waitFor()
    await page.getByText('7f3a20d9-44c1-4a55-9d3e-0123456789ab').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(title)
    await expect.poll(() => page.getByText('EVIL').count()).toBe(0)
    await expect.poll(() => page.getByRole('link', { name: /log ?in/i }).count()).toBe(0)
    await expect.poll(() => page.getByRole('link', { name: '800-555-0142' }).count()).toBeGreaterThan(0)
    expect(complaints).toEqual([])
    await close()
  })
})
