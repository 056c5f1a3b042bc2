import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pictures } from '#testing/browser/pictures.ts'
import { settled, textNow } from '#testing/browser/settled.ts'
import { faultsOf, twoLooks } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser, type Visit } from '#testing/portal-in-browser.ts'

// The worklist of an adjuster and a supervisor: saved views, who looks at what, and acts on a whole list.

let portal: PortalInBrowser
let dana: Visit
let sam: Visit
let page: Page
beforeAll(async () => {
  portal = await startPortalInBrowser()
  dana = await portal.visitAs('dana.ruiz', { mc: 'NWM', path: '/authorizations?view=all' })
  sam = await portal.visitAs('sam.okafor', { mc: 'NWM', path: '/authorizations?view=all' })
  page = dana.page
})
afterAll(() => portal.stop())

const rows = (of: Page) => of.getByRole('table').locator('tbody tr')

test('an adjuster saves a view in two actions, shares it, and the supervisor opens it by its tab', async () => {
  await rows(page).first().waitFor()
  await page.getByRole('columnheader', { name: 'Patient' }).getByRole('button').click()
  await page.waitForURL(/sort=claimantLastName/)
  await page.getByRole('button', { name: 'Saved views' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Save this view' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByLabel('Name').fill('By name')
  await dialog.getByLabel('Share with my team').press('Space')
  await pictures(page, 'view-save')
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await dialog.getByLabel('Name').press('Enter')
  const tab = page.getByRole('tab', { name: 'By name' })
  await tab.waitFor()
  await expect.poll(() => tab.getAttribute('aria-selected')).toBe('true')
  await page.getByRole('tab', { name: /^By name\s*\d+$/ }).waitFor()

  await sam.page.reload()
  await sam.page.getByRole('tab', { name: 'By name' }).click()
  await sam.page.waitForURL(/view=all&sort=claimantLastName/)
  await sam.page.getByRole('button', { name: 'Saved views' }).click()
  await sam.page.getByText('Shared by Dana Ruiz').waitFor()
  await pictures(sam.page, 'views-menu')
  await sam.page.keyboard.press('Escape')
})

test('a view is renamed, opens first, and is deleted and brought back', async () => {
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByRole('menuitem', { name: 'Manage views' }).click()
  const dialog = page.getByRole('dialog', { name: 'Saved views' })
  await dialog.getByLabel('Name of By name').fill('A to Z')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  const view = dialog.getByRole('region', { name: 'A to Z' })
  await view.getByLabel('Opens first').check()
  await expect
    .poll(async () => (await portal.db.query('select from saved_view_default')).rowCount, { timeout: 120_000 })
    .toBe(1)
  await pictures(page, 'views-manage')
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  const fresh = await dana.tab('/authorizations')
  await fresh.waitForURL(/sort=claimantLastName/)
  await fresh.close()

  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByRole('menuitem', { name: 'Manage views' }).click()
  await dialog.getByRole('button', { name: 'Delete A to Z' }).click()
  await dialog.getByText('No saved views yet.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('View “A to Z” deleted.').first().waitFor()
  await page.keyboard.press('z')
  await page.getByRole('tab', { name: 'A to Z' }).waitFor()
})

test('who has a request open is said in the row and on its page, until they leave', async () => {
  await page.goto(`${portal.origin}/authorizations`)
  const link = rows(page).first().getByRole('rowheader').getByRole('link').first()
  const address = (await settled(page, () => link.getAttribute('href')))!
  await sam.page.goto(`${portal.origin}${address}`)
  await rows(page).first().getByTitle('Sam Okafor is looking at this').waitFor()
  await pictures(page, 'presence-row')
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await link.click()
  await page.getByText('Sam Okafor is looking at this').waitFor()
  await sam.page.getByText('Dana Ruiz is looking at this').waitFor()
  await pictures(page, 'presence-page')
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await sam.page.goto(`${portal.origin}/home`)
  await page.getByText('Sam Okafor is looking at this').waitFor({ state: 'hidden' })
})

test('above the list stands who waits at a counter, the longest first and how long; digits open them', async () => {
  await portal.db.query(`update rx_authorization set pharmacy_waiting = false where mc = 'NWM'`)
  const { rows: two } = await portal.db.query<{ id: string; name: string }>(
    `select a.id, t.first_name || ' ' || t.last_name as name from rx_authorization a
       join authorization_owner o on o.mc = a.mc and o.authorization_id = a.id and o.position = 1 join app_user u on u.id = o.user_id
       join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id join claimant t on t.mc = c.mc and t.id = c.claimant_id
      where a.mc = 'NWM' and a.status_id = 20 and u.username = 'dana.ruiz' order by a.statutory_due_at, a.id limit 2`,
  )
  // The one that is due first came last.
  for (const [{ id }, minutes] of [
    [two[0]!, 12],
    [two[1]!, 75],
  ] as const)
    await portal.db.query(
      `update rx_authorization set pharmacy_waiting = true, last_submitted_at = now() - make_interval(mins => $2) where id = $1`,
      [id, minutes],
    )
  const { page: list, context } = await portal.visitAs('dana.ruiz', { mc: 'NWM', path: '/authorizations' })
  const waits = list.getByRole('region', { name: 'At the counter' }).getByRole('listitem')
  await expect.poll(() => waits.count()).toBe(2)
  await waits
    .nth(0)
    .filter({ hasText: two[1]!.name })
    .getByText(/^Waiting 1h 1\dm$/)
    .waitFor()
  await waits
    .nth(1)
    .filter({ hasText: two[0]!.name })
    .getByText(/^Waiting 1\dm$/)
    .waitFor()
  await pictures(list, 'counter-lane')
  expect(await faultsOf(list, twoLooks)).toEqual([])
  await list.keyboard.press('1')
  await list.waitForURL((url) => url.pathname.endsWith(two[1]!.id))
  await list.goBack()
  await waits.nth(1).waitFor()
  await list.keyboard.press('2')
  await list.waitForURL((url) => url.pathname.endsWith(two[0]!.id))
  await context.close()
})

test('status and drug are filters: each value with its count, kept in the address', async () => {
  const choose = async (filter: string) => {
    await page.keyboard.press('f')
    await page.getByRole('menuitem', { name: filter, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: filter })
    const box = dialog.getByRole('checkbox').first()
    const words = await textNow(dialog.locator('label', { has: page.getByRole('checkbox') }).first())
    await box.check({ force: true })
    await dialog.getByRole('button', { name: 'Apply' }).click()
    return Number(/([\d,]+)\s*$/.exec(words)![1]!.replaceAll(',', ''))
  }
  // Rows are drawn before the menu of filters is there: F pressed by then opens it once it is.
  const arrives = Promise.withResolvers<void>()
  await page.route(/\/preview-[^/]+\.js$/, async (route) => {
    await arrives.promise
    await route.continue()
  })
  await page.goto(`${portal.origin}/authorizations?view=all`)
  await rows(page).first().waitFor()
  await page.keyboard.press('f')
  expect(await settled(page, () => page.getByRole('button', { name: 'Add filter' }).count())).toBe(0)
  arrives.resolve()
  const menu = page.getByRole('menu', { name: 'Add filter' })
  await menu.waitFor()
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
  await page.unroute(/\/preview-[^/]+\.js$/)
  // A key pressed in the frame in which the menu closes, while its item is focused still, is the page's.
  await page.keyboard.press('f')
  await menu.locator(':focus').waitFor()
  await page.evaluate(() => {
    const item = document.activeElement!
    item.closest<HTMLElement>('[popover]')!.hidePopover()
    item.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', bubbles: true, cancelable: true }))
  })
  await menu.waitFor()
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
  for (const filter of ['Status', 'Drug']) {
    const count = await choose(filter)
    await page.getByRole('table', { name: new RegExp(`^All pending, ${count} requests?`) }).waitFor()
    await page.getByRole('button', { name: new RegExp(`^Remove filter ${filter}: [A-Z][a-z]`) }).waitFor()
  }
  expect(new URL(page.url()).search).toMatch(/status=2\d&drug=\d{10}$/)
  expect(await faultsOf(page)).toEqual([])
  await page.goto(`${portal.origin}/authorizations?view=limit`)
  await page.getByRole('tab', { name: /^Over my limit/, selected: true }).waitFor()
})

/** Sixty more requests of Dana's, so that the list has more than a page. */
const more = `with made as (
    insert into rx_authorization select (jsonb_populate_record(null::rx_authorization, to_jsonb(a) ||
        jsonb_build_object('id', gen_random_uuid(), 'reference_number', (900000000000 + n)::text))).*
      from (select a.* from rx_authorization a join app_user u on u.id = a.owner_id
        where a.mc = 'NWM' and a.status_id = 20 and u.username = 'dana.ruiz' and a.snoozed_until is null
        order by a.statutory_due_at desc limit 1) a, generate_series(1, 60) n returning mc, id, owner_id, created_at)
  insert into authorization_owner (mc, authorization_id, user_id, position, open, assigned_at)
    select mc, id, owner_id, 1, true, created_at from made`

test('a whole list is snoozed, the browser closed meanwhile, and each request has its result', async () => {
  await portal.db.query(more)
  await page.goto(`${portal.origin}/authorizations?view=all`)
  await rows(page).first().waitFor()
  await page.getByLabel('Select all shown').check()
  const bar = page.getByRole('group', { name: 'Actions for selected requests' })
  const all = bar.getByRole('button', { name: /^Select all \d+ in this list$/ })
  const count = Number(/\d+/.exec(await textNow(all))![0])
  await pictures(page, 'bulk-bar')
  await all.click()
  await bar.getByText(`${count} selected`).waitFor()
  await page.keyboard.press('s')
  const dialog = page.getByRole('dialog', { name: `Snooze ${count} requests` })
  await dialog.waitFor()
  await dialog.getByText(new RegExp(`^\\d+ of ${Math.min(count, 200)} requests can be snoozed`)).waitFor()
  await dialog
    .getByText(/^\d+ left:/)
    .first()
    .waitFor()
  await pictures(page, 'bulk-start')
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await dialog.getByRole('button', { name: `Snooze ${count} requests` }).click()
  await page.getByRole('region', { name: 'Progress' }).waitFor()
  await page.close()

  page = await dana.tab('/authorizations')
  const strip = page.getByRole('region', { name: 'Progress' })
  await strip.getByText(/\d+ snoozed/).waitFor({ timeout: 120_000 })
  await pictures(page, 'bulk-strip')
  await strip.getByRole('button', { name: 'Results' }).click()
  const results = page.getByRole('dialog', { name: `Snooze ${count} requests` })
  const { rows: found } = await portal.db.query<{ state: string; n: number }>(
    'select state, count(*)::int as n from bulk_item group by state order by state',
  )
  expect(found.reduce((sum, { n }) => sum + n, 0)).toBe(count)
  expect(found.map(({ state }) => state)).toEqual(['DONE', 'REFUSED'])
  await results.getByText(`Left ${found[1]!.n}`).click()
  await results.getByText('Left as it was').first().waitFor()
  await pictures(page, 'bulk-results')
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await results.getByRole('button', { name: 'Close' }).last().click()
  await strip.getByRole('button', { name: 'Undo' }).click()
  await strip.getByText(new RegExp(`^${found[0]!.n} undone`)).waitFor({ timeout: 120_000 })
  const { rows: left } = await portal.db.query(
    `select count(*)::int as n from bulk_item i join rx_authorization a on a.mc = i.mc and a.id = i.authorization_id
      where i.state = 'DONE' and a.snoozed_until is not null`,
  )
  expect(left).toEqual([{ n: 0 }])
  await strip.getByRole('button', { name: 'Done' }).click()
  await strip.waitFor({ state: 'hidden' })
})

/** Elements that cut a name or a claim number off, at any width. */
const cutIn = (of: Page, identities: readonly string[]): Promise<string[]> =>
  of.evaluate((known) => {
    const cut: string[] = []
    for (const one of document.querySelectorAll('main *, header *')) {
      const text = [...one.childNodes]
        .map((node) => (node.nodeType === Node.TEXT_NODE ? node.textContent : ''))
        .join('')
      const found = known.find((identity) => text.includes(identity))
      if (!found || one.closest('.sr-only, .print-only, select, option') || one.getClientRects().length === 0) continue
      for (let at: Element | null = one; at && at.tagName !== 'MAIN'; at = at.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(at)
        const across = /hidden|clip/.test(overflowX) && at.scrollWidth > at.clientWidth + 1
        const down = /hidden|clip/.test(overflowY) && at.scrollHeight > at.clientHeight + 1
        if (at.clientWidth > 0 && (across || down)) cut.push(`${found}: ${at.tagName}.${at.className}`)
      }
      // Nor does it run under what stands beside it, or out of the page.
      const beside = one.closest('h1, h1 ~ *')?.parentElement?.nextElementSibling?.getBoundingClientRect()
      const area = document.createRange()
      area.selectNodeContents(one)
      for (const line of area.getClientRects())
        if (line.right > innerWidth + 1 && !one.closest('table, [role="tablist"]'))
          cut.push(`${found}: out of the page`)
        else if (beside && line.right > beside.left + 1 && line.bottom > beside.top && line.top < beside.bottom)
          cut.push(`${found}: under what is beside it`)
    }
    return [...new Set(cut)].slice(0, 8)
  }, identities)

test('a name and a claim number are never cut, from 320 to 1920 pixels, on the list, a request, Home and Team', async () => {
  const { rows: known } = await portal.db.query<{ name: string; number: string }>(
    `select t.first_name || ' ' || t.last_name as name, c.claim_number as number from wc_claim c
       join claimant t on t.mc = c.mc and t.id = c.claimant_id where c.mc = 'NWM' and exists (
         select from rx_authorization a where a.mc = c.mc and a.stratus_claim_id = c.id and a.status_id < 30)`,
  )
  const { rows: longest } = await portal.db.query<{ id: string }>(
    `select a.id from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
       join claimant t on t.mc = c.mc and t.id = c.claimant_id where a.mc = 'NWM' and a.status_id = 20
      order by a.escalated and a.snoozed_until is null desc, length(t.first_name || t.last_name || a.drug_name || a.strength) desc limit 1`,
  )
  const identities = known.flatMap(({ name, number }) => [name, number])
  const of = sam.page
  const cut: unknown[] = []
  for (const path of ['/authorizations?view=all', `/authorizations/request/${longest[0]!.id}`, '/home', '/team']) {
    await of.goto(portal.origin + path)
    await of.getByRole('heading', { level: 1 }).first().waitFor()
    await sam.quiet()
    // 640 is 1280 at 200 %.
    for (const width of [320, 390, 640, 1024, 1280, 1440, 1920]) {
      await of.setViewportSize({ width, height: 900 })
      await sam.quiet()
      const found = await cutIn(of, identities)
      if (found.length > 0) cut.push({ path, width, found })
      const folder = process.env['PICTURES']
      if (folder)
        await of.screenshot({ path: join(folder, `cut${path.replaceAll(/[/?=]/g, '-').slice(0, 24)}-${width}.png`) })
    }
  }
  expect(cut).toEqual([])
})
