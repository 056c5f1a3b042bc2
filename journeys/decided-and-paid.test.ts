import { afterAll, beforeAll, expect, test } from 'vitest'
import { pictures } from '#testing/browser/pictures.ts'
import { countNow, textNow } from '#testing/browser/settled.ts'
import { faultsOf } from '#testing/kit/axe.ts'
import { lastClaim, openJourney, type Journey } from './portal.ts'

// What a decision form says, what leaves, and what the pharmacy's next bill gets are one: the demonstration's hard cases, on the screen.

let journey: Journey
beforeAll(async () => {
  journey = await openJourney()
})
afterAll(() => journey.stop())

const requestOf = async (claimNumber: string): Promise<string> =>
  (
    await journey.db.query<{ id: string }>(
      `select a.id from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
        where a.mc = 'NWM' and c.claim_number = $1 and a.status_id = 20 order by a.id limit 1`,
      [claimNumber],
    )
  ).rows[0]!.id
const isAt = (id: string, status: number) =>
  expect
    .poll(
      async () => (await journey.db.query('select status_id as s from rx_authorization where id = $1', [id])).rows[0].s,
    )
    .toBe(status)
/** How many messages about a request are to leave or have left, to its pharmacy, prescriber and worker. */
const leaving = async (id: string): Promise<number> =>
  (
    await journey.db.query<{ n: number }>(
      `select (select count(*) from pharmacy_callback where authorization_id = $1)::int
         + (select count(*) from outside_message where authorization_id = $1)::int as n`,
      [id],
    )
  ).rows[0]!.n
/** What its pharmacy was sent about a request. */
const messages = async (id: string): Promise<string[]> =>
  (
    await journey.db.query<{ text: string }>(
      `select m.body ->> 'text' as text from pharmacy_message m join pharmacy_callback k on k.mc = m.mc and k.id = m.id
        where k.authorization_id = $1`,
      [id],
    )
  ).rows.map(({ text }) => text)
const open = (username: string, id: string) =>
  journey.visitAs(username, { mc: 'NWM', path: `/authorizations/request/${id}` })
/** What a pharmacy without an account reads at the status page. */
async function statusPage(id: string): Promise<string> {
  const { rows } = await journey.db.query<{ n: string }>(
    'select reference_number as n from rx_authorization where id = $1',
    [id],
  )
  const { page, context } = await journey.open()
  await page.goto(`${journey.origin}/status`)
  await page.getByLabel('Reference number').fill(rows[0]!.n)
  await page.keyboard.press('Enter')
  const said = page.getByRole('status').locator('b').first()
  await said.waitFor()
  const title = await textNow(said)
  await pictures(page, `status-${title.replaceAll(/\W+/g, '-').toLowerCase()}`)
  await context.close()
  return title
}

test('a code of a supervisor is saved for the supervisor, nobody outside hears of it, and what the supervisor clears is paid', async () => {
  const id = await requestOf('DEMO-005')
  const { page, complaints, context } = await open('dana.ruiz', id)
  await page
    .getByText(/it would still be rejected/)
    .first()
    .waitFor()
  const button = page.getByRole('button', { name: /^Save approval, send 7Y to Sam Okafor/ })
  await button.waitFor()
  await page.getByText(/^Nobody outside is notified yet\. Due .+ Missing the deadline is a violation\.$/).waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Approve \d/ }).count()).toBe(0)
  await pictures(page, 'supervisor-code')
  await page.keyboard.press('a')
  await page.keyboard.press('Control+Enter')
  await isAt(id, 25)
  expect(await leaving(id)).toBe(0)
  expect(await statusPage(id)).toBe('In review.')
  await page.goto(`${journey.origin}/authorizations/request/${id}`)
  // Who saved it waits: the way back is there, and nothing to decide.
  await page.getByRole('heading', { name: 'With a second approver' }).waitFor()
  await page.getByText('Not sent yet').first().waitFor()
  await page.getByRole('region', { name: 'Who has it' }).getByText('If late').waitFor()
  await page.getByRole('button', { name: /^Take back/ }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await pictures(page, 'supervisor-code-saved')

  const sam = await journey.visitAs('sam.okafor', { mc: 'NWM', path: '/authorizations?view=second' })
  await sam.page.locator(`tbody a[href*="${id}"]`).press('Enter')
  await sam.page
    .getByText(/would pay/)
    .first()
    .waitFor()
  await pictures(sam.page, 'supervisor-code-cleared')
  await sam.page.keyboard.press('a')
  await sam.page.keyboard.press('Control+Enter')
  await isAt(id, 30)
  expect(await journey.submit(await lastClaim(journey, id))).toMatchObject({ status: 'P' })
  expect([...complaints, ...sam.complaints]).toEqual([])
  await sam.context.close()
  await context.close()
})

test('a brand is rejected for its generic as the form begins: the brand is blocked, and the generic is paid', async () => {
  const id = await requestOf('DEMO-012')
  const { page, complaints, context } = await open('dana.ruiz', id)
  await page.locator('#confirm').waitFor()
  await page.keyboard.press('r')
  await page.getByLabel(/^Reason for rejecting/).selectOption('Generic or preferred alternative available')
  await page.getByLabel(/^Explain in plain language/).fill('It is the same drug.')
  // The generic of the same name is found by itself; what it would cost and whether it pays is tried on this claim.
  await page.getByRole('radio', { name: 'Celecoxib 200 mg capsule, generic' }).check()
  await page
    .getByText(/^Pays today without approval\. \$[\d.]+ for \d+\./)
    .first()
    .waitFor()
  await expect.poll(() => page.getByRole('checkbox', { name: /^This brand only/ }).isChecked()).toBe(true)
  await page.getByText(/^Stops 1 product \(.+, brand\)\.$/).waitFor()
  // What leaves is read before it does, in the words it leaves with.
  const out = page.getByRole('list', { name: 'Messages of this decision' })
  await out.getByText(/Bill that one\./).waitFor()
  await out.getByRole('region', { name: /^Letter to / }).waitFor()
  const announced = await textNow(out.getByRole('region', { name: /^Message to / }))
  expect(await faultsOf(page)).toEqual([])
  await pictures(page, 'reject-brand')
  await page.keyboard.press('Control+Enter')
  await isAt(id, 40)
  const claim = (await lastClaim(journey, id)) as { prescription: { productId: string } }
  const { rows } = await journey.db.query<{ ndc: string }>(
    `select g.ndc from drug g join rx_authorization a on a.gpi = g.gpi where a.id = $1 and g.facts ->> 'brandFlag' = 'G' order by g.ndc limit 1`,
    [id],
  )
  const bill = (productId: string) =>
    journey.submit({ ...claim, prescription: { ...claim.prescription, productId, daw: '0' } })
  await expect
    .poll(async () => (await messages(id)).join('\n'))
    .toMatch(
      /Covered instead without approval, in the same amount: Celecoxib 200 mg capsule, generic\. Bill that one\./,
    )
  expect(await messages(id)).toContain(announced)
  expect(await bill(rows[0]!.ndc)).toMatchObject({ status: 'P', rejects: [] })
  expect(await journey.submit(claim)).toMatchObject({ status: 'R' })
  await page.goto(`${journey.origin}/authorizations/request/${id}`)
  await page
    .getByRole('heading', { name: /Rejected/ })
    .first()
    .waitFor()
  // The same amount was dispensed just now.
  const named = page.getByRole('region', { name: 'Drug to use instead' })
  await named.getByText('Celecoxib 200 mg capsule, generic').waitFor()
  await named.getByText('Named then; does not pay now. Messages no longer name it.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await pictures(page, 'reject-brand-after')
  expect(complaints).toEqual([])
  await context.close()
})

test('a senior pharmacist has a tick and a reason for each finding; the trial run and the button follow each, and no pharmacist is sent to the pharmacist', async () => {
  const id = await requestOf('DEMO-004')
  const rita = await open('rita.chen', id)
  await rita.page.locator('#confirm').waitFor()
  await rita.page
    .getByText(/it would still be rejected|would pay/)
    .first()
    .waitFor()
  await rita.page
    .getByRole('button', { name: /^(Clear 88 to approve|Save approval, send 88 to a senior pharmacist)/ })
    .waitFor()
  await pictures(rita.page, 'findings-pharmacist')
  await rita.context.close()
  const { page, complaints, context } = await open('omar.diaz', id)
  const group = page.getByRole('group', { name: 'Clear these safety rejects' })
  const ticks = group.getByRole('checkbox')
  await ticks.first().waitFor()
  const findings = await countNow(ticks)
  expect(findings).toBeGreaterThanOrEqual(3)
  for (let at = 0; at < findings - 1; at += 1) await ticks.nth(at).check()
  await page
    .getByText(/it would still be rejected/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: /^Clear 88 to approve/ }).waitFor()
  await pictures(page, 'findings-one-left')
  await ticks.nth(findings - 1).check()
  await page
    .getByText(/would pay/)
    .first()
    .waitFor()
  await expect.poll(() => page.getByLabel(/^Why it is safe to fill/).count()).toBe(findings)
  await page.getByRole('button', { name: /^Approve 1 fill|^Save approval, send to/ }).waitFor()
  await pictures(page, 'findings-all')
  expect(complaints).toEqual([])
  await context.close()
})

test('while a request is sent to review the pressed button says so, and the form’s button says nothing of it', async () => {
  const { rows } = await journey.db.query<{ id: string }>(
    `select a.id from rx_authorization a join authorization_owner o on o.mc = a.mc and o.authorization_id = a.id and o.position = 1
        join app_user u on u.id = o.user_id and u.username = 'dana.ruiz'
      where a.mc = 'NWM' and a.status_id = 20 and a.reject_codes = '{75}' and a.compound_code = 1
        and not exists (select from determination d where d.mc = a.mc and d.authorization_id = a.id) order by a.statutory_due_at desc, a.id limit 1`,
  )
  const { id } = rows[0]!
  const { page, complaints, context } = await open('dana.ruiz', id)
  const sends = Promise.withResolvers<void>()
  await page.route('**/status/clinical', async (route) => {
    await sends.promise
    await route.continue()
  })
  await page.locator('#confirm').waitFor()
  await page.keyboard.press('r')
  // Where the state leaves denials to reviewers, an adjuster rejects this fill alone.
  const rejects = /^Reject (?:request|this fill)/
  await page.getByRole('button', { name: rejects }).waitFor()
  await page.getByRole('button', { name: 'More actions' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Send to clinical review' }).press('Enter')
  await page.getByRole('dialog').getByRole('textbox').fill('Is the dose known to you?')
  await page.keyboard.press('Control+Enter')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Sending/ })
    .waitFor()
  await page.locator('#confirm', { hasText: rejects }).waitFor({ state: 'attached' })
  await pictures(page, 'sending')
  sends.resolve()
  await isAt(id, 22)
  expect(complaints).toEqual([])
  await context.close()
})
