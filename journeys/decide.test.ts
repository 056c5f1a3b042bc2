import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeViolations } from '#platform/ui/preview/axe.ts'
import { lastClaim, openJourney, type Journey } from './portal.ts'

let journey: Journey
beforeAll(async () => {
  journey = await openJourney()
}, 120_000)
afterAll(() => journey.stop())

test('an adjuster opens the most urgent request and approves it with the keyboard alone; the pharmacy submits again and is paid; the log tells it', async () => {
  const { page, complaints, context } = await journey.signIn('dana.ruiz')
  await page.getByRole('heading', { name: 'Authorizations' }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('u')
  await page.waitForURL(/\/authorizations\/request\//)
  const id = page.url().split('/').at(-1)!.split('?')[0]!
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByText(/would pay/).waitFor()
  await page.keyboard.press('a')
  await page.keyboard.press('Control+Enter')
  await page
    .getByText(/^Approved/)
    .first()
    .waitFor()
  const decided = await journey.db.query('select status_id, completed_by_name from rx_authorization where id = $1', [
    id,
  ])
  expect(decided.rows[0]).toEqual({ status_id: 30, completed_by_name: 'Dana Ruiz' })
  const claim = await lastClaim(journey, id)
  expect(await journey.submit(claim)).toMatchObject({ status: 'P', pricing: { paid: expect.any(Number) } })
  await page.goto(`${journey.origin}/authorizations/request/${id}`)
  for (const line of [/Request received from/, /Approved by Dana Ruiz/, /Fill 1 of/])
    await page.getByText(line).first().waitFor()
  expect(complaints).toEqual([])
  await context.close()
}, 90_000)

test('two adjusters decide one request: the second is told who, when and what, and keeps every word', async () => {
  const first = await journey.signIn('dana.ruiz')
  const second = await journey.signIn('lee.park')
  await second.page.getByRole('dialog', { name: 'Select Carrier' }).waitFor()
  await second.page.getByRole('radio', { name: /Northwind/ }).check()
  await second.page.getByRole('button', { name: 'Submit' }).click()
  await second.page.getByRole('heading', { name: 'Authorizations' }).waitFor()
  const { rows } = await journey.db.query(
    `select a.id from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id where c.claim_number = 'DEMO-012' and a.status_id = 20`,
  )
  const url = `${journey.origin}/authorizations/request/${rows[0].id}`
  for (const { page } of [first, second]) {
    await page.goto(url)
    await page.getByText(/would pay/).waitFor()
  }
  await second.page.getByLabel('Note').fill('Spoke with the prescriber on Friday')
  await first.page.keyboard.press('a')
  await first.page.keyboard.press('Control+Enter')
  await first.page
    .getByText(/^Approved/)
    .first()
    .waitFor()
  await second.page
    .getByRole('button', { name: /^Approve (one|until|any)/ })
    .click({ timeout: 1500 })
    .catch(() => {}) // the bell may have told the page already, then there is nothing to press
  await second.page
    .getByText(/Dana Ruiz approved this/)
    .first()
    .waitFor()
  await second.page.getByText('Spoke with the prescriber on Friday').first().waitFor()
  await first.context.close()
  await second.context.close()
}, 90_000)

test('a person who may only read sees everything and can change nothing', async () => {
  const { page, complaints, context } = await journey.signIn('ann.boyd')
  await page
    .getByText(/view.only|read.only/i)
    .first()
    .waitFor()
  const { rows } = await journey.db.query(`select id from rx_authorization where mc = 'NWM' and status_id = 20 limit 1`)
  await page.goto(`${journey.origin}/authorizations/request/${rows[0].id}`)
  await page.getByRole('heading', { name: 'Clinical considerations' }).waitFor()
  expect(await page.getByRole('button', { name: /approve|reject/i }).count()).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
}, 60_000)

test('axe finds nothing on home and the decision screen, light and dark, wide and narrow', async () => {
  const { page, complaints, context } = await journey.signIn('dana.ruiz')
  const { rows } = await journey.db.query(
    `select a.id from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id where c.claim_number in ('DEMO-001', 'DEMO-004') and a.status_id between 20 and 29 order by c.claim_number`,
  )
  for (const path of ['/home', ...rows.map((row) => `/authorizations/request/${row.id}`)]) {
    await page.goto(journey.origin + path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [1440, 390]) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 900 })
        expect(await axeViolations(page), `${path} ${colorScheme} ${width}`).toEqual([])
      }
    }
  }
  expect(complaints).toEqual([])
  await context.close()
}, 120_000)
