/** For tests: what axe-core finds wrong on a page. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { exhaustive, numberFrom } from '../bounds.ts'

let source: Promise<string> | undefined

const everyRule = `
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: { 'td-has-header': { enabled: true }, 'label-content-name-mismatch': { enabled: true },
      'focus-order-semantics': { enabled: true }, 'css-orientation-lock': { enabled: false }, 'target-size': { enabled: true } },`
/** The rules whose outcome differs between the themes; all others read the markup and its layout. */
const rulesOfColor = `runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },`

/**
 * Rules of accessibility: the WCAG tags, best practice, and four that axe leaves off. The rule of orientation reads every style
 * sheet again; testing/structure/style-sheets.test.ts reads them once a run instead. One line per violating element;
 * `within` is a selector of the part to examine.
 */
export async function axeViolations(page: Page, rules = everyRule, within?: string): Promise<string[]> {
  source ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  // Reading half a megabyte takes longer than some looks: once for a document is enough.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await source)
  const { violations } =
    await page.evaluate<AxeResults>(`axe.run(${within === undefined ? 'document' : JSON.stringify(within)}, {
    resultTypes: ['violations'],
    preload: false,
    ${rules}
  })`)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`),
  )
}

/** The rules for a look at a page that is seen in both themes at the same width: its markup and layout are examined in one. */
export const rulesInTheme = (colorScheme: 'light' | 'dark'): string =>
  colorScheme === 'dark' && !exhaustive ? rulesOfColor : everyRule

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
 * What axe finds on the page as it stands, and whether anything runs out of its side at a width of the looks; ends light and
 * wide. `npm test` examines it in one of the looks, drawn by the title of the page, so that the same page is always seen the
 * same; the exhaustive run in all of them. The kit is examined in every look in every run. A width met again has its colors
 * examined only. `within` is a selector of the part to examine.
 */
export async function faultsOf(page: Page, looks = everyLook, within?: string): Promise<unknown[]> {
  const found: unknown[] = []
  const widths = new Set<number>()
  const examined = exhaustive ? looks : [looks[numberFrom(await page.title()) % looks.length]!]
  for (const look of looks) {
    const isExamined = examined.includes(look)
    const { colorScheme, width } = look
    if (!isExamined && widths.has(width) && look !== looks.at(-1)) continue
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: width < 500 ? 844 : 900 })
    // What watches sizes, such as an area that scrolls now, answers within the next frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    if (isExamined) {
      const rules = exhaustive && widths.has(width) ? rulesOfColor : everyRule
      found.push(...(await axeViolations(page, rules, within)).map((violation) => ({ colorScheme, width, violation })))
    }
    widths.add(width)
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    if (over > 0) found.push({ colorScheme, width, scrollsSidewaysBy: over })
  }
  return found
}
