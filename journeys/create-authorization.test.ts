import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, usDate, weekdayOf } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { ncpdp } from '#reference/ncpdp.ts'
import { pictures } from '#testing/browser/pictures.ts'
import { faultsOf, twoLooks } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'

// Creating an authorization from what came by fax, in a real browser.

let portal: PortalInBrowser
beforeAll(async () => {
  portal = await startPortalInBrowser()
})
afterAll(() => portal.stop())

const FRIDAY = 5
type Found = {
  sub: string
  id: string
  number: string
  last: string
  first: string
  state: string
  drug: string
  ndc: string
}
/** A covered claim of an adjuster, and a drug nobody asked for or approved on it. `drug`: a condition over `d`. */
async function claimFound(drug: string): Promise<Found> {
  const { rows } = await portal.db.query<Found>(
    `select c.sub_carrier as sub, c.id, c.claim_number as number, t.last_name as last, t.first_name as first, c.juris_state as state,
       d.facts->>'name' as drug, d.ndc
     from wc_claim c join claimant t on t.mc = c.mc and t.id = c.claimant_id join app_user u on u.id = c.owner_id and u.username = 'dana.ruiz'
       join lateral (select * from drug d where d.facts->>'brandFlag' = 'G' and ${drug} order by d.ndc limit 1) d on true
     where c.mc = 'NWM' and c.status = 'OPEN' and c.compensability = 'ACCEPTED'
       and exists (select from eligibility_span s where s.mc = c.mc and s.stratus_claim_id = c.id and s.term_date is null)
       and not exists (select from rx_authorization a where a.mc = c.mc and a.stratus_claim_id = c.id and left(a.gpi, 8) = left(d.gpi, 8))
       and not exists (select from prior_auth p where p.mc = c.mc and p.stratus_claim_id = c.id and starts_with(d.gpi, p.gpi_prefix))
     order by c.juris_state = 'CA' desc, c.claim_number limit 1`,
  )
  return rows[0]!
}

test('An adjuster keys a fax that came on Friday: its clock counts from Friday, and the draft outlives the page', async () => {
  const claim = await claimFound(`d.facts->>'name' = 'Lidocaine 5% patch'`)
  const today = dateIn(portal.clock.now().getTime(), 'America/New_York')
  let friday = addDays(today, -1)
  while (weekdayOf(friday) !== FRIDAY) friday = addDays(friday, -1)
  const { page, complaints, quiet } = await portal.visitAs('dana.ruiz', { path: '/home', mc: 'NWM' })
  await page.getByRole('button', { name: /Welcome/ }).click()
  await page.getByRole('menuitem', { name: 'Create authorization' }).click()
  await page.getByRole('textbox', { name: 'Claim number, patient ID or last name' }).fill(claim.number)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: `${claim.first} ${claim.last}` }).click()
  await page.getByText(`Claim ${claim.number}`).first().waitFor()

  // Nothing said: the next step asks for what is missing, each at its field.
  await page.getByRole('button', { name: 'Dates and limits', exact: false }).last().click()
  await page.getByRole('link', { name: 'Enter how the request came.' }).waitFor()
  await page.getByRole('radio', { name: /Fax/ }).check()
  await page.getByRole('textbox', { name: 'Received' }).fill(usDate(friday))
  await page.getByRole('textbox', { name: 'At' }).fill('6:10 PM')
  await page.getByRole('button', { name: 'Choose the drug' }).click()
  const directory = page.getByRole('dialog', { name: /Choose a drug/ })
  await directory.getByRole('searchbox').fill('Lidocaine 5')
  await page.keyboard.press('Enter')
  await directory.getByRole('button', { name: 'Use this drug' }).click()
  const summary = page.getByRole('region', { name: 'This authorization' })
  await summary.getByText(`Due `, { exact: false }).first().waitFor()
  await page.getByText('No open request, prior authorization or block').waitFor()
  await quiet()
  expect(await faultsOf(page)).toEqual([])
  await pictures(page, 'create-1')

  // The page is left and opened again: what was typed is still there.
  await page.getByText(/^Draft saved/).waitFor()
  await page.reload()
  await page
    .getByText(/your draft|restored/i)
    .first()
    .waitFor()
  await expect.poll(() => page.getByRole('textbox', { name: 'At' }).inputValue()).toBe('6:10 PM')
  await page.getByRole('textbox', { name: 'Drug, NDC or drug code' }).waitFor()
  await page.keyboard.press('Control+Enter')

  await page.getByRole('textbox', { name: 'Quantity a fill' }).fill('30')
  await page.getByRole('textbox', { name: 'Days’ supply a fill' }).fill('30')
  await page.getByRole('textbox', { name: 'Start date' }).fill(usDate(today))
  await page.getByRole('button', { name: '30 days' }).click()
  await page.getByRole('textbox', { name: 'Max fills' }).fill('1')
  await page.getByRole('checkbox', { name: /\(you\)/ }).check()
  // Somebody who is not suggested is found by the first letters; who was chosen before stays in sight.
  const finder = page.getByRole('textbox', { name: 'Find somebody else' })
  await finder.fill('zzz')
  await page.getByText('begins with “zzz”').waitFor()
  await finder.fill('sam')
  const other = page.getByRole('checkbox', { name: /^Sam Okafor/ }).first()
  await other.check()
  const otherName = await other.evaluate((it) => (it as HTMLInputElement).labels![0]!.innerText.split('\n')[0]!)
  await expect.poll(() => page.getByRole('checkbox', { name: /\(you\)/ }).isChecked()).toBe(true)
  await finder.fill('')
  await summary.getByText(otherName).waitFor()
  await page.getByRole('combobox', { name: /^Reason/ }).selectOption({ label: 'Related to accepted injury' })
  await page.getByRole('textbox', { name: 'Note' }).fill('Adds a patch, "see" <fax>')
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await pictures(page, 'create-2')
  await page.keyboard.press('Control+Enter')

  await page.getByText('Trial run.').waitFor()
  await page.getByText(/With this approval it would/).waitFor()
  await quiet()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await pictures(page, 'create-3')
  await page.getByRole('button', { name: 'Send to the owners' }).click()
  await page.waitForURL(/\/authorizations\/request\//)
  const { rows } = await portal.db.query<{ at: Date; how: string; due: Date; status: number }>(
    `select request_received_at as at, received_how as how, statutory_due_at as due, status_id as status from rx_authorization
      where mc = 'NWM' and stratus_claim_id = $1 and origin_code = 10 order by created_at desc limit 1`,
    [claim.id],
  )
  expect(rows[0]).toMatchObject({ how: 'FAX', status: 20 })
  expect(weekdayOf(dateIn(new Date(rows[0]!.at).getTime(), 'America/New_York'))).toBe(FRIDAY)
  expect(complaints).toEqual([])
})

test('An adjuster approves at once what came by phone today, from the profile; the tab shows the prior authorization', async () => {
  // A drug that was stopped for want of an authorization and nothing else.
  const claim = await claimFound(
    `d.gpi in (select a.gpi from rx_authorization a where a.mc = 'NWM' and a.reject_codes = array['${ncpdp.PRIOR_AUTH_NEEDED}'] and a.dea_schedule is null)`,
  )
  const { page, complaints, quiet } = await portal.visitAs('dana.ruiz', {
    path: `/patients/NWM/${claim.sub}/${claim.id}/prior-auths`,
    mc: 'NWM',
  })
  await page.getByRole('button', { name: 'Block a drug' }).waitFor()
  await page.keyboard.press('a')
  await page.getByRole('heading', { level: 1, name: 'Create authorization' }).waitFor()
  const today = dateIn(portal.clock.now().getTime(), 'America/New_York')
  await page.getByRole('radio', { name: /Phone/ }).check()
  await page.getByRole('textbox', { name: 'Received' }).fill(usDate(addDays(today, -1)))
  await page.getByRole('textbox', { name: 'At' }).fill('9:05 AM')
  await page.getByRole('button', { name: 'Choose the drug' }).click()
  const directory = page.getByRole('dialog', { name: /Choose a drug/ })
  await directory.getByLabel('Find drugs by').selectOption('NDC')
  await directory.getByRole('searchbox').fill(claim.ndc)
  await page.keyboard.press('Enter')
  await directory.getByRole('button', { name: 'Use this drug' }).click()
  await quiet()
  await page.keyboard.press('Alt+2')
  await page.getByRole('textbox', { name: 'Quantity a fill' }).fill('30')
  await page.getByRole('textbox', { name: 'Days’ supply a fill' }).fill('30')
  await page.getByRole('textbox', { name: 'Start date' }).fill(usDate(today))
  await page.getByRole('button', { name: '30 days' }).click()
  await page.getByRole('textbox', { name: 'Max fills' }).fill('1')
  await page.getByRole('checkbox', { name: /\(you\)/ }).check()
  await page.getByRole('combobox', { name: /^Reason/ }).selectOption({ label: 'Continuation of stable therapy' })
  await page.keyboard.press('Alt+3')
  await page.getByText(/With this approval it would pay/).waitFor()
  await page.getByText('Cleared').first().waitFor()
  await pictures(page, 'create-approve')
  await page.getByRole('button', { name: `Approve 1 fill until ${usDate(addDays(today, 29))}`, exact: false }).waitFor()
  await page.keyboard.press('Control+Enter')
  await page
    .getByText(/^Approved: PA\d+/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: claim.drug, exact: true }).first().waitFor()
  expect(complaints).toEqual([])
})

test('An adjuster keys a document with it in sight: opened from the Documents tab, beside the form, and above it on a phone', async () => {
  const { rows } = await portal.db.query<{ id: string; sub: string; claim: string; file: string }>(
    `select d.id, c.sub_carrier as sub, c.id as claim, d.file_name as file from document d
       join wc_claim c on c.mc = d.mc and c.id = d.stratus_claim_id join app_user u on u.id = c.owner_id and u.username = 'dana.ruiz'
     where d.mc = 'NWM' and d.type_id not in (4, 5) and d.mime = 'application/pdf' order by d.received_at desc, d.id limit 1`,
  )
  const one = rows[0]!
  const { page, complaints, quiet } = await portal.visitAs('dana.ruiz', {
    path: `/patients/NWM/${one.sub}/${one.claim}/documents?document=${one.id}`,
    mc: 'NWM',
  })
  await page.getByRole('img', { name: one.file }).waitFor()
  await page.getByRole('tabpanel').getByRole('link', { name: 'Create authorization' }).click()
  await page.getByRole('heading', { level: 1, name: 'Create authorization' }).waitFor()
  const beside = page.getByRole('region', { name: 'Document', exact: true })
  await beside.getByRole('img', { name: one.file }).waitFor()
  await page.getByRole('radio', { name: /Mail/ }).check()
  await quiet()
  expect(await faultsOf(page)).toEqual([])
  await pictures(page, 'create-beside')
  // What is typed stays while another document is looked for, and once it is put away.
  await beside.getByRole('button', { name: 'Other documents' }).click()
  await beside.getByText(one.file).waitFor()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await beside.getByRole('button', { name: 'Close the document' }).click()
  await page.getByRole('button', { name: 'Show a document' }).waitFor()
  await expect.poll(() => page.getByRole('radio', { name: /Mail/ }).isChecked()).toBe(true)
  expect(complaints).toEqual([])
})

test('An adjuster saves an approval whose alerts a pharmacist must clear: the request waits for the pharmacist, not for the adjuster', async () => {
  const claim = await claimFound(`d.facts->>'name' = 'Oxycodone 30 mg tablet'`)
  const { page, complaints, quiet } = await portal.visitAs('dana.ruiz', {
    path: `/patients/NWM/${claim.sub}/${claim.id}/prior-auths`,
    mc: 'NWM',
  })
  await page.getByRole('button', { name: 'Block a drug' }).waitFor()
  await page.keyboard.press('a')
  const today = dateIn(portal.clock.now().getTime(), 'America/New_York')
  await page.getByRole('radio', { name: /Phone/ }).check()
  await page.getByRole('textbox', { name: 'Received' }).fill(usDate(addDays(today, -1)))
  await page.getByRole('textbox', { name: 'At' }).fill('9:05 AM')
  await page.getByRole('button', { name: 'Choose the drug' }).click()
  const directory = page.getByRole('dialog', { name: /Choose a drug/ })
  await directory.getByLabel('Find drugs by').selectOption('NDC')
  await directory.getByRole('searchbox').fill(claim.ndc)
  await page.keyboard.press('Enter')
  await directory.getByRole('button', { name: 'Use this drug' }).click()
  await quiet()
  await page.keyboard.press('Alt+2')
  await page.getByRole('textbox', { name: 'Quantity a fill' }).fill('120')
  await page.getByRole('textbox', { name: 'Days’ supply a fill' }).fill('30')
  await page.getByRole('textbox', { name: 'Start date' }).fill(usDate(today))
  await page.getByRole('button', { name: '30 days' }).click()
  await page.getByRole('textbox', { name: 'Max fills' }).fill('1')
  await page.getByRole('checkbox', { name: /\(you\)/ }).check()
  await page.getByRole('combobox', { name: /^Reason/ }).selectOption({ label: 'Continuation of stable therapy' })
  await page.keyboard.press('Alt+3')
  const save = page.getByRole('button', { name: /^Save, send [\dA-Z, ]+ to pharmacist: 1 fill until/ })
  await save.waitFor()
  await page.getByText(/With this approval it would/).waitFor()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await pictures(page, 'create-pharmacist')
  // Three seconds are all it stands there, less where another follows: it is waited for before the key.
  const said = page.getByText(/^Approval of request .* saved\. Not sent yet\.$/).first()
  await Promise.all([said.waitFor({ state: 'attached' }), page.keyboard.press('Control+Enter')])
  await page.waitForURL(/\/authorizations\/request\//)
  await page.getByText('No pharmacist has taken it yet').waitFor()
  expect(complaints).toEqual([])
})
