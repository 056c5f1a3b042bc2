import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countNow, textNow } from '#testing/browser/settled.ts'
import { addFillsTo } from '#testing/fills.ts'
import { faultsOf } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'

let portal: PortalInBrowser
let base: string
let claim: { id: string; mc: string; sub_carrier: string }

beforeAll(async () => {
  portal = await startPortalInBrowser()
  // A claim of Dana's carrier with opioids and other drugs of the last months.
  const { rows } = await portal.db.query<typeof claim>(`
    select c.id, c.mc, c.sub_carrier from wc_claim c join rx_transaction x on x.mc = c.mc and x.stratus_claim_id = c.id
     where c.mc = (select w.mc from user_carrier w join app_user u on u.id = w.user_id where u.username = 'dana.ruiz' limit 1)
       and x.status = 'P' and x.fill_date > now() - interval '6 months'
     group by c.id, c.mc, c.sub_carrier having count(*) filter (where x.mme_per_day > 0) > 1
     order by count(distinct left(x.gpi, 10)) desc, count(*) desc, c.id limit 1`)
  claim = rows[0]!
  base = `/patients/${claim.mc}/${claim.sub_carrier}/${claim.id}`
})
afterAll(() => portal.stop())

const fillsOf = async (where: string): Promise<{ tcn: string; drug_name: string; filled: string }[]> =>
  (
    await portal.db.query<{ tcn: string; drug_name: string; filled: string }>(
      `select tcn, drug_name, fill_date::text as filled from rx_transaction where stratus_claim_id = $1 and ${where}`,
      [claim.id],
    )
  ).rows

test('an adjuster walks the fills of a patient with the keyboard, opens one, and reads the same as a table', async () => {
  const { page, complaints, context } = await portal.visitAs('dana.ruiz', {
    path: `${base}/medications`,
    welcomed: true,
  })
  const chart = page.getByRole('group', { name: 'Medications by time' })
  await chart.waitFor()
  expect(await faultsOf(page)).toEqual([])
  const lane = chart
    .getByRole('group')
    .filter({ has: page.locator('[data-fill] ~ [data-fill]') })
    .first()
  const bars = lane.locator('[data-fill]')
  await bars.last().focus()
  const name = await textNow(bars.last().locator('.sr-only'))
  await lane.getByText('Open fill').waitFor()
  await page.keyboard.press('ArrowLeft')
  const earlier = bars.nth((await countNow(bars)) - 2)
  await expect.poll(() => earlier.evaluate((bar) => bar === document.activeElement)).toBe(true)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: new RegExp(`^${name.split(',')[0]!.replaceAll(/[^\w ]/g, '.')}`) })
  await panel.getByRole('heading', { name: 'Money' }).waitFor()
  await panel.getByText('Only support reverses a fill').waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await lane.getByText('Open fill').waitFor({ state: 'detached' })
  // The dose of the plan's limit is drawn beside the months.
  await chart.getByText(/^\d+ plan limit$/).waitFor()
  await page.keyboard.press('t')
  const table = page.getByRole('table', { name: 'Fills by drug' })
  await table.waitFor()
  expect(page.url()).toMatch(/\/medications\?view=table$/)
  expect(await faultsOf(page)).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

/** Words of the chart that lie on others or outside of it; words inside bars are cut by their bar. */
const collisions = (chart: Locator): Promise<string[]> =>
  chart.evaluate((root) => {
    const words: { text: string; box: DOMRect }[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent!.trim()
      if (text === '' || node.parentElement!.closest('.sr-only, [data-fill], a')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const box of range.getClientRects()) if (box.width > 0) words.push({ text, box })
    }
    const edge = root.getBoundingClientRect().right + 1
    const outside = words.filter(({ box }) => box.right > edge).map(({ text }) => `${text} is cut`)
    const on = words.flatMap((one, at) =>
      words
        .slice(at + 1)
        .filter(
          ({ text, box }) =>
            text !== one.text &&
            Math.min(one.box.right, box.right) - Math.max(one.box.left, box.left) > 1 &&
            Math.min(one.box.bottom, box.bottom) - Math.max(one.box.top, box.top) > 3,
        )
        .map(({ text }) => `${one.text} lies on ${text}`),
    )
    return [...outside, ...on]
  })

test('an adjuster reads every word of the medications by time on a phone, a tablet and a desktop', async () => {
  const { page, context } = await portal.visitAs('dana.ruiz', { path: `${base}/medications`, welcomed: true })
  const chart = page.getByRole('group', { name: 'Medications by time' })
  await chart.waitFor()
  for (const months of ['13', '24', '120']) {
    if (months !== '13')
      await Promise.all([
        page.waitForResponse((answer) => answer.url().includes('/medicationTimeline')),
        page.getByLabel('Time', { exact: true }).selectOption(months),
      ])
    for (const width of [390, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => collisions(chart), { message: `${months} months at ${width}` }).toEqual([])
    }
  }
  await context.close()
})

test('an adjuster reads 600 transactions part by part, each once, filters them, and sees the claim summary', async () => {
  await addFillsTo(portal.db, claim, 600)
  const all = await fillsOf('true')
  const { page, complaints, context } = await portal.visitAs('dana.ruiz', {
    path: `${base}/medications?view=transactions`,
    welcomed: true,
  })
  const table = page.getByRole('table', { name: 'Transactions' })
  await table.waitFor()
  await page.getByLabel('Time', { exact: true }).selectOption('all')
  const more = page.getByRole('button', { name: 'Show more' })
  await page.getByText(`of ${all.length}`).first().waitFor()
  expect(await faultsOf(page)).toEqual([])
  const lines = table.locator('tbody tr[role=row]:has(button)')
  for (let shown = 50; shown < all.length; shown += 50) {
    await expect.poll(() => lines.count()).toBe(shown)
    await more.click()
    await expect.poll(() => lines.count()).toBe(Math.min(shown + 50, all.length))
  }
  await page.getByText(`All ${all.length} loaded`).waitFor()
  const rejected = await fillsOf(`status = 'R'`)
  for (const kind of ['Paid', 'Reversal', 'Billed'])
    await page.getByRole('button', { name: new RegExp(`^${kind}`) }).click()
  await expect.poll(() => lines.count()).toBe(Math.min(50, rejected.length))
  await lines.first().getByRole('button').click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('heading', { name: 'Why it was rejected' }).waitFor()
  await panel
    .getByText(/^Who can: /)
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  // A number of one, then the day of one, however far back.
  const [one] = await fillsOf(`status = 'P' and fill_date < now() - interval '3 years' order by fill_date limit 1`)
  await page.getByLabel('Find in transactions').fill(one!.tcn)
  await expect.poll(() => lines.count()).toBe(1)
  await page.getByLabel('Find in transactions').fill('no such words')
  await page.getByText('No transaction matches these filters.').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByLabel('Time', { exact: true }).selectOption('30')
  const [y, m, d] = one!.filled.split('-')
  const ofDay = await fillsOf(`fill_date = '${one!.filled}'`)
  await page.getByRole('textbox', { name: 'Fill date' }).fill(`${m}/${d}/${y}`)
  await expect.poll(() => lines.count()).toBe(ofDay.length)
  await expect
    .poll(async () => (await lines.allTextContents()).filter((words) => !words.startsWith(`${m}/${d}/${y}`)))
    .toEqual([])
  expect(await faultsOf(page)).toEqual([])
  await page.goto(`${portal.origin}${base}/claim-summary`)
  await page.getByRole('heading', { name: 'By drug class' }).waitFor()
  // The dose is that of the one engine, month by month, also for those who read a table.
  const dose = page.getByRole('table', { name: 'Opioid dose by month' })
  await dose.getByRole('row').nth(1).waitFor()
  await expect
    .poll(() =>
      dose
        .getByRole('cell')
        .filter({ hasText: /[1-9]\d* MME a day/ })
        .count(),
    )
    .toBeGreaterThan(0)
  expect(await faultsOf(page)).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

test('who asks for more while the list is read again, or just before, gets it once that is done', async () => {
  const { page, context, following } = await portal.visitAs('dana.ruiz', {
    path: `${base}/medications?view=transactions`,
    welcomed: true,
  })
  const lines = page.getByRole('table', { name: 'Transactions' }).locator('tbody tr[role=row]:has(button)')
  const more = page.getByRole('button', { name: 'Show more' })
  await lines.first().waitFor()
  await page.getByLabel('Time', { exact: true }).selectOption('all')
  await page
    .getByText(`of ${(await fillsOf('true')).length}`)
    .first()
    .waitFor()
  await expect.poll(() => lines.count()).toBe(50)

  // Somebody changes something, and the page reads all that it shows again: held until `release`.
  const changed = () => portal.db.query(`select pg_notify('changes', $1)`, [`${claim.mc}:worklist`])
  const search = /\/searchtranshist$/
  let release = () => {}
  const hold = async () => {
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(search, async (route) => {
      await held
      await route.continue().catch(() => {}) // the page no longer waits for it
    })
  }
  await hold()
  await following() // a change before the stream is open is heard by nobody
  await Promise.all([page.waitForRequest(search), changed()])
  await more.click()
  await page.locator('button[aria-busy="true"]', { hasText: 'Show more' }).waitFor()
  release()
  await expect.poll(() => lines.count()).toBe(100)
  await page.unroute(search)

  await hold()
  await Promise.all([page.waitForRequest(search), more.click()])
  await Promise.all([page.waitForRequest(search), changed()])
  release()
  await expect.poll(() => lines.count()).toBe(150)
  await context.close()
})

test('an adjuster reads what bill review says of a bill from a clinic', async () => {
  await portal.db.query(
    `with bill as (update rx_transaction set claim_channel_type = 8, invoice_number = 'INV-77', billed_date = '2026-03-04',
         request = coalesce(request, '{}') || '{"hcpcs": {"code": "J1885", "units": 2, "modifiers": ["JW"]}, "diagnosisCodes": ["S33.5XXA"]}'
       where mc = $1 and id = (select id from rx_transaction where mc = $1 and stratus_claim_id = $2 order by fill_date desc, id desc limit 1)
       returning mc, sub_carrier, stratus_claim_id, reference_number)
     insert into eobr_note (mc, id, sub_carrier, stratus_claim_id, reference_number, juris_state, codes, action, note, created_at, created_by_name)
       select mc, gen_random_uuid(), sub_carrier, stratus_claim_id, reference_number, 'FL', '{10,34}', 'REDUCE', 'Paid by the fee schedule', now(), 'Lee Park'
         from bill`,
    [claim.mc, claim.id],
  )
  const { page, complaints, context } = await portal.visitAs('dana.ruiz', {
    path: `${base}/medications?view=transactions`,
    welcomed: true,
  })
  const table = page.getByRole('table', { name: 'Transactions' })
  await table.locator('tbody tr[role=row]:has(button)').first().getByRole('button').click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('heading', { name: 'Bill review' }).waitFor()
  for (const words of ['J1885 JW', 'S33.5XXA', 'INV-77', '03/04/2026', '10, 34', 'Reduce', 'Paid by the fee schedule'])
    await panel.getByText(words, { exact: true }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

test('support reverses a fill with a reason; the line is a reversal and says who and why', async () => {
  const { rows } = await portal.db.query<{ username: string }>(
    `select u.username from app_user u join user_carrier w on w.user_id = u.id
      where w.mc = $1 and 'pbm_support' = any(w.roles) and w.active and u.status = 'ACTIVE' order by u.username limit 1`,
    [claim.mc],
  )
  const { page, complaints, context } = await portal.visitAs(rows[0]!.username, {
    mc: claim.mc,
    path: `${base}/medications?view=transactions`,
    welcomed: true,
  })
  const table = page.getByRole('table', { name: 'Transactions' })
  await table.waitFor()
  for (const kind of ['Rejected', 'Reversal', 'Billed'])
    await page.getByRole('button', { name: new RegExp(`^${kind}`) }).click()
  await table.getByText('Rejected').waitFor({ state: 'detached' })
  await table.locator('tbody tr[role=row]:has(button)').first().getByRole('button').click()
  await page.getByRole('button', { name: 'Reverse this fill' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reverse this fill' })
  const send = dialog.getByRole('button', { name: /^Reverse \$/ })
  await send.click()
  await dialog.getByText('Choose a reason.').waitFor()
  await dialog.getByLabel('Reason').selectOption('Filled twice in error')
  expect(await faultsOf(page)).toEqual([])
  await send.click()
  await dialog.waitFor({ state: 'detached' })
  await page
    .getByText(/^Reversed: /)
    .first()
    .waitFor()
  await page.getByRole('dialog').getByText('Filled twice in error').waitFor()
  const [reversed] = await fillsOf(`status = 'X' and reversal_reason = 'Filled twice in error'`)
  expect(reversed).toBeDefined()
  expect(complaints).toEqual([])
  await context.close()
})
