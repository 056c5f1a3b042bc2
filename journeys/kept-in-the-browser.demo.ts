import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { ServerLink } from '#demo/page/link.ts'
import { openVisitors, type Visitors } from '#testing/demo-visitors.ts'
import { hostFiles } from '#testing/file-host.ts'

declare const demoServer: ServerLink

let visitors: Visitors
beforeAll(async () => {
  visitors = await openVisitors()
})
afterAll(() => visitors.close())

const ready = (page: Page) => page.getByText(/^Ready in/).waitFor()
const oneWorkerATab = () => void Reflect.deleteProperty(globalThis, 'SharedWorker')
const mark = (page: Page) =>
  page.evaluate(() => demoServer.query('begin; create table if not exists marked (); commit', []))
const isMarked = (page: Page) =>
  page.evaluate(async () => (await demoServer.query(`select to_regclass('marked') as it`, [])).rows[0]!['it'] !== null)
/** The browser has written down what was done. */
const isKept = (page: Page) =>
  page.evaluate(async () => {
    const names = await indexedDB.databases()
    if (!names.some(({ name }) => name === 'rxdocket-demo-state')) return false
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('rxdocket-demo-state')
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(new Error('It cannot be opened.'))
    })
    const count = await new Promise<number>((resolve) => {
      const counting = db.transaction('state').objectStore('state').count()
      counting.onsuccess = () => resolve(counting.result)
    })
    db.close()
    return count > 0
  })

test('a visitor who loads a page twenty times still sees at once what is decided in another tab', async () => {
  const { context, page, newPage, complaints } = await visitors.visitMostUrgent()
  const other = await newPage()
  await other.goto(page.url())
  for (let times = 0; times < 20; times += 1) {
    await other.getByText(/would pay/).waitFor() // its stream of changes is there as well
    await other.reload()
  }
  await other.getByText(/would pay/).waitFor()
  await page.getByText(/would pay/).waitFor()
  await page.keyboard.press('a')
  await page.keyboard.press('Control+Enter')
  await other
    .getByText(/Approved by Dana Ruiz/)
    .first()
    .waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a tab with another version says that one has the data, and goes on once that one is closed', async () => {
  const { context, page, newPage, complaints } = await visitors.visit()
  await page.goto(visitors.origin)
  await ready(page)
  const newer = await newPage()
  await newer.addInitScript(() => {
    const Shared = globalThis.SharedWorker
    globalThis.SharedWorker = class extends Shared {
      constructor(address: string | URL, options?: string | WorkerOptions) {
        super(`${String(address)}?newer`, options)
      }
    }
  })
  await newer.goto(visitors.origin)
  await newer.getByText('Another version of it is open in another tab.').waitFor()
  expect(await page.evaluate(() => demoServer.query('select 1 as one', []))).toMatchObject({ rows: [{ one: 1 }] })
  await page.close()
  await newer.getByRole('button', { name: 'Try again' }).click()
  await ready(newer)
  expect(complaints).toEqual([])
  await context.close()
})

test('a visitor who resets right after an act starts over in every tab, and no form of another tab asks whether to stay', async () => {
  const { context, page, newPage, complaints } = await visitors.visitMostUrgent()
  const other = await newPage()
  const asked: string[] = []
  other.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.dismiss()
  })
  await other.goto(page.url())
  await other.getByText(/would pay/).waitFor()
  await other.keyboard.press('r')
  await other.getByRole('form', { name: 'Decision form' }).getByRole('textbox').first().fill('Ibuprofen was not tried')
  await other.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()))
  await mark(page)
  await visitors.reset(page)
  await other.getByRole('heading', { name: 'Who do you want to be?' }).waitFor()
  await ready(other)
  await ready(page)
  expect([await isMarked(page), asked]).toEqual([false, []])
  expect(complaints).toEqual([])
  await context.close()
})

test('a browser without a place for the data has them in memory and says that nothing is kept', async () => {
  const { context, page, complaints } = await visitors.visit({ scripts: oneWorkerATab })
  await context.route(/\/worker-[^/]+\.js$/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      body: `Object.defineProperty(globalThis, 'indexedDB', { get: () => { throw new DOMException('Not here.', 'SecurityError') } });
${await answer.text()}`,
    })
  })
  await page.goto(visitors.origin)
  await page
    .getByText(/^This browser keeps nothing for this site/)
    .first()
    .waitFor()
  await ready(page)
  await visitors.be(page, /^Dana Ruiz/)
  await page
    .getByRole('complementary', { name: 'Demo in this tab' })
    .getByText(/keeps nothing/)
    .waitFor()
  await visitors.closeWelcome(page)
  await mark(page)
  await visitors.reset(page)
  await ready(page)
  expect([await isMarked(page), complaints]).toEqual([false, []])
  await context.close()
})

test('in a browser that cannot share workers what was just done is kept when its page is left for another one', async () => {
  const { context, page, complaints } = await visitors.visit({ scripts: oneWorkerATab })
  await page.goto(visitors.origin)
  await visitors.be(page, /^Dana Ruiz/)
  await visitors.closeWelcome(page)
  await mark(page)
  await page.getByRole('button', { name: 'Be someone else' }).click()
  await ready(page)
  expect([await isMarked(page), complaints]).toEqual([true, []])
  await context.close()
})

test('a browser whose room is used up says so, and no more once there is room again', async () => {
  const { context, page, complaints } = await visitors.visit()
  await page.goto(visitors.origin)
  await visitors.be(page, /^Dana Ruiz/)
  await visitors.closeWelcome(page)
  await expect.poll(() => isKept(page)).toBe(true)
  const browser = await context.newCDPSession(page)
  await browser.send('Storage.overrideQuotaForOrigin', { origin: visitors.origin, quotaSize: 1 })
  const strip = page.getByRole('complementary', { name: 'Demo in this tab' })
  await mark(page)
  await strip.getByText(/^This browser has no room left/).waitFor()
  await browser.send('Storage.overrideQuotaForOrigin', { origin: visitors.origin })
  await mark(page)
  await strip.getByText(/no room left/).waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
  await context.close()
})

test('a visitor whose kept data are damaged tries again and begins with new ones', async () => {
  const { context, page } = await visitors.visit({ scripts: oneWorkerATab })
  await page.goto(visitors.origin)
  await visitors.be(page, /^Dana Ruiz/)
  await expect.poll(() => isKept(page)).toBe(true)
  await page.goto(`${visitors.origin}/browser-check.js`) // where there is no worker
  await page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('/pglite/rxdocket-demo')
      opening.onsuccess = () => resolve(opening.result)
    })
    const files = db.transaction('FILE_DATA', 'readwrite').objectStore('FILE_DATA')
    const keys = await new Promise<IDBValidKey[]>((resolve) => {
      const all = files.getAllKeys()
      all.onsuccess = () => resolve(all.result)
    })
    for (const key of keys) if (typeof key === 'string' && key.endsWith('/global/pg_control')) files.delete(key)
    await new Promise((resolve) => (files.transaction.oncomplete = resolve))
    db.close()
  })
  await page.goto(visitors.origin)
  await page.getByText('The demonstration could not be opened.').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await ready(page)
  await visitors.be(page, /^Dana Ruiz/)
  await context.close()
})

test('a visitor for whom a file does not come tries again, in the same browser, and gets it', async () => {
  let isAway = true
  const host = await hostFiles(inject('demoFolder'), {
    write: async (response, bytes) => {
      if (isAway && response.req.url!.startsWith('/data-')) response.destroy()
      else response.end(bytes)
    },
  })
  const { context, page } = await visitors.visit({ origin: host.origin })
  await page.goto(host.origin)
  await page.getByText('The demonstration could not be opened.').waitFor()
  isAway = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await ready(page)
  expect(await isMarked(page)).toBe(false)
  await context.close()
  host.close()
})
