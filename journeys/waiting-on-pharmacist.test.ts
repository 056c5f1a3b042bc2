import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pictures } from '#testing/browser/pictures.ts'
import { faultsOf, twoLooks } from '#testing/kit/axe.ts'
import { openJourney, sendToPharmacist, type Journey } from './portal.ts'

// While a pharmacist is asked: the queue of pharmacists, the card of who waits, and the timeline that has it all.

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

const open = (page: Page) => page.goto(`${journey.origin}/authorizations/request/${id}`)

test('an adjuster who waits on a pharmacist sees who has it and until when, nudges once, writes, and takes it back', async () => {
  const dana = await journey.visitAs('dana.ruiz')
  const { page } = dana
  await open(page)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Send to clinical review' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
  await expect
    .poll(
      async () => (await journey.db.query('select status_id as s from rx_authorization where id = $1', [id])).rows[0].s,
    )
    .toBe(22)
  await open(page)
  await page.getByRole('heading', { name: 'With a pharmacist' }).waitFor()
  const who = page.getByRole('region', { name: 'Who has it' })
  await who.getByText('No pharmacist has taken it yet').waitFor()
  await page.getByText('No nudge yet. One every 30 minutes.').waitFor()
  await page.keyboard.press('p')
  await page.getByText('The pharmacists were reminded.').first().waitFor()
  await page.getByText(/^You nudged .+ The next can go in (29|30) minutes\.$/).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Nudge' }).isDisabled()).toBe(true)
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await pictures(page, 'waiting')

  const rita = await journey.visitAs('rita.chen', { mc: 'NWM', path: '/authorizations?view=clinical' })
  const queue = rita.page
  await queue.getByRole('columnheader', { name: 'Left for you' }).waitFor()
  const row = queue.locator('tbody tr', { has: queue.locator(`a[href*="${id}"]`) })
  await row.getByText('no decision yet').waitFor()
  expect(await faultsOf(queue, twoLooks)).toEqual([])
  await pictures(queue, 'clinical-queue')
  await row.getByRole('button', { name: /^Take/ }).press('Enter')
  await row.getByText('Rita C.').waitFor()
  const parts = queue.getByRole('group', { name: 'Clinical review' })
  await parts.getByRole('button', { name: 'Taken by me 1' }).press('Enter')
  await queue.waitForURL(/view=clinical&part=taken$/)
  await expect.poll(() => queue.locator('tbody tr').count()).toBe(1)
  await row.getByText('Rita C.').waitFor()
  expect(await faultsOf(queue, twoLooks)).toEqual([])
  await pictures(queue, 'clinical-taken')
  await parts.getByRole('button', { name: 'Prescriber called 0' }).press('Enter')
  await queue.getByRole('heading', { name: 'No prescriber call is open' }).waitFor()
  await parts.getByRole('button', { name: /^Answered today \d+$/ }).press('Enter')
  await queue.waitForURL(/part=answered$/)
  expect(await faultsOf(queue, twoLooks)).toEqual([])
  await pictures(queue, 'clinical-answered')
  await parts.getByRole('button', { name: 'Waiting', exact: true }).press('Enter')
  await row.getByText('Rita C.').waitFor()

  await who.getByText('Rita Chen', { exact: true }).waitFor()
  await who.getByText(/^Taken /).waitFor()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Write to Rita Chen' })
  await dialog.getByRole('textbox', { name: 'Note' }).fill('The patient travels on Friday.')
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await page.getByText('Note added by Dana Ruiz: The patient travels on Friday.').first().waitFor()
  // Late is said in words.
  await journey.db.query(
    `update rx_authorization set answer_by = now() - interval '5 minutes', answer_by_at_counter = null where id = $1`,
    [id],
  )
  await page.reload()
  await who.getByText(/^The answer was due /).waitFor()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await pictures(page, 'waiting-late')

  // The timeline of the prescription: lines by J and K, the log as a file, what is still to come.
  await page.keyboard.press('h')
  await page.getByRole('heading', { name: 'Still to come' }).waitFor()
  await page.getByText('the decision is due.').waitFor()
  await page.getByRole('heading', { name: 'Prescription', exact: true }).waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
  const note = 'The patient travels on Friday.'
  // Above it stand who opened the request, and perhaps already that the answer is late.
  await page.keyboard.press('j')
  for (let line = 1; line < 8 && !(await focused()).includes(note); line += 1) await page.keyboard.press('j')
  await expect.poll(() => focused()).toContain(note)
  await page.keyboard.press('j')
  await expect.poll(() => focused()).not.toContain(note)
  await page.keyboard.press('k')
  await expect.poll(() => focused()).toContain(note)
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await pictures(page, 'timeline')
  const saved = page.waitForEvent('download')
  await page.keyboard.press('x')
  expect((await saved).suggestedFilename()).toMatch(/\.csv$/)
  await page.keyboard.press('Escape')
  await page.waitForURL(/\/authorizations\/request\//)
  await page.getByRole('button', { name: 'Take back' }).waitFor()
  await page.keyboard.press('t')
  await page.locator('#confirm').waitFor()
  expect([dana.complaints, rita.complaints]).toEqual([[], []])
  await dana.context.close()
  await rita.context.close()
})

test('a pharmacist asks from beside the form and decides nothing by it; the adjuster reads how long it waits and answers', async () => {
  const about = await sendToPharmacist(journey)
  const path = `/authorizations/request/${about}`
  const { page: rita } = await journey.visitAs('rita.chen', { mc: 'NWM', path })
  const card = rita.getByRole('region', { name: 'Handed over' })
  await card.getByRole('button', { name: /^Take/ }).click()
  await card.getByRole('button', { name: /^Give back/ }).waitFor()
  await card.getByRole('button', { name: /^Ask Dana/ }).click()
  const question = rita.getByRole('dialog', { name: /^Ask Dana/ })
  await question.getByRole('textbox', { name: 'Question' }).fill('Was this dose taken before the surgery?')
  await question.getByRole('button', { name: 'Ask', exact: true }).press('Enter')
  await question.waitFor({ state: 'detached' })
  const asked = card.getByRole('region', { name: 'Questions and notes' })
  await asked.getByText('Was this dose taken before the surgery?').waitFor()
  // The form beside it was not sent.
  await expect.poll(() => rita.getByText(/^(Approved|Not approved|Rejected)/).count()).toBe(0)

  const { page: dana } = await journey.visitAs('dana.ruiz', { mc: 'NWM', path })
  const thread = dana.getByRole('region', { name: 'Questions and notes' })
  await thread.getByText(/^Not answered yet by the case owner, \d+m so far\.$/).waitFor()
  expect(await faultsOf(dana, twoLooks)).toEqual([])
  await pictures(dana, 'question-waits')
  await dana.getByRole('button', { name: /^Answer Rita/ }).press('Enter')
  const answer = dana.getByRole('dialog', { name: 'Write to Rita Chen' })
  await answer.getByRole('textbox', { name: 'Note' }).fill('Yes, since August.')
  await dana.keyboard.press('Control+Enter')
  await answer.waitFor({ state: 'detached' })
  await asked.getByText('Yes, since August.').waitFor()
  await expect.poll(() => thread.getByText(/^Not answered yet/).count()).toBe(0)
  const { rows } = await journey.db.query('select status_id as s from rx_authorization where id = $1', [about])
  expect(rows[0].s).toBe(22)
  expect(await faultsOf(rita, twoLooks)).toEqual([])
  await pictures(rita, 'question-answered')
})
