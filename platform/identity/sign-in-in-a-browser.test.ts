import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, type TestBrowser } from '#testing/browser/browser.ts'
import { openInstallation, type Installation, type ScriptedPortal } from './testing-portal.ts'

// What only a real browser shows: which cookies come along when the identity provider is another site, and what pages of
// another site can do to ours. The portal is http://127.0.0.1, the provider and the other site are http://localhost. The
// pages are those of dist/.

const dist = join(import.meta.dirname, '../../dist')

let installation: Installation
let portal: ScriptedPortal
let browser: TestBrowser
let elsewhere: Server
let evil: string
const pages = new Map<string, string>()
beforeAll(async () => {
  installation = await openInstallation()
  portal = await open()
  browser = await openBrowser()
  elsewhere = createServer((request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(pages.get(request.url ?? '') ?? '<!doctype html><p>evil')
  }).listen(0, 'localhost')
  await once(elsewhere, 'listening')
  evil = `http://localhost:${(elsewhere.address() as AddressInfo).port}`
  // The provider knows the person already, and sends them straight back.
  installation.provider.script['/authorize'] = async ({ url }) => {
    const asked = url.searchParams
    const claims = { ...installation.provider.goodClaims(new Date(), asked.get('nonce')!), sub: 'adj.aaa' }
    installation.provider.answerWith(await installation.provider.sign(claims))
    const back = new URLSearchParams({ code: 'c', state: asked.get('state')!, iss: installation.provider.issuer })
    return { status: 302, headers: { location: `${asked.get('redirect_uri')}?${back}` } }
  }
})
afterAll(async () => {
  await browser?.close()
  elsewhere?.close()
  await installation?.close()
})

const open = (env: Record<string, string> = {}) =>
  installation.open((port) => ({ RXDOCKET_ORIGIN: `http://127.0.0.1:${port}`, ...env }), 1000, dist)

async function visit(of = portal) {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
  page.on('pageerror', (error) => complaints.push(error.message))
  const details = async () => {
    const answer = await context.request.get(`${of.origin}/api/user/details`, { headers: { 'x-portal-request': '1' } })
    return (await answer.json()) as { username?: string; status?: { code: string } }
  }
  return { context, page, complaints, details, close: () => context.close() }
}

/** From the Log In button to the first page. */
async function signIn(page: Page, of = portal, path = '/home'): Promise<void> {
  await page.goto(`${of.origin}/login?referrer=${encodeURIComponent(path)}`)
  await page
    .getByRole('link', { name: 'Log In' })
    .or(page.getByRole('button', { name: 'Log In' }))
    .last()
    .click()
  await page.waitForURL((url) => url.origin === of.origin && ['/', path].includes(url.pathname))
}

describe('the kinds of cookies: signed in on the first try, with a provider of another site', () => {
  test.each(['default', 'cookie-storage', 'cookie-everywhere'])('%s', async (kind) => {
    const of = await open({ RXDOCKET_SIGN_IN: kind })
    const { context, page, details, close } = await visit(of)
    await signIn(page, of)
    expect((await details()).username).toBe('adj.aaa')
    const cookies = await context.cookies(of.origin)
    expect(cookies.find(({ name }) => name === 'rxdocket')).toMatchObject({
      httpOnly: true,
      expires: -1,
      sameSite: kind === 'cookie-everywhere' ? 'Strict' : 'Lax',
    })
    // Nothing of the provider's tokens is anywhere a script or a cookie could hold it.
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    )
    expect(`${stored}${JSON.stringify(cookies)}`).not.toMatch(/eyJ[\w-]+\.|opaque-access/)
    if (kind === 'default') {
      await page.getByRole('button', { name: /^Welcome, / }).waitFor() // the page knows who it is
      const devTools = await context.newCDPSession(page)
      const parts: string[] = []
      devTools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => parts.push(chunk))
      await devTools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
      const heap = parts.join('')
      expect(heap).toContain('adj.aaa') // it is the memory of the signed-in page
      expect(heap).not.toMatch(/eyJ[\w-]{10,}\.[\w-]+\.|opaque-access/)
    }
    // A link on a page of another site opens the portal; only the strict kind has the person press Log In again.
    pages.set('/link', `<!doctype html><a href="${of.origin}/home">to the portal</a>`)
    await page.goto(`${evil}/link`)
    await page.getByRole('link', { name: 'to the portal' }).click()
    await page.waitForURL((url) => url.origin === of.origin)
    expect(new URL(page.url()).pathname).toMatch(kind === 'cookie-everywhere' ? /^\/(login|home)$/ : /^\/home$/)
    expect((await details()).username).toBe('adj.aaa')
    await close()
    await of.stop()
  })
})

describe('a page of another site', () => {
  test('whose forms send themselves to calls without a body changes nothing', async () => {
    const { page, details, close } = await visit()
    await signIn(page)
    const calls = ['/api/logout', '/api/user/register/tou', '/api/session/refresh']
    for (const [at, action] of calls.entries()) {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
        pages.set(
          `/form${at}`,
          `<!doctype html><form method="post" enctype="${type}" action="${portal.origin}${action}"></form><script>document.forms[0].submit()</script>`,
        )
        const answered = page.waitForResponse((response) => response.url() === `${portal.origin}${action}`)
        await page.goto(`${evil}/form${at}`)
        expect([action, type, (await answered).status()]).toEqual([action, type, 403])
      }
    }
    expect((await details()).username).toBe('adj.aaa')
    await close()
  })

  test('cannot put ours into a frame, nor load what is behind the session', async () => {
    const { page, complaints, close } = await visit()
    await signIn(page)
    pages.set(
      '/embed',
      `<!doctype html><iframe src="${portal.origin}/home"></iframe><object data="${portal.origin}/home"></object>`,
    )
    await page.goto(`${evil}/embed`)
    // Both are stopped, and said to be; what is in their place is the browser's own page.
    await expect
      .poll(() => complaints.filter((text) => /frame-ancestors|Refused to (?:frame|display)/i.test(text)).length)
      .toBeGreaterThanOrEqual(1)
    const inside = await Promise.all(
      page
        .frames()
        .slice(1)
        .map((frame) => frame.evaluate(() => document.getElementById('root') !== null).catch(() => false)),
    )
    expect(inside).not.toContain(true)
    const loaded = await page.evaluate(async (origin) => {
      const by = (element: 'img' | 'script', address: string) =>
        new Promise<string>((done) => {
          const made = document.createElement(element)
          made.onload = () => done('loaded')
          made.onerror = () => done('blocked')
          made.src = address
          document.body.append(made)
        })
      const fetched = (address: string, mode: RequestMode) =>
        fetch(address, { mode, credentials: 'include' }).then(
          (answer) => answer.type,
          () => 'blocked',
        )
      const address = `${origin}/api/user/details`
      return [
        await by('img', address),
        await by('script', address),
        await fetched(address, 'no-cors'),
        await fetched(address, 'cors'),
      ]
    }, portal.origin)
    expect(loaded).toEqual(['blocked', 'blocked', 'blocked', 'blocked'])
    await close()
  })
})

describe('what a page of ours may do', () => {
  test('a script that was put into it is not run, and the browser reports it at once', async () => {
    const { page, close } = await visit()
    await signIn(page)
    portal.logged.length = 0
    // The browser's own clock counts from the violation to its report, however busy the portal and this test are. Reports
    // that a browser collects wait a minute.
    const sent: number[] = []
    const network = await page.context().newCDPSession(page)
    await network.send('Network.enable')
    network.on('Network.requestWillBeSent', ({ request, wallTime }) => {
      if (request.url.endsWith('/csp-report')) sent.push(wallTime * 1000)
    })
    const done = await page.evaluate(() => {
      const script = document.createElement('script')
      let thrown = ''
      try {
        script.text = 'globalThis.injected = true'
        document.body.append(script)
      } catch (error) {
        thrown = (error as Error).name
      }
      let markup = ''
      try {
        document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="globalThis.injected = true">')
      } catch (error) {
        markup = (error as Error).name
      }
      return [thrown, markup, 'injected' in globalThis]
    })
    expect(done).toEqual(['TypeError', 'TypeError', false])
    const began = await page.evaluate(() => {
      const image = document.createElement('img')
      const now = Date.now()
      image.src = 'https://evil.example/pixel.gif'
      document.body.append(image)
      return now
    })
    await expect
      .poll(() => portal.logged.filter((line) => line.includes('"CSP"')).map((line) => JSON.parse(line) as object))
      .toEqual(
        expect.arrayContaining([
          expect.objectContaining({ directive: 'require-trusted-types-for' }),
          expect.objectContaining({ directive: 'img-src', blocked: 'https://evil.example' }),
        ]),
      )
    expect(portal.logged.join('\n')).not.toContain('pixel')
    await expect.poll(() => sent.length).toBe(3)
    expect(sent.at(-1)! - began).toBeLessThan(30_000)
    await close()
  })

  test('a file that was changed on its way is not run: what the page names, and what it loads later', async () => {
    const { page, complaints, close } = await visit()
    const shell = await (await fetch(`${portal.origin}/login`)).text()
    const tags = [...shell.matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="[^"]+\.(?:js|css)"[^>]*>/g)].map(
      ([tag]) => tag,
    )
    expect(tags.length).toBeGreaterThanOrEqual(3)
    expect(tags.filter((tag) => !/ integrity="sha256-[A-Za-z0-9+/]{43}="/.test(tag))).toEqual([])
    const { integrity } = JSON.parse(/<script type="importmap"[^>]*>([^<]*)</.exec(shell)![1]!) as {
      integrity: Record<string, string>
    }
    expect(Object.keys(integrity).length).toBeGreaterThan(10)
    await signIn(page)
    expect(complaints).toEqual([])

    const named = new Set(tags.map((tag) => /(?:src|href)="([^"]+)"/.exec(tag)![1]!))
    const changed: string[] = []
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      const path = new URL(route.request().url()).pathname
      if (named.has(path)) return route.continue()
      changed.push(path)
      const answer = await route.fetch()
      return route.fulfill({ response: answer, body: `globalThis.tampered = true;${await answer.text()}` })
    })
    await page.goto(`${portal.origin}/authorizations`)
    await expect.poll(() => complaints.filter((text) => /integrity/i.test(text)).length).toBeGreaterThan(0)
    expect(changed.length).toBeGreaterThan(0)
    expect(await page.evaluate(() => 'tampered' in globalThis)).toBe(false)
    await close()
  })
})
