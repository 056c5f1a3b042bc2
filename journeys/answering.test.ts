import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsOf, twoLooks } from '#testing/kit/axe.ts'
import { openJourney, type Journey } from './portal.ts'

// A question to a supervisor: asked, taken and answered from the queue of supervisors, by keyboard.

let journey: Journey
let id: string
beforeAll(async () => {
  journey = await openJourney()
  const { rows } = await journey.db.query<{ id: string }>(
    `select a.id from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
      where a.mc = 'NWM' and c.claim_number = 'DEMO-016' and a.status_id = 20`,
  )
  id = rows[0]!.id
})
afterAll(() => journey.stop())

const pictures = async (page: Page, name: string) => {
  const folder = process.env['PICTURES']
  if (!folder) return
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1440, 1024, 390]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) })
    }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })
}
const statusIs = (status: number) =>
  expect
    .poll(
      async () => (await journey.db.query('select status_id as s from rx_authorization where id = $1', [id])).rows[0].s,
    )
    .toBe(status)

test('an adjuster asks a supervisor, who takes it from the queue and returns it with an answer', async () => {
  const { page } = await journey.visitAs('dana.ruiz', { mc: 'NWM', path: `/authorizations/request/${id}` })
  await page.getByRole('button', { name: 'More actions' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Ask a supervisor' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Ask a supervisor' })
  await dialog.getByRole('textbox', { name: 'Question' }).fill('She travels on Friday. May I approve two fills?')
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await pictures(page, 'ask-supervisor')
  await page.keyboard.press('Control+Enter')
  await statusIs(26)
  await page.goto(`${journey.origin}/authorizations/request/${id}`)
  await page.getByRole('heading', { name: 'With a supervisor' }).waitFor()
  await page.getByRole('region', { name: 'Who has it' }).getByText('No supervisor has taken it yet').waitFor()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await pictures(page, 'waiting-supervisor')

  const sam = (await journey.visitAs('sam.okafor', { mc: 'NWM', path: '/authorizations' })).page
  await sam.getByRole('link', { name: /^Questions/ }).press('Enter')
  await sam.waitForURL(/view=questions$/)
  await sam.getByRole('columnheader', { name: 'Question' }).waitFor()
  const row = sam.locator('tbody tr', { has: sam.locator(`a[href*="${id}"]`) })
  await row.getByText('a question', { exact: true }).waitFor()
  await row.getByRole('button', { name: /^Take/ }).press('Enter')
  await row.getByText('Sam O.').waitFor()
  expect(await faultsOf(sam, twoLooks)).toEqual([])
  await pictures(sam, 'supervisor-queue')
  await row.locator(`a[href*="${id}"]`).press('Enter')
  const card = sam.getByRole('region', { name: 'Handed over' })
  await card.getByText('Dana Ruiz asked a supervisor').waitFor()
  await sam.getByText('She travels on Friday. May I approve two fills?').first().waitFor()
  await card.getByRole('button', { name: /^Give back/ }).waitFor()
  expect(await faultsOf(sam, twoLooks)).toEqual([])
  await pictures(sam, 'supervisor-answers')
  await sam.getByRole('button', { name: 'More actions' }).press('Enter')
  await sam.getByRole('menuitem', { name: 'Return to the case owner' }).press('Enter')
  const back = sam.getByRole('dialog', { name: 'Return to the case owner' })
  await back.getByRole('textbox', { name: 'Note' }).fill('Yes, two fills.')
  await sam.keyboard.press('Control+Enter')
  await statusIs(20)
  await page.getByText('Yes, two fills.').first().waitFor()
})

test('a second approver sees what was saved with which note, and returns it by R', async () => {
  await journey.db.query('update rx_authorization set estimated_cost = 9000 where id = $1', [id])
  const { page } = await journey.visitAs('dana.ruiz', { mc: 'NWM', path: `/authorizations/request/${id}` })
  await page.locator('#confirm').waitFor()
  await page.getByLabel(/^Note/).fill('The third course.')
  await page.keyboard.press('Control+Enter')
  await statusIs(25)
  const sam = (await journey.visitAs('sam.okafor', { mc: 'NWM', path: '/authorizations?view=second' })).page
  await sam.getByRole('columnheader', { name: 'Saved approval' }).waitFor()
  await pictures(sam, 'second-queue')
  const row = sam.locator('tbody tr', { has: sam.locator(`a[href*="${id}"]`) })
  await row.locator(`a[href*="${id}"]`).press('Enter')
  const card = sam.getByRole('region', { name: 'Handed over' })
  await card.getByText('Dana Ruiz saved the approval').waitFor()
  await card.getByRole('region', { name: 'What was approved' }).getByText('The third course.').waitFor()
  expect(await faultsOf(sam, twoLooks)).toEqual([])
  await pictures(sam, 'second-approver')
  await sam.getByRole('heading', { level: 1 }).press('r')
  const back = sam.getByRole('dialog', { name: 'Return to the case owner' })
  await back.getByRole('textbox', { name: 'Note' }).fill('One fill first.')
  await sam.keyboard.press('Control+Enter')
  await statusIs(20)
})
