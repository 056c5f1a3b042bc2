import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { usDate } from '#platform/dates/day.ts'
import { faultsOf, twoLooks } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'

// Eligibility of a patient in a real browser: a worker who is added, each refusal of a change of coverage, its history and the card.

vi.setConfig({ testTimeout: 90_000 })

type Claim = { sub: string; id: string; doi: string; number: string; first: string; last: string; dob: string }
let portal: PortalInBrowser
/** An open claim of an adjuster with one open period of coverage since the injury. */
let claim: Claim

beforeAll(async () => {
  portal = await startPortalInBrowser()
  const { rows } = await portal.db.query<Claim>(
    `select c.sub_carrier as sub, c.id, c.doi::text, c.claim_number as number, t.first_name as first, t.last_name as last, t.dob::text
       from wc_claim c join claimant t on t.mc = c.mc and t.id = c.claimant_id join app_user u on u.id = c.owner_id
         join eligibility_span s on s.mc = c.mc and s.stratus_claim_id = c.id
      where c.mc = 'NWM' and c.status = 'OPEN' and u.username = 'dana.ruiz' and s.term_date is null and s.effective_date = c.doi
        and (select count(*) from eligibility_span o where o.mc = c.mc and o.stratus_claim_id = c.id) = 1
      order by c.claim_number limit 1`,
  )
  claim = rows[0]!
}, 240_000)
afterAll(() => portal.stop())

/** Pictures for people who look at the page, where the environment names a folder. */
const pictures = async (page: Page, name: string) => {
  const folder = process.env['PICTURES']
  if (!folder) return
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1440, 1024, 390]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) })
    }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('Support adds a worker from the patient search: the same person is offered, and somebody else needs a reason', async () => {
  const { page, complaints } = await portal.visitAs('pat.lund', { mc: 'NWM', path: '/patients' })
  await page.getByRole('link', { name: 'Add injured worker' }).press('Enter')
  const form = page.getByRole('form', { name: 'Add injured worker' })
  const send = form.getByRole('button', { name: 'Add injured worker' })
  await send.press('Enter')
  await form.getByRole('link', { name: 'Choose a jurisdiction.' }).waitFor()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await form.getByRole('textbox', { name: 'First name' }).fill(claim.first)
  await form.getByRole('textbox', { name: 'Last name' }).fill(claim.last)
  await form.getByRole('textbox', { name: 'Date of birth' }).fill(usDate(claim.dob))
  await form.getByRole('textbox', { name: 'Date of injury' }).fill(usDate(claim.doi))
  await form.getByText('Likely the same: 95 of 130 points').waitFor()
  await form.getByText(`Claim ${claim.number}`).waitFor()
  await form.getByRole('textbox', { name: 'Claim number' }).fill('JRN-1')
  await form.getByLabel('Group').selectOption({ index: 1 })
  await form.getByLabel('Case owner').selectOption({ label: 'Dana Ruiz' })
  await form.getByRole('textbox', { name: 'Coverage starts' }).fill(usDate(claim.doi))
  await form.getByLabel('Pharmacy card').selectOption('NONE')
  await send.press('Enter')
  await form.getByRole('link', { name: /^Choose the worker on file, or say why/ }).waitFor()
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await pictures(page, 'add-worker')
  await form.getByRole('textbox', { name: 'Somebody else, because' }).fill('Twin, another Social Security number')
  await send.press('Enter')
  await page.getByRole('heading', { name: 'Coverage', exact: true }).waitFor()
  const { rows } = await portal.db.query(
    `select h.note, h.changed_by_name from wc_claim c join eligibility_change h on h.mc = c.mc and h.stratus_claim_id = c.id where c.claim_number = 'JRN-1'`,
  )
  expect(rows).toEqual([{ note: 'Twin, another Social Security number', changed_by_name: 'Pat Lund' }])
  // From the tab the person is known: only the claim is typed.
  await page.getByRole('link', { name: 'Add a claim' }).press('Enter')
  await form.getByText('Worker on file').waitFor()
  expect(await form.getByRole('textbox', { name: 'Last name' }).count()).toBe(0)
  await pictures(page, 'add-claim')
  expect(await faultsOf(page, twoLooks)).toEqual([])
  expect(complaints).toEqual([])
})
