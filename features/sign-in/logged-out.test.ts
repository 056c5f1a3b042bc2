import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsOf } from '#testing/kit/axe.ts'
import { stopClock } from '#testing/kit/stop-clock.ts'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'

// How a session ends on the screen: by hand, in every tab, and by what was taken away.

let portal: PortalInBrowser
beforeAll(async () => {
  portal = await startPortalInBrowser()
})
afterAll(() => portal.stop())

test('the logout page, opened by its address, says that the session lives, and its button ends it', async () => {
  const { page, context, complaints } = await portal.visitAs('lee.park', { mc: 'NWM' })
  await page.goto(`${portal.origin}/logout`)
  await page.getByRole('heading', { level: 1, name: 'You are still logged in.' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  expect(complaints).toEqual([])
  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.getByRole('heading', { level: 1, name: 'Logout Successful.' }).waitFor()
  const { rows } = await portal.db.query(`select ended_reason from session order by started_at desc, id desc limit 1`)
  expect(rows).toEqual([{ ended_reason: 'user' }])
  await context.close()
})

test('a user who was away too long reads so in each of three tabs, also after a reload', async () => {
  const visit = await portal.visitAs('dana.ruiz', { mc: 'NWM', at: portal.clock.now() })
  const { context, quiet } = visit
  for (const _ of [2, 3]) await visit.tab('/home')
  for (const page of context.pages()) await page.getByRole('heading', { name: 'Authorizations', exact: true }).waitFor()
  await quiet()
  portal.clock.move(960_000)
  await context.clock.fastForward(960_000)
  const timedOut = 'Account Timed Out'
  for (const page of context.pages()) await page.getByRole('heading', { level: 1, name: timedOut }).waitFor()
  for (const page of context.pages()) {
    await page.reload()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual([timedOut])
  }
  await context.close()
})

test('what a user may not see any more leaves the screen by itself, with no question of the page on its clock', async () => {
  const { page, context, quiet, following } = await portal.visitAs('dana.ruiz', { mc: 'NWM', at: portal.clock.now() })
  const list = page.getByRole('heading', { name: 'Authorizations', exact: true })
  await list.waitFor()
  await quiet()
  await following()
  await stopClock(page)
  await portal.db.query(
    `update user_carrier set active = false where user_id = (select id from app_user where username = 'dana.ruiz')`,
  )
  await expect.poll(() => list.count()).toBe(0)
  await context.close()
})
