import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { status } from '#features/authorizations/statuses.ts'
import { textNow } from '#testing/browser/settled.ts'
import { faultsOf } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'

// Home of each role: their own work or what they may read, and figures that open exactly what they count.

let portal: PortalInBrowser
beforeAll(async () => void (portal = await startPortalInBrowser()))
afterAll(() => portal.stop())

const home = async (username: string, mc = 'NWM') => {
  const visit = await portal.visitAs(username, { mc, path: '/home' })
  await visit.page.getByRole('heading', { level: 1 }).waitFor()
  await visit.quiet()
  return visit
}
const noEmptyWords = async (page: Page) =>
  expect.poll(() => page.getByText('Nothing is waiting for you').count()).toBe(0)
const idsOf = async (where: string) =>
  (
    await portal.db.query<{ id: string }>(
      `select a.id from rx_authorization a join authorization_owner o on o.mc = a.mc and o.authorization_id = a.id and o.open
        join app_user u on u.id = o.user_id and u.username = 'dana.ruiz' where a.mc = 'NWM' and a.status_id = $1 and ${where} order by a.id`,
      [status.PENDING],
    )
  ).rows.map(({ id }) => id)
/** Opens a figure and waits for the list that says as many. */
async function opens(page: Page, name: RegExp) {
  const link = page.getByRole('main').getByRole('link', { name }).first()
  const count = /[\d,]+/.exec(await textNow(link))![0]
  if (count === '0') return
  await link.click()
  await page.waitForURL(/\/authorizations/)
  const words = count === '1' ? '1 request' : `${count} requests`
  await page.getByText(words, { exact: true }).filter({ visible: true }).first().waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1 }).waitFor()
}

test('an adjuster finds on Home who waits at a counter, letters that came, what is due today, what waits elsewhere and what ends soon', async () => {
  const [waiting, came, ...rest] = await idsOf('not a.escalated')
  await portal.db.query(`update rx_authorization set pharmacy_waiting = false, snoozed_until = null where mc = 'NWM'`)
  await portal.db.query('update rx_authorization set pharmacy_waiting = true where id = $1', [waiting])
  // Due late today, in the user's zone.
  await portal.db.query(
    `update rx_authorization set statutory_due_at = (date_trunc('day', now() at time zone 'America/New_York') + interval '23 hours 59 minutes')
      at time zone 'America/New_York' where id = any($1)`,
    [[came, rest[0]]],
  )
  await portal.db.query(
    `insert into lomn_request (mc, id, sub_carrier, authorization_id, stratus_claim_id, reference_number, prescriber_npi, prescriber_name, template,
       questions, channel, recipients, status, requested_at, requested_by_name, answer_by, received_at, signed_on, gpi_prefix)
     select a.mc, gen_random_uuid(), a.sub_carrier, a.id, a.stratus_claim_id, 'LM9999999999', a.prescriber_npi, 'A prescriber', 'general', '{}', 'FAX',
       '{2125550100}', 6, now() - interval '2 days', 'Dana Ruiz', current_date, now(), current_date, '' from rx_authorization a where a.id = $1`,
    [came],
  )
  // One therapy of hers ends in nine days; of a claim that has no other of its kind, so that none overlaps.
  await portal.db.query(
    `update prior_auth p set start_date = current_date - 60, end_date = current_date + 9, one_time = false, max_fills = 6, fills_used = 2, status_id = 3
      where p.mc = 'NWM' and p.id = (select o.id from prior_auth o join wc_claim c on c.mc = o.mc and c.id = o.stratus_claim_id
          join app_user u on u.id = c.owner_id and u.username = 'dana.ruiz' where o.mc = 'NWM' and o.kind = 'PERMIT'
            and not exists (select from prior_auth x where x.mc = o.mc and x.stratus_claim_id = o.stratus_claim_id and x.id <> o.id
              and left(x.gpi_prefix, 2) = left(o.gpi_prefix, 2))
         order by o.id limit 1)`,
  )
  await portal.db.query('update rx_authorization set status_id = $2 where id = $1', [rest[1], status.PENDING_CLINICAL])
  const { page, complaints, context } = await home('dana.ruiz')
  await page.getByRole('region', { name: 'At the counter' }).getByRole('link').first().waitFor()
  await page.getByRole('region', { name: /^(A letter|Letters) came$/ }).waitFor()
  await page.getByRole('region', { name: /^(Also d|D)ue today/ }).waitFor()
  await page.getByRole('region', { name: 'Waiting elsewhere' }).getByRole('table').waitFor()
  const ends = page.getByRole('region', { name: 'Prior authorizations that end soon' })
  await ends.getByRole('table').waitFor()
  // A drug's name as long as they come, and whose claim it is.
  await ends
    .locator('tbody [class] > .truncate')
    .first()
    .evaluate((second) => {
      const words = second.querySelector('*') ?? second
      words.textContent = 'Menthol-methyl salicylate-capsaicin 10%-20%-0.035% cream · for Roland Ravenscroft'
    })
  const beyond = ends.evaluate((card) =>
    [...card.querySelectorAll('td, th')].filter(
      (cell) => cell.getBoundingClientRect().right > card.getBoundingClientRect().right + 1,
    ),
  )
  expect(await beyond).toEqual([])
  expect(await faultsOf(page)).toEqual([])
  for (const figure of [
    /^\d+ ?Pending$/,
    /^\d+ ?Escalated$/,
    /^\d+ due today$/,
    /^\d+ waits? now$/,
    /^\d+ not read$/,
    /^Waiting on pharmacist: \d+/,
  ])
    await opens(page, figure)
  await noEmptyWords(page)
  expect(complaints).toEqual([])
  await context.close()
})

test('an adjuster of two carriers sees what waits at both, of the closed one no names, and switches by key', async () => {
  const { page, complaints, context, quiet } = await home('lee.park')
  const cards = page.getByRole('list', { name: 'Your carriers' })
  const closed = cards.getByRole('listitem').filter({ hasText: 'Switch to it' }).first()
  await closed.getByText('Names show after you switch.', { exact: false }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  const names = await portal.db.query<{ name: string }>(
    `select distinct t.last_name as name from claimant t join wc_claim c on c.mc = t.mc and c.claimant_id = t.id
      join rx_authorization a on a.mc = c.mc and a.stratus_claim_id = c.id where a.mc = 'CSC' and a.status_id between 20 and 29`,
  )
  const words = await textNow(closed)
  expect(names.rows.filter(({ name }) => words.includes(name))).toEqual([])
  await expect.poll(() => closed.getByRole('link').count()).toBe(0)
  await page.getByRole('region', { name: 'Covering' }).waitFor()
  // By name, Cascade Casualty is the first.
  await page.keyboard.press('1')
  await expect
    .poll(() => textNow(cards.getByRole('listitem').filter({ hasText: 'Open now' }).first()))
    .toContain('Cascade')
  await quiet()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await opens(page, /^\d+ ?Pending$/)
  expect(complaints).toEqual([])
  await context.close()
})

test.each([
  ['rita.chen', /^Clinical review/],
  ['d.underhill', /^Utilization review/],
  ['sam.okafor', /^My Team/],
  ['pat.lund', /^Support Desk/],
] as const)('%s begins with the work of their role', async (username, heading) => {
  const { rows } = await portal.db.query<{ username: string; mc: string }>(
    `select u.username, w.mc from app_user u join user_carrier w on w.user_id = u.id
      where u.username = $1 or $1 = 'd.underhill' and 'ur_reviewer' = any(w.roles) order by u.username = $1 desc, w.mc = 'NWM' desc limit 1`,
    [username],
  )
  if (username === 'rita.chen')
    await portal.db.query(
      `insert into authorization_event (mc, authorization_id, event_code, event_text, actor_type, actor_id, actor_name, at, detail)
        select a.mc, a.id, 303, 'Prescriber called', 'user', u.id, u.name, now(), '{"outcome": "NO_ANSWER"}'
          from rx_authorization a, app_user u where a.mc = 'NWM' and a.status_id = $1 and u.username = 'rita.chen'
            and (a.taken_by is null or a.taken_by = u.id) order by a.id limit 1`,
      [status.PENDING_CLINICAL],
    )
  const { page, complaints, context } = await home(rows[0]!.username, rows[0]!.mc)
  await page.getByRole('heading', { name: heading }).first().waitFor()
  if (username === 'rita.chen') {
    // Said once, however many carriers there are.
    await expect.poll(() => page.getByText('Names show after you switch.', { exact: false }).count()).toBe(1)
    const advice = page.getByRole('table', { name: 'What became of your recommendations of the last 7 days' })
    await advice.getByRole('row').nth(1).waitFor()
    await page.getByText(/^\d+ in 7 days: \d+ followed, \d+ changed, \d+ not followed$/).waitFor()
    const calls = page.getByRole('list', { name: 'Calls to prescribers, what is next first' })
    await calls.getByText('No answer').waitFor()
    const duty = page.getByRole('list', { name: 'Pharmacists of this carrier' })
    await duty.getByRole('listitem').filter({ hasText: 'Rita Chen (you)' }).getByText('At work').waitFor()
    await calls.getByRole('link', { name: / · / }).click()
    await page.waitForURL(/authorizations\/request\//)
    await page.goBack()
    await duty.waitFor()
  }
  // No zeros of work the role does not do.
  if (username === 'pat.lund')
    await expect.poll(() => page.getByRole('list', { name: 'Your carriers' }).getByText('Pending').count()).toBe(0)
  expect(await faultsOf(page)).toEqual([])
  await noEmptyWords(page)
  expect(complaints).toEqual([])
  await context.close()
})

test('support answers a caller from Home: what they name opens their request', async () => {
  const { rows } = await portal.db.query<{ reference: string }>(
    `select reference_number as reference from rx_authorization where mc = 'NWM' and status_id between 20 and 29
      order by reference_number limit 1`,
  )
  const { page, complaints, context } = await home('pat.lund', 'NWM')
  const field = page.getByRole('searchbox', { name: 'Who is calling, about what?' })
  await field.fill('nobody of this name')
  await field.press('Enter')
  await page.getByText('Nothing found for “nobody of this name”').waitFor()
  await field.fill(`Ref. ${rows[0]!.reference}`)
  await field.press('Enter')
  await page.waitForURL(/authorizations\/request\//)
  expect(complaints).toEqual([])
  await context.close()
})

test.each([
  ['ann.boyd', true],
  ['prog.viewer', false],
] as const)(
  '%s, who may only read, has the totals of the carrier, turnaround by week and the patients viewed last',
  async (username, lists) => {
    const { page, complaints, context } = await home(username)
    // Who works at several carriers, but on nothing, is shown no zeros of them.
    await expect.poll(() => page.getByRole('list', { name: 'Your carriers' }).count()).toBe(0)
    await page.getByRole('table', { name: 'Open requests and this week’s decisions by program' }).waitFor()
    const menu = page.getByRole('banner').getByRole('link', { name: 'Authorization Requests', exact: true })
    await expect.poll(() => menu.count()).toBe(1)
    await page.getByRole('table', { name: 'Turnaround by week of receipt' }).getByRole('row').nth(8).waitFor()
    await page.getByRole('region', { name: 'Patients' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await opens(page, /^[\d,]+ ?Pending$/)
    await opens(page, /^[\d,]+ ?Due today$/)
    await opens(page, /^[\d,]+ ?Overdue$/)
    await expect.poll(() => page.getByRole('link', { name: /Decided of [\d,]+ this week/ }).count()).toBe(lists ? 1 : 0)
    await noEmptyWords(page)
    expect(complaints).toEqual([])
    await context.close()
  },
)

test('an administrator finds what waits for them, the next date first, and each line leads to where it is done', async () => {
  await portal.db.query(
    `insert into carrier_setting_change (mc, id, key, before, after, reason, starts_on, status, made_by, made_at)
      select 'NWM', gen_random_uuid(), x.key, '500', '350', 'Costs', current_date - 1, 'WAITING', u.id, now()
        from app_user u join (values ('sam.okafor', 'dualControlThreshold'), ('kit.moss', 'supervisorHours')) as x (username, key)
          on x.username = u.username`,
  )
  await portal.db.query(
    `insert into user_license (mc, user_id, profession, state, number, expires_on, set_by_name, set_at)
      select 'NWM', w.user_id, 'NURSE', 'NJ', 'RN 1', current_date + 10, 'Kit Moss', now() from user_carrier w
        join app_user u on u.id = w.user_id where w.mc = 'NWM' and u.username = 'sam.okafor'`,
  )
  const { page, complaints, context } = await home('kit.moss')
  const ends = page.getByRole('region', { name: 'Licenses that end' })
  await ends.getByRole('row', { name: /Sam Okafor.*NJ, nurse.*days left.*Decides for NJ until then/ }).waitFor()
  const happened = page.getByRole('region', { name: 'Recent activity' })
  await happened
    .getByText('Sam Okafor asked to change Second approver above: $500.00 to $350.00', { exact: false })
    .first()
    .waitFor()
  const card = page.getByRole('region', { name: 'Waiting for you' })
  const line = card.getByRole('row', { name: /^Changes of settings/ })
  await line.getByText('1 waits for you; 1 of yours waits for another account manager').waitFor()
  await line.getByText(/^Meant for \d\d\/\d\d\/\d{4}$/).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await noEmptyWords(page)
  await line.getByRole('link', { name: 'Confirm: Changes of settings' }).click()
  await page.getByRole('heading', { level: 1, name: 'Carrier settings' }).waitFor()
  await portal.db.query(`update carrier_setting_change set status = 'REFUSED' where mc = 'NWM' and status = 'WAITING'`)
  await page.goto(`${portal.origin}/home`)
  await card.waitFor()
  await expect.poll(() => line.count()).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
})
