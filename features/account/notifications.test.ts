import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { faultsOf } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser, type Visit } from '#testing/portal-in-browser.ts'

// Notices as they come in the browsers of two roles, what a second tab shows, and the settings of them.

let portal: PortalInBrowser
let adjuster: Visit
let supervisor: Visit
beforeAll(async () => {
  portal = await startPortalInBrowser()
  // Only what the tests do is notified: no deadline comes nearer, and what began before is done.
  await portal.db.query('update rx_authorization set next_clock_at = null')
  await eventually(async () => {
    const { rows } = await portal.db.query<{ n: number }>(
      `select (select count(*) from outbox where dispatched_at is null and cancelled_at is null and available_at <= now())::int
        + (select count(*) from pgboss.job where name not like '\\_%' and name not like '%.dead' and state in ('created', 'active', 'retry'))::int as n`,
    )
    if (rows[0]!.n > 0) throw new Error(`${rows[0]!.n} jobs wait.`)
  })
  await portal.db.query('update user_notification set read_at = now() where read_at is null')
  await portal.db.query(
    `insert into feature_flag_override (mc, key, enabled) values ('NWM', 'notificationSettings', true)
     on conflict (mc, key, sub_carrier) do update set enabled = true`,
  )
  adjuster = await portal.visitAs('dana.ruiz', { mc: 'NWM', path: '/home' })
  supervisor = await portal.visitAs('sam.okafor', { mc: 'NWM', path: '/notifications' })
})
afterAll(() => portal.stop())

const bell = (page: Page, unread: number) =>
  page
    .getByRole('banner')
    .getByRole('link', { name: unread > 0 ? `Notifications, ${unread} unread` : 'Notifications', exact: true })

/** Waits until so many notices of what these tests assign are unread, and the bell counts them with all that came beside. */
const shows = (page: Page, username: string, unread: 0 | 1) =>
  expect
    .poll(async () => {
      const { rows } = await portal.db.query<{ all: number; ours: number }>(
        `select count(*)::int as all, count(*) filter (where n.kind = 'assigned')::int as ours from user_notification n
           join app_user u on u.id = n.user_id where u.username = $1 and n.read_at is null`,
        [username],
      )
      return [rows[0]!.ours, await bell(page, rows[0]!.all).isVisible()]
    })
    .toEqual([unread, true])

const unreadIn = (page: Page) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByText('Unread:', { exact: true }) })
    .filter({ hasText: 'was assigned to you' })

async function assign(page: Page, id: string, username: string): Promise<number> {
  const { rows } = await portal.db.query<{ email: string; version: number }>(
    `select u.email, a.version from app_user u, rx_authorization a where u.username = $1 and a.id = $2`,
    [username, id],
  )
  return page.evaluate(
    ({ url, version }) =>
      fetch(url, {
        method: 'PUT',
        headers: {
          'x-portal-request': '1',
          'x-master-carrier': 'NWM',
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        },
        body: JSON.stringify({ version }),
      }).then((answer) => answer.status),
    {
      url: `/api/authorizations/${id}/adjuster/assign?userEmails=${encodeURIComponent(rows[0]!.email)}`,
      version: rows[0]!.version,
    },
  )
}

test('Two roles in two browsers each see the notice of what the other one did, as it comes; a second tab follows', async () => {
  const { rows } = await portal.db.query<{ id: string }>(
    `select a.id from rx_authorization a join app_user u on u.id = a.owner_id
      where a.mc = 'NWM' and a.status_id = 20 and u.username = 'dana.ruiz' order by a.statutory_due_at desc limit 1`,
  )
  const { id } = rows[0]!
  const second = await adjuster.tab('/home')
  await shows(second, 'dana.ruiz', 0)
  await shows(supervisor.page, 'sam.okafor', 0)
  await Promise.all([adjuster.following(), supervisor.following()])

  // The adjuster gives a request away: the supervisor's open list has the notice.
  expect(await assign(adjuster.page, id, 'sam.okafor')).toBe(200)
  await shows(supervisor.page, 'sam.okafor', 1)
  await supervisor.page.getByRole('button', { name: 'new notice', exact: false }).click()
  await supervisor.page.getByRole('heading', { level: 3, name: 'Today' }).waitFor()
  const arrived = unreadIn(supervisor.page)
  await arrived.getByRole('link').waitFor()

  // The supervisor gives it back: both tabs of the adjuster count it.
  expect(await assign(supervisor.page, id, 'dana.ruiz')).toBe(200)
  await shows(adjuster.page, 'dana.ruiz', 1)
  await shows(second, 'dana.ruiz', 1)

  // Read in one tab, it is read in the other; with E it is unread in both again.
  await adjuster.page
    .getByRole('banner')
    .getByRole('link', { name: /^Notifications/ })
    .click()
  const first = unreadIn(adjuster.page)
  await first.getByRole('link').press('e')
  await shows(adjuster.page, 'dana.ruiz', 0)
  await shows(second, 'dana.ruiz', 0)
  // The key goes by what the row says, which follows the count in the header.
  await expect.poll(() => unreadIn(adjuster.page).count()).toBe(0)
  await adjuster.page.keyboard.press('e')
  await shows(second, 'dana.ruiz', 1)
  // The page that is asked shows it as unread first.
  await unreadIn(adjuster.page).getByRole('link').waitFor()
  await adjuster.page.keyboard.press('Shift+A')
  await shows(second, 'dana.ruiz', 0)
  await adjuster.page.getByRole('button', { name: /^Undo/ }).click()
  await shows(second, 'dana.ruiz', 1)
  expect(await faultsOf(adjuster.page)).toEqual([])
  await unreadIn(adjuster.page).getByRole('link').press('Enter')
  await adjuster.page.waitForURL(`${portal.origin}/authorizations/request/${id}`)
  await shows(second, 'dana.ruiz', 0)
  await second.close()
  expect([...adjuster.complaints, ...supervisor.complaints]).toEqual([])
})

test('A notice that comes between focus and key press moves no row and is never marked in place of another', async () => {
  const { page } = supervisor
  const give = async (title: string, minutesAgo: number) => {
    await portal.db.query(
      `insert into user_notification (mc, id, user_id, kind, title, at)
       select 'NWM', gen_random_uuid(), u.id, 'standIn', $1, now() - make_interval(mins => $2) from app_user u where u.username = 'sam.okafor'`,
      [title, minutesAgo],
    )
  }
  const unread = async () => {
    const { rows } = await portal.db.query<{ title: string }>(
      `select n.title from user_notification n join app_user u on u.id = n.user_id
        where u.username = 'sam.okafor' and n.kind = 'standIn' and n.read_at is null order by n.title`,
    )
    return rows.map(({ title }) => title)
  }
  /** Has every open list of the supervisor read again, as any notice does. */
  const ring = () => portal.db.query(`select pg_notify('changes', 'NWM:notifications')`)
  await give('c: newest', 1)
  await give('a: oldest', 3)
  // Change events come once the first screen is there.
  const listens = page.waitForResponse(/\/api\/changes$/)
  await page.goto(`${portal.origin}/notifications`)
  await listens
  const oldest = page.getByRole('link', { name: 'a: oldest' })
  await oldest.focus()
  // One comes above all, one between: an act of the clock that began earlier is written later.
  await give('d: new', 0)
  await give('b: between', 2)
  await ring()
  await page.getByRole('link', { name: 'b: between' }).waitFor()
  const show = page.getByRole('button', { name: '1 new notice. Show' })
  await show.waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'd: new' }).count()).toBe(0)
  await page.keyboard.press('e')
  await expect.poll(unread).toEqual(['b: between', 'c: newest', 'd: new'])
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('n')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('d: new')
  await page.keyboard.press('e')
  await expect.poll(unread).toEqual(['b: between', 'c: newest'])
  // The next act begins once the last is done.
  await expect
    .poll(async () => {
      await page.keyboard.press('Shift+A')
      return unread()
    })
    .toEqual([])
  expect(supervisor.complaints).toEqual([])
})

test('A notice without a request leads to what it is about', async () => {
  await portal.db.query(
    `insert into user_notification (mc, id, user_id, kind, title, at)
     select 'NWM', gen_random_uuid(), u.id, 'extractFailed', 'Your extract failed.', now() from app_user u where u.username = 'sam.okafor'`,
  )
  await supervisor.page.goto(`${portal.origin}/notifications`)
  await supervisor.page.getByRole('link', { name: 'Your extract failed.' }).click()
  await expect.poll(() => new URL(supervisor.page.url()).pathname).toBe('/data-extract')
})

test('The list is narrowed to a kind with the keyboard; what is done stands under Done', async () => {
  const { page, complaints } = supervisor
  await portal.db.query(
    `insert into user_notification (mc, id, user_id, kind, title, at, done_at)
     select 'NWM', gen_random_uuid(), u.id, kind, title, now(), done from app_user u,
       (values ('letterExpired', 'A letter did not come.', null), ('secondNeeded', 'It waited for you.', now())) as x(kind, title, done)
      where u.username = 'sam.okafor'`,
  )
  await page.goto(`${portal.origin}/notifications`)
  const buttons = page.getByRole('button', { name: 'A letter did not come.', exact: true })
  await buttons.waitFor()
  await expect.poll(() => page.getByText('It waited for you.').count()).toBe(0)
  const kind = page.getByRole('combobox', { name: 'Kind' })
  await kind.selectOption('Letters of medical necessity, 1 unread')
  await expect.poll(() => page.getByRole('listitem').filter({ hasText: 'Mark read' }).count()).toBe(1)
  await page.getByRole('button', { name: 'Mark all as read' }).press('Enter')
  await page.getByRole('button', { name: /^Mark unread: A letter did not come/ }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await kind.selectOption('All kinds')
  await page.getByRole('radio', { name: 'All', exact: true }).focus()
  for (const _ of [1, 2]) await page.keyboard.press('ArrowRight')
  await page.getByRole('button', { name: 'It waited for you.', exact: true }).waitFor()
  await expect.poll(() => buttons.count()).toBe(0)
  await page.getByText('A notification leaves the list when its work is done.', { exact: false }).waitFor()
  await kind.selectOption('Access and settings')
  await page.getByRole('heading', { name: 'None of this kind' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Notification Settings' }).first().press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Notification Settings' }).waitFor()
  expect(complaints).toEqual([])
})

test('Notification Settings are chosen with the keyboard, saved, and there again after a reload', async () => {
  const { page, complaints } = adjuster
  await page.goto(`${portal.origin}/accounts/notification`)
  await page.getByRole('heading', { level: 1, name: 'Notification Settings' }).waitFor()
  const letters = page.getByRole('switch', { name: /^In the portal: Letters/ })
  await letters.waitFor()
  await page.getByText('A legal deadline depends on it', { exact: false }).first().waitFor()
  expect(await faultsOf(page)).toEqual([])
  await expect.poll(() => letters.isChecked()).toBe(true)
  await letters.focus()
  await page.keyboard.press('Space')
  // What is not saved is named, and still there for who looks at another page meanwhile.
  await page.getByText('Not saved yet: Letters of medical necessity.').waitFor()
  await page.getByRole('navigation', { name: 'Accounts' }).getByRole('link', { name: 'Profile' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
  await page.goBack()
  await expect.poll(() => letters.isChecked()).toBe(false)
  await page.getByRole('button', { name: 'Discard' }).press('Enter')
  await expect.poll(() => letters.isChecked()).toBe(true)
  await letters.press('Space')
  await page.getByRole('switch', { name: /^Quiet hours/ }).focus()
  await page.keyboard.press('Space')
  await page.getByLabel('From', { exact: true }).fill('21:00')
  expect(await faultsOf(page)).toEqual([])
  await page.getByLabel('From', { exact: true }).press('Enter')
  await page.getByText('Your notification settings were saved.').first().waitFor()
  await page.reload()
  await expect.poll(() => letters.isChecked()).toBe(false)
  await expect.poll(() => page.getByLabel('From', { exact: true }).inputValue()).toBe('21:00')
  expect(complaints).toEqual([])
})
