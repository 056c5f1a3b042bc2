import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, usDate } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { countNow, settled } from '#testing/browser/settled.ts'
import { keyboardOf } from './keyboard.ts'
import { openJourney, sendToPharmacist, type Journey } from './portal.ts'

// The decisions of a day by keyboard alone: no pointer is used, and the keys of each task are counted.

let journey: Journey
beforeAll(async () => {
  journey = await openJourney()
  await journey.db.query(`update wc_claim set compensability = 'ACCEPTED' where mc = 'NWM'`)
})
afterAll(() => journey.stop())

type Plain = { id: string; claim: string; last: string; drug: string }
/** Lee's pending requests that an adjuster approves alone, most urgent first; nothing is in force on their claims. */
async function plainRequests(): Promise<Plain[]> {
  await journey.db.query(
    `update authorization_owner o set user_id = u.id from app_user u, rx_authorization a
      where a.mc = o.mc and a.id = o.authorization_id and a.mc = 'NWM' and a.status_id = 20 and o.position = 1 and u.username = 'lee.park'`,
  )
  const { rows } = await journey.db.query<Plain>(
    `select a.id, c.claim_number as claim, t.last_name as last, a.drug_name as drug from rx_authorization a
       join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id join claimant t on t.mc = c.mc and t.id = c.claimant_id
      where a.mc = 'NWM' and a.status_id = 20 and a.compound_code = 1 and a.reject_codes = '{75}' and not a.silence_approves and a.snoozed_until is null
        and not exists (select from prior_auth p where p.mc = a.mc and p.stratus_claim_id = a.stratus_claim_id and p.status_id in (1, 2, 3, 7))
      order by a.statutory_due_at`,
  )
  return rows
}
const decided = async (id: string) =>
  (
    await journey.db.query<{ status: number; ends: string | null }>(
      `select a.status_id as status, d.end_date::text as ends from rx_authorization a
         left join authorization_decision d on d.mc = a.mc and d.authorization_id = a.id and d.undone_at is null where a.id = $1`,
      [id],
    )
  ).rows[0]!
const statusOf = async (id: string) => (await decided(id)).status

test('an adjuster opens the most urgent, approves, approves with another end, denies and assigns, each in a few keys', async () => {
  const [approved, ended, denied, handed] = (await plainRequests()) as [Plain, Plain, Plain, Plain]
  expect(handed).toBeDefined()
  const { page, complaints, context } = await journey.visitAs('lee.park', { path: '/home', mc: 'NWM' })
  const { press, type, within, toRow, pointers } = await keyboardOf(page)
  await page.getByRole('heading', { name: 'Escalated' }).waitFor()
  const form = page.locator('#confirm')

  // From Home to the decision that is most urgent.
  await press('g', 'u')
  await form
    .or(page.getByRole('form', { name: 'Decision form' }))
    .first()
    .waitFor()
  within(2, 'open the most urgent')

  const list = async () => {
    await press('g', 'a')
    await page.locator('tbody a[href*="/authorizations/request/"]').first().waitFor()
    within(2, 'the list')
  }
  await list()
  await toRow(approved.id)
  await press('a')
  await form.waitFor()
  await press('Control+Enter')
  within(2, 'approve')
  await expect.poll(() => statusOf(approved.id)).toBe(30)

  await list()
  await toRow(ended.id)
  await press('a')
  const end = addDays(dateIn(journey.clock.now().getTime(), 'America/New_York'), 9)
  await page.locator('#confirm:focus').waitFor()
  await press('d')
  await type(usDate(end))
  await press('Control+Enter')
  within(6, 'approve with another end')
  await expect.poll(() => decided(ended.id)).toEqual({ status: 30, ends: end })

  await list()
  await toRow(denied.id)
  await press('r')
  await page.locator('#decision-reasonId:focus').waitFor()
  await type('Claimant requested')
  await press('Control+Enter')
  within(5, 'deny with one code')
  await expect.poll(() => statusOf(denied.id)).toBeGreaterThanOrEqual(40)

  // Enter before the list of names has come means its first person.
  await list()
  await toRow(handed.id)
  await press('o')
  await page.getByRole('combobox', { name: 'Find a case owner' }).waitFor()
  await type('da')
  await press('Enter')
  within(4, 'assign')
  await page
    .getByText(/^Assigned the request of .+ to (\w+ )?Da/)
    .first()
    .waitFor()

  expect(pointers).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

test('a pharmacist takes, asks and clears: a safety code takes a reason, a tick and a confirmation, never a single key', async () => {
  const id = await sendToPharmacist(journey)
  const { page, complaints, context } = await journey.visitAs('rita.chen', {
    mc: 'NWM',
    path: '/authorizations?view=clinical',
  })
  const { press, type, tabTo, within, toRow, pointers } = await keyboardOf(page)
  await page.getByRole('columnheader', { name: 'Left for you' }).waitFor()
  await toRow(id)
  await press('t')
  await page
    .locator('tbody tr', { has: page.locator(`a[href*="${id}"]`) })
    .getByText('Rita C.')
    .waitFor()
  within(1, 'take')
  await press('q')
  await page.getByRole('textbox', { name: 'Question' }).waitFor()
  await type('Is the dose known to you?')
  await press('Control+Enter')
  within(2, 'ask the case owner')
  await page
    .getByText(/ was asked\.$/)
    .first()
    .waitFor()
  await press('p')
  await page.getByRole('dialog', { name: /^Call to / }).waitFor()
  await press('Control+Enter')
  within(2, 'record a call')
  await page.getByText('The call was recorded.').first().waitFor()

  await toRow(id)
  await press('Enter')
  await page.locator('#confirm').waitFor()
  const codes = page.getByRole('group', { name: 'Clear these safety rejects' }).getByRole('checkbox')
  await codes.first().waitFor()
  // F goes to the first finding and ticks nothing.
  const ticked = await settled(page, () => codes.first().isChecked())
  await press('f')
  await expect.poll(() => codes.first().evaluate((box) => box === document.activeElement)).toBe(true)
  expect(await settled(page, () => codes.first().isChecked())).toBe(ticked)
  for (let at = 0, all = await countNow(codes); at < all; at += 1) {
    await tabTo(codes.nth(at))
    if (!(await settled(page, () => codes.nth(at).isChecked()))) await press('Space')
  }
  // The key that sends decides nothing without the confirmation and the reason.
  await press('Control+Enter')
  await page.getByText('Confirm that you have weighed the risk.').first().waitFor()
  expect(await statusOf(id)).toBe(22)
  await tabTo(page.getByLabel(/^I have weighed the risk/))
  await press('Space')
  const whys = page.getByLabel(/^Why it is safe to fill/)
  for (let why = 0, all = await countNow(whys); why < all; why += 1) {
    await tabTo(whys.nth(why))
    await type('Spoke with the prescriber')
  }
  await tabTo(page.getByLabel(/^Note/))
  await type('Dose and length checked')
  await press('Control+Enter')
  within(16, 'clear a safety code')
  await expect.poll(() => statusOf(id)).toBeGreaterThanOrEqual(25)
  expect(pointers).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

/** Requests of Lee's like one that is approved alone, each of a claim of its own. */
const TOGETHER = 25

test('an adjuster approves 25 requests together in five acts, with a result for each', async () => {
  const plain = await plainRequests()
  // A patch goes with every other drug.
  const like = plain.findLast(({ drug }) => drug === 'Lidocaine')!
  await journey.db.query(
    `with claims as (select c.id, row_number() over (order by c.id) as n from wc_claim c, rx_authorization like_it
        where like_it.id = $1 and c.mc = 'NWM' and c.sub_carrier = like_it.sub_carrier and c.status = 'OPEN'
          and not exists (select from rx_authorization a where a.mc = c.mc and a.stratus_claim_id = c.id and a.status_id < 30)
          and not exists (select from prior_auth p where p.mc = c.mc and p.stratus_claim_id = c.id)
          and exists (select from eligibility_span s where s.mc = c.mc and s.stratus_claim_id = c.id
            and s.term_date is null and s.plan_level = 'FULL') limit $2),
      made as (insert into rx_authorization select (jsonb_populate_record(null::rx_authorization, to_jsonb(a) ||
          jsonb_build_object('id', gen_random_uuid(), 'reference_number', (900000000000 + n)::text, 'stratus_claim_id', k.id, 'last_transaction_id', null))).*
        from rx_authorization a, claims k where a.id = $1 returning mc, id, created_at)
      insert into authorization_owner (mc, authorization_id, user_id, position, open, assigned_at)
        select mc, id, (select id from app_user where username = 'dana.ruiz'), 1, true, created_at from made`,
    [like.id, TOGETHER],
  )
  // Nothing of the claims themselves stops the drug: the first one's state, injured long ago, and other fills of its class long past.
  await journey.db.query(
    `update wc_claim c set juris_state = like_it.juris_state, doi = least(c.doi, current_date - 400) from rx_authorization a, rx_authorization like_it
      where like_it.id = $1 and a.mc = c.mc and a.stratus_claim_id = c.id and a.reference_number like '9000000000%'`,
    [like.id],
  )
  await journey.db.query(
    `update rx_transaction f set fill_date = fill_date - 400 from rx_authorization a
      where a.mc = f.mc and a.stratus_claim_id = f.stratus_claim_id and a.reference_number like '9000000000%' and left(f.gpi, 2) = left(a.gpi, 2)`,
  )
  await journey.db.query(
    `update authorization_owner o set user_id = u.id from app_user u, rx_authorization a
      where a.mc = o.mc and a.id = o.authorization_id and a.mc = 'NWM' and a.status_id < 30 and o.position = 1
        and u.username = case when a.reference_number like '9000000000%' then 'dana.ruiz' else 'lee.park' end`,
  )
  const { page, complaints, context } = await journey.visitAs('dana.ruiz', { path: '/authorizations' })
  const { press, within, pointers } = await keyboardOf(page)
  await page.getByRole('tab', { name: new RegExp(`^My pending\\s*${TOGETHER}$`) }).waitFor()
  await page
    .locator('tbody a[href*="/authorizations/request/"]')
    .nth(TOGETHER - 1)
    .waitFor()
  await press('Control+a')
  await page.getByRole('group', { name: 'Actions for selected requests' }).waitFor()
  await press('a')
  await page.getByRole('dialog', { name: `Approve ${TOGETHER} requests` }).waitFor()
  await press('Enter')
  within(5, 'approve together')
  await page.getByText(`${TOGETHER} approved`).first().waitFor({ timeout: 120_000 })
  const { rows } = await journey.db.query<{ n: number }>(
    `select count(*)::int as n from rx_authorization where mc = 'NWM' and reference_number like '9000000000%' and status_id = 30`,
  )
  expect(rows[0]!.n).toBe(TOGETHER)
  expect(pointers).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

test('an adjuster opens the escalated list and asks for a letter, each in two keys', async () => {
  const { rows } = await journey.db.query<{ id: string }>(
    `select a.id from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
       join authorization_owner o on o.mc = a.mc and o.authorization_id = a.id and o.open join app_user u on u.id = o.user_id and u.username = 'lee.park'
       join practitioner p on p.npi = a.prescriber_npi and p.fax is not null
      where a.mc = 'NWM' and a.status_id = 20 order by a.statutory_due_at desc, a.id limit 1`,
  )
  const lee = await journey.visitAs('lee.park', { mc: 'NWM', path: '/home' })
  const { press, type, within, pointers } = await keyboardOf(lee.page)
  await lee.page.getByRole('heading', { name: 'Authorizations', exact: true }).waitFor()
  await press('Control+k')
  await lee.page.getByRole('combobox', { name: /^Patient, claim/ }).waitFor()
  await type('Escalated')
  await lee.page
    .getByRole('option', { name: /^Escalated/ })
    .first()
    .waitFor()
  await press('Enter')
  await lee.page.getByRole('tab', { name: /^Escalated/, selected: true }).waitFor()
  within(2, 'the escalated list')

  await lee.page.goto(`${journey.origin}/authorizations/request/${rows[0]!.id}`)
  await lee.page.getByRole('heading', { name: 'Event log' }).waitFor()
  await press('l')
  const letter = lee.page.getByRole('dialog', { name: 'Request a letter of medical necessity' })
  await letter.getByLabel('Template').waitFor()
  await press('Control+Enter')
  within(2, 'ask for a letter')
  await lee.page
    .getByText(/goes out by (fax|e-mail) to /)
    .first()
    .waitFor()

  expect(pointers).toEqual([])
  await lee.context.close()
})

test('an adjuster adds time off from anywhere, a supervisor moves requests of the team, each in a few keys', async () => {
  const dana = await journey.visitAs('dana.ruiz', { mc: 'NWM', path: '/home' })
  const away = await keyboardOf(dana.page)
  await dana.page.getByRole('heading', { name: 'Authorizations', exact: true }).waitFor()
  await away.press('Control+k')
  await dana.page.getByRole('combobox', { name: /^Patient, claim/ }).waitFor()
  await away.type('Out of')
  await dana.page
    .getByRole('option', { name: /^Out of Office/ })
    .first()
    .waitFor()
  await away.press('Enter')
  await dana.page.getByRole('button', { name: 'Add time off' }).waitFor()
  await away.press('a')
  const day = (name: string) => dana.page.getByRole('textbox', { name })
  await expect.poll(() => day('First day').evaluate((field) => field === document.activeElement)).toBe(true)
  const today = dateIn(journey.clock.now().getTime(), 'America/New_York')
  await away.press('Control+a')
  await away.type(usDate(addDays(today, 60)))
  await away.tabTo(day('Back on'))
  await away.press('Control+a')
  await away.type(usDate(addDays(today, 64)))
  await away.tabTo(dana.page.getByRole('combobox', { name: /^Delegates/ }))
  await away.type('Lee')
  await dana.page.getByRole('option', { name: /Lee Park/ }).waitFor()
  await away.press('Enter')
  await away.press('Control+Enter')
  away.within(24, 'add time off')
  await dana.page
    .getByText(/^You are out of office /)
    .first()
    .waitFor()
  await dana.page.getByRole('button', { name: 'Add time off' }).waitFor()
  expect(away.pointers).toEqual([])
  await dana.context.close()

  const sam = await journey.visitAs('sam.okafor', { mc: 'NWM', path: '/home' })
  const { press, within, pointers } = await keyboardOf(sam.page)
  await sam.page.getByRole('table', { name: 'My Team’s Authorizations' }).waitFor()
  await press('g', 't')
  await sam.page.getByRole('table', { name: 'Workload by case owner' }).waitFor()
  await press('m')
  const dialog = sam.page.getByRole('dialog', { name: 'Move requests' })
  await dialog.getByRole('table', { name: 'Preview' }).waitFor()
  await sam.quiet()
  await press('Control+Enter')
  within(4, 'move requests of the team')
  await sam.page.getByRole('dialog', { name: /^\d+ requests? moved/ }).waitFor()
  expect(pointers).toEqual([])
  await sam.context.close()
})
