import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pictures } from '#testing/browser/pictures.ts'
import { countNow, textNow } from '#testing/browser/settled.ts'
import { faultsOf, twoLooks } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser, type Visit } from '#testing/portal-in-browser.ts'

// An account manager works with the users of the carrier, with the keyboard, in a real browser.

let portal: PortalInBrowser
let visit: Visit
let page: Page
beforeAll(async () => {
  portal = await startPortalInBrowser()
  visit = await portal.visitAs('kit.moss', { mc: 'NWM', path: '/home' })
  page = visit.page
})
afterAll(() => portal.stop())

test('An account manager finds a user, changes the limit with a reason, removes the access and invites somebody', async () => {
  await page.getByRole('button', { name: /Welcome/ }).click()
  await page.getByRole('menuitem', { name: 'Administration' }).click()
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
  const users = page.getByRole('table', { name: 'Users' })
  await users.getByRole('rowheader').first().waitFor()
  await pictures(page, 'users')
  expect(await faultsOf(page, twoLooks)).toEqual([])

  await page.getByLabel('Name, username or e-mail').fill('dana.ruiz')
  await vi.waitFor(async () => expect(await users.getByRole('rowheader').allInnerTexts()).toHaveLength(1), {
    timeout: 120_000,
  })
  const dialog = page.getByRole('dialog')
  await users.getByRole('button', { name: /^Details of / }).press('Enter')
  await dialog.getByText('Signs in by').waitFor()
  await dialog.getByText('Open requests').waitFor()
  await pictures(page, 'users-details')
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await users.getByRole('button', { name: /^Change / }).press('Enter')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Enter a reason.').waitFor()
  await dialog.getByLabel('Approval limit').fill('$1,234')
  await dialog.getByLabel('Reason').fill('New authority level')
  await pictures(page, 'users-change')
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

  await users.getByRole('button', { name: /^Details of / }).press('Enter')
  await dialog.getByText('Limit lowered to $1,234').waitFor()
  await dialog.getByText(/ · Kit Moss$/).waitFor()
  await dialog.getByText('New authority level').waitFor()
  await pictures(page, 'users-changes')
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })

  // The address leads there again.
  await page.reload()
  await page.getByLabel('Name, username or e-mail').fill('dana.ruiz')
  await vi.waitFor(async () => expect(await users.getByRole('rowheader').allInnerTexts()).toHaveLength(1), {
    timeout: 120_000,
  })

  await users.getByRole('button', { name: /^Remove access / }).press('Enter')
  await dialog.getByText(/will get another owner|No open requests/).waitFor()
  await pictures(page, 'users-remove')
  await dialog.getByLabel('Reason').fill('Left the company')
  await dialog.getByLabel('Reason').press('Enter')
  await users.getByRole('button', { name: /^Give access / }).waitFor()
  // The list may know before the answer of the dialog is there, which keeps the page behind it inert until then.
  await dialog.waitFor({ state: 'hidden' })
  expect(await membership()).toEqual({ limit: 1234, active: false })

  await page.getByRole('button', { name: 'Invite a user' }).press('Enter')
  await dialog.getByLabel('First name').fill('Noor')
  await dialog.getByLabel('Last name').fill('Haddad')
  await dialog.getByLabel('E-mail').fill('noor.haddad@elsewhere.example')
  await dialog.getByRole('checkbox', { name: 'Adjuster' }).press('Space')
  await dialog.getByLabel('E-mail').press('Enter')
  await page.getByRole('table', { name: 'Open invitations' }).getByText('noor.haddad@elsewhere.example').waitFor()
})

test('An account manager narrows the users by how they stand, takes the list along, and goes on to the access review by a key', async () => {
  await page.goto(`${portal.origin}/accounts/admin`)
  const states = page.getByRole('group', { name: 'Status' })
  const users = page.getByRole('table', { name: 'Users' })
  await users.getByRole('rowheader').first().waitFor()
  const all = Number(/\d+/.exec(await textNow(states.getByRole('button', { name: /^All \d+$/ })))![0])
  await states.getByRole('button', { name: /^Left \d+$/ }).press('Space')
  await users.getByRole('row', { name: /Dana Ruiz/ }).waitFor()
  await states.getByRole('button', { name: /^Left \d+$/, pressed: true }).waitFor()
  await visit.quiet()
  const left = await countNow(users.getByRole('rowheader'))
  await states.getByRole('button', { name: `Left ${left}` }).waitFor()
  await pictures(page, 'users-left')
  await states.getByRole('button', { name: /^Invited 1$/ }).press('Enter')
  await users.waitFor({ state: 'detached' })
  await page.getByRole('table', { name: 'Open invitations' }).waitFor()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await pictures(page, 'users-invited')
  await states.getByRole('button', { name: `All ${all}` }).press('Enter')
  await users.getByRole('rowheader').first().waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).press('Enter')
  expect((await saved).suggestedFilename()).toMatch(/^users-\d{8}\.csv$/)
  await page.getByText(`${all} users`).first().waitFor()
  await page.keyboard.press('r')
  await page.getByRole('heading', { level: 1, name: 'Access review' }).waitFor()
  expect(visit.complaints).toEqual([])
})
