import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsOf } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'

let portal: PortalInBrowser
beforeAll(async () => {
  portal = await startPortalInBrowser()
})
afterAll(() => portal.stop())

test('before a request is assigned the dialog says what the marked person could not do with it', async () => {
  const { rows } = await portal.db.query<{ id: string }>(
    `select a.id from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
      where c.claim_number = 'DEMO-004' and a.status_id < 30 order by a.id limit 1`,
  )
  const path = `/authorizations/request/${rows[0]!.id}`
  const { page, quiet, context } = await portal.visitAs('dana.ruiz', { mc: 'NWM', path })
  await page.getByRole('heading', { name: 'Why it stopped' }).waitFor()
  await page.keyboard.press('o')
  const dialog = page.getByRole('dialog', { name: 'Assign to another case owner' })
  const found = dialog.getByRole('listbox', { name: 'Case owners' })
  await dialog.getByRole('combobox').fill('lee')
  await found.getByRole('option', { name: /Lee Park/ }).waitFor()
  await dialog.getByText(/^Lee Park cannot clear [\w, ]+\. An approval would go on to who can\.$/).waitFor()
  await quiet()
  expect(await faultsOf(page)).toEqual([])

  await dialog.getByRole('combobox').fill('zzzz')
  await dialog.getByText(/^Nobody who may work on this group/).waitFor()
  await expect.poll(() => dialog.getByText(/cannot clear/).count()).toBe(0)
  await context.close()
})
