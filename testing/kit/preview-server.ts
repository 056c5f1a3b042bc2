/**
 * For tests: builds the preview page, serves it under a strict content security policy, and opens its views in a
 * browser.
 */
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import react from '@vitejs/plugin-react'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { build } from 'vite'
import { openBrowser } from '../browser/browser.ts'

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
}
// As strict as the portal's own: no inline script or style, no eval, nothing from elsewhere.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'"

export type Preview = {
  /**
   * Opens a view in a context of its own; `at`: the instant its clock begins with, from where `page.clock` moves it. What
   * the page writes to the console as error or warning is gathered in `complaints`.
   */
  open: (view: string, options?: BrowserContextOptions & { at?: string }) => Promise<Page>
  /**
   * The one page of a view for those who change no more than theme and size: opening one takes longer than most looks at
   * it.
   */
  untouched: (view: string) => Promise<Page>
  complaints: string[]
  close: () => Promise<void>
}

/** Light and dark, wide screen and phone. */
export const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1440, 390].map((width) => ({ colorScheme, width })),
)

/** Shows a page in one of the looks. */
export async function turn(page: Page, { colorScheme, width }: (typeof looks)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize({ width, height: width < 500 ? 844 : 900 })
}

/** Builds in development mode, so that React's own warnings are complaints too. */
export async function openPreview(): Promise<Preview> {
  const outDir = await mkdtemp(join(tmpdir(), 'preview-'))
  await build({
    root: join(import.meta.dirname, '../..'),
    configFile: false,
    mode: 'development',
    logLevel: 'error',
    plugins: [react()],
    define: { 'process.env.NODE_ENV': '"development"' },
    build: {
      outDir,
      emptyOutDir: true,
      minify: false,
      assetsInlineLimit: 0,
      // light-dark() must reach the browser as it is: rewritten to variables, a part of the page could no longer force
      // a mode.
      cssTarget: ['chrome125', 'edge125', 'firefox128', 'safari18'],
      rolldownOptions: { input: join(import.meta.dirname, 'preview.html') },
    },
  })
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
    try {
      const file = await readFile(join(outDir, path))
      response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream')
      response.setHeader('content-security-policy', policy)
      response.end(file)
    } catch {
      response.writeHead(path === '/favicon.ico' ? 204 : 404).end()
    }
  }
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const browser = await openBrowser()
  const complaints: string[] = []
  const open: Preview['open'] = async (view, { at, ...options } = {}) => {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      ...options,
    })
    if (at) await context.clock.install({ time: at })
    const page = await context.newPage()
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(`${view}: ${message.text()}`)
    })
    page.on('pageerror', (error) => complaints.push(`${view}: ${error.message}`))
    await page.goto(`http://127.0.0.1:${port}/testing/kit/preview.html?view=${view}`)
    await page.locator('#root > *').first().waitFor()
    await page.evaluate(() => document.fonts.ready)
    return page
  }
  const opened = new Map<string, Promise<Page>>()
  return {
    complaints,
    open,
    untouched: (view) => {
      const page = opened.get(view) ?? open(view)
      opened.set(view, page)
      return page
    },
    async close() {
      await browser.close()
      server.close()
      await rm(outDir, { recursive: true, force: true })
    },
  }
}
