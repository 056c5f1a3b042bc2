import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** The keys pressed on a page; whether a pointer was used on it. Call it once a page is open. */
export async function keyboardOf(page: Page) {
  const pointers: string[] = []
  await page.exposeFunction('pointerUsed', (type: string) => void pointers.push(type))
  const listen = () => {
    const { pointerUsed } = globalThis as typeof globalThis & { pointerUsed: (type: string) => void }
    for (const type of ['pointerdown', 'mousedown', 'touchstart'])
      addEventListener(type, () => pointerUsed(type), { capture: true })
  }
  await page.addInitScript(listen)
  await page.evaluate(listen)
  let keys = 0
  const press = async (...wanted: string[]) => {
    for (const key of wanted) {
      keys += 1
      await page.keyboard.press(key)
    }
  }
  const has = (locator: Locator) => locator.evaluate((element) => element === document.activeElement)
  return {
    pointers,
    press,
    /** Letters and digits are not counted. */
    type: (text: string) => page.keyboard.type(text),
    /** Goes on by the Tab key until this has the focus. */
    tabTo: async (locator: Locator, most = 80) => {
      await locator.waitFor()
      for (let at = 0; at < most && !(await has(locator)); at += 1) await press('Tab')
      await expect.poll(() => has(locator)).toBe(true)
    },
    /** Ends a task: it took no more keys than this. */
    within: (most: number, task: string) => {
      expect({ task, keys: keys <= most ? most : keys }).toEqual({ task, keys: most })
      keys = 0
    },
    /** Stands on the row of this request in the list that is open. A row is known by what it leads to. */
    toRow: async (id: string) => {
      const rows = page.locator('tbody tr')
      await page.locator(`tbody a[href*="${id}"]`).first().waitFor()
      const places = () =>
        rows.evaluateAll((all, one) => {
          const ofRow = (row: Element) => row.querySelector('a[data-row-link]')?.getAttribute('href') ?? ''
          const at = all.findIndex((row) => row.contains(document.activeElement))
          const to = all.findIndex((row) => ofRow(row).includes(one))
          return { at, to, on: at < 0 ? '' : ofRow(all[at]!) }
        }, id)
      for (let now = await places(); !now.on.includes(id); now = await places()) {
        const was = now.on
        await press(now.at < now.to ? 'j' : 'k')
        await expect.poll(async () => (await places()).on).not.toBe(was)
      }
      keys = 0
    },
  }
}
