/**
 * How soon a signed-in user who opens the worklist in a fresh browser sees its first rows, on a slow line (150 ms, 1.6 Mbit/s)
 * and a slow machine (CPU four times slower): `node bench/first-rows.ts [runs]`. Prints the waterfall, beside a bare page
 * with the same rows in the same run.
 */
import type { CDPSession, Page } from 'playwright-core'
import { worklist } from '#features/worklist/contract.ts'
import { toRequest } from '#platform/calls/wire.ts'
import { serveBarePage } from './bare-page.ts'
import { CARRIER, signedIn } from './signed-in-browser.ts'

const LATENCY_MS = 150
const BYTES_A_SECOND = 1_600_000 / 8
const CPU_SLOWER = 4
/** Rows enough for a whole page. */
const LIST = '/authorizations?view=all'
/** So long after the rows requests still count: what the page loads by itself. */
const QUIET_MS = 3000

type Loaded = { url: string; type: string; from: number; until: number; bytes: number }
type Run = { paint: number; rows: number; requests: Loaded[] }

/** Notes the requests of a page, slowed down, until it is quiet. */
async function slowly(page: Page, cdp: CDPSession, address: string): Promise<Run> {
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
  await page.addInitScript(() => {
    const found = () => document.querySelector('tbody tr a[href^="/authorizations/"]')
    new MutationObserver((_, observer) => {
      if (!found()) return
      observer.disconnect()
      // As it is painted.
      requestAnimationFrame(() => setTimeout(() => performance.mark('rows')))
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto(address, { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('rows').length > 0, undefined, { timeout: 60_000 })
  await page.waitForTimeout(QUIET_MS)
  const [paint, rows] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    performance.getEntriesByName('rows')[0]!.startTime,
  ])
  return { paint: paint!, rows: rows!, requests: [...requests.values()].filter(({ url }) => url.startsWith('http')) }
}

const seconds = ({ rows }: Run): string => (rows / 1000).toFixed(2)
const bytesOf = ({ requests }: Run) => requests.reduce((sum, { bytes }) => sum + bytes, 0)

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

const print = (name: string, run: Run): void =>
  console.log(
    `${name}: rows after ${(run.rows / 1000).toFixed(2)} s, first paint ${(run.paint / 1000).toFixed(2)} s, ${run.requests.length} requests, ${(bytesOf(run) / 1000).toFixed(0)} KB`,
  )

const median = (runs: Run[]): Run => runs.toSorted((a, b) => a.rows - b.rows)[Math.floor(runs.length / 2)]!

const times = Number(process.argv[2] ?? 3)
await signedIn(async ({ origin, cookie, visit }) => {
  const bare = await serveBarePage(await rows(origin, cookie))
  const [ours, theirs]: [Run[], Run[]] = [[], []]
  const open = async (address: string): Promise<Run> => {
    const context = await visit()
    const page = await context.newPage()
    const run = await slowly(page, await context.newCDPSession(page), address)
    await context.close()
    return run
  }
  // The first page of a server waits for more than its data.
  await open(`${origin}${LIST}`)
  for (let at = 0; at < times; at += 1) {
    ours.push(await open(`${origin}${LIST}`))
    theirs.push(await open(bare.origin))
  }
  await bare.close()
  const [our, their] = [median(ours), median(theirs)]
  printWaterfall(our)
  print('The portal', our)
  printWaterfall(their)
  print('A bare page', their)
  console.log(`Rows: ${(our.rows / their.rows).toFixed(2)} times the bare page. ${times} runs each, in turn; medians.`)
  console.log(`Portal ${ours.map(seconds).join(' ')}; bare ${theirs.map(seconds).join(' ')}`)
})

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
