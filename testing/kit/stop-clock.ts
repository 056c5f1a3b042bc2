import type { Page } from 'playwright-core'

/**
 * Stops the clock of the pages of a context, `ahead` milliseconds from now. On a busy machine that time may have passed
 * before the order arrives: then it is stopped later.
 */
export async function stopClock(page: Page, ahead = 1000): Promise<void> {
  for (let within = ahead; ; within *= 2) {
    const now = await page.evaluate(() => Date.now())
    try {
      return await page.context().clock.pauseAt(now + within)
    } catch (fault) {
      if (within > 60_000 || !String(fault).includes('Cannot fast-forward to the past')) throw fault
    }
  }
}
