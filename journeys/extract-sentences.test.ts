import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsOf } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'

// Every sentence the page Data says of a form that is not right, and of a call that failed, found where it is said.

let portal: PortalInBrowser
let page: Page
beforeAll(async () => {
  portal = await startPortalInBrowser()
  page = (await portal.visitAs('sam.okafor', { mc: 'NWM', path: '/home' })).page
})
afterAll(() => portal.stop())

const refuse = (status: number, message: string) => (route: Route) =>
  route.fulfill({
    status,
    json: {
      status: { code: 'NOT_FOUND', message },
      data: null,
      supportId: '0195f1c2-0000-7000-8000-000000000001',
      fields: [],
    },
  })
const open = async () => {
  await page.goto(`${portal.origin}/data-extract`)
  await page.getByRole('heading', { level: 1, name: 'Data Extracts' }).waitFor()
}
const choose = async () => {
  await page.getByLabel('Select Program').selectOption('NWM01')
  await page.getByRole('combobox', { name: /^Subject Area/ }).selectOption('Patients')
}
const download = () => page.getByRole('button', { name: 'Download', exact: true })
const disabled = () => download().getAttribute('aria-disabled')
/** What stands at a field once somebody has been there. */
const says = async (label: string, typed: string, words: string | null) => {
  const field = page.getByRole('textbox', { name: new RegExp(`^${label}`) })
  await field.fill(typed)
  await field.blur()
  await expect
    .poll(async () => {
      const described = await field.getAttribute('aria-describedby')
      const texts = await Promise.all(
        (described ?? '')
          .split(' ')
          .filter(Boolean)
          .map((id) => page.locator(`[id="${id}"]`).allInnerTexts()),
      )
      return (
        texts
          .flat()
          .join(' ')
          .includes(words ?? '') &&
        (words !== null || (await field.getAttribute('aria-invalid')) !== 'true')
      )
    })
    .toBe(true)
}

test('What could not be loaded is said at each of the two levels, and loaded when it is asked for again', async () => {
  await page.route('**/api/reporting/subjectareas', refuse(404, 'Not here.'))
  await open()
  await page.getByText('Failed to get subject area information for data extract').waitFor()
  await page.unroute('**/api/reporting/subjectareas')
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await page.getByLabel('Select Program').waitFor()
  const parameters = '**/api/reporting/patients/NWM01/parameters'
  await page.route(parameters, refuse(404, 'Not here.'))
  await choose()
  await page.getByText('Failed to get data extract parameters for subject area').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.unroute(parameters)
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await page.getByRole('listbox', { name: 'Available Field(s)' }).waitFor()
})

test('A form that is untouched or invalid is not downloaded, and each field says what is wrong with it', async () => {
  const filter = { filterType: 'SOLO', filtering: 'equals', outputFieldName: 'claimNumber', required: true }
  await page.route('**/api/reporting/patients/NWM01/parameters', (route) =>
    route.fulfill({
      json: {
        fieldList: [
          { key: 'claimNumber', label: 'Claim number', type: 'text', default: true },
          { key: 'claimStatus', label: 'Claim status', type: 'text', default: false },
        ],
        requiredReportFilters: [
          {
            ...filter,
            fieldName: 'words',
            fieldDisplayValue: 'Words',
            parameters: { type: 'Text', minLength: 3, maxLength: 5, validCharacters: 'A-Z 0-9 -' },
          },
          {
            ...filter,
            fieldName: 'kind',
            fieldDisplayValue: 'Kind of worker',
            parameters: {
              type: 'Select',
              multiSelect: true,
              options: [
                { key: 'A', label: 'First' },
                { key: 'B', label: 'Second' },
              ],
            },
          },
          {
            ...filter,
            filterType: 'GROUP',
            fieldName: 'days',
            fieldDisplayValue: 'Days',
            parameters: { type: 'DateRange', fromDisplayValue: 'Days, from', toDisplayValue: 'Days, to' },
          },
        ],
        optionalReportFilters: [
          {
            ...filter,
            outputFieldName: 'claimStatus',
            fieldName: 'claimStatus',
            fieldDisplayValue: 'State of the claim',
            required: false,
            parameters: { type: 'Text' },
          },
        ],
      },
    }),
  )
  await page.route('**/extract/count', (route) => route.fulfill({ json: { rows: 3, most: 1_000_000 } }))
  await page.reload()
  await page.getByText('Select a program.').waitFor()
  await expect.poll(disabled).toBe('true')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => page.getByText('Required', { exact: true }).count()).toBe(2)
  await choose()
  await page.getByRole('textbox', { name: /^Words/ }).waitFor()
  await expect.poll(disabled).toBe('true')

  // The three that are required, and blank text is no text.
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => page.getByText('Required', { exact: true }).count()).toBe(4)
  const selected = page.getByRole('listbox', { name: 'Selected Field(s)' })
  await selected.focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByText('Required', { exact: true }).count()).toBe(5)
  // An optional filter is there while its field is chosen.
  await page.getByText('None of the fields you chose has a filter.').waitFor()
  await page
    .getByRole('listbox', { name: 'Available Field(s)' })
    .getByRole('option', { name: 'Claim status' })
    .dblclick()
  await page.getByLabel('State of the claim').waitFor()
  await says('Words', '   ', 'Required')
  await says('Words', 'ab', 'Minimum length: 3')
  await says('Words', 'abcdef', 'Maximum length: 5')
  await says('Words', 'ab_c', 'Invalid characters. Allowed: A-Z 0-9 -')
  await says('Words', 'ab-9', null)
  await page.getByRole('combobox', { name: /^Kind of worker/ }).selectOption('First')
  await page.getByRole('combobox', { name: /^Kind of worker/ }).selectOption('Second')
  await says('Days, from', '13/01/2026 12:00:00 AM', 'Invalid date')
  await says('Days, to', '05/13/2026', 'Invalid date')
  await says('Days, from', '05/14/2026 12:00:00 AM', null)
  await says('Days, to', '05/13/2026 11:59:59 PM', 'End date cannot be before start date')
  await page.getByText('Start date cannot be after end date').waitFor()
  await says('Days, from', '05/12/2025 12:00:00 AM', 'Date range selected must be limited to 1 year')
  await expect.poll(disabled).toBe('true')
  await page.getByText('Fix 1 field to download.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await says('Days, from', '05/14/2025 12:00:00 AM', null)
  await page.getByText('A CSV file, data-extract-').waitFor()
  await expect.poll(disabled).not.toBe('true')
})

test('A download that failed is said at the top of the page, with the words of the server where it had any, until it is closed', async () => {
  await page.setViewportSize({ width: 1440, height: 420 })
  const note = page.locator('[data-failed]')
  const fails = async (words: RegExp) => {
    await page.getByRole('heading', { name: 'Schedules' }).scrollIntoViewIfNeeded()
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => note.innerText()).toMatch(words)
    await expect.poll(() => note.evaluate((it) => document.activeElement === it)).toBe(true)
    await expect
      .poll(() =>
        note.evaluate((it) => it.getBoundingClientRect().top >= 0 && it.getBoundingClientRect().bottom <= innerHeight),
      )
      .toBe(true)
    await note.getByRole('button', { name: 'Close', exact: true }).click()
    await expect.poll(() => note.count()).toBe(0)
  }
  const call = '**/api/reporting/_NWM/extract'
  await page.route(call, refuse(404, 'The program was closed.'))
  await fails(/Failed to download data extract: The program was closed\./)
  await page.unroute(call)
  await page.route(call, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  await fails(/Failed to download data extract(?!:)/)
  await page.unroute(call)
})

test('Data is in the navigation of those who have programs to extract from, and its page is for nobody else', async () => {
  await page.getByRole('navigation', { name: 'Main' }).first().getByRole('link', { name: 'Data' }).waitFor()
  await portal.db.query(
    `update user_carrier w set data_extract_sub_carriers = '{}' from app_user u where u.id = w.user_id and w.mc = 'NWM' and u.username = 'dana.ruiz'`,
  )
  const without = await portal.visitAs('dana.ruiz', { mc: 'NWM', path: '/data-extract' })
  await without.page
    .getByRole('heading', { name: 'This page is for users with programs to extract data from.' })
    .waitFor()
  const links = without.page.getByRole('navigation', { name: 'Main' }).first().getByRole('link')
  await expect.poll(() => links.filter({ hasText: 'Home' }).count()).toBe(1)
  await expect.poll(() => links.filter({ hasText: /^Data/ }).count()).toBe(0)
  expect(await faultsOf(without.page)).toEqual([])
  await without.context.close()
})
