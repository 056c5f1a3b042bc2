import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsOf } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'

let portal: PortalInBrowser
beforeAll(async () => {
  portal = await startPortalInBrowser()
})
afterAll(() => portal.stop())

test('a supervisor sees how fast requests were answered by person, state and program, and how each figure is counted', async () => {
  const { page, quiet } = await portal.visitAs('sam.okafor', { mc: 'NWM' })
  const pictures = async (name: string) => {
    const folder = process.env['PICTURES']
    for (const [colorScheme, width] of folder
      ? ([
          ['light', 1440],
          ['dark', 1440],
          ['light', 390],
          ['dark', 390],
        ] as const)
      : []) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: join(folder!, `${name}-${colorScheme}-${width}.png`), fullPage: true })
    }
  }
  await page.getByRole('button', { name: /Welcome/ }).click()
  await page.getByRole('menuitem', { name: 'Turnaround' }).click()
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Turnaround')
  await page.keyboard.press('3')
  const table = page.getByRole('table', { name: 'Turnaround by person' })
  await table.getByRole('rowheader', { name: 'Dana Ruiz' }).waitFor()
  await quiet()
  expect(await faultsOf(page)).toEqual([])

  // The last row is the sum of the ones above it.
  const received = await table
    .getByRole('row')
    .evaluateAll((rows) => rows.slice(1).map((row) => Number(row.children[1]!.textContent.replaceAll(/\D/g, ''))))
  expect(received.at(-1)).toBeGreaterThan(0)
  expect(received.slice(0, -1).reduce((sum, one) => sum + one, 0)).toBe(received.at(-1))

  // The bars go and come with one key; the figures stay.
  const bars = table.locator('svg')
  await expect.poll(() => bars.count()).toBeGreaterThan(0)
  await page.keyboard.press('v')
  await expect.poll(() => bars.count()).toBe(0)
  await page.keyboard.press('v')

  await page.getByText('Time to decision, median').click()
  await page.getByText(/Half of the decided requests took this long or less/).waitFor()
  await pictures('turnaround')
  // A figure opens its requests, and the way back leads to the same period and groups.
  await table
    .getByRole('row', { name: /Dana Ruiz/ })
    .getByRole('link')
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: 'Received: Dana Ruiz' }).waitFor()
  await page.getByRole('table', { name: 'Received' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Turnaround' }).click()
  await table.getByRole('rowheader', { name: 'Dana Ruiz' }).waitFor()
  expect(new URL(page.url()).search).toBe('?days=90')
  await page.getByRole('radio', { name: 'Week' }).check({ force: true })
  await page
    .getByRole('rowheader', { name: /^Week of / })
    .first()
    .waitFor()
  await page.getByRole('radio', { name: 'State' }).check({ force: true })
  await page.getByRole('table', { name: 'Turnaround by state' }).getByRole('rowheader', { name: 'FL' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
})

test('an adjuster has no Turnaround in the menu, and its address says whom it is for', async () => {
  const { page } = await portal.visitAs('dana.ruiz', { mc: 'NWM' })
  await page.getByRole('button', { name: /Welcome/ }).click()
  await page.getByRole('menuitem', { name: 'Directory' }).waitFor()
  await expect.poll(() => page.getByRole('menuitem', { name: 'Turnaround' }).count()).toBe(0)
  await page.goto(`${portal.origin}/turnaround`)
  await page.getByRole('heading', { name: 'This page is for supervisors, support and read-only users.' }).waitFor()
})
