import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsOf } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'

// Names of users say who that is where they are read.

let portal: PortalInBrowser
let request: { id: string; sub_carrier: string; claim: string }
beforeAll(async () => {
  portal = await startPortalInBrowser()
  const { rows } = await portal.db.query<typeof request>(
    `select a.id, a.sub_carrier, a.stratus_claim_id as claim from rx_authorization a join app_user u on u.id = a.owner_id
      where a.mc = 'NWM' and a.status_id = 20 and u.username = 'dana.ruiz' order by a.statutory_due_at desc limit 1`,
  )
  request = rows[0]!
  await portal.db.query(
    `insert into authorization_event (mc, authorization_id, event_code, event_text, actor_type, actor_id, actor_name, at)
     select 'NWM', $1::uuid, 220, 'Looked at the dose', 'user', u.id, u.name, now() from app_user u where u.username = 'sam.okafor'
     union all select 'NWM', $1::uuid, 220, 'Called back', 'pharmacy', null, 'Corner Drug', now()`,
    [request.id],
  )
  await portal.db.query(
    `insert into claim_note (mc, id, sub_carrier, stratus_claim_id, kind, text, visibility, created_at, created_by, created_by_name)
     select 'NWM', gen_random_uuid(), $1, $2::uuid, 'CLAIM', 'Ask before the next fill.', 'ALL', now(), u.id, u.name from app_user u
      where u.username = 'sam.okafor'`,
    [request.sub_carrier, request.claim],
  )
})
afterAll(() => portal.stop())

const about = /^Supervisor.*\. Works on .+\.$/

test('A name in the log and in a note says who that is, with the keyboard; others than users have only a name', async () => {
  const { page, context, complaints } = await portal.visitAs('dana.ruiz', {
    mc: 'NWM',
    path: `/authorizations/request/${request.id}`,
  })
  const log = page.getByRole('list', { name: 'Event log, newest first' })
  const line = log.getByRole('listitem').filter({ hasText: 'Looked at the dose' })
  await line.getByRole('button', { name: 'Sam Okafor' }).press('Enter')
  await expect.poll(() => line.getByRole('status').innerText()).toMatch(about)
  expect(await faultsOf(page)).toEqual([])
  await line.getByRole('button', { name: 'Sam Okafor' }).press('Enter')
  await line.getByRole('status').waitFor({ state: 'detached' })
  const other = log.getByRole('listitem').filter({ hasText: 'Corner Drug' })
  await other.waitFor()
  await expect.poll(() => other.getByRole('button').count()).toBe(0)

  await page.goto(`${portal.origin}/patients/NWM/${request.sub_carrier}/${request.claim}/notes`)
  const note = page.getByRole('listitem').filter({ hasText: 'Ask before the next fill.' })
  await note.getByRole('button', { name: 'Sam Okafor' }).press('Enter')
  await expect.poll(() => note.getByRole('status').innerText()).toMatch(about)
  expect(complaints).toEqual([])
  await context.close()
})

test('Beside the choice of a case owner stands what they do; an address of somebody who may not be chosen is named', async () => {
  const { page, context } = await portal.visitAs('dana.ruiz', {
    mc: 'NWM',
    path: `/authorizations/request/${request.id}`,
  })
  await page.getByRole('heading', { name: 'Event log' }).waitFor()
  await page.keyboard.press('o')
  const dialog = page.getByRole('dialog', { name: 'Assign to another case owner' })
  await dialog.getByText(/\. Works on .+\.$/).waitFor()
  expect(await faultsOf(page)).toEqual([])
  const { rows } = await portal.db.query<{ email: string; name: string }>(
    `select u.email, u.name from app_user u join user_carrier w on w.user_id = u.id and w.mc = 'NWM' and w.active
      where lower(btrim(w.roles[1])) = 'read_only' and u.status = 'ACTIVE' order by u.username limit 1`,
  )
  await dialog.getByRole('combobox').fill(rows[0]!.email)
  await dialog.getByText(`This is the address of ${rows[0]!.name}, who may not work on this group.`).waitFor()
  await dialog.getByRole('combobox').fill('nobody@nowhere.example')
  await dialog.getByText('Nobody of this carrier whose groups you see has this e-mail address.').waitFor()
  await expect.poll(() => dialog.getByRole('option').count()).toBe(0)
  await context.close()
})
