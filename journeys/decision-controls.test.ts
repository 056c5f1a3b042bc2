import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pictures } from '#testing/browser/pictures.ts'
import { faultsOf, twoLooks } from '#testing/kit/axe.ts'
import { samplePdf } from '#testing/pdf-documents.ts'
import { openJourney, type Journey } from './portal.ts'

// The controls beside approve and reject: advice, replacing a prior authorization, other teams, the end of a snooze.

let journey: Journey
beforeAll(async () => {
  journey = await openJourney()
})
afterAll(() => journey.stop())

/** What happens by itself, within seconds; a busy machine is given more. */
const requestsOf = async (claimNumber: string): Promise<string[]> =>
  (
    await journey.db.query(
      `select a.id from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
         where c.claim_number = $1 and a.status_id = 20 order by a.id`,
      [claimNumber],
    )
  ).rows.map((row) => row.id as string)
const rowOf = async (id: string) =>
  (
    await journey.db.query(
      `select status_id, snoozed_until, first_approval ->> 'byName' as first from rx_authorization where id = $1`,
      [id],
    )
  ).rows[0] as { status_id: number; snoozed_until: Date | null; first: string | null }
const statusOf = (id: string) => expect.poll(async () => (await rowOf(id)).status_id)

async function open(page: Page, id: string): Promise<void> {
  await page.goto(`${journey.origin}/authorizations/request/${id}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('heading', { name: 'Event log' }).waitFor()
}
const more = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name }).click()
}
const toast = (page: Page, words: RegExp) => page.getByText(words).first().waitFor()

/** What was handed over is in the adjuster's own list of it, and in the queue a pharmacist opens from Home. */
async function waitsInLists(page: Page, id: string): Promise<void> {
  const link = `a[href$="/authorizations/request/${id}"]`
  await page.goto(`${journey.origin}/authorizations`)
  await page.getByRole('tab', { name: /^Waiting on pharmacist\s*1$/ }).click()
  await page.locator(link).first().waitFor()
  const pharmacist = await journey.visitAs('rita.chen', { mc: 'NWM' })
  // On Home with its count and its first requests, in the header, in the tabs.
  await pharmacist.page.getByRole('link', { name: /^\d+\s*Waiting$/ }).waitFor()
  await pharmacist.page.keyboard.press('Enter')
  await pharmacist.page.locator(link).first().waitFor()
  await pharmacist.page.getByRole('link', { name: /^Clinical Review\s*\d+$/ }).click()
  await pharmacist.page.getByRole('tab', { name: /^Clinical review\s*\d+$/, selected: true }).waitFor()
  await pharmacist.page.locator(link).first().waitFor()
  expect(pharmacist.complaints).toEqual([])
  await pharmacist.context.close()
}

test('the advice fills the form in by one key; what waits for a pharmacist can be returned', async () => {
  const { page, complaints, context } = await journey.visitAs('dana.ruiz')
  await page.keyboard.press('Enter')
  const [id] = await requestsOf('DEMO-001')
  await open(page, id!)
  await page.getByRole('button', { name: /^Use these settings/ }).waitFor()
  await page
    .getByText(/would pay|would still/)
    .first()
    .waitFor()
  await expect.poll(() => page.getByText('from the advice').count()).toBe(0)
  await page.keyboard.press('u')
  const days = page.getByRole('textbox', { name: /^Days’ supply per fill/ })
  await days.waitFor()
  await expect
    .poll(async () => [await days.inputValue(), await page.getByText('from the advice').count()])
    .toEqual(['7', 1])
  // Seven days need no clearing, ten do: the button follows the fields.
  await page.getByRole('button', { name: /^Approve 1 fill/ }).waitFor()
  const safety = page.getByRole('group', { name: 'Clear these safety rejects' })
  await safety.getByText('Clears by itself with these terms.').waitFor()
  await days.fill('10')
  await safety.getByText('Clears by itself with these terms.').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Save approval, send 925 to the pharmacist queue/ }).waitFor()
  await page.keyboard.press('Control+Enter')
  await toast(page, /Saved for \S+( \w\.)? Not sent yet: a pharmacist must clear 925\./)
  await statusOf(id!).toBe(22)
  const { rows } = await journey.db.query(
    `select first_approval -> 'maxDays' as days, first_approval ->> 'byName' as by from rx_authorization where id = $1`,
    [id],
  )
  expect(rows).toEqual([{ days: 10, by: 'Dana Ruiz' }])
  await waitsInLists(page, id!)
  await open(page, id!)
  // One card in place of the form: where it is, since when, and the way back.
  const card = page.getByRole('complementary', { name: 'Decision' })
  await card.getByRole('heading', { name: 'With a pharmacist' }).waitFor()
  await card.getByText('Approved by Dana Ruiz. Not sent to the pharmacy until a pharmacist clears 925.').waitFor()
  await card
    .getByText(/ at \d+:\d\d [AP]M [A-Z]{2,4}$/)
    .first()
    .waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^(Approve|Reject|Save approval)/ }).count()).toBe(0)
  expect(await faultsOf(page)).toEqual([])
  await card.getByText('Not sent yet').waitFor()
  await card.getByRole('region', { name: 'What was approved' }).getByText('10', { exact: true }).waitFor()
  await page.keyboard.press('t')
  await toast(page, /^Returned to pending for /)
  await statusOf(id!).toBe(20)
  expect((await rowOf(id!)).first).toBe(null)
  await page.getByRole('button', { name: /^Save approval, send 925 to the pharmacist queue/ }).waitFor()
  // What was approved is filled in again.
  await expect.poll(() => days.inputValue()).toBe('10')
  expect(complaints).toEqual([])
  await context.close()
})

test('the approval form names an overlapping prior authorization, keeps it, and replaces it at a press', async () => {
  const { page, complaints, context } = await journey.visitAs('dana.ruiz')
  await page.keyboard.press('Enter')
  const ids = await requestsOf('DEMO-014')
  expect(ids.length).toBe(2)
  const priorAuths = async () =>
    (
      await journey.db.query(
        `select p.authorization_id, p.status_id, p.terminated_reason from prior_auth p where p.authorization_id = any($1) order by p.created_at`,
        [ids],
      )
    ).rows
  for (const id of ids) {
    await open(page, id)
    await page.getByText(/would pay/).waitFor()
    await page.keyboard.press('a')
    await page.keyboard.press('Control+Enter')
    if (id === ids[0]) await toast(page, /^Approved/)
  }
  await page
    .getByText(/An active prior authorization already covers this\./)
    .first()
    .waitFor()
  expect((await rowOf(ids[1]!)).status_id).toBe(20)
  expect(await priorAuths()).toHaveLength(1)
  await page.getByRole('button', { name: 'Replace it' }).click()
  await page.getByRole('checkbox', { name: 'Replace the prior authorization that is in force' }).waitFor()
  await page.keyboard.press('Control+Enter')
  await statusOf(ids[1]!).toBe(30)
  expect(await priorAuths()).toEqual([
    { authorization_id: ids[0], status_id: 6, terminated_reason: 'Replaced by a new approval' },
    { authorization_id: ids[1], status_id: expect.any(Number), terminated_reason: null },
  ])
  // The refusal before it was answered with 409, which the browser puts on its console itself.
  expect(complaints.filter((words) => !/409 \(Conflict\)/.test(words))).toEqual([])
  await context.close()
})

/** A pharmacist reads the note beside the form, and writes what they recommend in its place, beside the evidence. */
async function recommends(id: string): Promise<void> {
  const { page, complaints, context } = await journey.visitAs('rita.chen', { mc: 'NWM' })
  await page.keyboard.press('Enter')
  await open(page, id)
  const note = 'Is the dose safe with her kidneys?'
  await page.getByRole('complementary', { name: 'Decision' }).getByText(note).waitFor()
  await page.keyboard.press('e')
  const pane = page.getByRole('complementary', { name: 'Recommendation' })
  const form = pane.getByRole('form', { name: 'Your recommendation' })
  await pane.getByText(note).waitFor()
  await form.getByRole('button', { name: 'Send to Dana Ruiz' }).click()
  await form.getByText('Choose what you recommend.').waitFor()
  // What was typed is there again after the decision was looked at, by Esc or by the key of its form.
  await form.getByRole('radio', { name: 'Approve with changes' }).check()
  await form.getByLabel(/^Days’ supply per fill/).fill('7')
  const decision = page.getByRole('complementary', { name: 'Decision' })
  for (const key of ['Escape', 'a']) {
    if (key === 'a') await form.getByRole('button', { name: 'Back to the decision' }).focus()
    await page.keyboard.press(key)
    await decision.getByRole('form', { name: 'Decision form' }).waitFor()
    if (key === 'a') await page.locator('#confirm:focus').waitFor()
    await page.keyboard.press('e')
    await expect.poll(() => form.getByLabel(/^Days’ supply per fill/).inputValue()).toBe('7')
  }
  await form.getByLabel(/^Quantity per fill/).fill('11')
  await form.getByLabel(/^Why/).fill('Half the dose until the kidneys were checked.')
  // The evidence is not covered.
  await page.getByRole('region', { name: 'Clinical considerations' }).getByRole('listitem').first().click()
  await pictures(page, 'recommend')
  expect(await faultsOf(page)).toEqual([])
  await form.getByLabel(/^Why/).press('Control+Enter')
  await toast(page, /^Recommendation sent to Dana Ruiz for Julius J\.$/)
  await statusOf(id).toBe(20)
  expect(complaints).toEqual([])
  await context.close()
}

test('a request goes to clinical review and back with a recommendation, and to utilization review from the form and from the menu', async () => {
  const { page, complaints, context } = await journey.visitAs('dana.ruiz')
  await page.keyboard.press('Enter')
  const [clinical] = await requestsOf('DEMO-016')
  await open(page, clinical!)
  await more(page, 'Send to clinical review')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Note').fill('Is the dose safe with her kidneys?')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await toast(page, /^Sent to clinical review for /)
  await statusOf(clinical!).toBe(22)
  await open(page, clinical!)
  // The note stands on the card and in the event log.
  await page.getByText('Sent to clinical review by Dana Ruiz: Is the dose safe with her kidneys?').waitFor()
  await page.getByText('Is the dose safe with her kidneys?', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Take back' }).waitFor()
  await recommends(clinical!)
  await page.reload()
  await page.getByRole('heading', { name: /^Pharmacist recommendation/ }).waitFor()
  await page.getByText('Half the dose until the kidneys were checked.').first().waitFor()
  await page.getByText('Approve 7 days, quantity 11 per fill.').first().waitFor()

  // California leaves medical need to reviewers: the way there stands where the form would.
  const [review] = await requestsOf('DEMO-017')
  await journey.db.query(`update rx_authorization set juris_state = 'CA' where id = $1`, [review])
  const reviewerWorks = (active: boolean) =>
    journey.db.query(`update user_carrier set active = $1 where mc = 'NWM' and roles && '{ur_reviewer}'`, [active])
  await reviewerWorks(false)
  await open(page, review!)
  await page.keyboard.press('r')
  await page.getByText('This state needs a utilization review decision to deny.').first().waitFor()
  await page
    .getByText('No reviewer with a license for California works for this carrier here now.')
    .filter({ visible: true })
    .waitFor()
  await reviewerWorks(true)
  await open(page, review!)
  await page.keyboard.press('r')
  await page.getByRole('button', { name: 'Send to utilization review' }).click()
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await toast(page, /^Sent to utilization review for /)
  await statusOf(review!).toBe(23)
  await open(page, review!)
  await page.getByText('This request is in utilization review; a licensed reviewer decides it.').waitFor()

  // And from the menu.
  await open(page, clinical!)
  await more(page, 'Send to utilization review')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await statusOf(clinical!).toBe(23)
  // A slip is taken back at a key.
  await page.getByText('Sent to utilization review for Julius J.', { exact: true }).waitFor()
  await page.keyboard.press('z')
  await statusOf(clinical!).toBe(20)

  expect(complaints).toEqual([])
  await context.close()
})

test('the first of two approvers withdraws the approval', async () => {
  await journey.db.query(
    `update user_carrier w set approval_limit = 50 from app_user u where u.id = w.user_id and u.username = 'sam.okafor'`,
  )
  const { page, complaints, context } = await journey.visitAs('sam.okafor')
  await page.keyboard.press('Enter')
  const [id] = await requestsOf('DEMO-008')
  await open(page, id!)
  await page.getByText(/would pay/).waitFor()
  await page.keyboard.press('a')
  await page.keyboard.press('Control+Enter')
  await toast(page, /Not sent yet: a second person must confirm this approval/)
  await statusOf(id!).toBe(25)
  expect((await rowOf(id!)).first).toBe('Sam Okafor')
  await open(page, id!)
  await page.getByText('The second approval must come from another person.').waitFor()
  await page.getByRole('heading', { name: 'With a second approver' }).waitFor()
  await page.getByRole('button', { name: 'Take back' }).click()
  await toast(page, /^Returned to pending for /)
  await statusOf(id!).toBe(20)
  expect((await rowOf(id!)).first).toBe(null)
  await page.getByRole('button', { name: /^Save approval, send to .+ to confirm/ }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('an adjuster opens a reconsideration of a denial by keyboard, with its letter, and takes the request as PDF and its log', async () => {
  const { rows } = await journey.db.query<{ id: string; state: string }>(
    `select a.id, a.juris_state as state from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
      where a.mc = 'NWM' and a.status_id in (40, 41) and a.reconsideration_level = 0 and a.claim_channel_type = 1 and c.status = 'OPEN'
        and a.completed_at > now() - interval '20 days' and not exists (select from rx_authorization o where o.mc = a.mc
          and o.stratus_claim_id = a.stratus_claim_id and o.status_id between 10 and 29)
      order by a.completed_at desc limit 1`,
  )
  const { id, state } = rows[0]!
  const { page, complaints, context } = await journey.visitAs('sam.okafor', { mc: 'NWM' })
  await open(page, id)
  const acts = page.getByRole('region', { name: 'What you can do' })
  await acts.getByRole('button', { name: /^Reconsider/ }).waitFor()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await pictures(page, 'decided')
  for (const [key, name] of [
    ['d', `AuthorizationDetailExport_${id}.pdf`],
    ['x', `Authorization Event Log - ${id}.csv`],
  ] as const) {
    const download = page.waitForEvent('download')
    await page.keyboard.press(key)
    expect((await download).suggestedFilename()).toBe(name)
  }
  // An approval is corrected by a new decision that begins as it was.
  const granted = await journey.db.query<{ id: string; ref: string }>(
    `select a.id, p.override_ref as ref from rx_authorization a join prior_auth p on p.mc = a.mc and p.authorization_id = a.id
      where a.mc = 'NWM' and a.status_id = 30 and p.kind = 'PERMIT' and p.end_date > current_date order by a.completed_at desc limit 1`,
  )
  await open(page, granted.rows[0]!.id)
  await acts.getByRole('button', { name: /^Correct/ }).waitFor()
  await page.keyboard.press('c')
  await page.getByText(`Corrects ${granted.rows[0]!.ref} by a new decision; both stay on record.`).waitFor()
  await open(page, id)
  await acts.getByRole('button', { name: /^Reconsider/ }).waitFor()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Open a reconsideration' })
  await dialog.getByLabel('Received by').waitFor()
  await page.keyboard.press('Control+Enter')
  await dialog.getByText('Choose how it came.').first().waitFor()
  await dialog.getByLabel('Received by').selectOption('FAX')
  await dialog.getByLabel('What they say').fill('Therapy restarts next week.')
  await dialog.getByLabel('Letter').setInputFiles({
    name: 'letter.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(samplePdf('Please look again')),
  })
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await pictures(page, 'reconsider')
  await page.keyboard.press('Control+Enter')
  // New York's first look again is the physician's: level 2 (12 NYCRR 441.1(g)).
  await toast(page, state === 'NY' ? /^Reconsideration level 2 is open\./ : /^Reconsideration level 1 is open\./)
  const opened = await journey.db.query<{ id: string; status_id: number; documents: number }>(
    `select a.id, a.status_id, (select count(*)::int from document d where d.mc = a.mc and d.authorization_id = a.id) as documents
       from rx_authorization a where a.original_auth_id = $1`,
    [id],
  )
  expect(opened.rows).toEqual([{ id: expect.any(String), status_id: 24, documents: 1 }])
  await page.waitForURL(`**/authorizations/request/${opened.rows[0]!.id}`)
  expect(complaints).toEqual([])
  await context.close()
})

test('an adjuster ends a snooze from the menu, and support withdraws the request', async () => {
  const { page, complaints, context } = await journey.visitAs('dana.ruiz')
  await page.keyboard.press('Enter')
  const [id] = await requestsOf('DEMO-003')
  // Keys pressed while it loads: the form they open is there with it, and nothing unseen is decided.
  let answer!: () => void
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const asked = new RegExp(`/api/authorizations/${id}$`, 'i')
  await page.route(asked, async (route) => {
    await answered
    await route.continue()
  })
  // Spelled otherwise, the page does not bring the request with it.
  await page.goto(`${journey.origin}/authorizations/request/${id!.toUpperCase()}`)
  await page.getByRole('heading', { level: 1, name: /loading/ }).waitFor()
  await page.keyboard.press('r')
  await page.keyboard.press('Control+Enter')
  await toast(page, /^Still loading\. Press Ctrl Enter again/)
  answer()
  await page.getByLabel(/^Reason for rejecting/).waitFor()
  expect((await rowOf(id!)).status_id).toBe(20)
  await page.unroute(asked)
  await open(page, id!)
  await more(page, 'Edit the medication')
  const edit = page.getByRole('dialog', { name: 'Edit the medication' })
  await edit.getByLabel('Days’ supply').fill('0')
  await edit.getByRole('button', { name: 'Save' }).click()
  await edit.getByText('Enter whole days above 0.').waitFor()
  await edit.getByLabel('Days’ supply').fill('7')
  await edit.getByRole('button', { name: 'Save' }).click()
  await toast(page, /^Medication changed to [\d.]+ for \d+ days? for /)
  await page
    .getByText(/ for 7 days$/)
    .first()
    .waitFor()
  await page.keyboard.press('s')
  await page.getByRole('dialog', { name: 'Snooze reminders' }).waitFor()
  await page.getByRole('button', { name: /^Snooze until / }).click()
  await toast(page, /^Snoozed until /)
  expect((await rowOf(id!)).snoozed_until).not.toBe(null)
  await more(page, 'End the snooze')
  await toast(page, /^No longer snoozed\./)
  expect((await rowOf(id!)).snoozed_until).toBe(null)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).waitFor()
  await expect.poll(() => page.getByRole('menuitem', { name: 'End the snooze' }).count()).toBe(0)
  // Only who made a request, and support, are offered to withdraw it.
  await expect.poll(() => page.getByRole('menuitem', { name: 'Withdraw this request' }).count()).toBe(0)
  const support = await journey.visitAs('pat.lund', { mc: 'NWM' })
  await open(support.page, id!)
  await more(support.page, 'Withdraw this request')
  const dialog = support.page.getByRole('dialog', { name: 'Withdraw this request' })
  await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await dialog.getByText('Enter why it is withdrawn.').waitFor()
  await dialog.getByLabel(/^Reason/).fill('The pharmacy sent it twice')
  await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await toast(support.page, /^Withdrawn for /)
  await statusOf(id!).toBe(51)
  await support.page.getByText('Withdrawn: The pharmacy sent it twice').first().waitFor()
  expect([complaints, support.complaints]).toEqual([[], []])
  await support.context.close()
  await context.close()
})

test('who needs information before deciding has the due time moved, where the state’s rule has it, and reads why', async () => {
  const [id] = await requestsOf('DEMO-012')
  // As if it had come an hour ago, under California's rule; and its worker was operated on two days before.
  await journey.db.query(
    `update rx_authorization set due_pack = 'CA/prospective/2026 v1',
       request_received_at = $2::timestamptz - interval '1 hour', statutory_due_at = $2::timestamptz + interval '3 days',
        date_written = ($2::timestamptz at time zone 'America/Los_Angeles')::date where id = $1`,
    [id, journey.clock.now().toISOString()],
  )
  await journey.db.query(
    `update wc_claim c set surgery_dates = array[a.date_of_service - 2] from rx_authorization a where a.id = $1 and c.mc = a.mc and c.id = a.stratus_claim_id`,
    [id],
  )
  const dueOf = async () =>
    (await journey.db.query<{ due: Date }>('select statutory_due_at as due from rx_authorization where id = $1', [id]))
      .rows[0]!.due
  const before = await dueOf()
  const { page, complaints, context } = await journey.visitAs('dana.ruiz')
  await page.keyboard.press('Enter')
  await open(page, id!)
  await page
    .getByText(/^Perioperative fill \d\d\/\d\d\/\d{4} to \d\d\/\d\d\/\d{4}: surgery on/)
    .first()
    .waitFor()
  await more(page, 'Extend the due time')
  const dialog = page.getByRole('dialog', { name: 'Extend the due time' })
  await dialog.getByText(/^Only for information needed to decide.*Due now .*; then /).waitFor()
  await dialog.getByRole('button', { name: 'Extend' }).click()
  await dialog.getByText('Enter what was requested.').waitFor()
  await page.keyboard.type('Notes of the last visit') // the focus went where something is missing
  await dialog.getByRole('textbox', { name: /^Who was asked/ }).fill('Dr. Hawthorne’s office')
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Extend' }).click()
  await toast(page, /The due time was extended/)
  expect((await dueOf()).getTime()).toBeGreaterThan(before.getTime())
  await page.getByText(/^Due time extended to .*: Notes of the last visit, asked of Dr\. Hawthorne’s office/).waitFor()
  await page.locator('summary').filter({ hasText: 'About the source' }).click()
  await page.getByText('Looked up on 11/22/2026: second-hand source.').waitFor()
  await page.locator('summary').filter({ hasText: /^Due / }).click()
  await page.getByText(/^Extended \(information requested/).waitFor()
  await page.getByText(/^Asked of Dr\. Hawthorne’s office on .*, written down by Dana Ruiz: Notes/).waitFor()
  // Once, and the menu says so.
  await page.getByRole('button', { name: 'More actions' }).click()
  await page
    .getByText(/had the due time extended on .* already; that is done once/)
    .first()
    .waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('an adjuster explains a paper bill with B, as the state asks, and may then reject it', async () => {
  const { rows } = await journey.db.query<{ id: string }>(
    `update rx_authorization set claim_channel_type = 9 where id = (
       select a.id from rx_authorization a join app_user u on u.id = a.owner_id and u.username = 'dana.ruiz'
        where a.mc = 'NWM' and a.juris_state = 'FL' and a.status_id = 20 order by a.statutory_due_at desc, a.id limit 1) returning id`,
  )
  const [{ id }] = rows as [{ id: string }]
  const { page, complaints, context } = await journey.visitAs('dana.ruiz')
  await page.keyboard.press('Enter')
  await open(page, id)
  await page.getByRole('button', { name: /^Explain the bill/ }).waitFor()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('b')
  const dialog = page.getByRole('dialog', { name: 'Explain the bill' })
  await dialog.getByText('Florida asks for an explanation before a bill is denied.').waitFor()
  await dialog.getByRole('button', { name: 'Save explanation' }).click()
  await dialog.getByText('Choose 1 to 4 codes.').waitFor()
  await dialog.getByRole('checkbox', { name: '30 · Not authorized' }).check({ force: true })
  await dialog.getByLabel('What is done with the bill?').selectOption('DENY')
  await dialog.getByLabel('Why, in words').fill('Nobody authorized this refill.')
  expect(await faultsOf(page)).toEqual([])
  await pictures(page, 'explain-bill')
  await dialog.getByRole('button', { name: 'Save explanation' }).click()
  await toast(page, /^The bill of .* is explained\.$/)
  const kept = await journey.db.query(`select action, codes from eobr_note where authorization_id = $1`, [id])
  expect(kept.rows).toEqual([{ action: 'DENY', codes: ['30'] }])
  await page.keyboard.press('r')
  await page
    .getByRole('button', { name: /^Reject/ })
    .last()
    .waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
