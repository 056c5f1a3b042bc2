import { afterAll, beforeAll, expect, test } from 'vitest'
import { pictures } from '#testing/browser/pictures.ts'
import { faultsOf, twoLooks } from '#testing/kit/axe.ts'
import { openJourney, type Journey } from './portal.ts'

// What a request is decided from, and what its claim is, in a real browser.

let journey: Journey
beforeAll(async () => {
  journey = await openJourney()
})
afterAll(() => journey.stop())

const claimOf = async (card: string) =>
  (
    await journey.db.query<{ id: string; sub: string }>(
      `select c.id, c.sub_carrier as sub from wc_claim c where c.claim_number = $1`,
      [card],
    )
  ).rows[0]!
const requestOf = async (card: string) =>
  (
    await journey.db.query<{ id: string }>(
      `select a.id from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
        where c.claim_number = $1 and a.completed_at is null order by a.request_received_at limit 1`,
      [card],
    )
  ).rows[0]!.id

test('A case owner sees what waits on a claim, changes a fact with the keyboard, and reads it in the history', async () => {
  const { id, sub } = await claimOf('DEMO-003')
  const { page, complaints } = await journey.visitAs('dana.ruiz', {
    mc: 'NWM',
    path: `/patients/NWM/${sub}/${id}/facts`,
  })
  await page.getByRole('heading', { level: 2, name: /^Change waiting: .* not accepted from/ }).waitFor()
  await page
    .getByRole('table', { name: 'Accepted injuries' })
    .getByText(/^Accepted to /)
    .waitFor()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await pictures(page, 'claim-facts', { fullPage: true })
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog', { name: 'Change a fact' })
  await dialog.getByRole('button', { name: 'Change the fact' }).press('Enter')
  await dialog.getByText('Write why, in 5 characters at least.').waitFor()
  await dialog.getByLabel('Fact').selectOption('Acceptance')
  await dialog.getByLabel('What holds').selectOption('Controverted')
  await dialog.getByLabel('Why').fill('After the hearing of this morning')
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await pictures(page, 'change-fact', { fullPage: true })
  await dialog.getByRole('button', { name: 'Change the fact' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  const history = page.getByRole('table', { name: 'History of the facts' })
  await history.getByText('After the hearing of this morning').waitFor()
  await page.getByText('Open, controverted').waitFor()
  expect(complaints).toEqual([])
})

test('An adjuster sees what a resubmission changed, above and beside the amount', async () => {
  const { page } = await journey.visitAs('dana.ruiz', {
    mc: 'NWM',
    path: `/authorizations/request/${await requestOf('DEMO-011')}`,
  })
  const note = page.getByRole('note').filter({ hasText: /^Resubmitted/ })
  await note.getByText(/quantity 15 → 30/).waitFor()
  const what = page.getByRole('region', { name: 'What', exact: true })
  await what.locator('mark').filter({ hasText: '30 tablets for 30 days' }).waitFor()
  await what.locator('s').filter({ hasText: '15 for 15' }).waitFor()
  for (const words of ['1 tablet once a day', 'Day of service', 'NDC billed']) await what.getByText(words).waitFor()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await pictures(page, 'resubmitted', { fullPage: true })
  const compare = note.getByRole('button', { name: 'Compare both' })
  await compare.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Both submissions' })
  const row = dialog.getByRole('row', { name: /^Quantity changed/ })
  await row.locator('s').filter({ hasText: /^15$/ }).waitFor()
  await row.locator('mark').filter({ hasText: /^30$/ }).waitFor()
  await dialog.getByRole('row', { name: /^Refills \d+ \d+$/ }).waitFor()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await pictures(page, 'compare-both')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => compare.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('A compound shows its ingredients with amounts, prices and schedule', async () => {
  const { page } = await journey.visitAs('sam.okafor', {
    mc: 'NWM',
    path: `/authorizations/request/${await requestOf('DEMO-005')}`,
  })
  const table = page.getByRole('table', { name: 'Ingredients of the compound' })
  const ketamine = table.getByRole('row', { name: /ketamine/i })
  for (const words of ['$330.00', '37%']) await ketamine.getByText(words).waitFor()
  await table.getByText('Paid with the drug').waitFor()
  await expect.poll(() => table.getByRole('row').count()).toBe(5)
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await pictures(page, 'compound', { fullPage: true })
})

test('A first opioid that is long-acting is said first, before anything is decided', async () => {
  const { page } = await journey.visitAs('omar.diaz', {
    mc: 'NWM',
    path: `/authorizations/request/${await requestOf('DEMO-025')}`,
  })
  const first = page.getByRole('region', { name: 'Clinical considerations' }).getByRole('listitem').first()
  await first.getByText(/^First opioid, and long-acting/).waitFor()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await pictures(page, 'first-opioid', { fullPage: true })
})

test('A pharmacist reads medicines and chart and records a look with M; an adjuster sees only that a pharmacist looked', async () => {
  const path = `/authorizations/request/${await requestOf('DEMO-004')}`
  const { page } = await journey.visitAs('omar.diaz', { mc: 'NWM', path })
  const medicines = page.getByRole('table', { name: 'Current medicines' })
  for (const drug of [/alprazolam/i, /carisoprodol/i]) await medicines.getByRole('row', { name: drug }).waitFor()
  const chart = page.getByRole('region', { name: 'On the chart' })
  for (const words of ['Codeine: hives', 'eGFR 71', 'Not on file']) await chart.getByText(words).first().waitFor()
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog', { name: /monitoring report$/ })
  await dialog.getByLabel('What you note').fill('Nothing new since this morning')
  await dialog.getByRole('button', { name: 'Record the look' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  const report = page.getByRole('region', { name: /monitoring report$/ })
  await report.getByText('Nothing new since this morning').waitFor()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await pictures(page, 'evidence', { fullPage: true })
  const { page: other } = await journey.visitAs('dana.ruiz', { mc: 'NWM', path })
  const seen = other.getByRole('region', { name: /monitoring report$/ })
  await seen.getByText('A pharmacist looked').first().waitFor()
  await expect.poll(() => seen.getByText('Nothing new').count()).toBe(0)
  await expect.poll(() => seen.getByRole('button').count()).toBe(0)
})
