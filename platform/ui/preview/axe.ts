/** For tests: what axe-core finds wrong on a page. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

let source: Promise<string> | undefined

/** Rules of bar 4.4: the WCAG tags, best practice, and five that axe leaves off. One line per violating element. */
export async function axeViolations(page: Page): Promise<string[]> {
  source ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  // Reading half a megabyte takes longer than some looks: once for a document is enough.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await source)
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, {
    resultTypes: ['violations'],
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: { 'td-has-header': { enabled: true }, 'label-content-name-mismatch': { enabled: true },
      'focus-order-semantics': { enabled: true }, 'css-orientation-lock': { enabled: true }, 'target-size': { enabled: true } },
  })`)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`),
  )
}
