import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { dateIn } from '#platform/dates/zone.ts'
import { textsNow } from '#testing/browser/settled.ts'
import { faultsOf, twoLooks } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser, type Visit } from '#testing/portal-in-browser.ts'

// A supervisor builds an extract with the keyboard and downloads it.

let portal: PortalInBrowser
let visit: Visit
let page: Page
beforeAll(async () => {
  portal = await startPortalInBrowser()
  visit = await portal.visitAs('sam.okafor', { mc: 'NWM', path: '/home' })
  page = visit.page
})
afterAll(() => portal.stop())

const reset = () =>
  page.getByRole('complementary', { name: 'Your report' }).getByRole('button', { name: 'Reset', exact: true })

test('A supervisor chooses program, subject area, fields and filters, and downloads the file', async () => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Data' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Data Extracts' }).waitFor()
  const download = page.getByRole('button', { name: 'Download' })
  await page.getByText('Select a program.').waitFor()
  await expect.poll(() => download.getAttribute('aria-disabled')).toBe('true')
  await page.getByLabel('Select Program').selectOption('NWM01')
  await page.getByRole('combobox', { name: /^Subject Area/ }).selectOption('Transactions')

  const available = page.getByRole('listbox', { name: 'Available Field(s)' })
  const selected = page.getByRole('listbox', { name: 'Selected Field(s)' })
  const names = async () =>
    (await selected.getByRole('option').allInnerTexts()).map((text) => text.replace(/^\d+\s*/, ''))
  await selected.focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Enter')
  await page.getByText('No field is selected. Add one from the list.').waitFor()
  // A letter goes to the next field that begins with it.
  const current = () =>
    available.evaluate((list) => document.getElementById(list.getAttribute('aria-activedescendant') ?? '')?.textContent)
  await available.focus()
  await page.keyboard.press('n')
  await expect.poll(current).toBe('NDC')
  await page.keyboard.press('Q')
  await expect.poll(current).toBe('Quantity')
  // Marked with the space bar, moved with Enter, put in order with Alt and the arrows.
  await available.focus()
  for (const key of ['Home', 'Space', 'ArrowDown', 'ArrowDown', 'Space', 'Enter']) await page.keyboard.press(key)
  await expect.poll(() => names()).toEqual(['Amount paid', 'Billed'])
  await page.keyboard.press('/')
  await page.getByLabel('Find an available field').fill('type')
  await available.getByRole('option', { name: 'Type' }).dblclick()
  await selected.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => names()).toEqual(['Amount paid', 'Type', 'Billed'])
  expect(await faultsOf(page, twoLooks)).toEqual([])

  // Each field says what is missing once somebody tried.
  await page.keyboard.press('Control+Enter')
  await vi.waitFor(async () => expect(await page.getByText('Required', { exact: true }).count()).toBe(2))
  await page.getByLabel('Filled, from').fill('11/31/2026 12:00:00 AM')
  await page.getByText('Invalid date').waitFor()
  await page.getByRole('button', { name: 'Filled: last 365 days' }).click()
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Paid')
  await page.getByText('A CSV file, data-extract-').waitFor()
  const saved = page.waitForEvent('download')
  await download.click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^data-extract-\d{14}\.csv$/)
  const [head, ...rows] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(head).toBe('\u{feff}"Amount paid","Type","Billed"')
  const { rows: people } = await portal.db.query(`select time_zone as zone from app_user where username = 'sam.okafor'`)
  const today = dateIn(portal.clock.now().getTime(), people[0].zone)
  const { rows: fills } = await portal.db.query(
    `select count(*)::int as count from rx_transaction where mc = 'NWM' and sub_carrier = 'NWM01' and status = 'P'
       and fill_date > $1::date - 365 and fill_date <= $1::date`,
    [today],
  )
  expect(rows).toHaveLength(fills[0].count)
  expect(new Set(rows.map((row) => row.split(',')[1]))).toEqual(new Set(['"Paid"']))

  // Another subject area clears the choices and can be undone; leaving the page keeps them.
  await page.getByRole('combobox', { name: /^Subject Area/ }).selectOption('Patients')
  await selected.getByRole('option', { name: 'Claim number' }).waitFor()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await vi.waitFor(async () => expect(await names()).toEqual(['Amount paid', 'Type', 'Billed']))
  await page.getByRole('link', { name: 'Home' }).first().click()
  await page.getByRole('link', { name: 'Data' }).first().click()
  await vi.waitFor(async () => expect(await names()).toEqual(['Amount paid', 'Type', 'Billed']))
  await expect.poll(() => page.getByLabel('Filled, from').inputValue()).toMatch(/ 12:00:00 AM$/)
  await reset().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }).click()
  await page.getByText('Select a program.').waitFor()
  expect(visit.complaints).toEqual([])
})

test('Fields are dragged between the lists and into their order', async () => {
  await page.getByLabel('Select Program').selectOption('NWM01')
  await page.getByRole('combobox', { name: /^Subject Area/ }).selectOption('Patients')
  const available = page.getByRole('listbox', { name: 'Available Field(s)' })
  const selected = page.getByRole('listbox', { name: 'Selected Field(s)' })
  const options = selected.getByRole('option')
  const bare = (texts: string[]) => texts.map((text) => text.replace(/^\d+\s*/, ''))
  const names = async () => bare(await options.allInnerTexts())
  await selected.getByRole('option', { name: 'Claim number' }).waitFor()
  const before = bare(await textsNow(options))
  await available.getByRole('option', { name: 'Employer' }).dragTo(selected.getByRole('option').first())
  await vi.waitFor(async () => expect(await names()).toEqual(['Employer', ...before]))
  await selected.getByRole('option', { name: 'Employer' }).dragTo(selected.getByRole('option').nth(2))
  await vi.waitFor(async () => expect((await names()).indexOf('Employer')).toBeGreaterThan(0))
  await selected.getByRole('option', { name: 'Employer' }).dragTo(available)
  await vi.waitFor(async () => expect(await names()).toEqual(before))
})

test('An extract is kept as a preset, scheduled, paused, and run again from the last ones', async () => {
  await page.getByRole('button', { name: 'Save preset' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('All patients')
  await dialog.getByRole('button', { name: 'Save preset' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  await dialog.getByLabel('Name').fill('Patients each week')
  await dialog.getByLabel('How often').selectOption('WEEKLY')
  await dialog.getByLabel('Day of the week').selectOption('Monday')
  await dialog.getByLabel('Hour').selectOption('6:00 AM')
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await dialog.waitFor({ state: 'detached' })
  await portal.db.query(
    `insert into data_extract_delivery (mc, id, schedule_id, due_at, sub_carrier, file, state, tries, rows, ended_at)
     select s.mc, gen_random_uuid(), s.id, now() - make_interval(days => n), s.sub_carrier, 'patients-' || n || '.csv', 'FINISHED', n, 12, now()
       from data_extract_schedule s, generate_series(1, 2) n where s.name = 'Patients each week'`,
  )
  await page.getByRole('button', { name: 'Pause Patients each week' }).click()
  await page.getByText('Paused', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Runs of Patients each week' }).press('Enter')
  const runs = page.getByRole('list', { name: 'Runs of Patients each week' }).getByRole('listitem')
  await runs.filter({ hasText: 'patients-2.csv. 12 rows. 2 tries' }).waitFor()
  await expect.poll(() => runs.count()).toBe(2)

  // One more is made at once, and the place they are left is tried.
  await page.getByRole('button', { name: 'Run now: Patients each week' }).press('Enter')
  await page
    .getByText(/^patients-NWM01-.* is being made\.$/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Test connection' }).press('Enter')
  const steps = page.getByRole('list', { name: 'Test of the connection' }).getByRole('listitem')
  await steps.filter({ hasText: 'The portal may write there' }).waitFor()
  expect(await faultsOf(page, twoLooks)).toEqual([])

  // Its first rows are read when they are asked for.
  await page.getByRole('button', { name: 'Show rows' }).press('Enter')
  const preview = page.getByRole('table', { name: 'First rows' })
  await preview.getByRole('columnheader', { name: 'Claim number' }).waitFor()
  await expect.poll(() => preview.getByRole('row').count()).toBe(21)
  // Many columns scroll beside each other, not the page.
  await page.setViewportSize({ width: 760, height: 900 })
  await expect.poll(() => page.locator('#main').evaluate((main) => main.scrollWidth - main.clientWidth)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await faultsOf(page, twoLooks)).toEqual([])

  // The preset brings the form back after it was reset.
  await reset().click()
  await dialog.getByRole('button', { name: 'Reset', exact: true }).click()
  await page.getByText('Select a program.').waitFor()
  await page.getByRole('button', { name: 'All patients', exact: true }).click()
  await page.getByRole('listbox', { name: 'Selected Field(s)' }).getByRole('option').first().waitFor()
  await expect.poll(() => page.getByLabel('Select Program').inputValue()).toBe('NWM01')

  const again = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Run Transactions, NWM01 again' }).first().click()
  expect((await again).suggestedFilename()).toMatch(/^data-extract-\d{14}\.csv$/)
  await vi.waitFor(async () =>
    expect(await page.getByRole('button', { name: 'Run Transactions, NWM01 again' }).count()).toBe(2),
  )
  expect(await faultsOf(page, twoLooks)).toEqual([])
  if (process.env['PICTURES'])
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({ path: `${process.env['PICTURES']}/data-extract-${width}.png`, fullPage: true })
    }
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('A filter of a kind this page does not know is named above the form, and the other filters work', async () => {
  await page.route('**/api/reporting/letters/*/parameters', async (route) => {
    const response = await route.fetch()
    const described = (await response.json()) as { optionalReportFilters: { parameters: { type: string } }[] }
    const [first, second] = described.optionalReportFilters
    Object.assign(first!, { filterType: 'TRIO' })
    Object.assign(second!.parameters, { type: 'Slider' })
    return route.fulfill({ response, json: described })
  })
  await page.getByRole('combobox', { name: /^Subject Area/ }).selectOption('Letters of medical necessity')
  await page.getByText('Unsupported form filter type: TRIO').waitFor()
  await page.getByText('Unsupported form filter field type: Slider').waitFor()
  await page
    .getByRole('button', { name: /last 365 days$/ })
    .first()
    .click()
  await page.getByText('A CSV file, data-extract-').waitFor()
  await page.getByRole('combobox', { name: /^Subject Area/ }).selectOption('Patients')
  await expect.poll(() => page.getByText('Unsupported form filter').count()).toBe(0)
})

test('A running extract is canceled, keeps no file, and is on record as canceled', async () => {
  // A file too large for the buffers on its way, whose reader stops taking it.
  await portal.db.query(
    `update wc_claim set injury = rpad('a', 600000, 'b') where mc = 'NWM' and sub_carrier = 'NWM01'`,
  )
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: 20_000,
    uploadThroughput: -1,
  })
  await page
    .getByRole('listbox', { name: 'Available Field(s)' })
    .getByRole('option', { name: 'Injury', exact: true })
    .dblclick()
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  await page.getByRole('progressbar').waitFor()
  // What the server has not begun leaves no record.
  const newest = async () =>
    (await portal.db.query(`select state from export_record order by at desc, id desc limit 1`)).rows
  await expect.poll(newest).toEqual([{ state: 'RUNNING' }])
  await page.getByRole('button', { name: 'Cancel extract' }).click()
  await page.getByText('The extract was canceled.', { exact: true }).waitFor()
  await page.getByText('No file was kept.').waitFor()
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await expect.poll(newest).toEqual([{ state: 'CANCELED' }])
})

test('A file that could not be left says which try is next, and when; its schedule says so too', async () => {
  await portal.db.query(
    `update data_extract_schedule set state = 'ACTIVE', next_at = now() + interval '1 day' where name = 'Patients each week'`,
  )
  await portal.db.query(
    `insert into data_extract_delivery (mc, id, schedule_id, due_at, sub_carrier, file, state, tries, why, next_try_at)
     select s.mc, gen_random_uuid(), s.id, now() + interval '1 hour', s.sub_carrier, 'patients-late.csv', 'WAITING', 1,
         'The destination of the file could not be reached.', now() + interval '20 minutes'
       from data_extract_schedule s where s.name = 'Patients each week'`,
  )
  await page.goto(`${portal.origin}/data-extract`)
  const schedule = page.getByRole('listitem').filter({ hasText: 'Patients each week' })
  await schedule.getByText('Retrying 2 of 3', { exact: true }).waitFor()
  await schedule.getByText(/could not be reached\. Try 2 of 3 /).waitFor()
  await page.getByRole('button', { name: 'Runs of Patients each week' }).press('Enter')
  const late = page.getByRole('list', { name: 'Runs of Patients each week' }).getByRole('listitem').first()
  await late.getByText('Retrying 2 of 3').waitFor()
  await late.getByText(/patients-late\.csv\..*reached\. Tried again /).waitFor()
  expect(await faultsOf(page)).toEqual([])
})
