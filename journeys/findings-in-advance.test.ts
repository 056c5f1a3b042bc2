import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, usDate } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { pictures } from '#testing/browser/pictures.ts'
import { faultsOf, twoLooks } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'

// Safety findings that a pharmacist clears without a bill: a tick and a reason for each, in a real browser.

let portal: PortalInBrowser
beforeAll(async () => {
  portal = await startPortalInBrowser()
})
afterAll(() => portal.stop())

/** Ticks every safety finding of a form and says why. */
async function clearAll(page: Page): Promise<number> {
  const group = page.getByRole('group', { name: 'Clear these safety findings' })
  await group.waitFor()
  const boxes = group.getByRole('checkbox')
  let findings = 0
  await expect.poll(async () => (findings = await boxes.count())).toBeGreaterThan(1)
  for (let at = 0; at < findings; at += 1) await boxes.nth(at).check()
  const reasons = group.getByRole('textbox', { name: /^Why it is safe to fill/ })
  for (let at = 0; at < findings; at += 1) await reasons.nth(at).fill(`Weighed with the prescriber, ${at}`)
  await group.getByLabel(/^I have weighed the risk/).check()
  return findings
}

test('A pharmacist creates and approves what has safety findings, and extends it later: each finding with its tick and reason', async () => {
  const { rows } = await portal.db.query<{ sub: string; id: string; ndc: string }>(
    `select c.sub_carrier as sub, c.id, d.ndc from wc_claim c join app_user u on u.id = c.owner_id and u.username = 'dana.ruiz'
       join lateral (select * from drug d where d.facts->>'name' = 'Oxycodone 30 mg tablet' order by d.ndc limit 1) d on true
     where c.mc = 'NWM' and c.status = 'OPEN' and c.compensability = 'ACCEPTED' and c.juris_state in ('FL', 'GA', 'IL', 'PA')
       and exists (select from eligibility_span s where s.mc = c.mc and s.stratus_claim_id = c.id and s.term_date is null)
       and not exists (select from rx_authorization a where a.mc = c.mc and a.stratus_claim_id = c.id and left(a.gpi, 8) = left(d.gpi, 8))
       and not exists (select from prior_auth p where p.mc = c.mc and p.stratus_claim_id = c.id and starts_with(d.gpi, p.gpi_prefix))
     order by c.claim_number limit 1`,
  )
  const claim = rows[0]!
  const path = `/patients/NWM/${claim.sub}/${claim.id}/prior-auths`
  const { page, complaints, quiet } = await portal.visitAs('rita.chen', { path, mc: 'NWM' })
  await page.getByRole('button', { name: 'Block a drug' }).waitFor()
  await page.keyboard.press('a')
  const today = dateIn(portal.clock.now().getTime(), 'America/New_York')
  await page.getByRole('radio', { name: /Phone/ }).check()
  await page.getByRole('textbox', { name: 'Received' }).fill(usDate(addDays(today, -1)))
  await page.getByRole('textbox', { name: 'At' }).fill('9:05 AM')
  await page.getByRole('button', { name: 'Choose the drug' }).click()
  const directory = page.getByRole('dialog', { name: /Choose a drug/ })
  await directory.getByLabel('Find drugs by').selectOption('NDC')
  await directory.getByRole('searchbox').fill(claim.ndc)
  await page.keyboard.press('Enter')
  await directory.getByRole('button', { name: 'Use this drug' }).click()
  await quiet()
  await page.keyboard.press('Alt+2')
  await page.getByRole('textbox', { name: 'Quantity a fill' }).fill('120')
  await page.getByRole('textbox', { name: 'Days’ supply a fill' }).fill('30')
  await page.getByRole('textbox', { name: 'Start date' }).fill(usDate(today))
  await page.getByRole('textbox', { name: 'End date' }).fill(usDate(addDays(today, 10)))
  await page.getByRole('textbox', { name: 'Max fills' }).fill('1')
  await page.getByRole('group', { name: 'Owners' }).getByRole('checkbox').first().check()
  // "Other" alone is no reason.
  await page.getByRole('combobox', { name: /^Reason/ }).selectOption({ label: 'Other' })
  await page.keyboard.press('Alt+3')
  await page.getByRole('link', { name: 'Explain “Other” in a sentence.' }).waitFor()
  await page.getByRole('combobox', { name: /^Reason/ }).selectOption({ label: 'Continuation of stable therapy' })
  await page.getByRole('textbox', { name: 'Note' }).fill('Dr. Hawthorne confirmed the dose')
  await page.keyboard.press('Alt+3')
  await page.getByText(/With this approval it would pay .* once every safety finding is cleared\./).waitFor()
  // Nothing is cleared before somebody says so.
  await page.keyboard.press('Control+Enter')
  await page.getByRole('link', { name: /^Clear each safety finding with its reason/ }).waitFor()
  await pictures(page, 'create-findings-before')
  const findings = await clearAll(page)
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await pictures(page, 'create-findings')
  await page.keyboard.press('Control+Enter')
  await page.waitForURL(/prior-auths/)
  const made = async () =>
    (
      await portal.db.query(
        `select p.override_ref as ref, p.end_date::text as end, e.rejects
          from prior_auth p join authorization_decision e on e.authorization_id = p.authorization_id
          where p.mc = 'NWM' and p.stratus_claim_id = $1 order by p.created_at desc limit 1`,
        [claim.id],
      )
    ).rows[0] as { ref: string; end: string; rejects: { findings?: { reason: string }[] }[] }
  const one = await made()
  const reasons = one.rejects.flatMap(({ findings: all = [] }) => all.map(({ reason }) => reason))
  expect(reasons.toSorted()).toEqual(
    Array.from({ length: findings }, (_, at) => `Weighed with the prescriber, ${at}`).toSorted(),
  )

  // A later end clears all of them for longer: each needs its reason again.
  await page
    .getByRole('button', { name: /Oxycodone 30 mg/ })
    .first()
    .click()
  await page.getByRole('region', { name: 'Prior authorization' }).getByText(one.ref).waitFor()
  await page.keyboard.press('x')
  const form = page.getByRole('form', { name: `Extend ${one.ref}` })
  const last = addDays(one.end, 2)
  await form.getByRole('textbox', { name: 'New last day' }).fill(usDate(last))
  await form.getByRole('textbox', { name: 'Reason' }).fill('The taper goes on')
  await form.getByRole('button', { name: `Extend to ${usDate(last)}` }).click()
  await form.getByRole('group', { name: 'Clear these safety findings' }).waitFor()
  await clearAll(page)
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await pictures(page, 'extend-findings')
  await form.getByRole('button', { name: `Extend to ${usDate(last)}` }).click()
  await expect.poll(async () => (await made()).end).toBe(last)
  const { rows: changes } = await portal.db.query(
    `select reason from prior_auth_change where mc = 'NWM' order by at desc limit 1`,
  )
  expect(changes[0].reason).toMatch(/^The taper goes on\. .*Weighed with the prescriber, 0/)
  // The first try is refused with the findings to name.
  expect(complaints.filter((line) => !line.includes('422'))).toEqual([])
})
