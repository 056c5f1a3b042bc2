import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pictures } from '#testing/browser/pictures.ts'
import { faultsOf, twoLooks } from '#testing/kit/axe.ts'
import { openJourney, type Journey } from './portal.ts'

// What an adjuster hands over is taken, answered and returned by supervisors, second approvers and reviewers from their own queue, by keyboard.

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

const statusIs = (status: number, of = id) =>
  expect
    .poll(
      async () => (await journey.db.query('select status_id as s from rx_authorization where id = $1', [of])).rows[0].s,
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

/** Two colleagues review for the carrier, and Dana has a request to send them; its id. */
async function inReview(): Promise<string> {
  await journey.db.query(`update carrier_setting set value = 'true' where mc = 'NWM' and key = 'urRequirements'`)
  await journey.db.query(
    `update user_carrier w set roles = '{ur_reviewer}', license_states = (
         select array_agg(distinct a.juris_state) from rx_authorization a where a.mc = 'NWM')
       from app_user u where u.id = w.user_id and w.mc = 'NWM' and u.username in ('lee.park', 'old.timer')`,
  )
  const { rows } = await journey.db.query<{ id: string }>(
    `select a.id from rx_authorization a join authorization_owner o on o.mc = a.mc and o.authorization_id = a.id and o.position = 1
        join app_user u on u.id = o.user_id
      where a.mc = 'NWM' and a.status_id = 20 and u.username = 'dana.ruiz' and a.reject_codes = '{75}' and a.compound_code = 1
        and not a.silence_approves and a.id <> $1
        and not exists (select from determination d where d.mc = a.mc and d.authorization_id = a.id) order by a.statutory_due_at desc, a.id limit 1`,
    [id],
  )
  return rows[0]!.id
}
const rationale =
  'Two courses of this drug did not reduce the pain, and no taper to a lower dose was tried before this request.'

test('a reviewer returns a request with a note, and denies it with a review when it comes again; who wrote meanwhile reads who decided and keeps the text', async () => {
  const reviewed = await inReview()
  const path = `/authorizations/request/${reviewed}`
  const dana = (await journey.visitAs('dana.ruiz', { mc: 'NWM', path })).page
  const send = async (note: string) => {
    await dana.goto(`${journey.origin}${path}`)
    await inMenu(dana, 'Send to utilization review')
    await dana.getByRole('dialog').getByRole('textbox', { name: 'Note' }).fill(note)
    await dana.keyboard.press('Control+Enter')
    await statusIs(23, reviewed)
  }
  await send('Is a third month within the guideline?')
  const lee = (await journey.visitAs('lee.park', { mc: 'NWM', path: '/authorizations?view=review' })).page
  await lee.getByRole('columnheader', { name: 'Question' }).waitFor()
  await lee.locator(`tbody a[href*="${reviewed}"]`).press('Enter')
  const card = lee.getByRole('region', { name: 'Handed over' })
  await card.getByText('Dana Ruiz sent it to utilization review').waitFor()
  await lee.getByText('Is a third month within the guideline?').first().waitFor()
  await inMenu(lee, 'Return to the case owner')
  await returnedWith(lee, 'The office notes are missing.')
  await statusIs(20, reviewed)
  await dana.goto(`${journey.origin}${path}`)
  await dana.getByText('The office notes are missing.').first().waitFor()
  await send('The notes are attached.')

  const otto = (await journey.visitAs('old.timer', { mc: 'NWM', path })).page
  const ottos = otto.getByRole('region', { name: 'Your review' })
  await ottos.getByRole('textbox', { name: 'Rationale' }).fill('I would certify half of it.')
  await lee.goto(`${journey.origin}${path}`)
  const review = lee.getByRole('region', { name: 'Your review' })
  // The heading takes the focus of a page that was just opened; what is missing takes it from the button.
  const criterion = review.getByRole('textbox', { name: 'Criterion 1' })
  await expect
    .poll(async () => {
      await review.getByRole('button', { name: 'Save the review' }).press('Enter')
      return criterion.evaluate((element) => element === document.activeElement)
    })
    .toBe(true)
  await pictures(lee, 'review-errors')
  await lee.keyboard.type('A first-line drug was tried')
  await review.getByRole('button', { name: 'Add a criterion' }).press('Enter')
  await review.getByRole('textbox', { name: 'Criterion 2' }).fill('Function improved')
  await review.getByRole('textbox', { name: 'Guideline cited' }).fill('Chronic pain, section 7')
  await review.getByRole('textbox', { name: 'Call you offer the prescriber' }).fill('Today 3 to 4 PM, 555-0134')
  await review.getByRole('textbox', { name: 'Rationale' }).fill(rationale)
  // A number key steps through the answers of its criterion.
  await lee.getByRole('heading', { level: 1 }).press('1')
  await lee.keyboard.press('2')
  await lee.keyboard.press('2')
  await review.getByText('1 met, 1 not met.').waitFor()
  await review.getByText(/Not met: Function improved\. To talk with the reviewer: Today 3 to 4 PM/).waitFor()
  await review.getByText(/^Draft saved/).waitFor()
  await lee.reload()
  await review.getByText('1 met, 1 not met.').waitFor()
  expect(await faultsOf(lee, twoLooks)).toEqual([])
  await pictures(lee, 'review')
  await review.getByRole('button', { name: 'Save the review' }).press('Enter')
  await review.getByText(/^Saved/).waitFor()
  await lee.getByRole('heading', { level: 1 }).press('r')
  await lee.locator('#decision-reasonId').selectOption('6')
  await lee.getByLabel(/^Explain in plain language/).fill('It did not help in two months.')
  await lee.keyboard.press('Control+Enter')
  await statusIs(40, reviewed)

  const lost = otto.getByRole('region', { name: 'Your review was not used' })
  await lost.getByText('Lee Park decided this first.').waitFor()
  await lost.getByText(/^I would certify half of it\./).waitFor()
  expect(await faultsOf(otto, twoLooks)).toEqual([])
  await pictures(otto, 'review-lost')
})
