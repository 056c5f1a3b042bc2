import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsOf, twoLooks } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'

let portal: PortalInBrowser
beforeAll(async () => {
  portal = await startPortalInBrowser()
})
afterAll(() => portal.stop())

test('on a request the “i” says what a code, GPI and MME mean, by a press or by I; Esc closes it and stays on the page', async () => {
  const { rows } = await portal.db.query<{ id: string }>(
    `select a.id from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
      where c.claim_number = 'DEMO-004' and a.status_id < 30 order by a.id limit 1`,
  )
  const path = `/authorizations/request/${rows[0]!.id}`
  const { page, quiet, context } = await portal.visitAs('dana.ruiz', { mc: 'NWM', path })
  const code = page.getByRole('button', { name: /^What is \d+/ }).first()
  await code.waitFor()
  await page.keyboard.press('i')
  const note = page.getByRole('note').filter({ visible: true })
  await note.getByText(/may override it\.$/).waitFor()
  await note.getByText(/^Rule R\d\d: .+\. Source: .+\.$/).waitFor()
  await expect.poll(() => code.getAttribute('aria-expanded')).toBe('true')
  await quiet()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => note.count()).toBe(0)
  expect(new URL(page.url()).pathname).toBe(path)

  await page.getByRole('button', { name: 'What is GPI?' }).click()
  await note.getByText(/^Generic Product Identifier, 14 digits/).waitFor()
  await page.getByRole('button', { name: 'What is MME?' }).click()
  await note.getByText(/^This request: \d+ MME a day\. Plan limit \d+\.$/).waitFor()
  await expect.poll(() => note.count()).toBe(1)
  await note.getByRole('link', { name: 'All codes and terms' }).click()
  await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor()
  await context.close()
})
