import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pictures } from '#testing/browser/pictures.ts'
import { countNow } from '#testing/browser/settled.ts'
import { faultsOf, twoLooks } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser, type Visit } from '#testing/portal-in-browser.ts'

// The queues of support, with the keyboard, in a real browser.

let portal: PortalInBrowser
let support: Visit
let page: Page
beforeAll(async () => {
  portal = await startPortalInBrowser()
  await portal.db.query(
    `update pharmacy_callback set status_id = 5, attempts = 1, next_try_at = null, sent_at = now() - interval '1 hour' where id in
      (select id from pharmacy_callback where mc = 'NWM' order by id limit 2)`,
  )
  await portal.db.query(
    `update prior_auth set status_id = 1 where id in (select id from prior_auth where mc = 'NWM' and status_id = 3 order by id limit 1)`,
  )
  support = await portal.visitAs('pat.lund', { mc: 'NWM', path: '/home' })
  page = support.page
})
afterAll(() => portal.stop())

const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })

test('Support takes a call, follows the script and saves what came of it; a call of another user cannot be saved', async () => {
  await page.getByRole('link', { name: /^Support Desk/ }).press('Enter')
  const form = page.getByRole('form', { name: 'Call to the pharmacy' })
  await form.getByText('May I have your name?').waitFor()
  await pictures(page, 'support-calls')
  expect(await faultsOf(page, twoLooks)).toEqual([])
  const calls = page.getByRole('region', { name: 'Pharmacies to call' })
  const before = await countNow(calls.getByRole('listitem'))
  await expect.poll(() => tab('Calls').innerText()).toMatch(new RegExp(`${before}$`))

  await form.getByRole('button', { name: 'Take it' }).press('Enter')
  await form.getByText(/^You took this at/).waitFor()
  await form.getByRole('button', { name: /^Save call/ }).press('Enter')
  await form.getByText('Choose the outcome of the call.').waitFor()
  // The call has its time; nothing of the claim is shown or saved before the caller was checked.
  await page.evaluate(() =>
    document.addEventListener('click', (event) => {
      if ((event.target as Element).closest('a[href^="tel:"]')) event.preventDefault() // no phone on this machine
    }),
  )
  await page.keyboard.press('c')
  await page.getByText(/^On the call/).waitFor()
  await form.getByRole('radio', { name: /submits the claim again/ }).press('Space')
  await form.getByRole('button', { name: /^Save call/ }).press('Enter')
  await form.getByText(/^Check the prescription number and the date of birth/).waitFor()
  await expect.poll(() => form.getByText(/The reference is/).count()).toBe(0)
  await form.getByLabel('Spoke with').fill('Kim')
  await form.getByRole('checkbox', { name: /date of birth match/ }).press('Space')
  await form.getByText(/The reference is/).waitFor()
  await form.getByRole('radio', { name: 'Left, will come back' }).press('Space')
  await page.getByRole('button', { name: /^End call/ }).press('Enter')
  await page.getByText(/^Call ended/).waitFor()
  await pictures(page, 'support-call-checked')
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await form.getByLabel('Spoke with').press('Control+Enter')
  await page
    .getByText(/^The call to .* was saved\.$/)
    .first()
    .waitFor()
  await vi.waitFor(async () => expect(await calls.getByRole('listitem').count()).toBe(before - 1), { timeout: 120_000 })
  const { rows } = await portal.db.query(
    `select event_text from authorization_event where mc = 'NWM' and event_code = 301 order by at desc, id desc limit 1`,
  )
  expect(rows[0].event_text).toMatch(
    /^Callback reached Kim, .*: Reached: the pharmacy submits the claim again\. Patient: left, will come back$/,
  )
  const day = page.getByRole('region', { name: 'My day' })
  await day.getByText('1 of 1').waitFor()

  // The next one is taken with it, and given back.
  await form.getByText(/^You took this at/).waitFor()
  await form.getByRole('button', { name: 'Give it back' }).press('Enter')
  await form.getByRole('button', { name: 'Take it' }).waitFor()

  // Another user takes the next one while it is open here, and the list has not been read again yet.
  const seen = Promise.withResolvers<void>()
  await page.route('**/callbackQueue?*', async (route) => {
    await seen.promise
    await route.continue()
  })
  const { rows: open } = await portal.db.query<{ id: string }>(
    `update pharmacy_callback set taken_by = (select id from app_user where username = 'sam.okafor'), taken_by_name = 'Una Reed', taken_at = $1
      where mc = 'NWM' and status_id in (5, 7) returning id`,
    [portal.clock.now()],
  )
  expect(open.length).toBe(before - 1)
  await form.getByRole('button', { name: 'Take it' }).press('Enter')
  await form
    .getByText(/Una Reed took this at \d+:\d\d [AP]M\./)
    .first()
    .waitFor()
  seen.resolve()
})

test('Support keys an approval from its tab; without a reason a refusal by adjudication cannot be saved', async () => {
  await page.keyboard.press('Escape')
  await tab('Calls').press('ArrowRight')
  await tab('Keying').press('Enter')
  const form = page.getByRole('form', { name: 'Enter the approval' })
  await form.getByText('Reject codes cleared').waitFor()
  await pictures(page, 'support-keying')
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await form.getByRole('radio', { name: 'No', exact: true }).press('Space')
  await form.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await form.getByText('Enter why it was not accepted.').waitFor()
  await form.getByRole('radio', { name: 'Yes, accepted' }).press('Space')
  await form.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await page
    .getByText(/ is in force\.$/)
    .first()
    .waitFor()
  expect(support.complaints.filter((line) => !line.includes('409'))).toEqual([])
})

test('Support reads the refused lines of a file, and the transactions behind a number that was read out', async () => {
  await portal.db.query(
    `with f as (insert into eligibility_feed (mc, id, file_name, sha256, size, lines_done, added, refused, received_at, finished_at)
       values ('NWM', gen_random_uuid(), 'workers-november.csv', sha256('x'), 900, 12, 10, 2, now(), now()) returning mc, id)
     insert into eligibility_feed_refusal select f.mc, f.id, r.line, r.of, r.words from f, (values
       (4, 'date_of_birth', 'Enter a day as YYYY-MM-DD or MM/DD/YYYY.'), (9, 'group', 'Choose a group.')) as r(line, of, words)`,
  )
  await page.goto(`${portal.origin}/support?queue=eligibility`)
  await page.getByRole('cell', { name: 'Enter a day as YYYY-MM-DD or MM/DD/YYYY.' }).waitFor()
  await pictures(page, 'support-eligibility')
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await page.getByRole('button', { name: 'Done' }).press('Enter')
  await page.getByText('workers-november.csv is done.').first().waitFor()
  await page.getByText('No refused lines').waitFor()

  const { rows } = await portal.db.query<{ number: string; tcn: string; drug: string; first: string; last: string }>(
    `select c.claim_number as number, x.tcn, x.drug_name as drug, t.first_name as first, t.last_name as last
       from rx_transaction x join wc_claim c on c.mc = x.mc and c.id = x.stratus_claim_id join claimant t on t.mc = c.mc and t.id = c.claimant_id
      where x.mc = 'NWM' and x.status = 'R' order by x.fill_date desc, x.id limit 1`,
  )
  const { number, tcn, drug, first, last } = rows[0]!
  await page.getByRole('button', { name: /Welcome/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'Find transactions' }).click()
  const search = page.getByRole('search', { name: 'Find transactions' })
  await search.getByRole('searchbox').fill(number.toLowerCase())
  await search.getByRole('searchbox').press('Enter')
  await page.getByRole('link', { name: `${first} ${last}` }).waitFor()
  await page.getByRole('button', { name: drug }).first().waitFor()
  await pictures(page, 'find-transactions')
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await search.getByRole('combobox').selectOption('tcn')
  await search.getByRole('searchbox').fill(`${tcn.slice(0, 6)} ${tcn.slice(6)}`)
  await search.getByRole('searchbox').press('Enter')
  await page
    .getByRole('region', { name: 'Transaction', exact: true })
    .getByRole('button', { name: drug })
    .press('Enter')
  await page.getByRole('dialog').getByText('Why it was rejected').first().waitFor()
})

test('Support finds the request of a caller in one field: several are a list, a single one opens at once', async () => {
  const { rows } = await portal.db.query<{ phone: string; n: number; reference: string }>(
    `select y.phone, count(*)::int as n, min(a.reference_number) as reference from rx_authorization a join pharmacy y on y.nabp = a.pharmacy_nabp
      where a.mc = 'NWM' and a.status_id between 20 and 29 group by 1 having count(*) between 2 and 9 order by 2 desc, 1 limit 1`,
  )
  const { phone, reference } = rows[0]!
  await page.goto(`${portal.origin}/support`)
  const field = page.getByRole('searchbox', { name: 'Who is calling, about what?' })
  await field.waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('12')
  await page.keyboard.press('Enter')
  await page.getByText('Enter four digits or two letters.').waitFor()
  await field.fill(phone)
  await field.press('Enter')
  const found = page.getByRole('table', { name: /^Requests found for / })
  await found.getByText(`Ref. ${reference}`).waitFor()
  await pictures(page, 'support-caller')
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await field.fill('Nobodyofthatname')
  await field.press('Enter')
  await page.getByText('Looked for a patient’s name.', { exact: false }).waitFor()
  await field.fill(reference)
  await field.press('Enter')
  await page.waitForURL('**/authorizations/request/*')
  await page.getByText(reference).first().waitFor()
})

test('The day after a call, Home of support says what became of it, and opens its request', async () => {
  const { rows } = await portal.db.query<{ pharmacy: string; request: string; paid: boolean }>(
    `select y.name as pharmacy, e.authorization_id as request, was_filled(a) as paid from authorization_event e
        join rx_authorization a on a.mc = e.mc and a.id = e.authorization_id
        join pharmacy y on y.nabp = a.pharmacy_nabp
      where e.mc = 'NWM' and e.event_code = 301 order by e.at desc, e.id desc limit 1`,
  )
  const { pharmacy, request, paid } = rows[0]!
  portal.clock.move(24 * 3_600_000)
  const { page: home, context } = await portal.visitAs('pat.lund', { mc: 'NWM', at: portal.clock.now() })
  const card = home.getByRole('region', { name: 'What became of the last calls' })
  const counted = paid ? '1 settled, 0 to follow up' : '0 settled, 1 to follow up'
  await card.getByText(new RegExp(`^1 pharmacy on \\d\\d/\\d\\d/\\d{4}: ${counted}$`)).waitFor()
  await card.getByText(pharmacy).waitFor()
  await card.getByText(/, reached .* by Pat Lund$/).waitFor()
  await card.getByText(paid ? 'Paid' : 'Not billed again', { exact: true }).waitFor()
  await pictures(home, 'support-last-calls')
  expect(await faultsOf(home, twoLooks)).toEqual([])
  await card.getByRole('link', { name: /^Rx / }).click()
  await home.waitForURL(`**/authorizations/request/${request}`)
  await context.close()
})
