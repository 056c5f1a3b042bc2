import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { status } from '#features/authorizations/statuses.ts'
import { openJourney, sendToPharmacist, type Journey } from './portal.ts'

// How much of the worklist is in sight, and that the time left is on every row of it, however it is drawn.

let journey: Journey
beforeAll(async () => {
  journey = await openJourney()
  await sendToPharmacist(journey)
})
afterAll(() => journey.stop())

const picture = async (page: Page, name: string) => {
  const folder = process.env['PICTURES']
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) })
}
const rowsOf = (page: Page) => page.locator('tbody tr', { has: page.locator('a[data-row-link]') })

test('an adjuster with compact rows sees at least 18 requests on a screen of 1280 by 800, each with its time left', async () => {
  // The longest time there is, beside the mark of an escalation, is one line still.
  await journey.db.query(
    `update rx_authorization set statutory_due_at = now() - interval '23 hours 58 minutes', escalated = true, escalation_level = 3, snoozed_until = null
      where id = (select id from rx_authorization where mc = 'NWM' and status_id = $1 order by statutory_due_at limit 1)`,
    [status.PENDING],
  )
  const { page, complaints, context, quiet } = await journey.visitAs('sam.okafor', {
    mc: 'NWM',
    path: '/authorizations?view=all',
    viewport: { width: 1280, height: 800 },
  })
  await page.evaluate(() =>
    localStorage.setItem(
      'rxdocket.preferences',
      JSON.stringify({ theme: 'light', density: 'compact', singleKeys: true }),
    ),
  )
  await page.reload()
  await rowsOf(page).nth(20).waitFor({ state: 'attached' })
  await quiet()
  const seen = await rowsOf(page).evaluateAll((rows) => {
    const list = rows[0]!.closest('[role="region"]')!.getBoundingClientRect()
    const bottom = Math.min(innerHeight, list.bottom)
    return rows
      .filter((row) => row.getBoundingClientRect().bottom <= bottom)
      .map((row) => ({
        height: row.getBoundingClientRect().height,
        time: row.querySelector('time')?.textContent ?? '',
        // What is pressed stays at least 24 px high (WCAG 2.2, 2.5.8), or alone in its line.
        link: row.querySelector('a[data-row-link]')!.getBoundingClientRect().height,
      }))
  })
  await picture(page, 'compact-1280')
  expect(seen.length).toBeGreaterThanOrEqual(18)
  // A long name takes a second line, a long time does not.
  const late = seen.find(({ time }) => /^23h 5\dm overdue/.test(time))!
  expect(late.height).toBe(Math.min(...seen.map(({ height }) => height)))
  for (const { height, time } of seen) {
    expect(height).toBeGreaterThanOrEqual(24)
    expect(time).toMatch(/left|overdue|Snoozed|\d/)
  }
  expect(complaints).toEqual([])
  await context.close()
})

test('on a phone each card of the list and of the queue of pharmacists says its time left', async () => {
  for (const [user, view] of [
    ['sam.okafor', 'all'],
    ['rita.chen', 'clinical'],
  ] as const) {
    for (const density of ['default', 'compact']) {
      const { page, complaints, context } = await journey.visitAs(user, {
        mc: 'NWM',
        path: `/authorizations?view=${view}`,
        viewport: { width: 390, height: 844 },
      })
      await page.evaluate(
        (wanted) =>
          localStorage.setItem(
            'rxdocket.preferences',
            JSON.stringify({ theme: 'light', density: wanted, singleKeys: true }),
          ),
        density,
      )
      await page.reload()
      await rowsOf(page).first().waitFor()
      const times = await rowsOf(page).evaluateAll((rows) =>
        rows.map((row) => {
          const time = row.querySelector('time')
          return time !== null && time.checkVisibility() && time.getBoundingClientRect().width > 0
        }),
      )
      await picture(page, `cards-${view}-${density}`)
      expect(times.every(Boolean)).toBe(true)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
      expect(complaints).toEqual([])
      await context.close()
    }
  }
})

test('a snoozed request that waits for a letter says when it comes back, when the answer and when the decision is due, however its row is drawn', async () => {
  const { rows } = await journey.db.query<{ id: string; due: string }>(
    `update rx_authorization a set snoozed_until = n.now + interval '20 hours', statutory_due_at = n.now + interval '3 days'
       from (select $1::timestamptz as now) n
      where a.mc = 'NWM' and a.id = (select b.id from rx_authorization b join lomn_request l on l.mc = b.mc and l.authorization_id = b.id
          join authorization_owner o on o.mc = b.mc and o.authorization_id = b.id join app_user u on u.id = o.user_id
        where b.mc = 'NWM' and b.status_id = 21 and o.position = 1 and u.username = 'dana.ruiz' order by b.id limit 1)
      returning a.id, to_char(a.statutory_due_at at time zone 'America/New_York', 'MM/DD') as due`,
    [journey.clock.now().toISOString()],
  )
  const { id, due } = rows[0]!
  for (const [width, density] of [
    [1440, 'default'],
    [1280, 'compact'],
    [390, 'default'],
  ] as const) {
    const { page, complaints, context } = await journey.visitAs('dana.ruiz', {
      mc: 'NWM',
      path: '/authorizations?view=waiting',
      viewport: { width, height: 844 },
    })
    await page.evaluate(
      (wanted) =>
        localStorage.setItem(
          'rxdocket.preferences',
          JSON.stringify({ theme: 'light', density: wanted, singleKeys: true }),
        ),
      density,
    )
    await page.reload()
    const row = rowsOf(page).filter({ has: page.locator(`a[href*="${id}"]`) })
    await row.getByText('Snoozed until').waitFor({ state: 'attached' })
    const words = density === 'compact' ? row.getByText(`due ${due}`) : row.getByText(/^Due \w{3} \d/)
    await expect.poll(() => words.filter({ visible: true }).count()).toBeGreaterThan(0)
    if (density === 'default') await row.getByText(/^Answer (in )?\d/).waitFor()
    await picture(page, `snoozed-${width}`)
    const cut = await row.evaluate((line) =>
      [...line.querySelectorAll('td, th')]
        .filter((cell) => cell.querySelector('time') && cell.scrollWidth > cell.clientWidth)
        .map((cell) => cell.textContent),
    )
    expect(cut).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  }
})
