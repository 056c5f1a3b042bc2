import { afterAll, beforeAll, expect, test } from 'vitest'
import { pictures } from '#testing/browser/pictures.ts'
import { faultsOf, twoLooks } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'

// Two agents: one of every carrier, one of Northwind alone. A user of another carrier asks for help.

let portal: PortalInBrowser
beforeAll(async () => {
  portal = await startPortalInBrowser()
  const always = { days: [0, 1, 2, 3, 4, 5, 6], opens: '00:00', closes: '23:59', federalHolidays: false, daysOff: [] }
  await portal.db.query(
    `insert into carrier_setting (mc, key, value) values ('CSC', 'chatHours', $1)
     on conflict (mc, sub_carrier, key) do update set value = excluded.value`,
    [JSON.stringify(always)],
  )
  await portal.db.query(
    `update user_carrier set roles = '{pbm_support}' where mc = 'NWM' and user_id = (select id from app_user where username = 'ann.boyd')`,
  )
})
afterAll(() => portal.stop())

test('an agent on any page is notified that a chat came in at another carrier, and Support Desk leads there', async () => {
  const pat = await portal.visitAs('pat.lund', { mc: 'NWM', path: '/home' })
  const { page } = pat
  await page.getByRole('heading', { name: 'Support Desk' }).first().waitFor()
  await pat.quiet()
  const lee = await portal.visitAs('lee.park', { mc: 'CSC', path: '/authorizations' })
  await lee.page.getByRole('button', { name: 'Chat Support' }).click()
  const chat = lee.page.getByRole('dialog', { name: 'Chat Support' })
  await chat.getByLabel('Reason').selectOption('auth')
  await chat.getByLabel('Your question').fill('Is anybody there?')
  await chat.getByLabel('Your question').press('Control+Enter')
  await chat.getByText(/Your question stays in the queue/).waitFor()
  const { rows } = await portal.db.query(`select name from master_carrier where mc = 'CSC'`)
  await page.getByText(`A chat waits at ${rows[0].name}.`, { exact: true }).waitFor()
  await pictures(page, 'other-carriers-home')
  await page
    .getByRole('link', { name: /^Support Desk/ })
    .first()
    .click()
  await page.getByRole('button', { name: new RegExp(`^Chats 1 at ${rows[0].name}`) }).waitFor()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await portal.db.query(`update chat_session set state = 'ENDED', ended_at = now() where mc = 'CSC'`)
  for (const { context } of [pat, lee]) await context.close()
})

test('an agent at one carrier sees that a person waits at another, by its name, goes there by keyboard and answers', async () => {
  const support = { mc: 'NWM', path: '/support?queue=chats' }
  const [pat, ann] = [await portal.visitAs('pat.lund', support), await portal.visitAs('ann.boyd', support)]
  const { page } = pat
  await page.getByRole('button', { name: 'Take next' }).waitFor()

  const lee = await portal.visitAs('lee.park', { mc: 'CSC', path: '/authorizations' })
  await lee.page.getByRole('button', { name: 'Chat Support' }).click()
  const chat = lee.page.getByRole('dialog', { name: 'Chat Support' })
  await chat.getByLabel('Reason').selectOption('auth')
  await chat.getByLabel('Your question').fill('Where is the letter?')
  await chat.getByLabel('Your question').press('Control+Enter')
  await chat.getByText(/Your question stays in the queue/).waitFor()

  const { rows } = await portal.db.query(`select name from master_carrier where mc = 'CSC'`)
  await page.reload()
  const there = page.getByRole('button', { name: new RegExp(`^Chats 1 at ${rows[0].name}`) })
  await there.waitFor()
  await pictures(page, 'other-carriers')
  expect(await faultsOf(page, twoLooks)).toEqual([])
  // Who works for one carrier hears nothing of another.
  await ann.page.reload()
  await ann.page.getByRole('button', { name: 'Take next' }).waitFor()
  await ann.quiet()
  await expect.poll(() => ann.page.getByText('At your other carriers').count()).toBe(0)

  // Somebody asks here while she leaves: what her page still reads of this carrier is given up, not refused.
  const leaving = page.waitForResponse((response) => response.request().method() === 'PUT')
  await page.route('**/api/support/queues', (route) => leaving.then(() => route.continue()).catch(() => {}))
  const given = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/support/queues'))
  const asks = page.waitForRequest('**/api/support/queues')
  await pat.following()
  await portal.db.query(`select pg_notify('changes', 'NWM:authorizations')`)
  await asks
  await there.press('Enter')
  await given
  await page.getByRole('button', { name: /^Lee Park/ }).waitFor()
  await page.keyboard.press('n')
  await page.getByRole('region', { name: 'Chat with Lee Park' }).getByText('Where is the letter?').waitFor()
  await chat.getByText(/Pat Lund joined the chat\.$/).waitFor()
  expect([...pat.complaints, ...ann.complaints, ...lee.complaints]).toEqual([])
})
