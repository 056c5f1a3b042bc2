import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsOf } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'

let portal: PortalInBrowser
beforeAll(async () => {
  portal = await startPortalInBrowser()
})
afterAll(() => portal.stop())

test('an address with the name of a user shows their requests; a name of nobody here is said', async () => {
  const { page, context } = await portal.visitAs('dana.ruiz', {
    mc: 'NWM',
    path: '/authorizations/sam.okafor?view=all',
  })
  await page.waitForURL(/\/authorizations\/[0-9a-f-]{36}\?view=all$/)
  await page
    .getByRole('button', { name: /^Case owner/ })
    .first()
    .waitFor()
  await page.goto(`${portal.origin}/authorizations/nobody.here`)
  await page.getByRole('heading', { name: 'Nobody named “nobody.here” works here' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Go to my requests' }).click()
  await page.waitForURL(`${portal.origin}/authorizations`)
  await context.close()
})
