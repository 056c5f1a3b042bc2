import type { BrowserContext, Page } from 'playwright-core'
import { inject } from 'vitest'
import { openBrowser } from './browser/browser.ts'

type Visit = {
  context: BrowserContext
  page: Page
  newPage: () => Promise<Page>
  /** Addresses that were asked for and are none of the demonstration's. */
  elsewhere: string[]
  complaints: string[]
}
type VisitOptions = { scripts?: () => void; width?: number; origin?: string }

export type Visitors = {
  origin: string
  /** A visitor whose browser may ask for nothing but the files. */
  visit(options?: VisitOptions): Promise<Visit>
  be(page: Page, name: RegExp): Promise<void>
  closeWelcome(page: Page): Promise<void>
  reset(page: Page): Promise<void>
  /** The page of the request that is due first. */
  openMostUrgent(page: Page): Promise<void>
  /** A visitor who is Dana Ruiz, an adjuster, and looks at that page. */
  visitMostUrgent(): Promise<Visit>
  close(): Promise<void>
}

/** Browsers of visitors to the demonstration without a server (`testing/global-setup-demo.ts`), each with a world of its own. */
export async function openVisitors(): Promise<Visitors> {
  const browser = await openBrowser()
  const origin = inject('demoOrigin')
  const visitors: Visitors = {
    origin,
    visit: async ({ scripts, width = 1440, origin: from = origin } = {}) => {
      const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width, height: 900 } })
      if (scripts) await context.addInitScript(scripts)
      const elsewhere: string[] = []
      await context.route(
        (url) => url.origin !== from,
        (route) => {
          elsewhere.push(route.request().url())
          return route.abort()
        },
      )
      const complaints: string[] = []
      const newPage = async () => {
        const page = await context.newPage()
        page.on('pageerror', (error) => complaints.push(String(error)))
        return page
      }
      return { context, page: await newPage(), newPage, elsewhere, complaints }
    },
    be: async (page, name) => {
      await page.getByRole('button', { name }).click()
      await page.getByRole('navigation', { name: 'Main' }).first().waitFor()
    },
    closeWelcome: async (page) => {
      await page.getByRole('dialog', { name: /^Welcome back/ }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    },
    reset: async (page) => {
      page.once('dialog', (asked) => void asked.accept())
      await page.getByRole('button', { name: 'Reset' }).click()
      await page.getByRole('heading', { name: 'Who do you want to be?' }).waitFor()
    },
    openMostUrgent: async (page) => {
      await page.keyboard.press('g')
      await page.keyboard.press('u')
      await page.waitForURL(/\/authorizations\/request\//)
    },
    visitMostUrgent: async () => {
      const visit = await visitors.visit()
      await visit.page.goto(origin)
      await visitors.be(visit.page, /^Dana Ruiz/)
      await visitors.closeWelcome(visit.page)
      await visitors.openMostUrgent(visit.page)
      return visit
    },
    close: () => browser.close(),
  }
  return visitors
}
