/**
 * How soon each step of a day shows what it is for, what it fetches, and how much of the page moves after it was shown, in a browser:
 * `node bench/day.ts [rounds] [--moves]`. Beside each round the list is called from the page, so that a busy machine disturbs both alike.
 * `--moves` names what moved. A step waits until the page is quiet before the next begins, as somebody who reads does.
 */
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import pg from 'pg'
import { worklist } from '#features/worklist/contract.ts'
import { toRequest } from '#platform/calls/wire.ts'
import { CARRIER, signedIn } from './signed-in-browser.ts'
import { median } from './quantile.ts'

/** So long without a request a page counts as quiet; and the most it is waited for. */
const QUIET_MS = 1000
const MOST_MS = 8000
const A_REQUEST = 'a[href^="/authorizations/request/"]'
const list = [`tbody tr ${A_REQUEST}`]
const decision = ['#confirm', 'h1 b', '#log']

type Step = {
  name: string
  goalMs: number
  /** What is done; a page that is opened or loaded again begins its own clock. */
  act: (page: Page) => Promise<unknown>
  opens?: true
  /** All of it is there when the step is done. */
  shows: string[]
  /** In a browser that has opened nothing before. */
  fresh?: true
}
type Move = { value: number; afterKey: boolean; nodes: string[] }
type Done = { ms: number; requests: number; bytes: number; moves: Move[] }

const steps = (origin: string, patient: string): Step[] => {
  const open = (path: string) => (page: Page) => page.goto(`${origin}${path}`, { waitUntil: 'commit' })
  const press =
    (...keys: string[]) =>
    async (page: Page) => {
      for (const key of keys) await page.keyboard.press(key)
    }
  const again = (page: Page) => page.reload({ waitUntil: 'commit' })
  return [
    { name: 'Home, first', goalMs: 2000, act: open('/home'), opens: true, shows: [`main ${A_REQUEST}`], fresh: true },
    { name: 'Home, loaded again', goalMs: 2000, act: again, opens: true, shows: [`main ${A_REQUEST}`] },
    { name: 'Worklist from Home (G A), first', goalMs: 500, act: press('g', 'a'), shows: list },
    { name: 'Decision, first', goalMs: 500, act: press('j', 'Enter'), shows: decision },
    { name: 'Next request (J)', goalMs: 200, act: press('j'), shows: decision },
    { name: 'Back to the worklist (Esc)', goalMs: 500, act: press('Escape'), shows: list },
    { name: 'Decision, later', goalMs: 500, act: press('j', 'Enter'), shows: decision },
    { name: 'Decision, loaded again', goalMs: 2000, act: again, opens: true, shows: decision },
    { name: 'Worklist, loaded again', goalMs: 2000, act: open('/authorizations'), opens: true, shows: list },
    { name: 'Patient, first', goalMs: 2000, act: open(patient), opens: true, shows: ['main h2', 'h1'], fresh: true },
  ]
}

type Watched = { pressed: number; moves: Move[] }

/** Notes when a key was pressed last, and what moves. */
const watch = (): void => {
  const seen: Watched = { pressed: 0, moves: [] }
  Object.assign(globalThis, { day: seen })
  addEventListener('keydown', ({ timeStamp }) => (seen.pressed = timeStamp), { capture: true })
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node?: Node | null }[] }
  const named = (node?: Node | null): string => {
    const element = node instanceof Element ? node : (node?.parentElement ?? undefined)
    const words = element?.textContent?.trim().replaceAll(/\s+/g, ' ').slice(0, 40) ?? ''
    return element
      ? `${element.tagName.toLowerCase()}.${String(element.getAttribute('class')).slice(0, 30)} "${words}"`
      : '?'
  }
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
      seen.moves.push({ value, afterKey: hadRecentInput, nodes: sources.map(({ node }) => named(node)) })
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Requests of a tab and their bytes, and when the last one ended. */
async function traffic(cdp: CDPSession) {
  const of = { requests: 0, bytes: 0, open: new Set<string>(), last: performance.now() }
  await cdp.send('Network.enable')
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) => {
    // The stream of changes never ends.
    if (!request.url.startsWith('http') || request.url.includes('/api/changes')) return
    of.requests += 1
    of.open.add(requestId)
  })
  const ended = ({ requestId, encodedDataLength = 0 }: { requestId: string; encodedDataLength?: number }) => {
    if (!of.open.delete(requestId)) return
    of.bytes += encodedDataLength
    of.last = performance.now()
  }
  cdp.on('Network.loadingFinished', ended)
  cdp.on('Network.loadingFailed', ended)
  return of
}

/** Does a step; its time ends with the first picture that shows all of it. */
async function done(page: Page, { act, opens, shows }: Step, of: Awaited<ReturnType<typeof traffic>>): Promise<Done> {
  Object.assign(of, { requests: 0, bytes: 0, last: performance.now() })
  const before = opens
    ? ''
    : await page.evaluate(() => {
        const { day } = globalThis as typeof globalThis & { day: Watched }
        day.moves.length = 0
        return `${location.pathname} ${document.querySelector('h1')?.textContent}`
      })
  await act(page)
  const shown = await page.waitForFunction(
    ([wanted, former, fromStart]) => {
      const now = `${location.pathname} ${document.querySelector('h1')?.textContent}`
      if (now === former || !wanted.every((one) => document.querySelector(one))) return undefined
      const { day } = globalThis as typeof globalThis & { day: Watched }
      return performance.now() - (fromStart ? 0 : day.pressed)
    },
    [shows, before, opens === true] as const,
    { timeout: 30_000 },
  )
  const ms = (await shown.jsonValue())!
  const until = performance.now() + MOST_MS
  while (performance.now() < until && (of.open.size > 0 || performance.now() - of.last < QUIET_MS))
    await page.waitForTimeout(50)
  const moves = await page.evaluate(() => (globalThis as typeof globalThis & { day: Watched }).day.moves)
  return { ms, requests: of.requests, bytes: of.bytes, moves }
}

/** One call of the list from the page, answer read. */
const listed = (page: Page): Promise<number> => {
  const { method, url, body } = toRequest(worklist.list, { mc: CARRIER, size: 50, page: 0 }, '/api')
  return page.evaluate(
    async (request) => {
      const began = performance.now()
      const headers = { 'x-portal-request': '1', 'content-type': 'application/json' }
      await (await fetch(request.url, { method: request.method, headers, body: request.body })).json()
      return performance.now() - began
    },
    { method, url, body: body as string },
  )
}

/** The overview of a patient whose request is pending. */
async function aPatient(databaseUrl: string): Promise<string> {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  const { rows } = await db.query<{ sub_carrier: string; stratus_claim_id: string }>(
    `select sub_carrier, stratus_claim_id from rx_authorization where mc = $1 and status_id = 20 order by id limit 1`,
    [CARRIER],
  )
  await db.end()
  return `/patients/${CARRIER}/${rows[0]!.sub_carrier}/${rows[0]!.stratus_claim_id}/overview`
}

const rounds = Number(process.argv[2] ?? 5)
const says = process.argv.includes('--moves')
const sum = (moves: readonly Move[]): number => moves.reduce((all, { value }) => all + value, 0)

await signedIn(async ({ origin, databaseUrl, visit }) => {
  const day = steps(origin, await aPatient(databaseUrl))
  const found = new Map<string, Done[]>(day.map(({ name }) => [name, []]))
  const lists: number[] = []
  // The first pages of a server wait for more than their data: that round is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    let context: BrowserContext | undefined
    let page: Page
    let of: Awaited<ReturnType<typeof traffic>>
    for (const step of day) {
      if (step.fresh) {
        await context?.close()
        context = await visit()
        await context.addInitScript(watch)
        page = await context.newPage()
        of = await traffic(await context.newCDPSession(page))
      }
      const one = await done(page!, step, of!)
      if (round > 0) found.get(step.name)!.push(one)
    }
    if (round > 0) lists.push(await listed(page!))
    await context?.close()
  }
  console.log(`| step | goal | found | requests | KB | moves | ÷ list |\n|---|---:|---:|---:|---:|---:|---:|`)
  const listMs = median(lists)
  for (const { name, goalMs } of day) {
    const all = found.get(name)!
    const of = (figure: (one: Done) => number) => median(all.map(figure))
    const [ms, requests, kb] = [of((one) => one.ms), of((one) => one.requests), of((one) => one.bytes / 1000)]
    // What a key moves is asked for; the rest nobody expects (cumulative layout shift).
    const moved = of(({ moves }) => sum(moves.filter(({ afterKey }) => !afterKey)))
    const cells = [
      name,
      `${goalMs} ms`,
      `${ms.toFixed(0)} ms`,
      requests,
      kb.toFixed(0),
      moved.toFixed(3),
      (ms / listMs).toFixed(1),
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
  console.log(`The list call: ${listMs.toFixed(0)} ms; ${rounds} rounds, medians.`)
  if (!says) return
  for (const [name, all] of found)
    for (const { value, afterKey, nodes } of all.at(-1)!.moves)
      console.log(`${name}: ${value.toFixed(4)}${afterKey ? ' after a key' : ''}  ${nodes.join(' | ')}`)
})
