import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { faultsOf, twoLooks } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser, type Visit } from '#testing/portal-in-browser.ts'

// An account manager works with the users of the carrier, with the keyboard, in a real browser.

vi.setConfig({ testTimeout: 90_000 })

let portal: PortalInBrowser
let visit: Visit
let page: Page
beforeAll(async () => {
  portal = await startPortalInBrowser()
  visit = await portal.visitAs('kit.moss', { mc: 'NWM', path: '/home' })
  page = visit.page
}, 240_000)
afterAll(() => portal.stop())

const pictures = async (name: string) => {
  const folder = process.env['PICTURES']
  if (!folder) return
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1440, 390]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: width < 500 ? 844 : 900 })
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) })
    }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('An account manager finds a user, changes the limit with a reason, removes the access and invites somebody', async () => {
  await page.getByRole('button', { name: /Welcome/ }).click()
  await page.getByRole('menuitem', { name: 'Administration' }).click()
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
  const users = page.getByRole('table', { name: 'Users' })
  await users.getByRole('rowheader').first().waitFor()
  await pictures('users')
  expect(await faultsOf(page, twoLooks)).toEqual([])

  await page.getByLabel('Name, username or e-mail').fill('dana.ruiz')
  await vi.waitFor(async () => expect(await users.getByRole('rowheader').allInnerTexts()).toHaveLength(1), {
    timeout: 30_000,
  })
  await users.getByRole('button', { name: /^Change / }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Enter a reason.').waitFor()
  await dialog.getByLabel('Approval limit').fill('$1,234')
  await dialog.getByLabel('Reason').fill('New authority level')
  await pictures('users-change')
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await dialog.getByLabel('Reason').press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  const membership = async () =>
    (
      await portal.db.query(
        `select w.approval_limit::float as limit, w.active from user_carrier w join app_user u on u.id = w.user_id
          where w.mc = 'NWM' and u.username = 'dana.ruiz'`,
      )
    ).rows[0]
  expect(await membership()).toEqual({ limit: 1234, active: true })

  // The address leads there again.
  await page.reload()
  await page.getByLabel('Name, username or e-mail').fill('dana.ruiz')
  await vi.waitFor(async () => expect(await users.getByRole('rowheader').allInnerTexts()).toHaveLength(1), {
    timeout: 30_000,
  })

  await users.getByRole('button', { name: /^Remove access / }).press('Enter')
  await dialog.getByText(/will get another owner|No open requests/).waitFor()
  await pictures('users-remove')
  await dialog.getByLabel('Reason').fill('Left the company')
  await dialog.getByLabel('Reason').press('Enter')
  await users.getByRole('button', { name: /^Give access / }).waitFor()
  expect(await membership()).toEqual({ limit: 1234, active: false })

  await page.getByRole('button', { name: 'Invite a user' }).press('Enter')
  await dialog.getByLabel('First name').fill('Noor')
  await dialog.getByLabel('Last name').fill('Haddad')
  await dialog.getByLabel('E-mail').fill('noor.haddad@elsewhere.example')
  await dialog.getByRole('checkbox', { name: 'Adjuster' }).press('Space')
  await dialog.getByLabel('E-mail').press('Enter')
  await page.getByRole('table', { name: 'Open invitations' }).getByText('noor.haddad@elsewhere.example').waitFor()
})
