/**
 * How soon a signed-in user who opens a page from a link in a fresh browser sees what they came for, on a slow line (150 ms, 1.6 Mbit/s)
 * and a slow machine (CPU four times slower): `node bench/first-content.ts [runs] [page ...]`, pages of list, request, patient and home.
 * Beside each the bare page of the list's rows in the same run. Prints the waterfalls.
 */
import type { CDPSession, Page } from 'playwright-core'
import pg from 'pg'
import { worklist } from '#features/worklist/contract.ts'
import { toRequest } from '#platform/calls/wire.ts'
import { serveBarePage } from './bare-page.ts'
import { CARRIER, signedIn } from './signed-in-browser.ts'

const LATENCY_MS = 150
const BYTES_A_SECOND = 1_600_000 / 8
const CPU_SLOWER = 4
/** So long after the content requests still count: what the page loads by itself. */
const QUIET_MS = 3000
const A_REQUEST = 'a[href^="/authorizations/"]'

/** A page, and the element that somebody opens it for. */
type Opened = { name: string; path: string; content: string }
type Loaded = { url: string; type: string; from: number; until: number; bytes: number }
/** Milliseconds from the opened address: until something was painted, the content was there, and something could be done with it. */
type Run = { paint: number; largest: number; content: number; usable: number; tasks: number[]; requests: Loaded[] }

/** Notes the requests of a page, slowed down, until it is quiet. */
async function slowly(page: Page, cdp: CDPSession, address: string, content: string): Promise<Run> {
  const requests = new Map<string, Loaded>()
  let began: number | undefined
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_A_SECOND,
    uploadThroughput: BYTES_A_SECOND,
  })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER })
  cdp.on('Network.requestWillBeSent', ({ requestId, request, timestamp, type }) => {
    began ??= timestamp
    const from = (timestamp - began) * 1000
    requests.set(requestId, { url: request.url, type: type ?? '', from, until: Number.NaN, bytes: 0 })
  })
  cdp.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const one = requests.get(requestId)
    if (one) Object.assign(one, { until: (timestamp - began!) * 1000, bytes: encodedDataLength })
  })
  await page.addInitScript((wanted) => {
    const marked = new Set<string>()
    // As it is painted.
    const mark = (name: string) => {
      if (!marked.has(name)) requestAnimationFrame(() => setTimeout(() => performance.mark(name)))
      marked.add(name)
    }
    new MutationObserver((_, observer) => {
      if (!document.querySelector(wanted)) return
      mark('content')
      if (document.querySelector('#root[inert]')) return
      mark('usable')
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['inert'] })
    const bench = globalThis as typeof globalThis & { largest?: number; tasks?: number[] }
    bench.tasks = []
    new PerformanceObserver((list) => (bench.largest = list.getEntries().at(-1)!.startTime)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    })
    new PerformanceObserver((list) => bench.tasks!.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
      buffered: true,
    })
  }, content)
  await page.goto(address, { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0, undefined, { timeout: 60_000 })
  await page.waitForTimeout(QUIET_MS)
  const seen = await page.evaluate(() => {
    const { largest = Number.NaN, tasks = [] } = globalThis as typeof globalThis & {
      largest?: number
      tasks?: number[]
    }
    return {
      paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      largest,
      content: performance.getEntriesByName('content')[0]!.startTime,
      usable: performance.getEntriesByName('usable')[0]!.startTime,
      tasks,
    }
  })
  return { ...seen, requests: [...requests.values()].filter(({ url }) => url.startsWith('http')) }
}

function printWaterfall({ requests }: Run): void {
  const end = Math.max(...requests.map(({ until }) => until || 0))
  const at = (ms: number) => Math.round((ms / end) * 60)
  for (const { url, type, from, until, bytes } of requests) {
    const bar = ' '.repeat(at(from)) + '█'.repeat(Math.max(1, at(until || end) - at(from)))
    const name = new URL(url).pathname.slice(-44)
    console.log(
      `${from.toFixed(0).padStart(5)} ${Number.isNaN(until) ? ' open' : until.toFixed(0).padStart(5)} ${(bytes / 1000).toFixed(1).padStart(6)} KB  ${type.slice(0, 10).padEnd(10)} ${name.padEnd(44)} ${bar}`,
    )
  }
}

const seconds = (ms: number): string => (ms / 1000).toFixed(2)
const kilobytes = (requests: Loaded[]) => (requests.reduce((sum, { bytes }) => sum + bytes, 0) / 1000).toFixed(0)

function print(name: string, { paint, largest, content, usable, tasks, requests }: Run, bare: number): void {
  const before = requests.filter(({ until }) => until <= content)
  console.log(
    `${name}: content after ${seconds(content)} s, ${(content / bare).toFixed(2)} times the bare page, usable after ${seconds(usable)} s, first paint ${seconds(paint)} s, largest ${seconds(largest)} s, ` +
      `${requests.length} requests (${before.length} before), ${kilobytes(requests)} KB (${kilobytes(before)}), tasks ${tasks.map((ms) => ms.toFixed(0)).join(' ')} ms`,
  )
}

const median = (runs: Run[]): Run => runs.toSorted((a, b) => a.content - b.content)[Math.floor(runs.length / 2)]!

const times = Number(process.argv[2] ?? 3)
const wanted = process.argv.slice(3)
await signedIn(async ({ origin, cookie, databaseUrl, visit }) => {
  const all = await pages(databaseUrl)
  const opened = wanted.length > 0 ? all.filter(({ name }) => wanted.includes(name)) : all
  const bare = await serveBarePage(await rows(origin, cookie))
  const open = async (address: string, content: string): Promise<Run> => {
    const context = await visit()
    const page = await context.newPage()
    const run = await slowly(page, await context.newCDPSession(page), address, content)
    await context.close()
    return run
  }
  const [ours, bares] = [new Map<string, Run[]>(opened.map(({ name }) => [name, []])), [] as Run[]]
  for (let at = 0; at <= times; at += 1) {
    const plain = await open(bare.origin, `tbody tr ${A_REQUEST}`)
    const runs: [string, Run][] = []
    for (const { name, path, content } of opened) runs.push([name, await open(`${origin}${path}`, content)])
    // The first pages of a server wait for more than their data.
    if (at === 0) continue
    bares.push(plain)
    for (const [name, run] of runs) ours.get(name)!.push(run)
  }
  await bare.close()
  const plain = median(bares)
  for (const [name, runs] of ours) {
    console.log(`\n${name}`)
    printWaterfall(median(runs))
  }
  print('\nbare', plain, plain.content)
  for (const [name, runs] of ours) print(name, median(runs), plain.content)
  console.log(`${times} runs each, in turn; medians. Contents:`)
  for (const [name, runs] of [...ours, ['bare', bares] as const])
    console.log(`${name} ${runs.map(({ content }) => seconds(content)).join(' ')}`)
})

/** The pages: a request of the user that waits to be decided, and its patient. */
async function pages(databaseUrl: string): Promise<Opened[]> {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  const { rows: found } = await db.query<{ id: string; sub_carrier: string; stratus_claim_id: string }>(
    `select a.id, a.sub_carrier, a.stratus_claim_id from rx_authorization a join app_user u on u.id = a.owner_id
      where a.mc = $1 and a.status_id = 20 and u.username = 'dana.ruiz' order by a.statutory_due_at, a.id limit 1`,
    [CARRIER],
  )
  await db.end()
  const { id, sub_carrier, stratus_claim_id } = found[0]!
  return [
    { name: 'list', path: '/authorizations?view=all', content: `tbody tr ${A_REQUEST}` },
    { name: 'request', path: `/authorizations/request/${id}`, content: '#confirm' },
    { name: 'patient', path: `/patients/${CARRIER}/${sub_carrier}/${stratus_claim_id}/overview`, content: 'h1' },
    { name: 'home', path: '/home', content: `main ${A_REQUEST}` },
  ]
}

/** The rows the worklist's page shows, as the portal answers them. */
async function rows(origin: string, cookie: string): Promise<string> {
  const { method, url, body } = toRequest(worklist.list, { mc: CARRIER, size: 50, page: 0 }, '/api')
  const answer = await fetch(`${origin}${url}`, {
    method,
    headers: { cookie, origin, 'x-portal-request': '1', 'content-type': 'application/json' },
    body: body as string,
  })
  if (!answer.ok) throw new Error(await answer.text())
  return answer.text()
}
