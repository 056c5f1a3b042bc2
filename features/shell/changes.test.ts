import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'

// What a change event makes a tab ask, in a real browser.

let portal: PortalInBrowser
beforeAll(async () => {
  portal = await startPortalInBrowser()
})
afterAll(() => portal.stop())

/** Follows the calls of a tab: how many it made since, and how many at the same moment at most. */
function calls(page: Page) {
  const seen = { made: 0, open: 0, most: 0 }
  // What was done on a page is sent 10 seconds after it, with a question for the sizes of batches: no change asks for that.
  const isCall = (url: string) => url.includes('/api/') && !/\/(?:changes$|useractionmetrics|settings\?f)/.test(url)
  page.on('request', (request) => {
    if (!isCall(request.url())) return
    seen.made += 1
    seen.open += 1
    seen.most = Math.max(seen.most, seen.open)
  })
  const ended = (request: Request) => void (seen.open -= isCall(request.url()) ? 1 : 0)
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  return seen
}

test('a change is asked for one call after the other, by a hidden tab when it is seen again', async () => {
  const visit = await portal.visitAs('dana.ruiz', { path: '/accounts/profile' })
  // Home brings what it shows first; what its cards ask comes with their code.
  const cards = async () => {
    const answered = (path: string) =>
      visit.context.waitForEvent('response', (response) => response.url().includes(`/api${path}`))
    await answered('/priorAuths/ending')
    await visit.quiet()
  }
  const hidden = visit.page
  await Promise.all([cards(), hidden.goto(`${portal.origin}/home`)])
  const [shown] = await Promise.all([visit.tab('/home'), cards()])
  await hidden.evaluate(() => Object.defineProperty(document, 'hidden', { configurable: true, get: () => true }))
  const [ofHidden, ofShown] = [calls(hidden), calls(shown)]
  const answered = shown.waitForResponse(/\/authorizations\/count$/)
  await portal.db.query(`select pg_notify('changes', mc || ':authorizations') from master_carrier`)
  await answered
  await expect.poll(() => ofShown.made).toBeGreaterThan(2)
  await expect.poll(() => ofShown.open).toBe(0)
  expect([ofShown.most, ofHidden.made]).toEqual([1, 0])

  const asked = hidden.waitForResponse(/\/authorizations\/count$/)
  await hidden.evaluate(() => {
    delete (document as unknown as Record<string, unknown>)['hidden']
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await asked
  await expect.poll(() => ofHidden.made).toBeGreaterThan(2)
  expect(ofHidden.most).toBe(1)
  await visit.context.close()
})

test('a busy service is asked again before anybody sees it', async () => {
  const visit = await portal.visitAs('dana.ruiz', { path: '/home' })
  let refused = 0
  await visit.page.route(/\/authorizations\/count$/, async (route) => {
    refused += 1
    if (refused > 2) return route.continue()
    await route.fulfill({
      status: 503,
      headers: { 'retry-after': '1' },
      json: { status: { code: 'UNAVAILABLE', message: 'The portal is busy.' }, data: null, supportId: 'x', fields: [] },
    })
  })
  await visit.page.getByRole('heading', { level: 1 }).waitFor()
  await visit.following()
  await portal.db.query(`select pg_notify('changes', mc || ':authorizations') from master_carrier`)
  await expect.poll(() => refused).toBeGreaterThan(2)
  await visit.quiet()
  await expect.poll(() => visit.page.getByText('The portal is busy.').count()).toBe(0)
  await visit.context.close()
})

test('what changes after a page was read and before it listens is asked for as it begins to listen', async () => {
  const visit = await portal.visitAs('dana.ruiz', { path: '/logout' })
  const { page } = visit
  const mayListen = Promise.withResolvers<void>()
  await page.route(/\/api\/changes$/, async (route) => {
    await mayListen.promise
    await route.continue()
  })
  const wants = page.waitForRequest(/\/api\/changes$/)
  await page.goto(`${portal.origin}/home`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await wants
  await visit.quiet()
  // Another page listens already: once it is sent the change, the server knows of it.
  const other = await visit.tab('/accounts/profile')
  const heard = other.waitForResponse(/\/authorizations\/count$/)
  await portal.db.query(`select pg_notify('changes', mc || ':authorizations') from master_carrier`)
  await heard
  const seen = calls(page)
  expect(seen.made).toBe(0)
  const again = page.waitForResponse(/\/authorizations\/count$/)
  mayListen.resolve()
  await again
  await visit.context.close()
})
