import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, usDate } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { ncpdp } from '#reference/ncpdp.ts'
import { settled } from '#testing/browser/settled.ts'
import { keyboardOf } from './keyboard.ts'
import { openJourney, type Journey } from './portal.ts'

// Signing in, finding, creating, changing and exporting by keyboard alone: no pointer is used, and keys are counted.

let journey: Journey
beforeAll(async () => {
  journey = await openJourney()
})
afterAll(() => journey.stop())

type Claim = { id: string; sub: string; number: string; last: string; ndc: string; starts: string }
/** A covered claim of Dana's on which nobody asked for a drug that was stopped for want of an authorization alone. */
async function claimFound(): Promise<Claim> {
  const { rows } = await journey.db.query<Claim>(
    `select c.id, c.sub_carrier as sub, c.claim_number as number, t.last_name as last, d.ndc, s.effective_date::text as starts
       from wc_claim c join claimant t on t.mc = c.mc and t.id = c.claimant_id join app_user u on u.id = c.owner_id and u.username = 'dana.ruiz'
         join eligibility_span s on s.mc = c.mc and s.stratus_claim_id = c.id and s.term_date is null
         join lateral (select d.* from drug d where d.facts->>'brandFlag' = 'G' and d.gpi in (select a.gpi from rx_authorization a
           where a.mc = 'NWM' and a.reject_codes = array['${ncpdp.PRIOR_AUTH_NEEDED}'] and a.dea_schedule is null) order by d.ndc limit 1) d on true
      where c.mc = 'NWM' and c.status = 'OPEN' and c.compensability = 'ACCEPTED'
        and (select count(*) from eligibility_span o where o.mc = c.mc and o.stratus_claim_id = c.id) = 1
        and not exists (select from rx_authorization a where a.mc = c.mc and a.stratus_claim_id = c.id and left(a.gpi, 8) = left(d.gpi, 8))
        and not exists (select from prior_auth p where p.mc = c.mc and p.stratus_claim_id = c.id and starts_with(d.gpi, p.gpi_prefix))
      order by c.claim_number limit 1`,
  )
  return rows[0]!
}

test('a user of one carrier is at work without another key after signing in, one of several after one confirmation', async () => {
  const one = await journey.signIn('dana.ruiz')
  await one.page
    .getByText(/^Welcome, /)
    .first()
    .waitFor()
  await one.page.locator('#main a[href*="/authorizations"]').first().waitFor()
  await one.context.close()

  const several = await journey.signIn('lee.park')
  const { press, within, pointers } = await keyboardOf(several.page)
  await several.page.getByRole('dialog', { name: 'Select Carrier' }).waitFor()
  await press('Enter')
  within(1, 'choose the carrier')
  await several.page.getByRole('dialog', { name: 'Select Carrier' }).waitFor({ state: 'detached' })
  await several.page
    .getByText(/^Welcome, /)
    .first()
    .waitFor()
  expect(pointers).toEqual([])
  await several.context.close()
})

test('an adjuster finds a patient by claim number from anywhere, reads what they take and why a claim was rejected', async () => {
  const { rows } = await journey.db.query<{ number: string; last: string }>(
    `select c.claim_number as number, t.last_name as last from wc_claim c join claimant t on t.mc = c.mc and t.id = c.claimant_id
      where c.mc = 'NWM' and (select count(*) from rx_transaction x where x.mc = c.mc and x.stratus_claim_id = c.id and x.status = 'R') > 0
        and exists (select from rx_transaction x where x.mc = c.mc and x.stratus_claim_id = c.id and x.status = 'P')
      order by c.claim_number limit 1`,
  )
  const { number, last } = rows[0]!
  // In the evening of a quiet day nothing of one adjuster may be escalated.
  await journey.db.query(
    `update rx_authorization set escalated = true, snoozed_until = null where id = (
       select a.id from rx_authorization a join authorization_owner o on o.mc = a.mc and o.authorization_id = a.id and o.open
         join app_user u on u.id = o.user_id and u.username = 'lee.park' where a.mc = 'NWM' and a.status_id = 20 order by a.statutory_due_at limit 1)`,
  )
  const { page, complaints, context } = await journey.visitAs('lee.park', { path: '/home', mc: 'NWM' })
  const { press, type, tabTo, within, pointers } = await keyboardOf(page)
  await page.getByRole('heading', { name: 'Escalated' }).waitFor()

  // Home's first escalated request is a link: one press opens its decision.
  const escalated = page.locator('#main a[href*="/authorizations/request/"]').first()
  await tabTo(escalated)
  within(30, 'reach the first escalated request')
  await press('Enter')
  within(1, 'open it')
  await page.waitForURL(/\/authorizations\/request\//)
  await page.getByRole('heading', { level: 1 }).waitFor()

  await press('Control+k')
  await page.getByRole('combobox', { name: /^Patient, claim/ }).waitFor()
  await type(number)
  await page
    .getByRole('option', { name: new RegExp(last) })
    .first()
    .waitFor()
  await press('Enter')
  await page.getByRole('heading', { level: 1, name: last }).waitFor()
  within(2, 'find a patient')
  await press('7')
  await page.getByRole('group', { name: 'Medications by time' }).waitFor()
  within(1, 'see the medications')
  await press('r')
  const table = page.getByRole('table', { name: 'Transactions' })
  const first = table.locator('tr', { hasText: 'Rejected' }).getByRole('button').first()
  await expect.poll(() => first.evaluate((line) => line === document.activeElement)).toBe(true)
  await press('Enter')
  await page.getByRole('heading', { name: 'Why it was rejected' }).waitFor()
  within(2, 'why it was rejected')
  await press('Escape')
  await page.getByRole('heading', { name: 'Why it was rejected' }).waitFor({ state: 'detached' })
  expect(pointers).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

test('an adjuster creates an authorization, changes coverage and exports a list without a pointer', async () => {
  const claim = await claimFound()
  const { page, complaints, context, quiet } = await journey.visitAs('dana.ruiz', {
    mc: 'NWM',
    path: `/patients/NWM/${claim.sub}/${claim.id}/prior-auths`,
  })
  const { press, type, tabTo, within, pointers } = await keyboardOf(page)
  const today = dateIn(journey.clock.now().getTime(), 'America/New_York')
  await page.getByRole('button', { name: 'Block a drug' }).waitFor()
  await press('a')
  await page.getByRole('heading', { level: 1, name: 'Create authorization' }).waitFor()
  const phone = page.getByRole('radio', { name: /Phone/ })
  await tabTo(page.getByRole('radio', { name: /Fax/ }).or(phone).first())
  for (let at = 0; at < 6 && !(await settled(page, () => phone.isChecked())); at += 1) await press('ArrowRight')
  await tabTo(page.getByRole('textbox', { name: 'Received' }))
  await type(usDate(addDays(today, -1)))
  await tabTo(page.getByRole('textbox', { name: 'At' }))
  await type('9:05 AM')
  await tabTo(page.getByRole('button', { name: 'Choose the drug' }))
  await press('Enter')
  const directory = page.getByRole('dialog', { name: /Choose a drug/ })
  await directory.getByRole('searchbox').waitFor()
  await press('Shift+Tab')
  await type('NDC')
  await tabTo(directory.getByRole('searchbox'))
  await type(claim.ndc)
  await press('Enter')
  await tabTo(directory.getByRole('button', { name: 'Use this drug' }))
  await press('Enter')
  await quiet()
  await press('Alt+2')
  const fill = async (name: string, text: string) => {
    await tabTo(page.getByRole('textbox', { name }))
    await press('Control+a')
    await type(text)
  }
  await fill('Quantity a fill', '30')
  await fill('Days’ supply a fill', '30')
  await fill('Start date', usDate(today))
  await tabTo(page.getByRole('button', { name: '30 days' }))
  await press('Enter')
  await fill('Max fills', '1')
  const me = page.getByRole('checkbox', { name: /\(you\)/ })
  await tabTo(me)
  if (!(await settled(page, () => me.isChecked()))) await press('Space')
  await tabTo(page.getByRole('combobox', { name: /^Reason/ }))
  await type('Continuation')
  await press('Alt+3')
  await page.getByText(/With this approval it would pay/).waitFor()
  await tabTo(page.getByRole('button', { name: /^Approve 1 fill until / }))
  await press('Enter')
  within(200, 'create an authorization')
  await page
    .getByText(/^Approved: PA\d+/)
    .first()
    .waitFor()

  // Coverage ends in a year.
  await page.goto(`${journey.origin}/patients/NWM/${claim.sub}/${claim.id}/eligibility`)
  await page.getByRole('button', { name: `Edit coverage from ${usDate(claim.starts)}` }).waitFor()
  await press('e')
  const form = page.getByRole('form', { name: 'Edit coverage' })
  const starts = form.getByRole('textbox', { name: 'Coverage starts' })
  await expect.poll(() => starts.evaluate((field) => field === document.activeElement)).toBe(true)
  await tabTo(form.getByRole('textbox', { name: 'Coverage ends' }))
  await type(usDate(addDays(today, 365)))
  await tabTo(form.getByLabel('Reason for the change'))
  await type('Settlement')
  await press('Control+s')
  within(10, 'change coverage')
  await expect
    .poll(async () => {
      const { rows } = await journey.db.query(
        'select term_date::text as ends from eligibility_span where stratus_claim_id = $1',
        [claim.id],
      )
      return rows[0].ends as string
    })
    .toBe(addDays(today, 365))

  await page.goto(`${journey.origin}/authorizations?view=all`)
  await page.locator('tbody a[href*="/authorizations/request/"]').first().waitFor()
  await tabTo(page.getByRole('button', { name: 'Export' }))
  await press('Enter')
  // Shown a moment before it has the keys.
  await page.locator('[role=menuitem]:focus', { hasText: 'Excel' }).waitFor()
  const saved = page.waitForEvent('download')
  await press('ArrowDown')
  await page.locator('[role=menuitem]:focus', { hasText: 'CSV' }).waitFor()
  await press('Enter')
  within(40, 'export a list')
  const text = await readFile(await (await saved).path(), 'utf8')
  expect(text).toContain('Reference number')
  expect(pointers).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})
