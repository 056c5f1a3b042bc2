/** For tests: what axe-core finds wrong on a page. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

let source: Promise<string> | undefined

const everyRule = `
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: { 'td-has-header': { enabled: true }, 'label-content-name-mismatch': { enabled: true },
      'focus-order-semantics': { enabled: true }, 'css-orientation-lock': { enabled: true }, 'target-size': { enabled: true } },`
/** The rules whose outcome differs between the themes; all others read the markup and its layout. */
const rulesOfColor = `runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },`

/**
 * Rules of accessibility: the WCAG tags, best practice, and five that axe leaves off. One line per violating element;
 * `within` is a selector of the part to examine.
 */
export async function axeViolations(page: Page, rules = everyRule, within?: string): Promise<string[]> {
  source ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  // Reading half a megabyte takes longer than some looks: once for a document is enough.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await source)
  const { violations } =
    await page.evaluate<AxeResults>(`axe.run(${within === undefined ? 'document' : JSON.stringify(within)}, {
    resultTypes: ['violations'],
    ${rules}
  })`)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`),
  )
}

type Look = { colorScheme: 'light' | 'dark'; width: number }

const everyLook: readonly Look[] = [
  { colorScheme: 'dark', width: 1440 },
  { colorScheme: 'dark', width: 390 },
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'light', width: 1440 },
]

/** For a state of a page that was looked at in every look already. */
export const twoLooks: readonly Look[] = [
  { colorScheme: 'dark', width: 390 },
  { colorScheme: 'light', width: 1440 },
]

/**
 * What axe finds on the page as it stands, in both themes and both widths, and whether anything runs out of its side; ends light and wide. A width
 * met again has its colors examined only. `within` is a selector of the part to examine.
 */
export async function faultsOf(page: Page, looks = everyLook, within?: string): Promise<unknown[]> {
  const found: unknown[] = []
  const widths = new Set<number>()
  for (const { colorScheme, width } of looks) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: width < 500 ? 844 : 900 })
    // What watches sizes, such as an area that scrolls now, answers within the next frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    const rules = widths.has(width) ? rulesOfColor : everyRule
    widths.add(width)
    found.push(...(await axeViolations(page, rules, within)).map((violation) => ({ colorScheme, width, violation })))
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    if (over > 0) found.push({ colorScheme, width, scrollsSidewaysBy: over })
  }
  return found
}
