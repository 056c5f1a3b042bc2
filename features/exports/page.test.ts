import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsOf } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'

let portal: PortalInBrowser
beforeAll(async () => {
  portal = await startPortalInBrowser()
})
afterAll(() => portal.stop())

test('An account manager finds who took what, with the keyboard', async () => {
  await portal.db.query(
    `insert into export_record (mc, id, at, user_id, actor, call, about, rows, state, ended_at)
     select 'NWM', gen_random_uuid(), now(), u.id, u.username, 'dataExtracts.extract', 'Transactions', 12, 'FINISHED', now()
       from app_user u where u.username = 'sam.okafor'`,
  )
  const { page, complaints, context } = await portal.visitAs('kit.moss', { mc: 'NWM', path: '/accounts/exports' })
  await page.getByRole('heading', { level: 1, name: 'Exports' }).waitFor()
  const rows = page.getByRole('table', { name: 'Exports' }).getByRole('row')
  await rows.filter({ hasText: 'sam.okafor' }).first().waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('searchbox', { name: 'Username' }).focus()
  await page.keyboard.type('sam.okafor')
  await expect.poll(() => rows.filter({ hasNotText: 'sam.okafor' }).count()).toBe(1)
  await page.getByRole('radio', { name: 'All' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => page.getByRole('radio', { name: 'Finished' }).isChecked()).toBe(true)
  await rows.filter({ hasText: 'sam.okafor' }).first().waitFor()
  // By subject and period, and made again in one's own name.
  await page.getByRole('searchbox', { name: 'Subject' }).fill('users')
  await page.getByText('No exports match').waitFor()
  await page.getByRole('searchbox', { name: 'Username' }).fill('')
  await page.getByRole('searchbox', { name: 'Subject' }).fill('transactions')
  await rows.filter({ hasText: 'sam.okafor' }).first().waitFor()
  await page.getByRole('textbox', { name: 'To' }).fill('01/31/2020')
  await page.getByText('No exports match').waitFor()
  await page.getByRole('textbox', { name: 'From' }).fill('02/01/2020')
  await page.getByText('The last day is before the first.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  for (const name of ['From', 'To']) await page.getByRole('textbox', { name }).fill('')
  const users = page.waitForEvent('download')
  await page.goto(`${portal.origin}/accounts/admin`)
  await page
    .getByRole('button', { name: /Export/ })
    .first()
    .click()
  await users
  await page.goto(`${portal.origin}/accounts/exports`)
  const again = page.waitForEvent('download')
  await page
    .getByRole('button', { name: /^Make again: Users of / })
    .first()
    .press('Enter')
  expect((await again).suggestedFilename()).toMatch(/csv$/)
  await page.getByText('It is a new entry of the list, in your name.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Make again: Users of / }).count()).toBe(2)
  await page.getByRole('searchbox', { name: 'Username' }).fill('nobody.here')
  await page.getByText('No exports match').waitFor()
  expect(await faultsOf(page)).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})
