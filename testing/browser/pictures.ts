import { join } from 'node:path'
import type { Page } from 'playwright-core'

/** Where PICTURES names a folder: the page there as a desktop, a tablet and a phone show it, light and dark. */
export async function pictures(of: Page, name: string, { fullPage = false } = {}): Promise<void> {
  const folder = process.env['PICTURES']
  if (!folder) return
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1440, 1024, 390]) {
      await of.emulateMedia({ colorScheme })
      await of.setViewportSize({ width, height: width < 500 ? 844 : 900 })
      await of.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage })
    }
  await of.emulateMedia({ colorScheme: 'light' })
  await of.setViewportSize({ width: 1440, height: 900 })
}
