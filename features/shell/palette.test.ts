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

test('from one field a decided request, a word of Help and a reject code are found; what is not found is said in words', async () => {
  const { rows } = await portal.db.query<{ ref: string; id: string }>(
    `select id, reference_number as ref from rx_authorization
      where mc = 'NWM' and completed_at is not null and reference_number ~ '^[0-9]{12}$' order by id limit 1`,
  )
  const { page, context, complaints } = await portal.visitAs('dana.ruiz', { mc: 'NWM', path: '/authorizations' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  const box = page.getByRole('combobox', { name: /^Patient, claim/ })
  const find = async (words: string) => {
    await page.keyboard.press('Control+k')
    await box.fill(words)
  }
  await find(rows[0]!.ref)
  await page.getByRole('option', { name: new RegExp(rows[0]!.ref) }).click()
  await page.waitForURL(`**/authorizations/request/${rows[0]!.id}`)

  await find('79')
  await page.getByRole('option', { name: /^Reject 79: / }).click()
  await page.waitForURL('**/help?find=79')
  await expect.poll(() => page.getByRole('searchbox', { name: 'Search help' }).inputValue()).toBe('79')
  await find('morphine milligram')
  await page.getByRole('option', { name: /^MME/ }).click()
  await page.waitForURL('**/help?find=MME')
  await page.getByRole('region', { name: 'Terms' }).getByText('Morphine milligram equivalents').waitFor()

  const status = page.getByRole('dialog', { name: 'Find or do anything' }).getByRole('status')
  await find('zzzzqq')
  await status.getByText(/^Nothing found\. Patients, claims, open and completed requests/).waitFor()
  for (const [typed, words] of [
    ['@zzzzqq', /^No colleague found\./],
    ['#zzzzqq', /^No patient, claim or request found\./],
    ['>zzzzqq', /^No page, view, action or setting found\./],
  ] as const) {
    await box.fill(typed)
    await status.getByText(words).waitFor()
  }
  expect(await faultsOf(page)).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

test('? lists the keys of the open page first, and E exports where a list has an export', async () => {
  const { page, context, complaints } = await portal.visitAs('dana.ruiz', { mc: 'NWM', path: '/authorizations' })
  await page.getByRole('tab', { name: /^My pending/ }).waitFor()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect.poll(() => sheet.getByRole('heading', { level: 3 }).first().innerText()).toBe('On this page')
  await sheet.getByRole('region', { name: 'On this page' }).getByText('Export').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await page.keyboard.press('e')
  await page.getByRole('menu', { name: 'Export' }).getByRole('menuitem', { name: /^CSV/ }).waitFor()
  expect(complaints).toEqual([])
  await context.close()

  const admin = await portal.visitAs('kit.moss', { mc: 'NWM', path: '/accounts/admin' })
  await admin.page.getByRole('table').getByRole('row').nth(1).waitFor()
  await Promise.all([admin.page.waitForEvent('download'), admin.page.keyboard.press('e')])
  await admin.context.close()
})
