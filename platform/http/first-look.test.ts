import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'
import { rendering } from './render.ts'

let portal: PortalInBrowser
let pages: Record<'list' | 'request' | 'patient' | 'home', string>
beforeAll(async () => {
  portal = await startPortalInBrowser({}, undefined, { rendered: true })
  portal.clock.stop()
  const { rows } = await portal.db.query<{ id: string; claim: string; sub: string }>(
    `select a.id, a.stratus_claim_id as claim, a.sub_carrier as sub from rx_authorization a join app_user u on u.id = a.owner_id
      where u.username = 'dana.ruiz' and a.status_id = 20 and a.mc = 'NWM' order by a.reference_number limit 1`,
  )
  const { id, claim, sub } = rows[0]!
  pages = {
    list: '/authorizations?view=all',
    request: `/authorizations/request/${id}`,
    patient: `/patients/NWM/${sub}/${claim}/overview`,
    home: '/home',
  }
  // The first page of a process waits for nothing that is rendered.
  await vi.waitUntil(async () => isRendered((await opened('dana.ruiz', '/home')).html), { timeout: 120_000 })
})
afterAll(() => portal.stop())

const isRendered = (html: string): boolean => html.includes('<div id="root" inert>')
const asNavigation = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' }

/** The HTML of a page for this user, and the answers in it. */
async function opened(username: string, path: string, headers: Record<string, string> = {}) {
  const { context } = await portal.visitAs(username, { mc: 'NWM', path: '/livez' })
  const reply = await context.request.get(portal.origin + path, { headers: { ...asNavigation, ...headers } })
  const html = await reply.text()
  await context.close()
  return { html, answers: /<script type="application\/json" id="first-answers">(.*?)<\/script>/s.exec(html)?.[1] }
}

/** Notes what the page shows before it can be used, and at once afterwards. */
function noteTakeover() {
  const noted = globalThis as typeof globalThis & { before?: string; after?: string }
  const root = () => document.querySelector<HTMLElement>('#root')
  document.addEventListener('readystatechange', () => {
    if (document.readyState === 'interactive' && root()?.inert) noted.before = root()!.innerText
  })
  new MutationObserver(() => {
    if (noted.before !== undefined && root()?.inert === false) noted.after ??= root()!.innerText
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['inert'] })
}

const lines = (text: string) => [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '')

test.each([
  ['list', /At the counter|Case owner/, 'tbody tr a[href^="/authorizations/"]'],
  ['request', /Why it stopped/, '#confirm'],
  ['patient', /Open requests/, 'h1'],
  ['home', /Escalated/, 'main a[href^="/authorizations/"]'],
] as const)(
  'what somebody opens a page for is seen before its code has come, and stays when it has: %s',
  async (name, words, content) => {
    const { page, context, complaints, quiet } = await portal.visitAs('dana.ruiz', { mc: 'NWM', path: '/livez' })
    await page.addInitScript(noteTakeover)
    const openedOnce = async (): Promise<{ before: string; after: string } | undefined> => {
      await page.goto(portal.origin + pages[name])
      return page.evaluate(() => {
        const { before, after } = globalThis as typeof globalThis & { before?: string; after?: string }
        return before === undefined || after === undefined ? undefined : { before, after }
      })
    }
    // A server that is busy sends a page without.
    const { before, after } = await vi.waitUntil(openedOnce, { timeout: 120_000 })
    expect(before).toMatch(words)
    expect(lines(before).filter((line) => !lines(after).includes(line))).toEqual([])
    await page.locator(content).first().waitFor()
    await quiet()
    expect(complaints).toEqual([])
    await context.close()
  },
)

test('a page that was rendered after those of others is the same as one that was rendered first', async () => {
  const file = join(import.meta.dirname, '../../dist/.server/server-page.js')
  const now = portal.clock.now().getTime()
  const toRender = async (username: string, path: string) => {
    const { answers } = await vi.waitUntil(
      async () => {
        const found = await opened(username, path)
        return found.answers !== undefined && found
      },
      { timeout: 120_000 },
    )
    const [pathname = '', search = ''] = path.split('?', 2)
    return { path: pathname, search, first: answers!, now }
  }
  const ofOthers = [
    await toRender('dana.ruiz', pages.list),
    await toRender('dana.ruiz', pages.request),
    await toRender('dana.ruiz', pages.patient),
  ]
  const own = await toRender('sam.okafor', '/home')
  const settled = (render: ReturnType<typeof rendering>, page: typeof own) =>
    vi.waitUntil(() => render(page), { timeout: 120_000 })
  const used = rendering(file)
  for (const page of ofOthers) expect(await settled(used, page)).toMatch(/Claim NW|NW\d\d-/)
  const first = await settled(rendering(file), own)
  expect(await settled(used, own)).toBe(first)
  expect(first).toContain('Sam')
  expect(first).not.toContain('Dana Ruiz')
})

test('no page is rendered for phones, nor for an address that is no page', async () => {
  expect(isRendered((await opened('dana.ruiz', '/home', { 'sec-ch-ua-mobile': '?1' })).html)).toBe(false)
  expect(isRendered((await opened('dana.ruiz', '/no-such-page')).html)).toBe(false)
})

test('a page whose code does not come says so, and can be loaded again', async () => {
  const { page, context } = await portal.visitAs('dana.ruiz', { mc: 'NWM', path: '/livez' })
  const words = page.getByText(/^RxDocket did not load\. Load the page again, or call/)
  await context.route('**/assets/*.js', (route) => route.abort())
  await vi.waitUntil(
    async () => {
      await page.goto(`${portal.origin}/home`)
      return words.isVisible()
    },
    { timeout: 120_000 },
  )
  await context.unroute('**/assets/*.js')
  await page.reload()
  await page.getByRole('heading', { name: 'Authorizations' }).first().waitFor()
  await expect.poll(() => words.count()).toBe(0)
  await context.close()
})

test('theme and density of the device are those of the page from its first look on', async () => {
  const { page, context } = await portal.visitAs('dana.ruiz', { mc: 'NWM', path: '/home' })
  await page.evaluate(() => localStorage.setItem('rxdocket.preferences', '{"theme":"dark","density":"compact"}'))
  const other = await portal.browser.newContext({ storageState: await context.storageState() })
  await other.route('**/assets/*.js', () => {}) // they never come
  const waiting = await other.newPage()
  const isOnlySeen = async () => {
    await waiting.goto(`${portal.origin}/home`, { waitUntil: 'commit' })
    return waiting.evaluate(() => document.querySelector<HTMLElement>('#root')?.inert)
  }
  await vi.waitUntil(isOnlySeen, { timeout: 120_000 })
  expect(await waiting.evaluate(() => ({ ...document.documentElement.dataset }))).toEqual({
    theme: 'dark',
    density: 'compact',
  })
  await other.close()
  await context.close()
})
