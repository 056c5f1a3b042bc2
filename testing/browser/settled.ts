/**
 * What a page shows, read once: only for what a test has to know before it goes on, such as a count it compares with later.
 * Whatever is expected of a page is waited for instead, with `expect.poll` or `waitFor`.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Locator, Page } from 'playwright-core'

/** What `read` answers once two looks, two frames apart, agree. */
export async function settled<T>(page: Page, read: () => Promise<T>): Promise<T> {
  for (let before = await read(); ;) {
    await twoFrames(page)
    const now = await read()
    if (isDeepStrictEqual(now, before)) return now
    before = now
  }
}

/** Its text, once it is there and stays the same. */
export async function textNow(locator: Locator): Promise<string> {
  await locator.waitFor({ state: 'attached' })
  return settled(locator.page(), () => locator.innerText())
}

/** The texts of all of them, once there is one and they stay the same. */
export async function textsNow(locator: Locator): Promise<string[]> {
  await locator.first().waitFor({ state: 'attached' })
  return settled(locator.page(), () => locator.allInnerTexts())
}

/** How many there are, once there is one and their number stays the same. */
export async function countNow(locator: Locator): Promise<number> {
  await locator.first().waitFor({ state: 'attached' })
  return settled(locator.page(), () => locator.count())
}

/** The place in the list of the first of these that is visible, once one of them is. */
export async function whichOf(...these: readonly Locator[]): Promise<number> {
  const shown = these.reduce((one, other) => one.or(other)).filter({ visible: true })
  await shown.first().waitFor()
  return settled(shown.page(), async () => {
    const visible = await Promise.all(these.map((one) => one.first().isVisible()))
    return visible.indexOf(true)
  })
}

/**
 * Waits two frames as Playwright does before it clicks: also of a page whose clock is stopped, where
 * `requestAnimationFrame` stands still. A page that is left meanwhile is read again.
 */
async function twoFrames(page: Page): Promise<void> {
  const root = await page.locator('html').elementHandle()
  await root?.waitForElementState('stable').catch(() => {})
}
