import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsOf } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'

let portal: PortalInBrowser
beforeAll(async () => {
  portal = await startPortalInBrowser()
})
afterAll(() => portal.stop())

test('An account manager finds what left about a patient and asks who took it; the user answers from the notice', async () => {
  const { rows } = await portal.db.query<{ id: string; number: string; name: string; sub: string }>(
    `select c.id, c.claim_number as number, t.first_name || ' ' || t.last_name as name, c.sub_carrier as sub from wc_claim c
       join claimant t on t.mc = c.mc and t.id = c.claimant_id where c.mc = 'NWM' and c.sub_carrier = 'NWM01' order by c.id limit 1`,
  )
  const claim = rows[0]!
  await portal.db.query(
    `with taken as (
       insert into export_record (mc, id, at, user_id, actor, call, about, sub_carrier, rows, state, ended_at)
       select 'NWM', gen_random_uuid(), now() - n * interval '1 minute', u.id, u.username, 'dataExtracts.extract',
           case n when 1 then 'Letters' else 'Eligibility' end, 'NWM01', 12, 'FINISHED', now()
         from app_user u, generate_series(1, 2) n where u.username = 'sam.okafor' returning id, about)
     insert into access_audit (mc, actor, request_id, call, object_type, claim_ids)
     select 'NWM', 'x', id, 'dataExtracts.extract', 'export claims', array[$1::uuid] from taken where about = 'Letters'`,
    [claim.id],
  )
  const manager = await portal.visitAs('kit.moss', { mc: 'NWM', path: '/accounts/exports' })
  const { page } = manager
  const table = page.getByRole('table', { name: 'Exports' }).getByRole('row')
  await table.filter({ hasText: 'Eligibility' }).first().waitFor()
  await page.getByRole('searchbox', { name: 'Claim number' }).fill('no such number')
  await page.getByText('No claim that you see has this number.').waitFor()
  await page.getByRole('searchbox', { name: 'Claim number' }).fill(claim.number)
  await page.getByRole('combobox', { name: 'Patient' }).selectOption({ label: `${claim.name}, ${claim.sub}` })
  await expect.poll(() => table.filter({ hasText: 'Eligibility' }).count()).toBe(0)
  const letters = table.filter({ hasText: 'Letters' })
  await letters.waitFor()
  expect(await faultsOf(page)).toEqual([])
  await expect.poll(() => page.url()).toBe(`${portal.origin}/accounts/exports`)

  await letters.getByRole('button', { name: /^Ask Sam Okafor/ }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Ask Sam Okafor' })
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click()
  await dialog.getByText('Enter a question.').waitFor()
  await dialog.getByRole('textbox', { name: /^Your question/ }).fill('What was this for?')
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await dialog.waitFor({ state: 'detached' })
  await letters.getByText('No answer yet.').waitFor()
  await expect.poll(() => letters.getByRole('button', { name: /^Ask/ }).count()).toBe(0)

  const user = await portal.visitAs('sam.okafor', { mc: 'NWM', path: '/notifications' })
  await user.page
    .getByRole('link', { name: /There is a question about a file you took: Data extract\./ })
    .press('Enter')
  await user.page.getByRole('heading', { level: 1, name: 'Questions about files' }).waitFor()
  await user.page.getByText('What was this for?').waitFor()
  await user.page.getByRole('button', { name: 'Answer' }).click()
  await user.page.getByText('Enter an answer.').waitFor()
  expect(await faultsOf(user.page)).toEqual([])
  await user.page.getByRole('textbox', { name: /^Your answer/ }).fill('The yearly review.')
  await user.page.getByRole('button', { name: 'Answer' }).press('Enter')
  await user.page.getByText('Your answer was sent to Kit Moss.').waitFor()
  await user.page.getByText('The yearly review.').waitFor()
  await page.reload()
  await letters.getByText('The yearly review.').waitFor()
  expect([...manager.complaints, ...user.complaints]).toEqual([])
  await manager.context.close()
  await user.context.close()
})

test('An account manager finds who took what, with the keyboard', async () => {
  await portal.db.query(
    `insert into export_record (mc, id, at, user_id, actor, call, about, rows, state, ended_at)
     select 'NWM', gen_random_uuid(), now(), u.id, u.username, 'dataExtracts.extract', 'Transactions', 12, 'FINISHED', now()
       from app_user u where u.username = 'sam.okafor'`,
  )
  const { page, complaints, context } = await portal.visitAs('kit.moss', { mc: 'NWM', path: '/accounts/exports' })
  await page.getByRole('heading', { level: 1, name: 'Exports' }).waitFor()
  const rows = page.getByRole('table', { name: 'Exports' }).getByRole('row')
  await rows.filter({ hasText: 'sam.okafor' }).first().waitFor()
  expect(await faultsOf(page)).toEqual([])
  // J and K move, A asks who took the current one.
  await page
    .getByRole('button', { name: /of Sam Okafor$/ })
    .first()
    .focus()
  await page.keyboard.press('a')
  await page.getByRole('dialog', { name: 'Ask Sam Okafor' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('j')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-row-link'))).toBe('1')
  await page.getByRole('searchbox', { name: 'Username' }).focus()
  await page.keyboard.type('sam.okafor')
  await expect.poll(() => rows.filter({ hasNotText: 'sam.okafor' }).count()).toBe(1)
  await page.getByRole('radio', { name: 'All' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => page.getByRole('radio', { name: 'Finished' }).isChecked()).toBe(true)
  await rows.filter({ hasText: 'sam.okafor' }).first().waitFor()
  // What is unusual is marked and found; an entry says more of itself.
  await page
    .getByRole('list', { name: 'Files by week' })
    .getByRole('listitem')
    .last()
    .getByText(/^Week of /)
    .waitFor()
  await page.getByRole('combobox', { name: 'Marked' }).selectOption('Over 100,000 rows')
  await page.getByText('No exports match').waitFor()
  await portal.db.query(
    `insert into export_record (mc, id, at, user_id, actor, call, about, rows, state, ended_at, sha256)
     select 'NWM', gen_random_uuid(), now(), u.id, u.username, 'dataExtracts.extract', 'Letters of a year', 240000, 'FINISHED', now(), repeat('5a', 32)
       from app_user u where u.username = 'sam.okafor'`,
  )
  // An answer counts for some seconds: what is new is found by a question that was not asked yet.
  await page.getByRole('radio', { name: 'Finished' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => page.getByRole('radio', { name: 'All' }).isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Data extract, Letters of a year of Sam Okafor', exact: true }).press('Enter')
  const entry = page.getByRole('dialog', { name: 'Data extract, Letters of a year' })
  await entry.getByText('It has more than 100,000 rows.').waitFor()
  await entry.getByText('5a5a5a', { exact: false }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await entry.waitFor({ state: 'detached' })
  await page.getByRole('combobox', { name: 'Marked' }).selectOption('Any')
  // By subject and period, and made again in one's own name.
  await page.getByRole('searchbox', { name: 'Subject' }).fill('users')
  await page.getByText('No exports match').waitFor()
  await page.getByRole('searchbox', { name: 'Username' }).fill('')
  await page.getByRole('searchbox', { name: 'Subject' }).fill('transactions')
  await rows.filter({ hasText: 'sam.okafor' }).first().waitFor()
  await page.getByRole('textbox', { name: 'To' }).fill('01/31/2020')
  await page.getByText('No exports match').waitFor()
  await page.getByRole('textbox', { name: 'From' }).fill('02/01/2020')
  await page.getByText('The last day is before the first.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  for (const name of ['From', 'To']) await page.getByRole('textbox', { name }).fill('')
  const users = page.waitForEvent('download')
  await page.goto(`${portal.origin}/accounts/admin`)
  await page
    .getByRole('button', { name: /Export/ })
    .first()
    .click()
  await users
  await page.goto(`${portal.origin}/accounts/exports`)
  const again = page.waitForEvent('download')
  await page
    .getByRole('button', { name: /^Make again: Users of / })
    .first()
    .press('Enter')
  expect((await again).suggestedFilename()).toMatch(/csv$/)
  await page.getByText('It is a new entry of the list, in your name.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Make again: Users of / }).count()).toBe(2)
  const more = page.waitForEvent('download')
  await page
    .getByRole('button', { name: /^Users of / })
    .first()
    .focus()
  await page.keyboard.press('r')
  await more
  await expect.poll(() => page.getByRole('button', { name: /^Make again: Users of / }).count()).toBe(3)
  await page.getByRole('searchbox', { name: 'Username' }).fill('nobody.here')
  await page.getByText('No exports match').waitFor()
  expect(await faultsOf(page)).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})
