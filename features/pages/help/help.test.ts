import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsOf } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'

let portal: PortalInBrowser
beforeAll(async () => {
  portal = await startPortalInBrowser()
})
afterAll(() => portal.stop())

test('Help is in the menu; one field, reached by its key, finds codes, terms and keys', async () => {
  const { page, quiet, context } = await portal.visitAs('dana.ruiz', { path: '/home' })
  await page.getByRole('button', { name: /Welcome/ }).click()
  await page.getByRole('menuitem', { name: 'Help' }).click()
  await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor()
  const codes = page.getByRole('region', { name: 'Reject codes' })
  await expect.poll(() => codes.locator('dt').count()).toBe(7)
  await quiet()
  expect(await faultsOf(page)).toEqual([])
  for (const [colorScheme, width] of process.env['PICTURES']
    ? ([
        ['light', 1440],
        ['dark', 1440],
        ['light', 390],
      ] as const)
    : []) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: join(process.env['PICTURES']!, `help-${colorScheme}-${width}.png`), fullPage: true })
  }
  await codes.getByRole('button', { name: 'All codes' }).click()
  await expect.poll(() => codes.locator('dt').count()).toBeGreaterThan(40)

  await page.keyboard.press('/')
  await page.keyboard.type('total opioid 922')
  await expect.poll(() => codes.locator('dt').allInnerTexts()).toEqual([expect.stringContaining('922')])
  await expect.poll(() => codes.innerText()).toContain('Only a pharmacist may override it.')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('snooze')
  await page.getByRole('region', { name: 'Terms' }).getByText('The legal deadline does not move.').waitFor()
  await page.getByRole('region', { name: 'Keys' }).getByText('Snooze', { exact: true }).first().waitFor()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('nothing like it')
  await page.getByText('Nothing found for “nothing like it”').waitFor()
  await context.close()
})
