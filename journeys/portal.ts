import { createHash } from 'node:crypto'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import pg from 'pg'
import { movedClock } from '#platform/clock.ts'
import { readSettings } from '#platform/settings.ts'
import { openBrowser } from '#platform/testing/browser.ts'
import { startPortal, type Started } from '../start.ts'
import { dropDatabase, freshDatabase } from '../testing/database.ts'

export const PASSWORD = 'Docket-demo-1'
const INTAKE = 'journey-intake'

export type Journey = {
  origin: string
  db: pg.Client
  clock: ReturnType<typeof movedClock>
  browser: Browser
  started: Started
  /** A browser of its own, signed in through the identity provider's page. */
  signIn(username: string, options?: Parameters<Browser['newContext']>[0]): Promise<Visit>
  /** The pharmacy sends a claim. */
  submit(claim: unknown): Promise<{ status: string; authorizationId: string | null; [more: string]: unknown }>
  stop(): Promise<void>
}
export type Visit = {
  context: BrowserContext
  page: Page
  /** What the console complained about and which requests failed on the server's side. */ complaints: string[]
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

/** The whole product on this machine: demo data, identity provider, jobs, pages, and a real browser in front. */
export async function openJourney(): Promise<Journey> {
  const databaseUrl = await freshDatabase(true, 'demo')
  const port = await freePort()
  const clock = movedClock()
  const origin = `http://localhost:${port}`
  const started = await startPortal({
    databaseUrl,
    clock,
    limitFactor: 100,
    log: () => {},
    ...(process.env['JOURNEY_PAGES'] && { pagesFolder: process.env['JOURNEY_PAGES'] }), // another build than dist/
    settings: {
      ...readSettings({
        PORT: String(port),
        DATABASE_URL: databaseUrl,
        RXDOCKET_SEED: 'test',
        RXDOCKET_INTAKE_TOKEN: INTAKE,
      }),
      key: createHash('sha256').update(origin).digest(),
    },
  })
  const browser = await openBrowser()
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  return {
    origin,
    db,
    clock,
    browser,
    started,
    signIn: async (username, options) => {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        timezoneId: 'America/New_York',
        reducedMotion: 'reduce',
        ...options,
      })
      const page = await context.newPage()
      const complaints: string[] = []
      page.on(
        'console',
        (message) => void (['error', 'warning'].includes(message.type()) && complaints.push(message.text())),
      )
      page.on('pageerror', (error) => void complaints.push(error.message))
      page.on(
        'response',
        (response) => void (response.status() >= 500 && complaints.push(`${response.status()} ${response.url()}`)),
      )
      await page.goto(`${origin}/`)
      await page
        .getByRole('link', { name: /log in/i })
        .first()
        .click()
      await page.getByLabel('Username').fill(username)
      await page.getByLabel('Password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page
        .getByText(/^Welcome, /)
        .or(page.getByRole('dialog', { name: 'Select Carrier' }))
        .first()
        .waitFor()
      return { context, page, complaints }
    },
    submit: async (claim) => {
      const answer = await fetch(`${origin}/api/pharmacy/claims`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${INTAKE}` },
        body: JSON.stringify(claim),
      })
      return (await answer.json()) as Awaited<ReturnType<Journey['submit']>>
    },
    stop: async () => {
      await browser.close()
      await db.end()
      await started.stop()
      await dropDatabase(databaseUrl)
    },
  }
}

/** The claim a request was last billed with: what the pharmacy will send again. */
export async function lastClaim(journey: Journey, authorizationId: string): Promise<unknown> {
  const { rows } = await journey.db.query(
    'select x.request from rx_authorization a join rx_transaction x on x.mc = a.mc and x.id = a.last_transaction_id where a.id = $1',
    [authorizationId],
  )
  return rows[0].request as unknown
}
