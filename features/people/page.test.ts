import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { textNow } from '#testing/browser/settled.ts'
import { faultsOf } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser, type Visit } from '#testing/portal-in-browser.ts'
import { paths } from './paths.ts'

let portal: PortalInBrowser
beforeAll(async () => {
  portal = await startPortalInBrowser()
  await portal.db.query(`update user_carrier set created_at = now() - interval '100 days' where mc = 'NWM'`)
})
afterAll(() => portal.stop())

const pictures = async ({ page }: Visit, name: string) => {
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
  if (folder) await page.setViewportSize({ width: 1440, height: 900 })
}

test('an account manager is reminded on Home, answers users one by one with the keyboard and sees what is left', async () => {
  const visit = await portal.visitAs('kit.moss', { mc: 'NWM' })
  const { page, quiet } = visit
  const line = page.getByRole('region', { name: 'Waiting for you' }).getByRole('row', { name: /^Access review/ })
  await line.getByText(/^Was due \d\d\/\d\d\/\d{4}$/).waitFor()
  await quiet()
  expect(await faultsOf(page)).toEqual([])
  await pictures(visit, 'home-review')
  await line.getByRole('link', { name: 'Begin: Access review' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe(paths.accessReview)
  await page.getByRole('button', { name: 'Start a review' }).click()
  const table = page.getByRole('table', { name: 'Users of the review' })
  await table.getByRole('row', { name: /Dana Ruiz/ }).waitFor()
  await quiet()
  expect(await faultsOf(page)).toEqual([])
  await pictures(visit, 'review')
  await table.getByRole('button', { name: 'Keep Dana Ruiz' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Keep the access of Dana Ruiz?' }).waitFor()
  await pictures(visit, 'review-keep')
  await page.keyboard.press('Enter')
  await page.getByText('Dana Ruiz keeps their access.').first().waitFor()
  await table.getByRole('row', { name: /Dana Ruiz/ }).waitFor({ state: 'detached' })
  await table.getByRole('button', { name: 'Remove Lee Park' }).click()
  const remove = page.getByRole('dialog', { name: 'Remove the access of Lee Park?' })
  await remove.getByRole('button', { name: 'Remove access' }).click()
  await remove.getByText('Enter a note.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await pictures(visit, 'review-remove')
  await remove.getByRole('textbox', { name: /Note/ }).fill('Left the team')
  await page.keyboard.press('Enter')
  await remove.waitFor({ state: 'detached' })
  await page.getByText('Answered', { exact: true }).click()
  await table.getByText('Kit Moss: Left the team').waitFor()
  await quiet()
  await pictures(visit, 'review-answered')
  await page.getByRole('button', { name: 'Close the review' }).click()
  await page.getByText(/users have no answer yet/).waitFor()
})

test('an account manager makes a token for the directory, sees it once and revokes it', async () => {
  const visit = await portal.visitAs('kit.moss', { mc: 'NWM', path: paths.users })
  const { page, quiet } = visit
  await page.getByRole('table', { name: 'Users' }).waitFor()
  await quiet()
  expect(await faultsOf(page)).toEqual([])
  await pictures(visit, 'users')
  await page.getByRole('link', { name: 'Directory' }).first().click()
  await page.getByText('No token yet').waitFor()
  await page.getByRole('button', { name: 'Make a token' }).click()
  await page.getByRole('textbox', { name: /Name/ }).fill('Okta')
  await page.keyboard.press('Enter')
  const shown = page.getByRole('dialog', { name: 'Token of Okta' })
  const token = await textNow(shown.locator('code'))
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(await faultsOf(page)).toEqual([])
  await pictures(visit, 'directory-token')
  await shown.getByRole('button', { name: 'Done' }).click()
  const table = page.getByRole('table', { name: 'Tokens' })
  await table.getByRole('button', { name: 'Revoke Okta' }).waitFor()
  const found = await page.request.get(`${portal.origin}/scim/v2/Users`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect([found.status(), (await found.json()).totalResults]).toEqual([200, 0])
  await page.request.post(`${portal.origin}/scim/v2/Groups`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    data: JSON.stringify({ displayName: 'RxDocket Adjuster' }),
  })
  await page.reload()
  await page.getByRole('table', { name: 'Groups of the directory' }).waitFor()
  await quiet()
  expect(await faultsOf(page)).toEqual([])
  await pictures(visit, 'directory')
  await table.getByRole('button', { name: 'Revoke Okta' }).click()
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await table.getByText(/^Revoked .* by Kit Moss$/).waitFor()
})
