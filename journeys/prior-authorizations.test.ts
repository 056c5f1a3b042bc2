import { afterAll, beforeAll, expect, test } from 'vitest'
import { adjusterMayDeny } from '#features/decisions/denial.ts'
import { priorAuthStatus } from '#features/prior-auths/statuses.ts'
import { addDays, usDate } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { jurisdictions } from '#reference/jurisdictions/jurisdictions.ts'
import { pictures } from '#testing/browser/pictures.ts'
import { faultsOf, twoLooks } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'

// The prior authorizations of a claim, in a real browser.

let portal: PortalInBrowser
beforeAll(async () => {
  portal = await startPortalInBrowser()
})
afterAll(() => portal.stop())

type Granted = { id: string; ref: string; sub: string; claim: string; drug: string; end: string; name: string }
const states = jurisdictions.map(({ code }) => code)
/** Texas lets no approval be ended. */
const ending = states.filter((state) => state !== 'TX')
/** A block is a denial: only where claims staff may deny. */
const denying = states.filter((state) => adjusterMayDeny(state, new Date().toISOString()))
/** Claims whose people were written to: another name would make those letters untrue. */
const writtenTo: string[] = []
/** A prior authorization in force for so many days yet, on a claim of an adjuster in one of these states. */
async function granted(days: number, of = ending): Promise<Granted> {
  const { rows } = await portal.db.query<Granted>(
    `select p.id, p.override_ref as ref, p.sub_carrier as sub, p.stratus_claim_id as claim, p.drug_name as drug, p.end_date::text as end,
       t.last_name as name
     from prior_auth p join wc_claim c on c.mc = p.mc and c.id = p.stratus_claim_id join claimant t on t.mc = c.mc and t.id = c.claimant_id
       join app_user u on u.id = c.owner_id and u.username = 'dana.ruiz'
     where p.mc = 'NWM' and p.kind = 'PERMIT' and p.status_id = 3 and c.juris_state = any($2) and p.end_date > current_date + $1::int
       and c.claimant_id not in (select claimant_id from wc_claim where id = any($3::uuid[]))
     order by (select count(*) from prior_auth o where o.mc = p.mc and o.stratus_claim_id = p.stratus_claim_id) desc, p.id limit 1`,
    [days, of, writtenTo],
  )
  writtenTo.push(rows[0]!.claim)
  return rows[0]!
}
const hostile = '<img src=x onerror=alert(1)>"=1+1'

test('The case owner ends a prior authorization; who was first meanwhile is named, and the second keeps what they typed', async () => {
  const one = await granted(40)
  const path = `/patients/NWM/${one.sub}/${one.claim}`
  const { page, complaints, quiet } = await portal.visitAs('dana.ruiz', { path: `${path}/overview`, mc: 'NWM' })
  await page.getByRole('tab', { name: /^Prior authorizations/ }).click()
  const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: one.drug, exact: true }) })
  await row.first().waitFor()
  await quiet()
  expect(await faultsOf(page)).toEqual([])
  await pictures(page, 'prior-auths')
  await page.getByRole('button', { name: one.drug, exact: true }).first().click()
  const pane = page.getByRole('region', { name: 'Prior authorization' })
  await pane.getByText(one.ref).waitFor()

  // E opens the form on its third tab; nothing is sent without a reason.
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog', { name: `Change prior authorization ${one.ref}` })
  const form = dialog.getByRole('form', { name: `End ${one.ref}` })
  const today = dateIn(portal.clock.now().getTime(), 'America/New_York')
  const last = addDays(today, 20)
  await form.getByRole('textbox', { name: 'Last day in force' }).fill(usDate(last))
  await form.getByRole('button', { name: `End on ${usDate(last)}` }).click()
  await form.getByRole('link', { name: 'Choose a reason.' }).waitFor()
  await form.getByLabel('Reason').selectOption('Therapy completed')
  await form.getByRole('textbox', { name: 'Note' }).fill('The prescriber stopped it <img src=x onerror=alert(1)>')
  await form.getByText(`From ${usDate(addDays(last, 1))} the drug is rejected again`).waitFor()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await pictures(page, 'prior-auth-end')

  // Somebody else is faster.
  await portal.db.query('update prior_auth set version = version + 1 where id = $1', [one.id])
  await portal.db.query(
    `insert into prior_auth_change (mc, id, prior_auth_id, at, by_name, reason, before, after)
     values ('NWM', gen_random_uuid(), $1, $2, 'Sam Okafor', 'Asked for', '{"max_fills": 3}', '{"max_fills": 4}')`,
    [one.id, portal.clock.now().toISOString()],
  )
  await form.getByRole('textbox', { name: 'Note' }).press('Control+Enter')
  const beaten = form.getByRole('alert').filter({ hasText: 'Sam Okafor changed it' })
  await beaten.getByText('What you typed is still here.').waitFor()
  await expect
    .poll(() => form.getByRole('textbox', { name: 'Note' }).inputValue())
    .toContain('The prescriber stopped it')
  await pictures(page, 'prior-auth-conflict')
  await beaten.getByRole('button', { name: 'Keep my changes' }).click()
  await form.getByRole('button', { name: `End on ${usDate(last)}` }).click()
  await page
    .getByText(`${one.ref} was ended. Last day ${usDate(last)}.`)
    .first()
    .waitFor()
  await pane.getByText('Therapy completed. The prescriber stopped it <img src=x onerror=alert(1)>').waitFor()
  const { rows } = await portal.db.query('select end_date::text from prior_auth where id = $1', [one.id])
  expect(rows).toEqual([{ end_date: last }])
  expect(complaints.filter((line) => !line.includes('409'))).toEqual([])

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: one.drug, exact: true }).first().click()
  const sheet = page.getByRole('dialog', { name: one.ref })
  await sheet.getByRole('button', { name: 'Extend' }).waitFor()
  await pictures(page, 'prior-auth-sheet')
  expect(await faultsOf(page, twoLooks)).toEqual([])
})

test('The case owner blocks a drug chosen from the directory; hostile names of patient and drug stay text', async () => {
  const one = await granted(1, denying)
  const { rows: people } = await portal.db.query<{ id: string }>(
    `select t.id from claimant t join wc_claim c on c.mc = t.mc and c.claimant_id = t.id where c.id = $1`,
    [one.claim],
  )
  await portal.db.query('update claimant set last_name = $1 where id = $2', [hostile, people[0]!.id])
  await portal.db.query('update prior_auth set drug_name = $1 where id = $2', [hostile, one.id])
  const { page, complaints } = await portal.visitAs('dana.ruiz', {
    path: `/patients/NWM/${one.sub}/${one.claim}/prior-auths`,
    mc: 'NWM',
  })
  page.on('dialog', () => complaints.push('a script ran'))
  await page.getByRole('heading', { level: 1 }).getByText(hostile).waitFor()
  await page.getByRole('button', { name: hostile, exact: true }).click()

  // The keys move and open: nothing else is needed.
  await page.keyboard.press('x')
  const change = page.getByRole('dialog', { name: `Change prior authorization ${one.ref}` })
  await change.getByText(hostile, { exact: false }).first().waitFor()
  await change.getByRole('radio', { name: 'Change limits' }).check()
  const limits = change.getByRole('form', { name: `Change ${one.ref}` })
  await limits.getByRole('textbox', { name: 'Max fills' }).fill('13')
  await limits.getByRole('button', { name: 'Save changes' }).press('Enter')
  await limits.getByRole('link', { name: 'Enter 1 to 12 fills, or leave it empty.' }).waitFor()
  await pictures(page, 'prior-auth-change')
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await page.keyboard.press('Escape')
  await change.waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: 'Block a drug' }).click()
  const form = page.getByRole('form', { name: 'Block' })
  await form.getByRole('button', { name: 'Choose a drug' }).click()
  const directory = page.getByRole('dialog', { name: /Choose a drug/ })
  await directory.getByRole('searchbox').fill('Ketorolac')
  await page.keyboard.press('Enter')
  await directory.getByRole('button', { name: 'Use this drug' }).click()
  await form.getByRole('button', { name: 'Block', exact: true }).click()
  await form.getByRole('link', { name: 'Choose a reason.' }).waitFor()
  await form.getByRole('combobox', { name: /^Reason/ }).selectOption({ index: 1 })
  await form.getByRole('textbox', { name: 'Note' }).fill('Another drug is tried first')
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await pictures(page, 'prior-auth-block')
  await form.getByRole('button', { name: 'Block', exact: true }).click()
  await page
    .getByText(/^PA\d+ was set/)
    .first()
    .waitFor()
  await page.getByText('Blocked', { exact: true }).first().waitFor()
  const { rows } = await portal.db.query(
    `select kind, status_id from prior_auth where mc = 'NWM' and stratus_claim_id = $1 order by created_at desc limit 1`,
    [one.claim],
  )
  expect(rows).toEqual([{ kind: 'BLOCK', status_id: priorAuthStatus.BLOCK_ACTIVE }])
  expect(complaints).toEqual([])
})

test('A prior authorization of an opioid that ends soon says so on the overview, and is renewed with the keyboard', async () => {
  const one = await granted(10)
  const ends = addDays(dateIn(portal.clock.now().getTime(), 'America/New_York'), 10)
  await portal.db.query(`update prior_auth set end_date = $2, gpi_prefix = '10100205', level = 8 where id = $1`, [
    one.id,
    ends,
  ])
  const { page, complaints } = await portal.visitAs('dana.ruiz', {
    path: `/patients/NWM/${one.sub}/${one.claim}/overview`,
    mc: 'NWM',
  })
  const row = page.getByRole('listitem').filter({ hasText: `Ends ${usDate(ends)}` })
  await row.getByText('Ends in 10 days. Stopping it at once can cause withdrawal: renew it or plan a taper.').waitFor()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await pictures(page, 'renew')
  const renew = row.getByRole('link', { name: `Renew ${one.drug}` })
  await renew.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Create authorization' }).waitFor()
  await page.getByText(one.name).first().waitFor()
  // What it had is filled in: nothing of it is typed again, only how this request came.
  await page.getByText(`Renews ${one.ref},`).waitFor()
  const summary = page.getByRole('region', { name: 'This authorization' })
  await expect.poll(() => page.getByRole('textbox', { name: 'Drug, NDC or drug code' }).inputValue()).not.toBe('')
  await summary.getByText(`${usDate(addDays(ends, 1))} – `).waitFor()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await pictures(page, 'renew-form')
  await page.getByRole('radio', { name: /Fax/ }).check()
  await page.getByRole('textbox', { name: 'Received' }).fill(usDate(addDays(ends, -11)))
  await page.getByRole('textbox', { name: 'At' }).fill('9:05 AM')
  await page.keyboard.press('Alt+2')
  await expect.poll(() => page.getByRole('textbox', { name: 'Quantity a fill' }).inputValue()).not.toBe('')
  await expect.poll(() => page.getByRole('textbox', { name: 'Days’ supply a fill' }).inputValue()).not.toBe('')
  expect(complaints).toEqual([])
})
