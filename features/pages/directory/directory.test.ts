import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { textNow } from '#testing/browser/settled.ts'
import { faultsOf } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'

let portal: PortalInBrowser
beforeAll(async () => {
  portal = await startPortalInBrowser()
})
afterAll(() => portal.stop())

const picture = async (page: { screenshot(of: { path: string }): Promise<unknown> }, name: string) => {
  if (process.env['PICTURES']) await page.screenshot({ path: join(process.env['PICTURES'], `${name}.png`) })
}

test('An adjuster finds a pharmacy near a ZIP code, a drug and a prescriber, and learns what is wrong with a number', async () => {
  const { rows } = await portal.db.query<{
    zip: string
    name: string
    last_name: string
    first_name: string
    npi: string
  }>(
    `select p.zip, p.name, q.last_name, q.first_name, q.npi from pharmacy p, practitioner q
      where p.network = 'IN' and p.lat is not null and not p.physician_dispenser order by p.nabp, q.npi limit 1`,
  )
  const { zip, name, last_name: last, first_name: first, npi } = rows[0]!
  // One that is open at any hour at which the test runs.
  await portal.db.query(
    `update pharmacy set hours = (select jsonb_agg(jsonb_build_array('00:00', '24:00')) from generate_series(1, 7)) where zip = $1 and name = $2`,
    [zip, name],
  )
  // Somebody else at the address of the prescriber looked for.
  await portal.db.query('delete from practitioner_address where npi = $1', [npi])
  const { rows: neighbors } = await portal.db.query<{ npi: string }>(
    `insert into practitioner_address (npi, position, line1, city, state, zip)
       select npi, case npi when $1 then 1 else 9 end, '77 Long Wharf', 'Tampa', 'FL', '33606'
         from (select npi from practitioner where npi = $1 union (select npi from practitioner where npi <> $1 order by npi limit 1)) both_of_them
     returning npi`,
    [npi],
  )
  const neighbor = neighbors.find((one) => one.npi !== npi)!
  const { page, quiet, context } = await portal.visitAs('dana.ruiz', { mc: 'NWM' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: /Welcome/ }).click()
  await page.getByRole('menuitem', { name: 'Directory' }).click()
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Directory')

  await page
    .getByRole('search', { name: 'Find pharmacies' })
    .getByRole('searchbox')
    .fill(`${zip.slice(0, 3)}`)
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('Enter a ZIP code of 5 or 9 digits.').waitFor()
  await page.getByRole('search', { name: 'Find pharmacies' }).getByRole('searchbox').fill(zip)
  await page.keyboard.press('Enter')
  await page.getByRole('rowheader', { name }).first().waitFor()
  await quiet()
  expect(await faultsOf(page)).toEqual([])
  // C copies the phone number of the current row.
  await page.getByRole('rowheader', { name }).first().getByRole('button').focus()
  const phone = await page.evaluate(
    () => document.activeElement?.closest('tr')?.querySelector('a[href^="tel:"]')?.textContent,
  )
  await page.keyboard.press('c')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(phone)
  const pane = page.getByRole('region', { name: 'Pharmacy' })
  await pane.getByText('Open', { exact: false }).or(pane.getByText('Hours, local time')).first().waitFor()

  await page.getByLabel('Find pharmacies by').selectOption('npi')
  await page.getByRole('search', { name: 'Find pharmacies' }).getByRole('searchbox').fill('1234567890')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('check digit 0, expected 3').waitFor()

  const { rows: listed } = await portal.db.query<{ nabp: string }>('select nabp from pharmacy order by nabp limit 2')
  await page.getByLabel('Find pharmacies by').selectOption('nabps')
  const list = page.getByRole('search', { name: 'Find pharmacies' }).getByRole('searchbox')
  await list.fill(`${listed[0]!.nabp}, 12`)
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('12: Enter the seven digits of an NABP number.').waitFor()
  await list.fill(`${listed[0]!.nabp}, ${listed[1]!.nabp} 9999991`)
  await page.keyboard.press('Enter')
  await page.getByText('2 pharmacies. Not in the directory: 9999991').waitFor()
  // The rows of a table may be drawn a moment after the sentence above it.
  await expect.poll(() => page.getByRole('table', { name: 'Pharmacies' }).getByRole('rowheader').count()).toBe(2)

  await page.getByLabel('Find pharmacies by').selectOption('zipCode')
  await page.getByRole('search', { name: 'Find pharmacies' }).getByRole('searchbox').fill(zip)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Open now' }).click()
  await quiet()
  const hours = page.getByRole('table', { name: 'Pharmacies' }).getByRole('row').locator('td:last-child')
  await hours.first().waitFor()
  await expect
    .poll(async () => (await hours.allTextContents()).filter((words) => !words.startsWith('Open')))
    .toEqual([])

  await page.getByRole('tab', { name: 'Drugs' }).click()
  await page.getByRole('search', { name: 'Find drugs' }).getByRole('searchbox').fill('oxycod')
  await page.keyboard.press('Enter')
  await page
    .getByRole('rowheader', { name: /Oxycodone/ })
    .first()
    .waitFor()
  await page.getByText('From group to strength').waitFor()
  const strengths = page.getByLabel('Strength')
  const strength = await textNow(strengths.locator('option').nth(1))
  await strengths.selectOption(strength)
  await page.getByLabel('Drug list of').selectOption('NWM02')
  await page.getByRole('columnheader', { name: 'NWM02 drug list' }).waitFor()
  await quiet()
  const drugs = page.getByRole('table', { name: 'Drugs' }).getByRole('rowheader')
  await drugs.first().waitFor()
  await expect
    .poll(async () => (await drugs.allTextContents()).filter((words) => !words.includes(strength)))
    .toEqual([])
  expect(await faultsOf(page)).toEqual([])

  await page.getByRole('tab', { name: 'Prescribers' }).click()
  await page.getByRole('search', { name: 'Find prescribers' }).getByRole('searchbox').fill(`${last}, ${first}`)
  await page.keyboard.press('Enter')
  await page
    .getByRole('rowheader', { name: `${last}, ${first}` })
    .first()
    .waitFor()
  await page.getByText('With your claims, last 12 months').waitFor()
  await page.getByRole('button', { name: 'Show who else practices here' }).click()
  await page.getByRole('list', { name: 'At the same address' }).getByText(`NPI ${neighbor.npi}`).waitFor()
  // The same by an area that is typed; without one the form asks for it.
  await page.getByLabel('Find prescribers by').selectOption('SHARED')
  await page.getByRole('search', { name: 'Find prescribers' }).getByRole('searchbox').press('Enter')
  await page.getByRole('alert').getByText('Enter a ZIP code, or a city with its state.').waitFor()
  await page.getByRole('textbox', { name: 'ZIP code, or city and state' }).fill('Tampa, FL')
  await page.getByRole('textbox', { name: 'ZIP code, or city and state' }).press('Enter')
  await page.getByRole('cell', { name: neighbor.npi, exact: true }).waitFor()
  await quiet()
  expect(await faultsOf(page)).toEqual([])

  // Somebody who is not on file is added where the carrier has the flag.
  await expect.poll(() => page.getByRole('button', { name: 'Add a prescriber' }).count()).toBe(0)
  await portal.db.query(`insert into feature_flag_override (mc, key, enabled) values ('NWM', 'add_prescriber', true)`)
  await page.reload()
  await page.getByRole('button', { name: 'Add a prescriber' }).click()
  const form = page.getByRole('dialog', { name: 'Add a prescriber' })
  await form.getByLabel('NPI').fill('1932103000')
  await form.getByRole('button', { name: 'Add' }).click()
  await form.getByText('check digit 0, expected 9').waitFor()
  await form.getByText('Enter: Street.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  for (const [label, typed] of [
    ['NPI', '1932103009'],
    ['First name', 'Nora'],
    ['Last name', 'Quillfeather'],
    ['Credential', 'NP'],
    ['Specialty', 'Family medicine'],
    ['State of the license', 'FL'],
    ['Phone', '(813) 555-0190'],
    ['Street', '4 Harbor St'],
    ['City', 'Tampa'],
    ['ZIP code', '33602'],
  ])
    await form.getByLabel(label!).fill(typed!)
  await form.getByLabel(/^State(?! of)/).fill('FL')
  await form.getByRole('button', { name: 'Add' }).click()
  await page.getByText('Nora Quillfeather was added to the directory.').waitFor()
  await page.getByRole('search', { name: 'Find prescribers' }).getByRole('searchbox').fill('1932103009')
  await page.getByLabel('Find prescribers by').selectOption('NPI')
  await page.keyboard.press('Enter')
  await page.getByRole('rowheader', { name: 'Quillfeather, Nora' }).first().waitFor()
})

test('A case owner chooses the pharmacy of a worker from the directory with the keyboard, and the form has it', async () => {
  const { rows } = await portal.db.query<{ path: string; nabp: string; name: string }>(
    `select '/patients/' || c.mc || '/' || c.sub_carrier || '/' || c.id || '/eligibility' as path, p.nabp, p.name
       from wc_claim c join app_user u on u.id = c.owner_id
         cross join (select nabp, name from pharmacy where network = 'IN' and not physician_dispenser order by nabp limit 1) p
      where c.mc = 'NWM' and c.status = 'OPEN' and u.username = 'dana.ruiz' order by c.claim_number limit 1`,
  )
  const { path, nabp, name } = rows[0]!
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [390, 'dark'],
  ] as const) {
    const { page, quiet, context } = await portal.visitAs('dana.ruiz', {
      mc: 'NWM',
      path,
      viewport: { width, height: 860 },
      colorScheme,
    })
    await page.getByRole('button', { name: 'Change contact data' }).press('Enter')
    const form = page.getByRole('dialog', { name: 'Change contact data' })
    await form.getByRole('button', { name: 'Find a pharmacy' }).press('Enter')
    const directory = page.getByRole('dialog', { name: 'Choose a pharmacy' })
    await directory.getByLabel('Find pharmacies by').selectOption('nabp')
    await directory.getByRole('searchbox').fill(nabp)
    await page.keyboard.press('Enter')
    const found = directory.getByRole('button', { name, exact: true })
    await found.waitFor()
    await quiet()
    await picture(page, `choose-pharmacy-${width}-${colorScheme}`)
    if (width === 1440) expect(await faultsOf(page)).toEqual([])
    await found.press('Enter')
    await directory.waitFor({ state: 'detached' })
    await expect.poll(() => form.getByLabel('Pharmacy (NABP number)').inputValue()).toBe(nabp)
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Find a pharmacy')
    await context.close()
  }
})
