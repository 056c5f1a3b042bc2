import { afterAll, beforeAll, expect, test } from 'vitest'
import { monitoring } from './contract.ts'
import { countWaits, feltAs, groupOf, threeOfFour, WAIT_BOUNDS } from './waits.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { faultsOf } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'

let portal: PortalInBrowser
beforeAll(async () => {
  portal = await startPortalInBrowser()
})
afterAll(() => portal.stop())

test('a wait is in the group of its bound, and three of four are read off the groups', () => {
  expect([0, 100, 101, 8000, 8001].map(groupOf)).toEqual([0, 0, 1, 9, WAIT_BOUNDS.length])
  expect(threeOfFour(countWaits([]))).toBeNull()
  expect(threeOfFour(countWaits([150, 150, 150, 150]))).toBe(175)
  expect(threeOfFour(countWaits([50, 50, 50, 9000]))).toBe(100)
  expect(threeOfFour(countWaits([9000, 9000]))).toBe(8000)
  expect([feltAs('page.inp', 200), feltAs('page.inp', 201), feltAs('page.lcp', 4001)]).toEqual(['good', 'fair', 'slow'])
})

test('an account manager reads sums by page and day of the carrier, the slowest first; others are refused', async () => {
  const api = await startFixtureApi({ limitFactor: 100 })
  await api.db.query(`update user_carrier set roles = '{account_admin}' where user_id = $1`, [idOf('adj.aaa')])
  const [manager, user, theirs] = [
    await api.signIn('adj.aaa'),
    await api.signIn('adj.sub1'),
    await api.signIn('adj.bbb'),
  ]
  const at = '2026-01-31T15:00:00Z'
  const send = (
    by: typeof user,
    of: readonly (readonly ['opened' | 'clicked' | 'keyed' | 'lcp' | 'inp', 'home' | 'patients', number?])[],
  ) =>
    by.ask(monitoring.actions, {
      actions: of.map(([what, target, durationMs]) => ({
        action: `page.${what}` as const,
        target,
        at,
        ...(durationMs !== undefined && { durationMs }),
      })),
    })
  await Promise.all([
    send(user, [
      ['opened', 'home'],
      ['opened', 'home'],
      ['clicked', 'home'],
      ['clicked', 'home'],
      ['keyed', 'home'],
      ['lcp', 'home', 900],
      ['inp', 'home', 150],
    ]),
    send(manager, [
      ['inp', 'patients', 700],
      ['opened', 'patients'],
      ['opened', 'home'],
    ]),
    send(theirs, [
      ['opened', 'patients'],
      ['inp', 'patients', 90],
    ]),
  ])
  const { body } = await manager.ask(monitoring.pageUse, { days: 7 })
  expect(body).toEqual({
    days: [{ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), opened: 4, acted: 3 }],
    pages: [
      { page: 'patients', opened: 1, acted: 0, keyed: 0, lcp: null, inp: 725 },
      { page: 'home', opened: 3, acted: 3, keyed: 1, lcp: 1100, inp: 175 },
    ],
  })
  await api.db.query(`update page_use set day = day - 7 where page = 'patients' and mc = 'AAA'`)
  expect((await manager.ask(monitoring.pageUse, { days: 7 })).body.pages.map(({ page }) => page)).toEqual(['home'])
  expect((await manager.ask(monitoring.pageUse, { days: 30 })).body.pages).toHaveLength(2)
  expect((await manager.ask(monitoring.pageUse, { days: 8 })).status).toBe(400)
  expect((await user.ask(monitoring.pageUse, {})).status).toBe(403)
})

test('what a browser measured of its pages is on the page of account managers', async () => {
  const { page, complaints, context } = await portal.visitAs('kit.moss', { mc: 'NWM', path: '/home' })
  // What counts is loaded once nothing else is; leaving the page sends what it has by then.
  await page.waitForRequest(/useractionmetrics$/)
  await page.goto(`${portal.origin}/accounts/usage`)
  await expect
    .poll(async () => {
      const { rows } = await portal.db.query(`select from page_use where page = 'home' and action = 'page.lcp'`)
      return rows.length
    })
    .toBe(1)
  await page.reload()
  await page
    .getByRole('table', { name: 'Screens' })
    .getByRole('row')
    .filter({ hasText: /Home.*\d (?:ms|s)/ })
    .waitFor()
  await page.getByRole('list', { name: 'Pages opened by day' }).getByRole('listitem').first().waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('radio', { name: '30 days' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => page.getByRole('radio', { name: '90 days' }).isChecked()).toBe(true)
  expect(complaints).toEqual([])
  await context.close()
})

test('A page sends what was done in fives, the rest after ten seconds, in words of the list alone', async () => {
  const { page, context } = await portal.visitAs('kit.moss', { mc: 'NWM', path: '/home', at: new Date() })
  const batches: { action: string; target: string }[][] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/useractionmetrics')) batches.push(request.postDataJSON().actions)
  })
  const sent = (action: string) => batches.flat().filter((one) => one.action === action).length
  // What counts is loaded once nothing else is.
  await expect
    .poll(async () => {
      await page.clock.runFor(10_000)
      return sent('page.opened')
    })
    .toBeGreaterThan(0)
  const before = batches.length
  const menu = page.getByRole('button', { name: /^Welcome, / })
  for (const _ of Array.from({ length: 4 })) await menu.click()
  // An open menu takes the focus: what is pressed next is an entry of it.
  for (const _ of Array.from({ length: 4 })) {
    await menu.press('Enter')
    await page.getByRole('menuitem', { name: 'Profile' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menuitem', { name: 'Profile' }).waitFor({ state: 'hidden' })
  }
  await expect
    .poll(async () => {
      await page.clock.runFor(10_000)
      return [sent('page.clicked'), sent('page.keyed')]
    })
    .toEqual([4, 4])
  const since = batches.slice(before)
  expect(since[0]).toHaveLength(5)
  for (const one of since.flat()) {
    expect(Object.keys(one).toSorted()).toEqual(expect.arrayContaining(['action', 'at', 'context', 'target']))
    expect(one.target).toBe('home')
  }
  // The carrier sets another size; a tab reads it with its first batch.
  await portal.db.query(
    `insert into carrier_setting (mc, key, value) values ('NWM', 'metricsBatchSize', '10') on conflict (mc, sub_carrier, key) do update set value = '10'`,
  )
  const asked = page.waitForResponse((response) => response.url().includes('metricsBatchSize'))
  await page.reload()
  await expect
    .poll(async () => {
      await page.clock.runFor(10_000)
      return sent('page.opened')
    })
    .toBeGreaterThan(1)
  await asked
  const old = batches.length
  for (const _ of Array.from({ length: 12 })) await menu.click()
  await expect.poll(() => batches.length).toBeGreaterThan(old)
  expect(batches[old]).toHaveLength(10)
  await context.close()
})
