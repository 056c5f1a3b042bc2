import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsOf } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'

let portal: PortalInBrowser
beforeAll(async () => {
  portal = await startPortalInBrowser()
})
afterAll(() => portal.stop())

test('from one field an adjuster acts on the open request, opens a view, a drug and a patient again, and changes the look', async () => {
  const { rows } = await portal.db.query<{ id: string }>(
    `select a.id from rx_authorization a join authorization_owner o on o.mc = a.mc and o.authorization_id = a.id and o.open
      join app_user u on u.id = o.user_id and u.username = 'dana.ruiz' where a.mc = 'NWM' and a.status_id = 20 and a.snoozed_until is null
      order by a.statutory_due_at desc, a.id limit 1`,
  )
  const path = `/authorizations/request/${rows[0]!.id}`
  const { page, context, complaints } = await portal.visitAs('dana.ruiz', { mc: 'NWM', path })
  await page.getByRole('heading', { name: 'Why it stopped' }).waitFor()
  const box = page.getByRole('combobox', { name: /^Patient, claim/ })
  const choose = async (words: string, option: RegExp) => {
    await page.keyboard.press('Control+k')
    await box.fill(words)
    await page.getByRole('option', { name: option, selected: true }).waitFor()
    await box.press('Enter')
    await box.waitFor({ state: 'detached' })
  }
  await choose('snooz', /^Snooze\b/)
  const dialog = page.getByRole('dialog', { name: /^Snooze/ })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await choose('rows: comp', /^Rows: compact/)
  await page.locator('html[data-density="compact"]').waitFor({ state: 'attached' })
  await choose('completed', /^Completed$/)
  await page.waitForURL('**/authorizations?view=completed')
  await page.getByRole('tab', { name: /^Completed/, selected: true }).waitFor()

  await page.keyboard.press('Control+k')
  await box.fill('ibuprofen')
  await page
    .getByRole('option', { name: /^ibuprofen/i })
    .first()
    .click()
  await page.waitForURL('**/drugs?find=*')
  await page
    .getByRole('table', { name: 'Drugs' })
    .getByRole('row', { name: /ibuprofen/i })
    .first()
    .waitFor()

  await portal.db.query(
    `insert into recent_patient (mc, user_id, stratus_claim_id, last_viewed_at) select c.mc, u.id, c.id, now() from wc_claim c, app_user u
      where c.mc = 'NWM' and c.claim_number = 'DEMO-001' and u.username = 'dana.ruiz' on conflict do nothing`,
  )
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByText('Recently viewed').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page
    .getByRole('option', { name: /Claim DEMO-001/ })
    .first()
    .click()
  await page.waitForURL(/\/patients\/NWM\//)
  expect(complaints).toEqual([])
  await context.close()
})
