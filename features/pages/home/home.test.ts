import { afterAll, beforeAll, expect, test } from 'vitest'
import { status } from '#features/authorizations/statuses.ts'
import { faultsOf } from '#testing/kit/axe.ts'
import { pictures } from '#testing/browser/pictures.ts'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'

let portal: PortalInBrowser
beforeAll(async () => void (portal = await startPortalInBrowser()))
afterAll(() => portal.stop())

const waiting = async (): Promise<string[]> =>
  (
    await portal.db.query<{ id: string }>(
      `select id from rx_authorization where mc = 'NWM' and status_id = $1 order by statutory_due_at, id`,
      [status.PENDING_CLINICAL],
    )
  ).rows.map(({ id }) => id)

test('a pharmacist without requests of their own starts with the first that waits for a pharmacist, and is offered nothing when none does', async () => {
  // Nothing waits yet.
  const before = await waiting()
  expect(before).toEqual([])
  const { page, context, complaints, quiet } = await portal.visitAs('rita.chen', { mc: 'NWM', path: '/home' })
  await page.getByRole('heading', { name: 'Nothing waits on a pharmacist' }).waitFor()
  const start = page.getByRole('button', { name: /^Start with the most urgent/ })
  await start.waitFor({ state: 'detached' })
  await quiet()
  // An approval of an adjuster that a pharmacist must clear.
  const adjuster = await portal.visitAs('dana.ruiz', { mc: 'NWM', path: '/authorizations' })
  const { rows } = await portal.db.query<{ id: string }>(
    `select a.id from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
      where a.mc = 'NWM' and c.claim_number = 'DEMO-001' and a.status_id = $1`,
    [status.PENDING],
  )
  await adjuster.page.goto(`${portal.origin}/authorizations/request/${rows[0]!.id}`)
  await adjuster.page.getByRole('button', { name: /^Save approval, send/ }).click()
  await expect.poll(waiting).toEqual([rows[0]!.id])
  await adjuster.context.close()
  await page.reload()
  await start.click()
  await page.waitForURL(`**/authorizations/request/${rows[0]!.id}`)
  expect(complaints).toEqual([])
  await context.close()

  // Who may only read owns nothing: the totals of the carrier are shown, and nothing is offered to start.
  const reader = await portal.visitAs('ann.boyd', { mc: 'NWM', path: '/home' })
  await reader.page.getByRole('table', { name: 'Open requests and this week’s decisions by program' }).waitFor()
  await reader.quiet()
  await expect.poll(() => reader.page.getByText('Nothing is waiting for you').count()).toBe(0)
  await expect.poll(() => reader.page.getByText('Most urgent').count()).toBe(0)
  await reader.context.close()
})

test('where who waits at a counter cannot be read, Home and the worklist say so and try again', async () => {
  const { page, context } = await portal.visitAs('dana.ruiz', { mc: 'NWM', path: '/accounts/profile' })
  await portal.db.query(
    `update rx_authorization a set pharmacy_waiting = true, snoozed_until = null from authorization_owner o join app_user u on u.id = o.user_id
      where o.mc = a.mc and o.authorization_id = a.id and o.open and u.username = 'dana.ruiz' and a.mc = 'NWM' and a.status_id = $1`,
    [status.PENDING],
  )
  const lists = /\/authorizations\/list/
  const problem = { code: 'INTERNAL', message: 'The list is being rebuilt.' }
  await page.route(lists, (route) =>
    route.request().postData()?.includes('isAtCounterOnly')
      ? route.fulfill({ status: 500, json: { status: problem, data: null, supportId: null, fields: [] } })
      : route.continue(),
  )
  const failed = page.getByRole('alert').filter({ hasText: 'Who waits at a counter could not be loaded' })
  for (const link of ['Home', /^Authorization Requests/]) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link }).first().click()
    await failed.getByText(/^The list is being rebuilt\./).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await pictures(page, `lane-failed-${String(link).replaceAll(/\W/g, '')}`)
  }
  await page.unroute(lists)
  await failed.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('region', { name: 'At the counter' }).getByRole('link').first().waitFor()
  await context.close()
})
