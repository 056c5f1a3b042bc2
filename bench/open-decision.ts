/**
 * How soon a decision can be made after Enter on a row of the worklist, in a browser that has opened one before:
 * `node bench/open-decision.ts [times]`. Goal: 500 ms to the form and the evidence. Each opening is followed by one call of the
 * list from the same page, so that a busy machine disturbs both alike; the ratio tells more than the milliseconds.
 */
import type { Page } from 'playwright-core'
import { worklist } from '#features/worklist/contract.ts'
import { toRequest } from '#platform/calls/wire.ts'
import { CARRIER, signedIn } from './signed-in-browser.ts'
import { median, quantile } from './quantile.ts'

const GOAL_MS = 500
const times = Number(process.argv[2] ?? 20)

/** From the key press to the painted form, the drug and the reason why it stopped. */
async function opened(page: Page): Promise<number> {
  await page.evaluate(() => {
    const bench = globalThis as typeof globalThis & { opened?: number; pressed?: number }
    performance.clearResourceTimings()
    bench.opened = Number.NaN
    const done = () =>
      document.getElementById('confirm') !== null &&
      document.querySelector('h1 b') !== null &&
      document.querySelector('#log')
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        bench.pressed = timeStamp
        const observer = new MutationObserver(() => {
          if (!done()) return
          observer.disconnect()
          requestAnimationFrame(() => setTimeout(() => (bench.opened = performance.now() - timeStamp)))
        })
        observer.observe(document, { childList: true, subtree: true })
      },
      { once: true, capture: true },
    )
  })
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => !Number.isNaN((globalThis as typeof globalThis & { opened?: number }).opened))
  return page.evaluate(() => (globalThis as typeof globalThis & { opened?: number }).opened!)
}

type Timed = { path: string; from: number; until: number }
/** The calls of what was just opened, in milliseconds from the key press on. */
const calls = (page: Page): Promise<Timed[]> =>
  page.evaluate(() => {
    const { pressed } = globalThis as typeof globalThis & { pressed: number }
    return (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name, startTime }) => /\/api\/(?!changes)/.test(name) && startTime >= pressed)
      .map(({ name, startTime, responseEnd }) => ({
        path: new URL(name).pathname.replaceAll(/[0-9a-f-]{36}/g, '…'),
        from: startTime - pressed,
        until: responseEnd - pressed,
      }))
  })

/** One call of the list from the page, answer read. */
const listed = (page: Page): Promise<number> => {
  const { method, url, body } = toRequest(worklist.list, { mc: CARRIER, size: 50, page: 0 }, '/api')
  return page.evaluate(
    async (request) => {
      const began = performance.now()
      const answer = await fetch(request.url, {
        method: request.method,
        headers: { 'x-portal-request': '1', 'content-type': 'application/json' },
        body: request.body,
      })
      await answer.json()
      return performance.now() - began
    },
    { method, url, body: body as string },
  )
}

await signedIn(async ({ origin, visit }) => {
  const context = await visit()
  const page = await context.newPage()
  const [opens, answers, lists]: [number[], number[], number[]] = [[], [], []]
  let last: Timed[] = []
  await page.goto(`${origin}/authorizations`)
  await page.locator('tbody tr a[href^="/authorizations/"]').first().waitFor()
  // The first opening of a browser fetches the page's script; it is not counted.
  for (let at = 0; at <= times; at += 1) {
    await page.keyboard.press('j')
    const open = await opened(page)
    last = await calls(page)
    const list = await listed(page)
    if (at > 0) {
      opens.push(open)
      answers.push(Math.max(...last.map(({ until }) => until)))
      lists.push(list)
    }
    await page.keyboard.press('Escape')
    await page.locator('tbody tr a[href^="/authorizations/"]').first().waitFor()
  }
  await context.close()
  const most = quantile(
    opens.toSorted((a, b) => a - b),
    0.95,
  )
  const [half, list] = [median(opens), median(lists)]
  console.log(
    `Opening a decision: ${half.toFixed(0)} ms (median), ${most.toFixed(0)} ms (95 of 100), goal ${GOAL_MS} ms: ${half <= GOAL_MS ? 'met' : 'missed'}.`,
  )
  console.log(
    `All its calls were answered after ${median(answers).toFixed(0)} ms; the list call in the same run took ${list.toFixed(0)} ms. Opening is ${(half / list).toFixed(1)} times the list.`,
  )
  for (const { path, from, until } of last)
    console.log(`${from.toFixed(0).padStart(5)} ${until.toFixed(0).padStart(5)}  ${path}`)
  console.log(
    `Openings ${opens.map((ms) => ms.toFixed(0)).join(' ')}; lists ${lists.map((ms) => ms.toFixed(0)).join(' ')}`,
  )
})
