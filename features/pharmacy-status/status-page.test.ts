import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsOf } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'

let portal: PortalInBrowser
beforeAll(async () => {
  portal = await startPortalInBrowser()
})
afterAll(() => portal.stop())

test('A pharmacy checks its request at /status with the keyboard; a wrong number is said at once, and no search engine keeps the page', async () => {
  const { rows } = await portal.db.query(
    `select reference_number as r from rx_authorization a where mc = 'NWM' and status_id = 20
      and request_received_at > $1::timestamptz - interval '100 days'
      and (select count(*) from rx_authorization o where o.reference_number = a.reference_number) = 1 order by id limit 1`,
    [portal.clock.now()],
  )
  const { page, complaints, context } = await portal.open()
  const answer = await page.goto(`${portal.origin}/status`)
  expect(answer!.headers()).toMatchObject({ 'x-robots-tag': 'noindex', 'cache-control': 'no-store' })
  const field = page.getByLabel('Reference number')
  await field.fill('12 34')
  await field.press('Enter')
  await page.getByText('Enter the 12 digits of the reference number.').waitFor()
  await field.fill('999999999999')
  await field.press('Enter')
  await page.getByText('We can’t find that number.').waitFor()
  await field.fill(rows[0].r as string)
  await field.press('Enter')
  await page.getByText('In review.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  const folder = process.env['PICTURES']
  if (folder)
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1440, 390]) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 844 })
        await page.screenshot({ path: join(folder, `status-${width}-${colorScheme}.png`) })
      }
  expect(complaints).toEqual([])
  await context.close()
})
