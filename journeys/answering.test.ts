import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsOf, twoLooks } from '#testing/kit/axe.ts'
import { openJourney, type Journey } from './portal.ts'

// What an adjuster hands over is taken, answered and returned by supervisors and second approvers from their own queue, by keyboard.

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
const inMenu = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'More actions' }).press('Enter')
  await page.getByRole('menuitem', { name: item }).press('Enter')
}
const returnedWith = async (page: Page, note: string) => {
  await page.getByRole('dialog', { name: 'Return to the case owner' }).getByRole('textbox', { name: 'Note' }).fill(note)
  await page.keyboard.press('Control+Enter')
}

test('an adjuster asks a supervisor, who takes it from the queue and returns it with an answer', async () => {
  const { page } = await journey.visitAs('dana.ruiz', { mc: 'NWM', path: `/authorizations/request/${id}` })
  await inMenu(page, 'Ask a supervisor')
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
  await inMenu(sam, 'Return to the case owner')
  await returnedWith(sam, 'Yes, two fills.')
  await statusIs(20)
  await page.getByText('Yes, two fills.').first().waitFor()
})

test('a second approver sees the price against the limit, returns what was saved by R; its adjuster finds it in the form and sends it again', async () => {
  await journey.db.query('update rx_authorization set estimated_cost = 9000 where id = $1', [id])
  const { page } = await journey.visitAs('dana.ruiz', { mc: 'NWM', path: `/authorizations/request/${id}` })
  await page.locator('#confirm').waitFor()
  await page.getByLabel(/^Note/).fill('The third course.')
  await page.keyboard.press('Control+Enter')
  await statusIs(25)
  const sam = (await journey.visitAs('sam.okafor', { mc: 'NWM', path: '/authorizations?view=second' })).page
  await sam.getByRole('columnheader', { name: 'Saved approval' }).waitFor()
  const row = sam.locator('tbody tr', { has: sam.locator(`a[href*="${id}"]`) })
  await row.getByText('Over the limit').waitFor()
  await row.getByText('$9,000.00').waitFor()
  // R means the same in the preview, on the row and beside the form.
  await row.locator(`a[href*="${id}"]`).focus()
  await sam
    .getByRole('complementary', { name: /^Preview of the request/ })
    .getByRole('link', { name: /^Return/ })
    .waitFor()
  await pictures(sam, 'second-queue')
  await sam.keyboard.press('r')
  await sam.getByRole('dialog', { name: 'Return to the case owner' }).waitFor()
  await sam.keyboard.press('Escape')
  const card = sam.getByRole('region', { name: 'Handed over' })
  await card.getByText('Dana Ruiz saved the approval').waitFor()
  await card.getByRole('heading', { name: '$6,500.00 over the limit of Dana Ruiz' }).waitFor()
  await card.getByRole('region', { name: 'What was approved' }).getByText('The third course.').waitFor()
  expect(await faultsOf(sam, twoLooks)).toEqual([])
  await pictures(sam, 'second-approver')
  await sam.getByRole('heading', { level: 1 }).press('r')
  await returnedWith(sam, 'One fill first.')
  await statusIs(20)

  // What was saved is in the form again, beside the note.
  await page.goto(`${journey.origin}/authorizations/request/${id}`)
  await page.getByText('The form has what you had approved.').waitFor()
  await page.getByText('Returned by Sam Okafor:').waitFor()
  await expect.poll(() => page.getByLabel(/^Note/).inputValue()).toBe('The third course.')
  await pictures(page, 'returned')
  await page.keyboard.press('a')
  await page.keyboard.press('Control+Enter')
  await statusIs(25)
  await sam.goto(`${journey.origin}/authorizations?view=second`)
  await row.locator(`a[href*="${id}"]`).press('Enter')
  await card.getByText('Dana Ruiz saved the approval').waitFor()
  await sam.locator('#confirm').waitFor()
  await sam.keyboard.press('a')
  await sam.keyboard.press('Control+Enter')
  await statusIs(30)
})
