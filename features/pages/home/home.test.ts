import { afterAll, beforeAll, expect, test } from 'vitest'
import { status } from '#features/authorizations/statuses.ts'
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
