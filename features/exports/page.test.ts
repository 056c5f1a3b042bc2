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
  await page.getByRole('searchbox', { name: 'Username' }).fill('nobody.here')
  await page.getByText('No exports match').waitFor()
  expect(await faultsOf(page)).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})
