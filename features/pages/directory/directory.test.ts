import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsOf } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'

let portal: PortalInBrowser
beforeAll(async () => {
  portal = await startPortalInBrowser()
}, 120_000)
afterAll(() => portal.stop())

test('An adjuster finds a pharmacy near a ZIP code, a drug and a prescriber, and learns what is wrong with a number', async () => {
  const { rows } = await portal.db.query<{ zip: string; name: string; last_name: string; first_name: string }>(
    `select p.zip, p.name, q.last_name, q.first_name from pharmacy p, practitioner q
      where p.network = 'IN' and p.lat is not null and not p.physician_dispenser order by p.nabp, q.npi limit 1`,
  )
  const { zip, name, last_name: last, first_name: first } = rows[0]!
  const { page, quiet } = await portal.visitAs('dana.ruiz', { mc: 'NWM' })
  await page.getByRole('button', { name: /Welcome/ }).click()
  await page.getByRole('menuitem', { name: 'Directory' }).click()
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Directory')

  await page
    .getByRole('search', { name: 'Find pharmacies' })
    .getByRole('searchbox')
    .fill(`${zip.slice(0, 3)}`)
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('Give the five digits of a ZIP code.').waitFor()
  await page.getByRole('search', { name: 'Find pharmacies' }).getByRole('searchbox').fill(zip)
  await page.keyboard.press('Enter')
  await page.getByRole('rowheader', { name }).first().waitFor()
  await quiet()
  expect(await faultsOf(page)).toEqual([])
  const pane = page.getByRole('region', { name: 'Pharmacy' })
  await pane.getByText('Open', { exact: false }).or(pane.getByText('Hours, local time')).first().waitFor()

  await page.getByLabel('Find pharmacies by').selectOption('npi')
  await page.getByRole('search', { name: 'Find pharmacies' }).getByRole('searchbox').fill('1234567890')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('check digit 0, expected 3').waitFor()

  await page.getByRole('tab', { name: 'Drugs' }).click()
  await page.getByRole('search', { name: 'Find drugs' }).getByRole('searchbox').fill('oxycod')
  await page.keyboard.press('Enter')
  await page
    .getByRole('rowheader', { name: /Oxycodone/ })
    .first()
    .waitFor()
  await page.getByText('From group to strength').waitFor()
  await quiet()
  expect(await faultsOf(page)).toEqual([])

  await page.getByRole('tab', { name: 'Prescribers' }).click()
  await page.getByRole('search', { name: 'Find prescribers' }).getByRole('searchbox').fill(`${last}, ${first}`)
  await page.keyboard.press('Enter')
  await page
    .getByRole('rowheader', { name: `${last}, ${first}` })
    .first()
    .waitFor()
  await page.getByText('With your claims, last 12 months').waitFor()
  await quiet()
  expect(await faultsOf(page)).toEqual([])
}, 120_000)
