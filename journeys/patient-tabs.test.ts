import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pictures } from '#testing/browser/pictures.ts'
import { settled } from '#testing/browser/settled.ts'
import { faultsOf, twoLooks } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser, type Visit } from '#testing/portal-in-browser.ts'

// Notes and contacts, text messages, clinical and bypass of a patient, in a real browser.

let portal: PortalInBrowser
let supervisor: Visit
let page: Page
let home: string

beforeAll(async () => {
  portal = await startPortalInBrowser()
  supervisor = await portal.visitAs('sam.okafor', { mc: 'NWM' })
  page = supervisor.page
  const { rows } = await portal.db.query<{ sub: string; id: string }>(
    `select c.sub_carrier as sub, c.id from claim_contact_note n join wc_claim c on c.mc = n.mc and c.id = n.stratus_claim_id
       join sms_campaign g on g.mc = c.mc and g.claimant_id = c.claimant_id and g.until is null and g.state = 2
      where c.mc = 'NWM' and c.status = 'OPEN' and exists (select from care_score s where s.mc = c.mc and s.stratus_claim_id = c.id and s.score > 0)
      order by c.claim_number limit 1`,
  )
  home = `/patients/NWM/${rows[0]!.sub}/${rows[0]!.id}`
})
afterAll(() => portal.stop())
beforeEach(async () => {
  supervisor.complaints.length = 0
  await page.goto(`${portal.origin}${home}/overview`)
})

const open = async (tab: string) => {
  await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click()
  await page.getByRole('heading', { level: 2 }).first().waitFor()
}
/** Takes the first drug of this name from the directory over a form. */
const chooseDrug = async (name: string) => {
  const directory = page.getByRole('dialog', { name: /^Choose a drug/ })
  await directory.getByRole('searchbox').fill(name)
  await directory.getByRole('searchbox').press('Enter')
  await directory.getByRole('button', { name: 'Use this drug' }).press('Enter')
  await directory.waitFor({ state: 'detached' })
}

test('A supervisor adds a note and a call with the keyboard, corrects the note, and finds both', async () => {
  await open('Notes and contacts')
  await page.getByRole('button', { name: 'Add note' }).waitFor()
  const contacts = page.getByRole('region', { name: 'Contacts' }).getByRole('listitem')
  for (const who of ['Patient', 'Prescriber', 'Usual pharmacy'])
    await contacts.filter({ hasText: who }).first().waitFor()
  await page.keyboard.press('n')
  const hostile = '<img src=x onerror=alert(1)> =HYPERLINK("x") \u202Egnp'
  await page.keyboard.type(hostile)
  await page.keyboard.press('Control+Enter')
  await page.getByText('<img src=x onerror=alert(1)> =HYPERLINK("x")').first().waitFor()
  await page.getByRole('button', { name: 'Correct' }).first().press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Correct note' })
  await dialog.getByLabel('Note').fill('Spoke with the pharmacy')
  await dialog.getByRole('button', { name: 'Save note' }).press('Enter')
  await page.getByRole('listitem').filter({ hasText: 'Spoke with the pharmacy' }).getByText('Changed').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await page.keyboard.press('l')
  const form = page.getByRole('form', { name: 'Add a call or an e-mail' })
  await form.getByRole('button', { name: 'Add contact' }).press('Enter')
  await form.getByRole('link', { name: 'Choose who it was.' }).waitFor()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await form.getByLabel('Who it was').selectOption('PHARMACY')
  await form.getByLabel('Name').fill('Kim at the counter')
  await form.getByLabel('Reason').selectOption('auth')
  await form.getByLabel('What it was about').fill('Patient has two tablets left')
  await form.getByRole('textbox', { name: 'E-mail' }).fill('kim@counter.example')
  await pictures(page, 'notes')
  await form.getByLabel('What it was about').press('Control+Enter')
  const row = page.getByRole('listitem').filter({ hasText: 'Patient has two tablets left' })
  await row
    .getByText('Survey is being sent')
    .or(row.getByText(/Survey sent/))
    .waitFor()
  await page.getByRole('radio', { name: 'Notes', exact: true }).check()
  await row.waitFor({ state: 'detached' })
  await page.getByRole('searchbox', { name: 'Find in notes and contacts' }).fill('nothing like this')
  await page.getByRole('heading', { name: 'Nothing found' }).waitFor()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await portal.db.query(`update claim_contact_note set survey_sent_at = now() where caller_name = 'Kim at the counter'`)
  await page.goto(`${portal.origin}${home}/notes`)
  await row.getByRole('button', { name: 'Check for an answer' }).press('Enter')
  await page.getByText('The survey was not answered yet.').first().waitFor()
  // A claim of many notes is read to the first one.
  await portal.db.query(
    `insert into claim_note (mc, id, sub_carrier, stratus_claim_id, kind, text, visibility, created_at, created_by_name)
       select mc, gen_random_uuid(), sub_carrier, id, 'CLAIM', 'Old note ' || n, 'ALL', now() - interval '2 years' - n * interval '1 day', 'Pat Lund'
         from wc_claim, generate_series(1, 130) n where mc = 'NWM' and id = $1`,
    [home.split('/').at(-1)],
  )
  await page.goto(`${portal.origin}${home}/notes`)
  await page.getByRole('radio', { name: 'Notes', exact: true }).check()
  const more = page.getByRole('button', { name: 'Show more' })
  await more.press('Enter')
  await page.getByText('Old note 60', { exact: true }).waitFor()
  await more.press('Enter')
  await page.getByText('Old note 130', { exact: true }).waitFor()
  await more.waitFor({ state: 'detached' })
  expect(supervisor.complaints).toEqual([])
})

test('A supervisor adds the sister of a patient with the keyboard, corrects her number, reads who changed what, and ends her', async () => {
  await open('Notes and contacts')
  const card = page.getByRole('region', { name: 'Contacts' })
  for (const who of ['Patient', 'Employer']) await card.getByText(who, { exact: true }).first().waitFor()
  await card.getByRole('button', { name: 'Add person' }).press('Enter')
  const adding = page.getByRole('dialog', { name: 'Add a person' })
  await adding.getByRole('button', { name: 'Add person' }).press('Enter')
  await adding.getByRole('link', { name: 'Enter the name of the person.' }).waitFor()
  const hostile = 'Ada <img src=x onerror=alert(1)> =HYPERLINK("x")'
  await adding.getByLabel('Name').fill(hostile)
  await adding.getByLabel('Who this is').selectOption('Brother or sister')
  await adding.getByLabel('Text', { exact: true }).selectOption('Allowed')
  await adding.getByLabel('Call', { exact: true }).selectOption('Not allowed')
  await adding.getByLabel('May speak for the patient').check()
  await adding.getByLabel('Name').press('Enter')
  // The server says at the field what it misses.
  await adding.getByText('Enter a telephone number: this person may be called or texted.').first().waitFor()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await pictures(page, 'contact-form')
  await adding.getByLabel('Phone').fill('(559) 555-0119')
  await adding.getByLabel('Phone').press('Enter')
  await adding.waitFor({ state: 'detached' })
  const row = card.getByRole('listitem').filter({ hasText: hostile })
  await row.getByText('Do not call. Text.').waitFor()
  await row.getByText(/^Brother or sister, may speak for the patient · on file \d\d/).waitFor()
  // Who must not be called has no number to press.
  await expect.poll(() => row.getByRole('link').count()).toBe(0)
  await row.getByText('559-555-0119').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await pictures(page, 'contacts')
  await row.getByRole('button', { name: hostile }).press('Enter')
  const details = page.getByRole('dialog', { name: hostile })
  await details.getByRole('button', { name: 'Correct' }).press('Enter')
  const correcting = page.getByRole('dialog', { name: 'Correct a person' })
  await correcting.getByLabel('Phone').fill('559-555-0177')
  await correcting.getByRole('button', { name: 'Save correction' }).press('Enter')
  await correcting.waitFor({ state: 'detached' })
  await row.getByText('559-555-0177').waitFor()
  await row.getByRole('button', { name: hostile }).press('Enter')
  await details.getByText('Phone: 559-555-0119 → 559-555-0177').waitFor()
  await details.getByText(/^Corrected by Sam Okafor/).waitFor()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await pictures(page, 'contact-history')
  await details.getByRole('button', { name: 'End contact' }).press('Enter')
  const ending = page.getByRole('dialog', { name: 'End contact' })
  await ending.getByRole('button', { name: 'End contact' }).press('Enter')
  await ending.getByText('Enter why it ends.').waitFor()
  await ending.getByLabel('Why it ends').fill('Moved away')
  await ending.getByLabel('Why it ends').press('Enter')
  await ending.waitFor({ state: 'detached' })
  await card.getByText('Ended contacts: 1').click()
  await row.getByText(/ended \d\d/).waitFor()
  expect(supervisor.complaints.filter((line) => !line.includes('400'))).toEqual([])
})

test('A supervisor adds a bypass for one drug, reads why days are refused, and ends it with a reason', async () => {
  await open('Bypass')
  await page.getByRole('button', { name: 'Add bypass' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add bypass' })
  await dialog.getByRole('radio', { name: 'One drug' }).check()
  await dialog.getByRole('button', { name: 'Choose a drug' }).press('Enter')
  await chooseDrug('naproxen')
  await dialog.getByLabel('How much of the drug').selectOption('8')
  await dialog.getByLabel('Reason').selectOption('DISASTER')
  await dialog.getByRole('textbox', { name: /^Last day/ }).fill('12/31/2099')
  await dialog.getByLabel('Reject codes').fill('88')
  await dialog.getByRole('button', { name: 'Add bypass' }).press('Enter')
  await dialog.getByRole('link', { name: /This bypass may last 30 days/ }).waitFor()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await pictures(page, 'bypass-form')
  const first = await settled(page, () => dialog.getByRole('textbox', { name: /^First day/ }).inputValue())
  await dialog.getByRole('textbox', { name: /^Last day/ }).fill(first)
  await dialog.getByRole('button', { name: 'Add bypass' }).press('Enter')
  await dialog.getByRole('link', { name: 'A bypass never clears code 88.' }).waitFor()
  await dialog.getByLabel('Reject codes').fill('75, 76')
  await dialog.getByRole('button', { name: 'Add bypass' }).press('Enter')
  const row = page.getByRole('listitem').filter({ hasText: 'clears 75, 76' })
  await row.getByText('In force').waitFor()
  await row.getByText(/^Naproxen: this drug in any form$/i).waitFor()
  await dialog.waitFor({ state: 'detached' }) // the row may be there first; a key behind an open dialog goes nowhere
  await pictures(page, 'bypass')
  await row.getByRole('button', { name: /^End the bypass/ }).press('Enter')
  const ending = page.getByRole('dialog', { name: 'End bypass' })
  await ending.getByRole('button', { name: 'End bypass' }).press('Enter')
  await ending.getByText('Enter why it ends.').waitFor()
  await ending.getByLabel('Why it ends').fill('Pharmacies are open again')
  await ending.getByRole('button', { name: 'End bypass' }).press('Enter')
  await row.getByText('Ended early').waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Pharmacies are open again' }).waitFor()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  expect(supervisor.complaints.filter((line) => !/4(22|03)/.test(line))).toEqual([])
})

test('Clinical shows the care score with its reasons and months, considerations, diagnoses and the state', async () => {
  const { rows } = await portal.db.query<{ sub: string; id: string }>(
    `select c.sub_carrier as sub, c.id from care_score s join wc_claim c on c.mc = s.mc and c.id = s.stratus_claim_id
       join rx_authorization a on a.mc = c.mc and a.stratus_claim_id = c.id and a.status_id between 20 and 24
      where c.mc = 'NWM' order by s.score desc, c.claim_number limit 1`,
  )
  await page.goto(`${portal.origin}/patients/NWM/${rows[0]!.sub}/${rows[0]!.id}/overview`)
  await page.getByRole('heading', { name: 'Care score', exact: true }).waitFor()
  await pictures(page, 'overview')
  await page.getByRole('link', { name: 'Trend' }).press('Enter')
  await page.getByRole('heading', { name: 'Care score by category and month' }).waitFor()
  await page.getByText(/^of 100/).waitFor()
  await page.getByRole('list', { name: 'Care score month by month' }).getByRole('listitem').first().waitFor()
  await page.getByRole('heading', { name: 'Clinical considerations' }).waitFor()
  await page.getByRole('heading', { name: 'Recommendation' }).waitFor()
  await page
    .getByText(/^Accepted$/)
    .first()
    .waitFor()
  await page.getByText('Program').waitFor()
  const state = page.getByRole('region', { name: /^State guideline/ })
  await state.getByText('About the source').click()
  for (const said of ['Looked at', 'Time to answer', 'Copy of', 'Looked up', 'Published at'])
    await state.getByText(said, { exact: true }).waitFor()
  const check = page.getByRole('form', { name: 'Check a drug' })
  await check.getByRole('button', { name: 'Check', exact: true }).press('Enter')
  await check.getByRole('link', { name: 'Enter 1 to 365 days.' }).waitFor()
  await check.getByRole('button', { name: 'Choose a drug' }).press('Enter')
  await chooseDrug('oxycodone')
  await check.getByLabel('Quantity').fill('60')
  await check.getByLabel('Days’ supply').fill('10')
  await check.getByLabel('Days’ supply').press('Enter')
  await page.getByRole('region', { name: 'Check a drug' }).getByText('Daily opioid dose:').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await pictures(page, 'clinical')
  await portal.db.query(
    `insert into feature_flag_override (mc, key, enabled) values ('NWM', 'careRiskScoreDisabled', true)`,
  )
  await portal.db.query(
    `insert into carrier_setting (mc, key, value) values ('NWM', 'sojStateGuidelinesDisplay', 'false')
       on conflict (mc, sub_carrier, key) do update set value = excluded.value`,
  )
  await page.reload()
  await page.getByRole('heading', { name: 'Diagnoses' }).waitFor()
  await supervisor.quiet()
  await expect.poll(() => page.getByText('Care score').count()).toBe(0)
  await expect.poll(() => state.count()).toBe(0)
  await portal.db.query(`delete from feature_flag_override where mc = 'NWM' and key = 'careRiskScoreDisabled'`)
  await portal.db.query(`update carrier_setting set value = 'true' where key = 'sojStateGuidelinesDisplay'`)
  expect(supervisor.complaints.filter((line) => !line.includes('403'))).toEqual([])
})

test('A supervisor texts a worker a true text only, stops all texts, and is offered no more', async () => {
  const { rows } = await portal.db.query<{ sub: string; id: string }>(
    `select c.sub_carrier as sub, c.id from wc_claim c join sms_campaign g on g.mc = c.mc and g.claimant_id = c.claimant_id and g.until is null and g.state = 2
       join claimant t on t.mc = c.mc and t.id = c.claimant_id and sms_digits(t.mobile) = g.mobile
      where c.mc = 'NWM' and c.status = 'OPEN' and exists (select from rx_authorization a where a.mc = c.mc and a.stratus_claim_id = c.id and a.status_id = 20)
        and exists (select from outside_message o where o.mc = c.mc and o.channel = 'SMS' and sms_digits(o.address) = g.mobile) 
        and not exists (select from rx_authorization a where a.mc = c.mc and a.stratus_claim_id = c.id and a.status_id in (40, 41))
      order by c.claim_number limit 1`,
  )
  const hostile = '<img src=x onerror=alert(1)> {{7*7}} \u202Egnp.exe'
  await portal.db.query(
    `insert into sms_inbound (mc, id, claimant_id, mobile, body, meaning, state, provider_id, at)
     select c.mc, gen_random_uuid(), c.claimant_id, '0000000000', $2, 'OTHER', 2, 'SM-hostile', now() from wc_claim c where c.id = $1`,
    [rows[0]!.id, hostile],
  )
  await page.goto(`${portal.origin}/patients/NWM/${rows[0]!.sub}/${rows[0]!.id}/overview`)
  await open('Text messages')
  await expect
    .poll(() => page.getByRole('listitem').filter({ hasText: '{{7*7}}' }).locator('p').textContent())
    .toBe(hostile)
  const form = page.getByRole('form', { name: 'Send a text' })
  await form.getByText('Preview, to (***) ***-').waitFor()
  await expect.poll(() => form.getByRole('radio', { name: /^Please call/ }).isDisabled()).toBe(true)
  await form.getByRole('radio', { name: 'Spanish' }).check()
  await form.getByText(/seguimos revisando su receta/).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await pictures(page, 'texts')
  await form.getByRole('button', { name: 'Send text' }).press('Enter')
  await page
    .getByText(/^The text is sent/)
    .first()
    .waitFor()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'seguimos revisando su receta' })
    .getByText('Still in review')
    .waitFor()
  await form.getByText('A text was sent to this number less than a minute ago.').waitFor()
  await page.getByRole('button', { name: 'Stop all texts' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Stop all texts' })
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await dialog.getByRole('button', { name: 'Stop all texts' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await form.getByText(/Only they can opt in again, by texting START/).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Stop all texts' }).count()).toBe(0)
  await expect.poll(() => form.getByRole('button', { name: 'Send text' }).count()).toBe(0)
  await pictures(page, 'texts-stopped')
  expect(supervisor.complaints).toEqual([])
})

test('A supervisor reads what happened on a claim, filters it, and narrows it to a prescription from its request', async () => {
  const { rows } = await portal.db.query<{ sub: string; claim: string; id: string; drug: string }>(
    `select a.sub_carrier as sub, a.stratus_claim_id as claim, a.id, a.drug_name as drug from rx_authorization a
      where a.mc = 'NWM' and exists (select from authorization_decision d where d.mc = a.mc and d.authorization_id = a.id)
        and (select count(distinct o.gpi) from rx_authorization o where o.mc = a.mc and o.stratus_claim_id = a.stratus_claim_id) > 1
        and exists (select from rx_transaction x where x.mc = a.mc and x.stratus_claim_id = a.stratus_claim_id)
      order by a.reference_number limit 1`,
  )
  const { sub, claim, id, drug } = rows[0]!
  await page.goto(`${portal.origin}/patients/NWM/${sub}/${claim}/overview`)
  await page.getByRole('heading', { level: 2, name: /^Recent activity/ }).waitFor()
  await page.getByRole('link', { name: 'Timeline', exact: true }).press('Enter')
  const lines = page.getByRole('tabpanel').getByRole('listitem')
  await lines.first().waitFor()
  await page.keyboard.press('Alt+2')
  await page.getByRole('button', { name: /^Decisions /, pressed: true }).waitFor()
  await page.getByText('Fill:').first().waitFor({ state: 'detached' })
  await page.getByRole('radio', { name: 'Oldest first' }).press('Space')
  await page.getByText('Decision:').first().waitFor()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await pictures(page, 'timeline')
  // From the request back to what happened to its prescription.
  await page.goto(`${portal.origin}/authorizations/request/${id}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Timeline of this prescription' }).waitFor()
  await page.keyboard.press('h')
  await page.getByText(`${drug}, request`).waitFor()
  await page
    .getByRole('region', { name: 'From request to pickup' })
    .getByText(/^(Decided in|Not decided)/)
    .waitFor()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await pictures(page, 'timeline-request')
  await page.getByRole('link', { name: 'Show the whole claim' }).press('Enter')
  await page.getByText(`${drug}, request`).waitFor({ state: 'detached' })
  await lines.first().waitFor()
  expect(supervisor.complaints).toEqual([])
})

test('Support follows up a low rating from the menu; the second of two learns who was first', async () => {
  const { rows } = await portal.db.query<{ id: string; name: string }>(
    `update survey_response r set r1 = 1, r2 = false, r3 = 'Nobody said the refill would stop <b>', follow_up = 'OPEN', followed_up_at = null,
       followed_up_by = null, followed_up_by_name = null, follow_up_note = null
       from claim_contact_note n where n.mc = r.mc and n.id = r.claim_contact_note_id and r.claim_contact_note_id =
        (select claim_contact_note_id from survey_response where mc = 'NWM' order by answered, claim_contact_note_id limit 1)
     returning n.id, n.caller_name as name`,
  )
  const { id, name } = rows[0]!
  const senior = await portal.visitAs('omar.diaz', { mc: 'NWM', path: '/accounts/profile' })
  await senior.page.getByText('Clears every edit').waitFor()
  await senior.context.close()
  const support = await portal.visitAs('pat.lund', { mc: 'NWM' })
  const mine = support.page
  await mine.getByRole('link', { name: /^Support Desk/ }).press('Enter')
  await mine.getByRole('tab', { name: /^Survey follow-ups/ }).press('Enter')
  const form = mine.getByRole('form', { name: 'Follow up' })
  await mine.getByRole('heading', { level: 2, name }).waitFor()
  expect(await faultsOf(mine)).toEqual([])
  if (process.env['PICTURES'])
    for (const width of [1440, 390]) {
      await mine.setViewportSize({ width, height: 900 })
      await mine.screenshot({ path: join(process.env['PICTURES'], `support-${width}.png`) })
    }
  await mine.setViewportSize({ width: 1440, height: 900 })
  await form.getByText('What was asked').click()
  await form.getByRole('listitem').first().waitFor()
  await form.getByRole('button', { name: 'Follow-up done' }).press('Enter')
  await form.getByText('Enter the outcome.').waitFor()
  // Somebody else is first.
  await portal.db.query(
    `update survey_response set follow_up = 'DONE', followed_up_at = now(), followed_up_by_name = 'Una Reed', follow_up_note = 'Called'
      where claim_contact_note_id = $1`,
    [id],
  )
  await form.getByLabel('Outcome').fill('Called back, the refill was paid')
  await form.getByLabel('Outcome').press('Control+Enter')
  await form.getByText('Una Reed followed this up already.').waitFor()
  await expect.poll(() => form.getByLabel('Outcome').inputValue()).toBe('Called back, the refill was paid')
  await portal.db.query(
    `update survey_response set follow_up = 'OPEN', followed_up_at = null, followed_up_by_name = null, follow_up_note = null where claim_contact_note_id = $1`,
    [id],
  )
  await form.getByLabel('Outcome').press('Control+Enter')
  await mine.getByText(`The follow-up of ${name} is done.`).first().waitFor()
  await mine.getByRole('heading', { level: 2, name }).waitFor({ state: 'detached' })
  expect(support.complaints.filter((line) => !line.includes('409'))).toEqual([])
  await support.context.close()
  // Nobody else has it in the menu.
  await expect.poll(() => page.getByRole('link', { name: 'Support Desk' }).count()).toBe(0)
})
