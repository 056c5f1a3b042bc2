/**
 * `npm run demo:build`, then `node bench/demo.ts [visits]`: how large the demonstration without a server is, as files and as a host sends
 * them, and how long a first visit takes from opening to the rows of the worklist, in a browser that has nothing of it, beside a
 * bare page with the same rows in the same run.
 */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Page } from 'playwright-core'
import { worklist } from '#features/worklist/contract.ts'
import { toRequest } from '#platform/calls/wire.ts'
import { launchBrowser } from '../testing/browser/browser.ts'
import { hostFiles, isPacked, pack } from '../testing/file-host.ts'
import { serveBarePage } from './bare-page.ts'
import { median } from './quantile.ts'
import { CARRIER } from './signed-in-browser.ts'

const times = Number(process.argv[2] ?? 5)
const folder = join(import.meta.dirname, '../dist-demo')
if (!existsSync(join(folder, 'index.html'))) throw new Error('Run npm run demo:build first.')
/** Somebody with a full worklist, and where it is. */
const PERSON = /^Dana Ruiz/
const LIST = '/loginOkta/authorizations?view=all'
const ROW = 'tbody tr a[href^="/authorizations/"]'

/** What a file is for, by where it lies. */
const kinds: readonly [string, (path: string) => boolean][] = [
  ['the database', (path) => path.startsWith('data-')],
  ['PostgreSQL as WebAssembly', (path) => /\.(wasm|data)$/.test(path)],
  ['the server in a worker', (path) => path.startsWith('worker')],
  ['the pages', () => true],
]

async function printSizes(): Promise<void> {
  const sizes = new Map<string, { files: number; raw: number; gzip: number; brotli: number }>()
  for (const one of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!one.isFile()) continue
    const path = join(one.parentPath, one.name)
    const bytes = await readFile(path)
    const [gzip, brotli] = isPacked(path) ? [pack.gzip(bytes), pack.br(bytes)] : [bytes, bytes]
    for (const kind of [kinds.find(([, is]) => is(relative(folder, path)))![0], 'all']) {
      const sum = sizes.get(kind) ?? { files: 0, raw: 0, gzip: 0, brotli: 0 }
      sizes.set(kind, {
        files: sum.files + 1,
        raw: sum.raw + bytes.length,
        gzip: sum.gzip + gzip.length,
        brotli: sum.brotli + brotli.length,
      })
    }
  }
  const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
  for (const [kind, { files, raw, gzip, brotli }] of sizes)
    console.log(`${kind}: ${files} files, ${mb(raw)}, ${mb(gzip)} with gzip, ${mb(brotli)} with brotli`)
}

const browser = await launchBrowser()
const visited = async <T>(measure: (page: Page) => Promise<T>): Promise<T> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, timezoneId: 'America/New_York' })
  try {
    return await measure(await context.newPage())
  } finally {
    await context.close()
  }
}

/** A first visit: until somebody can be chosen, until the rows are there after that, and the rows as the page's server answers them. */
const visitDemo = (origin: string) =>
  visited(async (page) => {
    const start = performance.now()
    await page.goto(origin + LIST, { waitUntil: 'commit' })
    const person = page.getByRole('button', { name: PERSON })
    await person.waitFor()
    const choice = performance.now() - start
    await person.click() // done as soon as the data are there
    await page.locator(ROW).first().waitFor({ timeout: 300_000 })
    const rows = performance.now() - start
    return { choice, rows, answered: await page.evaluate(askForRows, toRequest(worklist.list, LISTED, '/api')) }
  })
const LISTED = { mc: CARRIER, size: 50, page: 0 }
const askForRows = async ({ method, url, body }: { method: string; url: string; body?: unknown }): Promise<string> => {
  const headers = { 'x-portal-request': '1', 'content-type': 'application/json' }
  const answer = await fetch(url, { method, headers, body: body as string })
  if (!answer.ok) throw new Error(await answer.text())
  return answer.text()
}

const visitBare = (origin: string) =>
  visited(async (page) => {
    const start = performance.now()
    await page.goto(origin, { waitUntil: 'commit' })
    await page.locator(ROW).first().waitFor()
    return performance.now() - start
  })

try {
  await printSizes()
  const demo = await hostFiles(folder, { packed: true })
  // The first visit of all warms the machine up and has the rows of the bare page.
  const bare = await serveBarePage((await visitDemo(demo.origin)).answered)
  const took: Record<'choice' | 'rows' | 'bare', number[]> = { choice: [], rows: [], bare: [] }
  for (let at = 0; at < times; at += 1) {
    const { choice, rows } = await visitDemo(demo.origin)
    took.choice.push(choice)
    took.rows.push(rows)
    took.bare.push(await visitBare(bare.origin))
  }
  await bare.close()
  demo.close()
  const [choice, rows, plain] = [median(took.choice), median(took.rows), median(took.bare)]
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`
  console.log(
    `First visit, medians of ${times}: people to choose from after ${seconds(choice)}, rows after ${seconds(rows)}`,
  )
  console.log(
    `A bare page with the same rows: ${seconds(plain)}. The demonstration takes ${(rows / plain).toFixed(1)} times as long,`,
  )
  console.log(`its first page ${(choice / plain).toFixed(1)} times. Rows after ${took.rows.map(seconds).join(', ')}.`)
} finally {
  await browser.close()
}
