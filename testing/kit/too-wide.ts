/** For tests: what of a page runs out of its side. */
import type { Page } from 'playwright-core'

/** What is wider than the page and lies in no area that scrolls or cuts by itself; at most six. */
export const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= width) return []
    return [...document.body.querySelectorAll('*')]
      .filter((one) => one.getBoundingClientRect().right > width + 1)
      .filter((one) => {
        for (let above = one.parentElement; above && above !== document.body; above = above.parentElement)
          if (getComputedStyle(above).overflowX !== 'visible') return false
        return true
      })
      .map((one) => `${one.tagName}.${one.className} ${one.textContent.slice(0, 30)}`)
      .slice(0, 6)
  })
