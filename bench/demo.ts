/**
 * `npm run demo:build`, then `node bench/demo.ts [visits]`: how large the demonstration without a server is, as files and as a host sends
 * them, and how long a first visit takes over a line of 20 Mbit/s from opening to the rows of the worklist, in a browser that has nothing
 * of it, how long the second one does, whose browser has it all, and a bare page with the same rows in the same run. Says whether the goals
 * are met.
 */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { worklist } from '#features/worklist/contract.ts'
import { toRequest } from '#platform/calls/wire.ts'
import { launchBrowser } from '../testing/browser/browser.ts'
import { hostFiles, isPacked, pack } from '../testing/file-host.ts'
import { serveBarePage } from './bare-page.ts'
import { median } from './quantile.ts'
import { CARRIER } from './signed-in-browser.ts'
import { slowLine } from './slow-line.ts'

const LOOK_EVERY_MS = 500
const times = Number(process.argv[2] ?? 5)
const folder = join(import.meta.dirname, '../dist-demo')
if (!existsSync(join(folder, 'index.html'))) throw new Error('Run npm run demo:build first.')
/** Somebody with a full worklist, and where it is. */
const PERSON = /^Dana Ruiz/
const LIST = '/loginOkta/authorizations?view=all'
const ROW = 'tbody tr a[href^="/authorizations/"]'

/** What a file is for, by where it lies. */
const kinds: readonly [string, (path: string) => boolean][] = [
  ['the database', (path) => /^(?:data|tables)-/.test(path)],
  ['PostgreSQL as WebAssembly', (path) => /^(?:postgres|share)-/.test(path)],
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

/** Goals: the first list after a first visit and after a second one, and what a first visit sends. */
const goals = { cold: 10_000, warm: 3000, bytes: 12e6 }
const BYTES_A_SECOND = 20e6 / 8

/** The worker ends with the last page, so that the second visit starts another one. */
function endWithThePage(): void {
  const Shared = globalThis.SharedWorker
  globalThis.SharedWorker = class extends Shared {
    constructor(address: string | URL) {
      super(address, { type: 'module', name: 'rxdocket' })
    }
  }
}
/** Whether the database was written down. */
const isKept = (): Promise<boolean> =>
  new Promise((done) => {
    const opening = indexedDB.open('rxdocket-demo-state')
    opening.onerror = () => done(false)
    opening.onsuccess = () => {
      const db = opening.result
      const has = db.objectStoreNames.contains('state')
      const asked = has ? db.transaction('state').objectStore('state').get('state') : undefined
      const end = (kept: boolean) => {
        db.close()
        done(kept)
      }
      if (!asked) return end(false)
      asked.onsuccess = () => end(asked.result !== undefined)
    }
  })

type Visited = { choice: number; rows: number; bytes: number; warm: number; answered: string }

/** Two visits of one browser: until somebody can be chosen, until the rows are there after that, and until they are there again. */
const visitDemo = (host: { origin: string; sent: () => number }): Promise<Visited> =>
  visited(async (page) => {
    await page.context().addInitScript(endWithThePage)
    const before = host.sent()
    const start = performance.now()
    await page.goto(host.origin + LIST, { waitUntil: 'commit' })
    const person = page.getByRole('button', { name: PERSON })
    await person.waitFor()
    const choice = performance.now() - start
    await person.click() // done as soon as the data are there
    await page.locator(ROW).first().waitFor({ timeout: 300_000 })
    const rows = performance.now() - start
    const bytes = host.sent() - before
    const answered = await page.evaluate(askForRows, toRequest(worklist.list, LISTED, '/api'))
    // A function that is waited for in the page counts as true while its promise is open.
    while (!(await page.evaluate(isKept))) await pause(LOOK_EVERY_MS)
    const next = await page.context().newPage()
    await page.close()
    const again = performance.now()
    await next.goto(`${host.origin}/authorizations?view=all`, { waitUntil: 'commit' })
    await next.locator(ROW).first().waitFor({ timeout: 300_000 })
    return { choice, rows, bytes, warm: performance.now() - again, answered }
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
  const demo = await hostFiles(folder, { packed: true, write: slowLine(BYTES_A_SECOND) })
  // The first visit of all warms the machine up and has the rows of the bare page.
  const bare = await serveBarePage((await visitDemo(demo)).answered)
  const took: Visited[] = []
  const plain: number[] = []
  for (let at = 0; at < times; at += 1) {
    took.push(await visitDemo(demo))
    plain.push(await visitBare(bare.origin))
  }
  await bare.close()
  demo.close()
  const of = (what: 'choice' | 'rows' | 'warm' | 'bytes') => median(took.map((one) => one[what]))
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`
  const judged = (what: string, value: number, goal: number, words: (value: number) => string) =>
    console.log(`${value <= goal ? '✓' : '✗'} ${what}: ${words(value)}, goal ${words(goal)}`)
  console.log(
    `Medians of ${times} at 20 Mbit/s: people to choose from after ${seconds(of('choice'))}, a bare page with the rows ${seconds(median(plain))}`,
  )
  judged('first list of a first visit', of('rows'), goals.cold, seconds)
  judged('first list of a second visit', of('warm'), goals.warm, seconds)
  judged('sent to a first visit', of('bytes'), goals.bytes, (bytes) => `${(bytes / 1e6).toFixed(1)} MB`)
  console.log(
    `Rows after ${took.map(({ rows }) => seconds(rows)).join(', ')}; again after ${took.map(({ warm }) => seconds(warm)).join(', ')}.`,
  )
} finally {
  await browser.close()
}
