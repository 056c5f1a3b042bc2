import type pg from 'pg'
import type { BrowserContext, Page } from 'playwright-core'
import { inject } from 'vitest'
import { demoAccounts } from '#database/seed/accounts.ts'
import type { ServerLink } from '#demo/page/link.ts'
import { eventually } from './eventually.ts'
import { openBrowser } from './browser/browser.ts'
import { stoppableClock, type PortalInBrowser, type Visit } from './portal-in-browser.ts'

declare const demoServer: ServerLink
/** What the page's server has answered, in order. */
declare const answers: { url: string; status: number }[]
/** Resolves when a call may go to the page's server; there once a test lets calls wait. */
declare const mayGo: ((url: string) => Promise<void>) | undefined

/** What Playwright says of the service worker, which is blocked here so that the browser asks for every file. */
const workersBlocked = 'Service Worker registration blocked by Playwright'
const subjects = new Map(demoAccounts('test').map(({ username, subject }) => [username, subject]))

/**
 * The portal of the demonstration without a server, for the journeys of the portal with one (`vitest.demo.config.ts` puts this in the place
 * of `portal-in-browser.ts`): a browser with a database of its own, in which one person at a time is signed in. Nothing but the
 * files of the demonstration may be asked for.
 */
export async function startPortalInBrowser(): Promise<PortalInBrowser> {
  const origin = inject('demoOrigin')
  const browser = await openBrowser()
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  const elsewhere: string[] = []
  await context.route(
    (url) => url.origin !== origin && !['blob:', 'data:'].includes(url.protocol),
    (route) => {
      elsewhere.push(route.request().url())
      return route.abort()
    },
  )
  await context.addInitScript(keepAnswers)
  // Open all the time: the worker ends with the last page.
  const keeper = await context.newPage()
  await keeper.goto(origin)
  const { offsetMs } = await keeper.evaluate(() => demoServer.opened)
  const clock = stoppableClock(offsetMs)
  const db = {
    query: (text: string, values: unknown[] = []) =>
      keeper.evaluate(
        ([statement, given]) => demoServer.query(statement, given),
        // Bytes as PostgreSQL writes them: a page is handed no buffer of Node.
        [
          text,
          values.map((one) => (one instanceof Uint8Array ? `\\x${Buffer.from(one).toString('hex')}` : one)),
        ] as const,
      ),
  } as unknown as pg.Pool

  /** Signs each open visit in, the one at work last: a browser has one session, and closing a visit returns to the one before. */
  const visiting: (() => Promise<void>)[] = []

  const openPages = async (
    { at: _, ...options }: NonNullable<Parameters<PortalInBrowser['open']>[0]>,
    onClosed: () => Promise<void>,
  ): Promise<Visit> => {
    const mine = new Set<Page>()
    const newPage = async (): Promise<Page> => {
      const made = await context.newPage()
      mine.add(made)
      hearAnswers(made)
      pauseCalls(made)
      made.on('popup', (other) => void mine.add(other))
      return made
    }
    const page = await newPage()
    await page.setViewportSize(options.viewport ?? { width: 1440, height: 900 })
    await page.emulateMedia({ colorScheme: options.colorScheme ?? 'light' })
    const complaints: string[] = []
    page.on('console', (message) => {
      // Addresses of pages are no files: the host answers with the shell and says 404.
      const isShell = message.location().url.startsWith(origin) && /status of 404/.test(message.text())
      if (['error', 'warning'].includes(message.type()) && !isShell && message.text() !== workersBlocked)
        complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    const tab = async (path: string): Promise<Page> => {
      const other = await newPage()
      await other.goto(origin + path)
      return other
    }
    const quiet = async () => {
      const calling = async () =>
        Promise.all(context.pages().map((one) => one.evaluate(() => demoServer.calling()).catch(() => 0))).then(
          (counts) => counts.some((count) => count > 0),
        )
      for (let still = 0; still < 2; still = (await calling()) ? 0 : still + 1);
    }
    return { context: onlyOf(mine, context, onClosed), page, complaints, tab, quiet, following: quiet }
  }

  return {
    origin,
    db,
    clock,
    browser,
    started: undefined as never,
    logged: [],
    open: (options = {}) => openPages(options, async () => {}),
    visitAs: async (username, options = {}) => {
      const { mc, path = '/home', idle = 900, minutes = 720, limited = false, welcomed = true, ...rest } = options
      const subject = subjects.get(username) ?? ''
      const enter = async () => {
        if (!(await keeper.evaluate((one) => demoServer.signIn(one), subject)))
          throw new Error(`Nobody is ${username} in the demonstration.`)
        const mine = await db.query(
          'select uc.mc from user_carrier uc join app_user u on u.id = uc.user_id where u.username = $1 and uc.active',
          [username],
        )
        const chosen = mc === undefined ? (mine.rows.length === 1 ? mine.rows[0].mc : null) : mc
        await db.query(
          `update session set mc = $1, idle_seconds = $2, limited = $3, login_shown = $4, expires_at = started_at + make_interval(mins => $5::int)
            where id = (select id from session order by started_at desc, id desc limit 1)`,
          [chosen, idle, limited, welcomed, minutes],
        )
      }
      await enter()
      visiting.push(enter)
      const visit = await openPages(rest, async () => {
        const wasAtWork = visiting.at(-1) === enter
        visiting.splice(visiting.indexOf(enter), 1)
        if (wasAtWork) await visiting.at(-1)?.()
      })
      await visit.page.goto(origin + path)
      return visit
    },
    signIn: async (page, username) => {
      const { name } = demoAccounts('test').find((one) => one.username === username)!
      await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
    },
    stop: async () => {
      await browser.close()
      if (elsewhere.length > 0) throw new Error(`The demonstration asked elsewhere: ${elsewhere.join(', ')}`)
    },
  }
}

/** In a page: keeps what its server answers, which is no traffic that a browser could report. */
function keepAnswers(): void {
  const native = globalThis.fetch
  let inPage: typeof fetch | undefined
  const kept: typeof answers = []
  const heard: typeof fetch = async (input, init) => {
    const { url } = new Request(input)
    if (typeof mayGo !== 'undefined') await mayGo(url)
    const answer = await inPage!(input, init)
    kept.push({ url, status: answer.status })
    return answer
  }
  Object.assign(globalThis, { answers: kept })
  Object.defineProperty(globalThis, 'fetch', {
    get: () => (inPage ? heard : native),
    set: (server: typeof fetch) => {
      inPage = server
    },
  })
}

/** `waitForResponse` of this page waits for an answer of the server in the page. */
function hearAnswers(page: Page): void {
  type Answer = { url(): string; status(): number }
  const waitForResponse = async (isIt: (answer: Answer) => boolean): Promise<Answer> => {
    let { document, from } = await page
      .evaluate(() => ({ document: performance.timeOrigin, from: answers.length }))
      // The page is just going to another address: every answer there is a new one.
      .catch(() => ({ document: 0, from: 0 }))
    let found: Answer | undefined
    await eventually(async () => {
      const now = await page.evaluate(() => ({ origin: performance.timeOrigin, answers }))
      if (now.origin !== document) [document, from] = [now.origin, 0] // another page was opened
      const one = now.answers.slice(from).find(({ url, status }) => isIt({ url: () => url, status: () => status }))
      if (!one) throw new Error('The page has not been answered.')
      found = { url: () => one.url, status: () => one.status }
    })
    return found!
  }
  Object.assign(page, { waitForResponse })
}

/** `route` of this page, for calls that wait and go on: they are no traffic either. */
function pauseCalls(page: Page): void {
  type Paused = { continue(): Promise<void> }
  const pausing = new Map<string, { address: RegExp; pause: (call: Paused) => unknown }>()
  let exposed: Promise<unknown> | undefined
  const route = async (address: RegExp, pause: (call: Paused) => unknown): Promise<void> => {
    await (exposed ??= page.exposeFunction('mayGo', async (url: string) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const one = [...pausing.values()].find(({ address }) => address.test(url))
      if (!one) return
      await one.pause({ continue: async () => resolve() })
      await promise
    }))
    pausing.set(address.source, { address, pause })
  }
  const unroute = async (address: RegExp): Promise<void> => void pausing.delete(address.source)
  Object.assign(page, { route, unroute })
}

/** The browser context, as if it had only these pages: closing it closes them. */
const onlyOf = (pages: ReadonlySet<Page>, context: BrowserContext, onClosed: () => Promise<void>): BrowserContext =>
  new Proxy(context, {
    get: (of, name) => {
      if (name === 'pages') return () => of.pages().filter((page) => pages.has(page))
      if (name === 'close')
        return async () => {
          for (const page of of.pages()) if (pages.has(page)) await page.close()
          await onClosed()
        }
      const value: unknown = Reflect.get(of, name, of)
      return typeof value === 'function' ? (value.bind(of) as unknown) : value
    },
  })
