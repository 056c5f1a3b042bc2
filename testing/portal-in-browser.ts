import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core'
import { expect, onTestFailed, TestRunner } from 'vitest'
import { demoPassword } from '#database/seed/people.ts'
import { movedClock } from '#platform/dates/clock.ts'
import { freePort } from '#platform/database/free-port.ts'
import { readPages, type Pages } from '#platform/http/pages.ts'
import { readSettings } from '#platform/start/settings.ts'
import { exhaustive } from './bounds.ts'
import { openBrowser, type TestBrowser } from './browser/browser.ts'
import { untruthsIn } from './sent-statements/in-browser.ts'
import { keepShown, type Shown } from './sent-statements/shown.ts'
import { startPortal, type Started } from '../start.ts'
import { dropDatabase, freshDatabase, loginsOf, longTimeouts } from './database.ts'
import { createSession } from './session.ts'

export type Visit = {
  context: BrowserContext
  page: Page
  /** Errors and warnings of the console, and answers with status 500 and above. */
  complaints: string[]
  /** Another tab of the same browser at this address. */
  tab: (path: string) => Promise<Page>
  /** Waits until no tab waits for an API call. */
  quiet: () => Promise<void>
  /** Waits until every tab hears of changes. */
  following: () => Promise<void>
}

export type PortalInBrowser = {
  origin: string
  db: pg.Pool
  /** The server's clock; once it was stopped, time passes only by `move`. */
  clock: ReturnType<typeof stoppableClock>
  browser: TestBrowser
  started: Started
  logged: string[]
  /** A new browser context; `at`: the instant its clock starts with, `page.clock` moves it from there. */
  open(options?: BrowserContextOptions & { at?: Date }): Promise<Visit>
  /** A new browser context with the session that signing in would make, at a page. */
  visitAs(username: string, options?: VisitOptions): Promise<Visit>
  /** Fills in the identity provider's sign-in form. */
  signIn(page: Page, username: string, password?: string): Promise<void>
  stop(): Promise<void>
}
export type VisitOptions = BrowserContextOptions & {
  at?: Date
  /** Master carrier; null: not chosen yet. By default the user's only one, null if there are several. */
  mc?: string | null
  path?: string
  /** Seconds the session may idle, minutes it lasts. */
  idle?: number
  minutes?: number
  limited?: boolean
  /** The dialog with the last sign-in was already shown. */
  welcomed?: boolean
}

/** Data of a portal that are there already: the database's superuser, the data folder, and the key they were written with. */
export type PortalData = { databaseUrl: string; dataFolder: string; key: Uint8Array }

async function freshData(): Promise<PortalData> {
  const databaseUrl = await freshDatabase(true, 'demo')
  const dataFolder = await mkdtemp(join(tmpdir(), 'rxdocket-portal-'))
  return { databaseUrl, dataFolder, key: createHash('sha256').update(databaseUrl).digest() }
}

/** The build of the pages, dist/ unless JOURNEY_PAGES names another: read once for all portals of a worker. */
let pages: Promise<Pages> | undefined

/** Has what opens a page of this tab wait until it can be used: what the server rendered is only to be seen. */
function waitUntilUsable(page: Page): void {
  const usable = async <T>(opened: Promise<T>): Promise<T> => {
    const answer = await opened
    await page.locator('#root[inert]').waitFor({ state: 'detached' })
    return answer
  }
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = (...of) => usable(goto(...of))
  page.reload = (...of) => usable(reload(...of))
}

/** The pages as this test opens them: journeys see what the server renders first, and every test of a whole run. */
async function pagesToOpen(rendered: boolean): Promise<Pages> {
  pages ??= readPages(process.env['JOURNEY_PAGES'] ?? join(import.meta.dirname, '../dist'))
  const { render, ...withoutRendering } = await pages
  return rendered && render ? { ...withoutRendering, render } : withoutRendering
}
const isJourney = (): boolean => /[\\/]journeys[\\/]/.test(expect.getState().testPath ?? '')

/** Starts the whole portal with its pages, identity provider and a browser, by default on fresh demo data. Stop it at the end. */
export async function startPortalInBrowser(
  env: Record<string, string> = {},
  existing?: PortalData,
  { rendered = exhaustive || isJourney() }: { rendered?: boolean } = {},
): Promise<PortalInBrowser> {
  const { databaseUrl, dataFolder, key } = existing ?? (await freshData())
  const clock = stoppableClock()
  const logged: string[] = []
  const started = await startPortal({
    settings: {
      ...readSettings({
        PORT: String(await freePort('localhost')),
        RXDOCKET_SEED: 'test',
        RXDOCKET_DATA: dataFolder,
        ...env,
      }),
      key,
    },
    ...loginsOf(databaseUrl),
    database: longTimeouts,
    clock,
    limitFactor: 100,
    log: (line) => void logged.push(line),
    pages: await pagesToOpen(rendered),
  })
  const { origin } = started
  const since = clock.now().toISOString()
  const shown: Shown[] = []
  const browser = await openBrowser()
  const db = new pg.Pool({ connectionString: databaseUrl, max: 2 })

  const open: PortalInBrowser['open'] = async ({ at, ...options } = {}) => {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      timezoneId: 'America/New_York',
      reducedMotion: 'reduce',
      ...options,
    })
    if (at) await context.clock.install({ time: at })
    await keepShown(context, clock.now, shown)
    context.on('page', waitUntilUsable)
    const complaints: string[] = []
    const about: string[] = []
    context.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type())) return
      complaints.push(message.text())
      about.push(message.location().url)
    })
    context.on('weberror', (error) => complaints.push(error.error().message))
    context.on('response', (response) => {
      if (response.status() >= 500) complaints.push(`${response.status()} ${response.url()}`)
    })
    // The stream of change events never ends.
    const asked = new Set<Request>()
    const isCall = (request: Request) => /\/api\/(?!changes)/.test(request.url())
    const waiting: (() => void)[] = []
    const ended = (request: Request): void => {
      if (asked.delete(request) && asked.size === 0) waiting.splice(0).forEach((wake) => wake())
    }
    context.on('request', (request) => void (isCall(request) && asked.add(request)))
    context.on('requestfinished', ended)
    context.on('requestfailed', ended)
    // What a page sends as it is closed ends without an event.
    context.on('page', (one) =>
      one.on('close', () => [...asked].filter((request) => request.frame().page() === one).forEach(ended)),
    )
    const quiet = async () => {
      for (let still = 0; still < 2; still = asked.size === 0 ? still + 1 : 0) {
        if (asked.size > 0) await new Promise<void>((wake) => waiting.push(wake))
        await Promise.all(context.pages().map((one) => one.evaluate(() => undefined).catch(() => {})))
      }
    }
    const streams = new Map<Page, PromiseWithResolvers<void>>()
    const streamOf = (one: Page) => {
      const stream = streams.get(one) ?? Promise.withResolvers<void>()
      streams.set(one, stream)
      return stream
    }
    context.on('response', (response) => {
      if (response.url().endsWith('/api/changes') && response.ok()) streamOf(response.frame().page()).resolve()
    })
    const following = async () => void (await Promise.all(context.pages().map((one) => streamOf(one).promise)))
    const page = await context.newPage()
    if (TestRunner.getCurrentTest())
      onTestFailed(async () => {
        // Shows what the pages held instead of what the test waited for.
        for (const one of context.pages())
          console.error(one.url(), '\n', await one.innerText('body', { timeout: 1000 }).catch(String))
        console.error(
          'unanswered:',
          [...asked].map((request) => request.url()),
        )
        console.error('complaints:', complaints, about, 'log:', logged.slice(-5))
      })
    const tab = async (path: string) => {
      const other = await context.newPage()
      await other.goto(origin + path)
      return other
    }
    return { context, page, complaints, tab, quiet, following }
  }

  const visitAs: PortalInBrowser['visitAs'] = async (username, options = {}) => {
    const { mc, path = '/home', idle = 900, minutes = 720, limited = false, welcomed = true, ...rest } = options
    const mine = await db.query<{ mc: string }>(
      'select uc.mc from user_carrier uc join app_user u on u.id = uc.user_id where u.username = $1 and uc.active',
      [username],
    )
    const chosen = mc === undefined ? (mine.rows.length === 1 ? mine.rows[0]!.mc : null) : mc
    const token = await createSession(db, username, chosen, { now: clock.now(), idle, minutes, limited, welcomed })
    const visit = await open(rest)
    await visit.context.addCookies([
      { name: started.portal.cookies.session, value: token, url: origin, httpOnly: true, sameSite: 'Lax' },
    ])
    await visit.page.goto(origin + path)
    return visit
  }

  return {
    origin,
    db,
    clock,
    browser,
    started,
    logged,
    open,
    visitAs,
    signIn: async (page, username, password = demoPassword) => {
      await page.getByLabel('Username').fill(username)
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Log In' }).click()
    },
    stop: async () => {
      await browser.close()
      // What pharmacies, prescribers, workers and users were notified of and shown meanwhile has to be so.
      const untruths = await untruthsIn(db, { portal: started.portal, since, shown }).catch(String)
      await db.end()
      await started.stop()
      if (!existing) {
        await dropDatabase(databaseUrl)
        await rm(dataFolder, { recursive: true, force: true })
      }
      if (untruths !== '') throw new Error(`What is not so was sent or shown:\n${untruths}`)
    },
  }
}

/** A clock that can be moved and stopped; `offsetMs` away from that of the machine. */
export function stoppableClock(offsetMs = 0) {
  const clock = movedClock(offsetMs)
  let stopped: number | undefined
  const since = () => (stopped === undefined ? 0 : Date.now() - stopped)
  return {
    ...clock,
    now: () => new Date(clock.now().getTime() - since()),
    stop: () => void (stopped ??= Date.now()),
  }
}
