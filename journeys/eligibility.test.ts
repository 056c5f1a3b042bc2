import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, usDate } from '#platform/dates/day.ts'
import { pictures } from '#testing/browser/pictures.ts'
import { faultsOf, twoLooks } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'

// Eligibility of a patient in a real browser: a worker who is added, each refusal of a change of coverage, its history and the card.

type Claim = { sub: string; id: string; doi: string; number: string; first: string; last: string; dob: string }
let portal: PortalInBrowser
/** An open claim of an adjuster with one open period of coverage since the injury. */
let claim: Claim

beforeAll(async () => {
  portal = await startPortalInBrowser()
  const { rows } = await portal.db.query<Claim>(
    `select c.sub_carrier as sub, c.id, c.doi::text, c.claim_number as number, t.first_name as first, t.last_name as last, t.dob::text
       from wc_claim c join claimant t on t.mc = c.mc and t.id = c.claimant_id join app_user u on u.id = c.owner_id
         join eligibility_span s on s.mc = c.mc and s.stratus_claim_id = c.id
      where c.mc = 'NWM' and c.status = 'OPEN' and u.username = 'dana.ruiz' and s.term_date is null and s.effective_date = c.doi
        and (select count(*) from eligibility_span o where o.mc = c.mc and o.stratus_claim_id = c.id) = 1
      order by c.claim_number limit 1`,
  )
  claim = rows[0]!
})
afterAll(() => portal.stop())

test('Support adds a worker from the patient search: the same person is offered, and somebody else needs a reason', async () => {
  const { page, complaints } = await portal.visitAs('pat.lund', { mc: 'NWM', path: '/patients' })
  await page.getByRole('link', { name: 'Add patient' }).waitFor()
  await pictures(page, 'search')
  await page.getByRole('link', { name: 'Add patient' }).press('Enter')
  const form = page.getByRole('form', { name: 'Add patient' })
  const send = form.getByRole('button', { name: 'Add patient' })
  await send.press('Enter')
  await form.getByRole('link', { name: 'Choose a jurisdiction.' }).waitFor()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await form.getByRole('textbox', { name: 'First name' }).fill(claim.first)
  await form.getByRole('textbox', { name: 'Last name' }).fill(claim.last)
  await form.getByRole('textbox', { name: 'Date of birth' }).fill(usDate(claim.dob))
  await form.getByRole('textbox', { name: 'Date of injury' }).fill(usDate(claim.doi))
  await form.getByText('Likely the same: 95 of 130 points').waitFor()
  await form.getByText(`Claim ${claim.number}`).waitFor()
  await form.getByRole('textbox', { name: 'Claim number' }).fill('JRN-1')
  await form.getByLabel('Group').selectOption({ index: 1 })
  await form.getByLabel('Case owner').selectOption({ label: 'Dana Ruiz' })
  await form.getByRole('textbox', { name: 'Coverage starts' }).fill(usDate(claim.doi))
  await form.getByLabel('Pharmacy card').selectOption('NONE')
  await send.press('Enter')
  await form.getByRole('link', { name: /^Choose the patient on file, or say why/ }).waitFor()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await pictures(page, 'add-worker')
  await form.getByRole('textbox', { name: 'Somebody else, because' }).fill('Twin, another Social Security number')
  await send.press('Enter')
  await page.getByRole('heading', { name: 'Coverage', exact: true }).waitFor()
  const { rows } = await portal.db.query(
    `select h.note, h.changed_by_name from wc_claim c join eligibility_change h on h.mc = c.mc and h.stratus_claim_id = c.id where c.claim_number = 'JRN-1'`,
  )
  expect(rows).toEqual([{ note: 'Twin, another Social Security number', changed_by_name: 'Pat Lund' }])
  // From the tab the person is known: only the claim is typed.
  await page.getByRole('link', { name: 'Add a claim' }).press('Enter')
  await form.getByText('Patient on file').waitFor()
  await expect.poll(() => form.getByRole('textbox', { name: 'Last name' }).count()).toBe(0)
  await pictures(page, 'add-claim')
  expect(await faultsOf(page, twoLooks)).toEqual([])
  expect(complaints).toEqual([])
})

test('The case owner meets each refusal of a change of coverage at its field, then saves it and reads its history', async () => {
  const { db } = portal
  const firstEnds = addDays(claim.doi, 2)
  const starts = addDays(claim.doi, 3)
  await db.query(
    `update eligibility_span set effective_date = $2, plan_level = 'FULL', version = version + 1 where stratus_claim_id = $1`,
    [claim.id, starts],
  )
  await db.query(
    `insert into eligibility_span (mc, id, stratus_claim_id, effective_date, term_date, reason_code, plan_level)
     values ('NWM', gen_random_uuid(), $1, $2, $3, 'NEW', 'FIRST_FILL')`,
    [claim.id, claim.doi, firstEnds],
  )
  await db.query(
    `insert into client_group (mc, group_code, sub_carrier, name, state, effective_date) values ('NWM', 'JRNGRP', $1, 'Ends soon', 'FL', '2020-01-01')`,
    [claim.sub],
  )
  await db.query(`insert into pharmacy_route values ('610014', 'JRN', 'JRNGRP', 'NWM')`)
  await db.query(
    `insert into rx_transaction (mc, id, tcn, reference_number, sub_carrier, stratus_claim_id, status, claim_channel_type, rx_number, fill_number,
      fill_date, submitted_at, adjudicated_at, ndc, gpi, drug_name, generic_or_brand, quantity, days_supply, pharmacy_nabp, prescriber_npi)
     values ('NWM', gen_random_uuid(), '7700000001', '770000000001', $1, $2, 'P', 1, '1', 0, $3, now(), now(), '00000000000', '72600057000110',
      'Pregabalin', 'G', 60, 30, '1043391', '1932102084')`,
    [claim.sub, claim.id, starts],
  )
  const { page, complaints } = await portal.visitAs('dana.ruiz', {
    path: `/patients/NWM/${claim.sub}/${claim.id}/eligibility`,
    mc: 'NWM',
  })
  await page.getByText('BIN').waitFor()
  await page.getByRole('heading', { name: 'Plan', exact: true }).waitFor()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await pictures(page, 'tab')
  await page.getByRole('button', { name: `Edit coverage from ${usDate(starts)}` }).press('Enter')
  const form = page.getByRole('form', { name: 'Edit coverage' })
  const field = (name: string) => form.getByRole('textbox', { name })
  const said = (words: string | RegExp) => form.getByText(words).first().waitFor()
  const save = () => page.keyboard.press('Control+s')

  // While it is typed.
  const typed: [field: string, text: string, words: string | RegExp][] = [
    ['Coverage starts', usDate(addDays(claim.doi, -1)), /Coverage cannot start before the date of injury/],
    ['Coverage ends', usDate(addDays(claim.doi, -5)), 'Coverage cannot end before it starts.'],
    ['Coverage ends', '12/31/2199', /Coverage is at most 75 years long/],
    ['Date of injury', '01/01/2099', 'The date of injury cannot be in the future.'],
    ['Date of injury', usDate(claim.dob), 'The date of injury must be after the date of birth.'],
    ['Date of injury', usDate(addDays(claim.doi, 1)), /before this date of injury\./],
    ['Date of injury', usDate(addDays(claim.dob, 3700)), 'The patient would have been 10 years old when injured.'],
    ['Coverage ends', usDate(addDays(starts, -1)), 'Coverage cannot end before it starts.'],
    ['Coverage starts', usDate(firstEnds), /Overlaps First fill .* by 1 day\. Start on/],
  ]
  const before: Record<string, string> = {
    'Coverage starts': usDate(starts),
    'Coverage ends': '',
    'Date of injury': usDate(claim.doi),
  }
  for (const [name, text, words] of typed) {
    await field(name).fill(text)
    await said(words)
    if (name !== 'Coverage starts' || text !== usDate(firstEnds)) await field(name).fill(before[name]!)
  }
  await form.getByText('Overlap', { exact: true }).waitFor()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await pictures(page, 'overlap')
  await form.getByRole('button', { name: `Use ${usDate(starts)}` }).press('Enter')

  // When it is saved: what is missing, and what changed meanwhile.
  await field('Coverage ends').fill('02/30/2027')
  await save()
  await form.getByRole('link', { name: 'Enter the last day as MM/DD/YYYY, or leave it empty.' }).waitFor()
  await form.getByRole('link', { name: 'Choose a reason for the change.' }).waitFor()
  await form.getByLabel('Reason for the change').selectOption('SETTLEMENT')
  await field('Coverage ends').fill(usDate(addDays(starts, 400)))
  await form.getByLabel('Group').selectOption('JRNGRP')
  await said(/^The card stays valid to/)
  const meanwhile = async (change: string, words: string | RegExp, back?: string) => {
    await db.query(change)
    await save()
    await said(words)
    if (back) await db.query(back)
  }
  const of = `mc = 'NWM' and id = '${claim.id}'`
  await meanwhile(
    `update client_group set term_date = '2021-01-01' where group_code = 'JRNGRP'`,
    'Choose a group of the same program that is in force.',
    `update client_group set term_date = null where group_code = 'JRNGRP'`,
  )
  await meanwhile(
    `update wc_claim set status = 'CLOSED', closed_date = doi where ${of}`,
    'The claim is closed: say in the note why coverage goes on.',
    `update wc_claim set status = 'OPEN', closed_date = null where ${of}`,
  )
  await meanwhile(
    `update wc_claim set owner_id = (select id from app_user where username = 'sam.okafor') where ${of}`,
    'Support, supervisors and the case owner change coverage.',
    `update wc_claim set owner_id = (select id from app_user where username = 'dana.ruiz') where ${of}`,
  )
  await meanwhile(
    `insert into feature_flag_override (mc, key, enabled) values ('NWM', 'edit_patient_mc_disabled', true)`,
    'The carrier has switched changes of patients off.',
    `delete from feature_flag_override where mc = 'NWM' and key = 'edit_patient_mc_disabled'`,
  )
  await meanwhile(
    `update eligibility_span set plan_level = 'MAINTENANCE', version = version + 1 where stratus_claim_id = '${claim.id}' and term_date is null`,
    'Somebody else changed this coverage meanwhile.',
  )
  await said(/It is now Maintenance drugs/)
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await pictures(page, 'conflict')
  await form.getByRole('button', { name: 'Keep my change' }).press('Enter')
  // An end before the last paid fill is asked about, not refused.
  await db.query(`update rx_transaction set fill_date = $1 where tcn = '7700000001'`, [addDays(starts, 1)])
  await field('Coverage ends').fill(usDate(starts))
  await form.getByRole('checkbox', { name: /^This is correct/ }).waitFor()
  await save()
  await form.getByRole('link', { name: 'Confirm the warning, or change the dates.' }).waitFor()
  await form.getByRole('checkbox', { name: /^This is correct/ }).check()
  await save()
  await page.getByText('Coverage was saved.').first().waitFor()

  await page.getByRole('link', { name: `History of coverage from ${usDate(starts)}` }).press('Enter')
  await page.getByRole('heading', { name: 'Coverage changed' }).waitFor()
  const row = (name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
  await expect.poll(() => row('Coverage ends').innerText()).toMatch(new RegExp(`open\\s+${usDate(starts)}`))
  await expect.poll(() => row('Plan level').innerText()).toMatch(/Maintenance drugs\s+Full coverage/)
  await page.getByRole('listitem').filter({ hasText: 'Dana Ruiz' }).waitFor()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await pictures(page, 'history')
  await page.getByRole('link', { name: 'Back to coverage' }).press('Enter')
  await page.getByRole('heading', { name: 'Card', exact: true }).waitFor()
  expect(complaints.filter((line) => !/4(09|22|03)/.test(line))).toEqual([])
})

test('The case owner texts the card only to a worker who takes texts, and sees why a card was not sent', async () => {
  const { page, complaints } = await portal.visitAs('dana.ruiz', {
    path: `/patients/NWM/${claim.sub}/${claim.id}/eligibility`,
    mc: 'NWM',
  })
  await portal.db.query(
    `update eligibility_span set term_date = null where stratus_claim_id = $1 and effective_date =
      (select max(o.effective_date) from eligibility_span o where o.stratus_claim_id = $1)`,
    [claim.id],
  )
  await portal.db.query(
    `update claimant t set email = 'worker@mail.example', mobile = '8135550144' from wc_claim c where c.mc = t.mc and c.claimant_id = t.id and c.id = $1`,
    [claim.id],
  )
  await portal.db.query(
    `delete from sms_campaign g using wc_claim c where c.mc = g.mc and c.claimant_id = g.claimant_id and c.id = $1`,
    [claim.id],
  )
  await page.reload()
  const text = page.getByRole('button', { name: 'Text card' })
  await text.hover()
  await page.getByText('The patient was not asked yet whether they want text messages.').first().waitFor()
  await page.getByRole('button', { name: 'Request new' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Request a new card' })
  await dialog.getByText('w•••@mail.example').waitFor()
  await expect.poll(() => dialog.getByRole('radio', { name: /^Text message/ }).isDisabled()).toBe(true)
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await pictures(page, 'request-card')
  // Switched off while the dialog is open.
  await portal.db.query(
    `insert into feature_flag_override (mc, key, enabled) values ('NWM', 'patient_send_card_disabled', true)`,
  )
  await dialog.getByRole('button', { name: 'Request card' }).press('Enter')
  await dialog.getByText('The carrier has switched cards off.').waitFor()
  await portal.db.query(`delete from feature_flag_override where mc = 'NWM' and key = 'patient_send_card_disabled'`)
  await dialog.getByRole('button', { name: 'Request card' }).press('Enter')
  await page.getByText('The card is sent to w•••@mail.example.').first().waitFor()
  await page.getByText(/^Requested .* by Dana Ruiz, by e-mail$/).waitFor()
  await portal.db.query(
    `update outside_message o set status = 'FAILED', error = 'The address was refused.' from id_card k where k.message_id = o.id and k.stratus_claim_id = $1`,
    [claim.id],
  )
  await page.reload()
  await page.getByText('The card was not sent.').waitFor()
  expect(complaints.filter((line) => !/4(22|03)/.test(line))).toEqual([])
})

test('Two users change the contact data of one worker: the second sees what the first saved before saving over it', async () => {
  const path = `/patients/NWM/${claim.sub}/${claim.id}/eligibility`
  const [owner, supervisor] = await Promise.all([
    portal.visitAs('dana.ruiz', { path, mc: 'NWM' }),
    portal.visitAs('sam.okafor', { path, mc: 'NWM' }),
  ])
  const dialogOf = async (page: Page) => {
    await page.getByRole('button', { name: 'Change contact data' }).press('Enter')
    return page.getByRole('dialog', { name: 'Change contact data' })
  }
  const mine = await dialogOf(owner.page)
  const others = await dialogOf(supervisor.page)
  await mine.getByLabel('City').fill('Albany')
  await others.getByLabel('City').fill('Buffalo')
  // The page of the owner reads the change while the dialog is open.
  const read = owner.page.waitForResponse((answer) => answer.url().includes('/eligibility/_'))
  await others.getByRole('button', { name: 'Save contact data' }).press('Enter')
  await others.waitFor({ state: 'detached' })
  await (await read).finished()
  await owner.quiet()
  await mine.getByRole('button', { name: 'Save contact data' }).press('Enter')
  await mine.getByText('Somebody else changed this patient meanwhile.').waitFor()
  await mine.getByText('City is now Buffalo').waitFor()
  await expect.poll(() => mine.getByLabel('City').inputValue()).toBe('Albany')
  expect(await faultsOf(owner.page, twoLooks)).toEqual([])
  await pictures(owner.page, 'contact')
  await mine.getByRole('button', { name: 'Keep my change' }).press('Enter')
  await mine.getByLabel('ZIP code').fill('123')
  await mine.getByRole('button', { name: 'Save contact data' }).press('Enter')
  await mine.getByRole('link', { name: 'Enter a ZIP code of 5 or 9 digits.' }).waitFor()
  await mine.getByLabel('ZIP code').fill('12207')
  await mine.getByRole('button', { name: 'Save contact data' }).press('Enter')
  await owner.page.getByText('Contact data was saved.').first().waitFor()
  await owner.page.getByText(/, Albany, /).waitFor()
  expect(owner.complaints.filter((line) => !/4(00|09|22)/.test(line))).toEqual([])
})
