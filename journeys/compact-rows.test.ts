import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
