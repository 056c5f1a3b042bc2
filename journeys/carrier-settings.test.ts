import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { monthNames } from '#platform/dates/day.ts'
import { pictures } from '#testing/browser/pictures.ts'
import { settled, textsNow } from '#testing/browser/settled.ts'
import { faultsOf, twoLooks } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'

// Account managers change the settings of the carrier, with the keyboard, in a real browser.

let portal: PortalInBrowser
let page: Page
beforeAll(async () => {
  portal = await startPortalInBrowser()
  await portal.db.query(
    `update user_carrier set roles = roles || '{account_admin}'
      where mc = 'NWM' and user_id = (select id from app_user where username = 'sam.okafor')`,
  )
  page = (await portal.visitAs('kit.moss', { mc: 'NWM', path: '/home' })).page
})
afterAll(() => portal.stop())

const settingNow = async (key: string): Promise<unknown> =>
  (
    await portal.db.query(`select value from carrier_setting where mc = 'NWM' and sub_carrier = '*' and key = $1`, [
      key,
    ])
  ).rows[0]?.value

test('An account manager finds a setting, changes it with a reason, and undoes it from the history', async () => {
  await page.getByRole('button', { name: /Welcome/ }).click()
  await page.getByRole('menuitem', { name: 'Carrier settings' }).click()
  await page.getByRole('heading', { level: 1, name: 'Carrier settings' }).waitFor()
  const lines = page.getByRole('listitem')
  await lines.filter({ hasText: 'Longest approval' }).waitFor()
  await pictures(page, 'settings')
  expect(await faultsOf(page, twoLooks)).toEqual([])

  await page.keyboard.press('/')
  await page.keyboard.type('longest approval')
  await page.getByRole('button', { name: 'Change Longest approval' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Longest approval' })
  await dialog.getByLabel('Longest approval').fill('a year')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Enter a whole number of days, 1 to 365.').waitFor()
  await dialog.getByText('Enter a reason.').waitFor()
  await pictures(page, 'settings-change')
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await dialog.getByLabel('Longest approval').fill('400')
  await dialog.getByLabel('Reason').fill('The new contract')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Longest approval takes a whole number of days, 1 to 365.').waitFor()
  await dialog.getByLabel('Longest approval').fill('150')
  await dialog.getByText(/ran longer than the new limit/).waitFor()
  await pictures(page, 'settings-preview')
  await dialog.getByLabel('Longest approval').press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await lines.filter({ hasText: 'Longest approval' }).getByText('150 days').waitFor()
  expect(await settingNow('maxApprovalDays')).toBe(150)

  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('h')
  const history = page.getByRole('dialog', { name: 'History' })
  await history.getByText('The new contract').waitFor()
  await history.getByLabel('Setting').selectOption({ label: 'Chat hours' })
  await history.getByText('No changes of this setting yet').waitFor()
  await history.getByLabel('Setting').selectOption({ label: 'Longest approval' })
  await history.getByText('The new contract').waitFor()
  await pictures(page, 'settings-history')
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await history.getByRole('button', { name: 'Undo the change of Longest approval' }).press('Enter')
  const undo = page.getByRole('dialog', { name: 'Undo the change of Longest approval?' })
  await undo.getByLabel('Reason').fill('By mistake')
  await undo.getByLabel('Reason').press('Enter')
  await undo.waitFor({ state: 'hidden' })
  expect(await settingNow('maxApprovalDays')).not.toBe(150)
  await page.keyboard.press('Escape')
})

test('Of two account managers with the same setting open, the second one sees what the first made of it before replacing it', async () => {
  const change = async (of: Page) => {
    await of.getByLabel('Find a setting').fill('longest approval')
    await of.getByRole('button', { name: 'Change Longest approval' }).press('Enter')
    return of.getByRole('dialog', { name: 'Longest approval' })
  }
  const second = await portal.visitAs('sam.okafor', { mc: 'NWM', path: '/accounts/settings' })
  const [mine, theirs] = [await change(page), await change(second.page)]
  for (const [dialog, days] of [
    [theirs, '120'],
    [mine, '90'],
  ] as const) {
    await dialog.getByLabel('Longest approval').fill(days)
    await dialog.getByLabel('Reason').fill('The new contract')
  }
  await theirs.getByRole('button', { name: 'Save' }).press('Enter')
  await theirs.waitFor({ state: 'hidden' })
  await mine.getByText(/Sam Okafor changed this after you opened it: .+ to 120 days\./).waitFor()
  await pictures(page, 'settings-meanwhile')
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await mine.getByRole('button', { name: 'Save' }).press('Enter')
  await mine.waitFor({ state: 'hidden' })
  expect(await settingNow('maxApprovalDays')).toBe(90)
  await second.context.close()
})

test('A setting of two people waits until another account manager approves it', async () => {
  await page.getByLabel('Find a setting').fill('second approver above')
  await page.getByRole('button', { name: 'Change Second approver above' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Second approver above' })
  await dialog.getByLabel('Second approver above').fill('$4,000')
  await dialog.getByLabel('Reason').fill('The new fee schedule')
  await dialog.getByRole('button', { name: 'Send for approval' }).press('Enter')
  const waiting = page.getByRole('region', { name: 'Changes not in effect' })
  await waiting.getByText('$4,000.00').waitFor()
  await page.getByLabel('Find a setting').fill('')
  await pictures(page, 'settings-waiting')
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await waiting.getByRole('button', { name: 'Approve the change of Second approver above' }).press('Enter')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)

  const second = await portal.visitAs('sam.okafor', { mc: 'NWM', path: '/accounts/settings' })
  await second.page.getByRole('button', { name: 'Approve the change of Second approver above' }).press('Enter')
  const decide = second.page.getByRole('dialog')
  await decide.getByText('The new fee schedule').waitFor()
  // What it would have meant last month is said to who approves it, too.
  await decide.getByText(/would have needed a second approver$/).waitFor()
  await pictures(second.page, 'settings-approve')
  await decide.getByRole('button', { name: 'Approve' }).press('Enter')
  await second.page.getByRole('region', { name: 'Changes not in effect' }).waitFor({ state: 'hidden' })
  expect(await settingNow('dualControlThreshold')).toBe(4000)
  await second.context.close()
})

test('Each kind of setting has a form of its own: ticks, parts, own fields, opening hours', async () => {
  await page.getByLabel('Find a setting').fill('')
  for (const [name, field] of [
    ['Own fields', 'Name 1'],
    ['Chat hours', 'Opens'],
    ['Reminders and escalation', 'Escalation 1, 2 and 3 after'],
    ['Rules that approve automatically', '4, naloxone with an opioid'],
  ] as const) {
    await page.getByLabel('Find a setting').fill(name)
    await page.getByRole('button', { name: `Change ${name}` }).press('Enter')
    const dialog = page.getByRole('dialog', { name })
    await dialog.getByLabel(field, { exact: true }).waitFor()
    await pictures(page, `settings-form-${name.split(' ')[0]!.toLowerCase()}`)
    expect(await faultsOf(page)).toEqual([])
    if (name === 'Chat hours') {
      await dialog.getByRole('textbox', { name: 'Opens' }).fill('9:30 am')
      await dialog.getByLabel('Other days closed').fill('12/24/2026\n12/31/2026')
      await dialog.getByLabel('Reason').fill('Shorter days')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.waitFor({ state: 'hidden' })
    } else await dialog.getByRole('button', { name: 'Cancel' }).click()
  }
  expect(await settingNow('chatHours')).toMatchObject({ opens: '09:30', daysOff: ['2026-12-24', '2026-12-31'] })
})

test('A manager reads the working hours month by month and proposes others from a day on, which show once they are approved', async () => {
  await page.getByRole('button', { name: /Welcome/ }).click()
  await page.getByRole('menuitem', { name: 'Business calendars' }).click()
  await page.getByRole('heading', { level: 1, name: 'Business calendars' }).waitFor()
  const month = () => page.getByRole('table')
  await month().getByText('8:00 AM').first().waitFor()
  const first = await settled(page, () => month().getAttribute('aria-label'))
  await pictures(page, 'calendars')
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await page.keyboard.press('j')
  await expect.poll(() => month().getAttribute('aria-label')).not.toBe(first)
  const next = (await settled(page, () => month().getAttribute('aria-label')))!
  const [name, year] = next.split(' ')
  const of = `${String(monthNames.indexOf(name as (typeof monthNames)[number]) + 1).padStart(2, '0')}`
  await page.getByRole('button', { name: 'Propose a change' }).click()
  const dialog = page.getByRole('dialog', { name: 'Working hours and holidays' })
  await dialog.getByRole('textbox', { name: 'Opens' }).fill('7:15 am')
  await dialog.getByLabel('Other days closed').fill(`${of}/10/${year}\n${of}/11/${year}\n${of}/12/${year}`)
  await dialog.getByRole('textbox', { name: 'Takes effect on' }).fill(`${of}/08/${year}`)
  await dialog.getByLabel('Reason').fill('Winter hours')
  await dialog.getByRole('button', { name: 'Send for approval' }).press('Enter')
  await page.getByRole('region', { name: 'Changes not in effect' }).getByText('7:15 AM').waitFor()
  await expect.poll(() => month().getByText('7:15 AM').count()).toBe(0)
  const second = await portal.visitAs('sam.okafor', { mc: 'NWM', path: '/accounts/calendars' })
  await second.page.getByRole('button', { name: 'Approve the change of Working hours and holidays' }).press('Enter')
  await second.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).press('Enter')
  await second.page.getByRole('button', { name: 'Next month' }).click()
  const later = second.page.getByRole('table', { name: next })
  await later.getByText('Change planned').waitFor()
  await later.getByText('7:15 AM').first().waitFor()
  await expect.poll(() => later.getByText('Day off').count()).toBeGreaterThan(0)
  await pictures(second.page, 'calendars-planned')
  expect(await faultsOf(second.page, twoLooks)).toEqual([])
  await second.context.close()
})

test('An account manager sets a flag for a user, sees which level decides, and reads why operators set another', async () => {
  await page.getByRole('button', { name: /Welcome/ }).click()
  await page.getByRole('menuitem', { name: 'Feature flags' }).click()
  await page.getByRole('heading', { level: 1, name: 'Feature flags' }).waitFor()
  const table = page.getByRole('table', { name: 'Feature flags' })
  await table.getByRole('rowheader').first().waitFor()
  await pictures(page, 'flags')
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await page.keyboard.press('/')
  await page.keyboard.type('care risk')
  await page.getByRole('button', { name: 'Change of Hide the care risk score' }).press('Enter')
  const panel = page.getByRole('dialog', { name: 'Hide the care risk score' })
  await panel.getByLabel('Set for').selectOption('A user')
  await panel.getByRole('button', { name: 'Save' }).click()
  await panel.getByText('Enter a username.').waitFor()
  await panel.getByLabel('Username of the user').fill('dana.ruiz')
  await panel.getByLabel('On', { exact: true }).check({ force: true })
  await panel.getByLabel('Reason').fill('She tries the page without it')
  await panel.getByLabel('Reason').press('Enter')
  await panel.getByText('She tries the page without it').waitFor()
  await panel.getByLabel('Username', { exact: true }).fill('dana.ruiz')
  await panel.getByLabel('Username', { exact: true }).press('Enter')
  await panel.getByText('On for dana.ruiz. Decided by the user.').waitFor()
  await pictures(page, 'flags-panel')
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByLabel('Find a flag').fill('safety rejects')
  await page.getByRole('button', { name: 'Details of Safety rejects' }).press('Enter')
  await page.getByText(/Operators set this flag. It is about safety codes./).waitFor()

  const keysOfList = async () => {
    await page.goto(`${portal.origin}/authorizations`)
    return textsNow(page.getByLabel('Find requests by', { exact: true }).getByRole('option'))
  }
  expect(await keysOfList()).toContain('Authorization id')
  await portal.db.query(
    `insert into feature_flag_override (mc, key, enabled) values ('NWM', 'auth_search_addn_opts', false)`,
  )
  await expect.poll(keysOfList).toEqual(['Case owner', 'Claim Number', 'Last name'])
})
