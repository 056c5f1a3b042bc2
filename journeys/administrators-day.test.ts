import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, usDate } from '#platform/dates/day.ts'
import { pictures } from '#testing/browser/pictures.ts'
import { textNow, textsNow } from '#testing/browser/settled.ts'
import { faultsOf, twoLooks } from '#testing/kit/axe.ts'
import { stopClock } from '#testing/kit/stop-clock.ts'
import { day } from '#testing/new-york-day.ts'
import { startPortalInBrowser, type PortalInBrowser, type Visit } from '#testing/portal-in-browser.ts'
import { runCarriers } from '../tools/carriers/command.ts'

// The day of an account manager, with the keyboard, in a real browser: a new program, a setting with its preview and a second
// account manager, a flag for one user, a reviewer whose license ends tomorrow, a review in which two lose their access.

let portal: PortalInBrowser
let visit: Visit
let page: Page
beforeAll(async () => {
  portal = await startPortalInBrowser()
  await portal.db.query(
    `update user_carrier set roles = roles || '{account_admin}'
      where mc = 'NWM' and user_id = (select id from app_user where username = 'sam.okafor')`,
  )
  // The carrier begins a program, which an operator loads from a file.
  const { rows } = await portal.db.query(
    `select mc as code, name, time_zone as "timeZone", product_phone as phone from master_carrier where mc = 'NWM'`,
  )
  const folder = await mkdtemp(join(tmpdir(), 'rxdocket-program-'))
  const path = join(folder, 'program.json')
  await writeFile(path, JSON.stringify({ carrier: rows[0], programs: [{ code: 'NWM09', name: 'Northwind Harbor' }] }))
  const { db, origin } = portal
  await runCarriers(['load', path], { db, origin, now: new Date(), tell: () => {} })
  await rm(folder, { recursive: true })
  visit = await portal.visitAs('kit.moss', { mc: 'NWM', path: '/accounts/settings' })
  page = visit.page
})
afterAll(() => portal.stop())

const dialog = () => page.getByRole('dialog')

test('A setting of the new program is tried on last month, and a second account manager tries it once more and approves it', async () => {
  await page.getByRole('heading', { level: 1, name: 'Carrier settings' }).waitFor()
  await page.getByLabel('Applies to').selectOption('NWM01')
  await page.getByLabel('Find a setting').fill('cost limit of one fill')
  await page.getByRole('button', { name: 'Change Cost limit of one fill' }).press('Enter')
  await dialog().getByLabel('Cost limit of one fill').fill('$1')
  await dialog()
    .getByText(/It takes effect when .+ approves it\./)
    .waitFor()
  const preview = dialog().getByRole('region', { name: 'Preview' })
  await preview.getByRole('button', { name: 'Compute preview' }).focus()
  await page.keyboard.press('p')
  await preview.getByText(/^All [\d,]+ computed/).waitFor()
  expect(Number(/\d+/.exec(await textNow(preview.getByText(/would have stopped$/)))![0])).toBeGreaterThan(0)
  await pictures(page, 'setting-preview')
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await preview.getByText(/^The (case|[\d,]+ cases)$/).press('Enter')
  await preview
    .getByText(/Paid, would stop with/)
    .first()
    .waitFor()
  await pictures(page, 'setting-preview-cases')
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await dialog().getByLabel('Reason').fill('The new contract')
  await dialog().getByRole('button', { name: 'Send for approval' }).press('Enter')
  await page.getByRole('region', { name: 'Changes not in effect' }).getByText('$1.00').waitFor()

  const second = await portal.visitAs('sam.okafor', { mc: 'NWM', path: '/accounts/settings' })
  await second.page.getByRole('button', { name: 'Approve the change of Cost limit of one fill' }).press('Enter')
  const approve = second.page.getByRole('dialog')
  await approve.getByRole('button', { name: 'Compute preview' }).press('Enter')
  await approve.getByText(/^All [\d,]+ computed/).waitFor()
  await pictures(second.page, 'setting-approve')
  expect(await faultsOf(second.page, twoLooks)).toEqual([])
  await approve.getByRole('button', { name: 'Approve', exact: true }).press('Enter')
  await second.page.getByRole('region', { name: 'Changes not in effect' }).waitFor({ state: 'hidden' })
  await second.context.close()
})

test('The new program is compared with another one: only what differs is shown', async () => {
  await page.getByRole('heading', { level: 1, name: 'Carrier settings' }).click()
  await page.keyboard.press('c')
  const panel = page.getByRole('dialog', { name: 'Compare programs' })
  await panel.getByLabel('Program').selectOption('NWM01')
  await panel.getByLabel('With').selectOption('NWM09')
  const row = panel.getByRole('row', { name: /Cost limit of one fill/ })
  await row.getByText('$1.00').waitFor()
  await pictures(page, 'compare-programs')
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await page.keyboard.press('Escape')
})

test('A flag is set for one user', async () => {
  await page.goto(`${portal.origin}/accounts/flags`)
  await page.getByLabel('Find a flag').fill('Other claims of a person')
  await page.getByRole('button', { name: 'Change of Other claims of a person' }).press('Enter')
  const change = page.getByRole('form', { name: 'Change the flag' })
  await change.getByLabel('Set for').selectOption('A user')
  await change.getByLabel('Username of the user').fill('dana.ruiz')
  await change.getByLabel('Off', { exact: true }).check({ force: true })
  await change.getByLabel('Reason').fill('Works on one claim only')
  await change.getByLabel('Reason').press('Enter')
  await dialog().getByText('Off (dana.ruiz)').waitFor()
  const { rows } = await portal.db.query(
    `select f.key, f.enabled from feature_flag_user f join app_user u on u.id = f.user_id where u.username = 'dana.ruiz'`,
  )
  expect(rows).toEqual([{ key: 'claim_selection_enabled', enabled: false }])
  await page.keyboard.press('Escape')
})

test('A reviewer is invited with a license that ends tomorrow; an invitation to a wrong address is withdrawn', async () => {
  await page.goto(`${portal.origin}/accounts/admin`)
  const invite = async (email: string, more?: () => Promise<void>) => {
    await page.getByRole('button', { name: 'Invite a user' }).press('Enter')
    await dialog().getByLabel('First name').fill('Noor')
    await dialog()
      .getByLabel('Last name')
      .fill(email.startsWith('wrong') ? 'Wrong' : 'Haddad')
    await dialog().getByLabel('E-mail').fill(email)
    await dialog().getByRole('checkbox', { name: 'Utilization reviewer' }).press('Space')
    await more?.()
    await dialog().getByLabel('E-mail').press('Enter')
    // The list may have the invitation before its form is gone, and the form keeps the focus as long.
    await dialog().waitFor({ state: 'hidden' })
    await page.getByRole('table', { name: 'Open invitations' }).getByText(email).waitFor()
  }
  await invite('noor.haddad@elsewhere.example', async () => {
    await dialog().getByLabel('License states').fill('FL')
    await dialog().getByRole('button', { name: 'Add a license' }).press('Enter')
    const license = dialog().getByRole('group', { name: 'License 1' })
    await license.getByLabel('Profession').selectOption({ label: 'Physician' })
    await license.getByLabel('State').fill('fl')
    await license.getByLabel('Number').fill('ME 1234')
    await license.getByLabel('Last day', { exact: true }).fill(usDate(addDays(day(0), 1)))
    await pictures(page, 'invite-license')
    expect(await faultsOf(page, twoLooks)).toEqual([])
  })
  const { rows } = await portal.db.query(
    `select license_states, licenses from invitation where email = 'noor.haddad@elsewhere.example'`,
  )
  expect(rows).toMatchObject([{ license_states: ['FL'], licenses: [{ profession: 'PHYSICIAN', number: 'ME 1234' }] }])

  await invite('wrong@elsewhere.example')
  await page.getByRole('button', { name: 'Withdraw the invitation of Noor Wrong' }).press('Enter')
  await pictures(page, 'invitation-withdraw')
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await dialog().getByRole('button', { name: 'Withdraw' }).press('Enter')
  await page.getByRole('button', { name: 'Withdraw the invitation of Noor Wrong' }).waitFor({ state: 'detached' })
})

test('In the access review two users lose their access, and the list that one of them has open is gone at once', async () => {
  await portal.db.query(`update app_user set last_login_at = null where username = 'lee.park'`)
  await page.goto(`${portal.origin}/accounts/admin/review`)
  await page.getByRole('button', { name: 'Start a review' }).press('Enter')
  const table = page.getByRole('table', { name: 'Users of the review' })
  await page.getByText(/Next reminder on \d\d\/\d\d\/\d{4}\./).waitFor()
  await pictures(page, 'access-review')
  // Whose access was never used, and whose license ends, are in groups of their own before everyone else.
  const groups = await textsNow(table.locator('th[scope="rowgroup"]'))
  expect([groups[0], groups.at(-1)]).toEqual(['Never used since it was given', 'Everyone else'])
  const open = await portal.visitAs('dana.ruiz', { mc: 'NWM', path: '/authorizations', at: portal.clock.now() })
  await open.page.getByRole('rowheader').first().waitFor()
  await open.following()
  await open.quiet()
  // The clock of that page stands still: no timer of a list asks again. A stream that broke off may be opened again.
  await stopClock(open.page)
  const mostToPass = 8000
  let passed = 0
  for (const name of ['Lee Park', 'Dana Ruiz']) {
    await table.getByRole('button', { name: `Remove ${name}` }).press('Enter')
    const remove = page.getByRole('dialog', { name: `Remove the access of ${name}?` })
    await remove.getByRole('textbox', { name: /Note/ }).fill('Left the team')
    await page.keyboard.press('Enter')
    await remove.waitFor({ state: 'detached' })
  }
  const { rows } = await portal.db.query(
    `select count(*)::int as gone from user_carrier w join app_user u on u.id = w.user_id
      where w.mc = 'NWM' and u.username in ('lee.park', 'dana.ruiz') and not w.active`,
  )
  expect(rows).toEqual([{ gone: 2 }])
  const loggedOut = open.page.getByRole('heading', { level: 1, name: 'You have been logged out.' })
  await expect
    .poll(async () => {
      if (passed < mostToPass) await open.context.clock.runFor(250)
      passed += 250
      return loggedOut.count()
    })
    .toBe(1)
  await expect.poll(() => open.page.getByRole('rowheader').count()).toBe(0)
  await open.context.close()
  expect(visit.complaints).toEqual([])
})
