import { afterAll, beforeAll, expect, test } from 'vitest'
import { usDate } from '#platform/dates/day.ts'
import { faultsOf, twoLooks } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'

// A claim of another program, opened in an emergency.

let portal: PortalInBrowser
let claim: { id: string; number: string; dob: string; last: string; sub: string }
beforeAll(async () => {
  portal = await startPortalInBrowser()
  const { rows } = await portal.db.query<typeof claim>(
    `select c.id, c.claim_number as number, t.dob::text as dob, t.last_name as last, c.sub_carrier as sub
       from wc_claim c join claimant t on t.mc = c.mc and t.id = c.claimant_id
      where c.mc = 'NWM' and exists (select from rx_transaction x where x.mc = c.mc and x.stratus_claim_id = c.id and x.status = 'P')
      order by c.sub_carrier desc, c.claim_number limit 1`,
  )
  claim = rows[0]!
  await portal.db.query(
    `update user_carrier k set sub_carriers = array(select s.sub_carrier from sub_carrier s where s.mc = k.mc and s.sub_carrier <> $1)
       from app_user u where u.id = k.user_id and u.username = 'dana.ruiz' and k.mc = 'NWM'`,
    [claim.sub],
  )
  await portal.db.query(`insert into carrier_setting (mc, key, value) values ('NWM', 'emergencyAccess', 'true')`)
})
afterAll(() => portal.stop())

test('An adjuster finds nothing in their programs, opens the claim with a reason, and reads what the worker takes', async () => {
  const { page, complaints } = await portal.visitAs('dana.ruiz', { mc: 'NWM', path: '/patients' })
  await page.getByRole('radio', { name: 'Claim Number' }).check()
  await page.getByRole('searchbox').fill(claim.number)
  await page.getByRole('searchbox').press('Enter')
  await page.getByRole('link', { name: 'Emergency access' }).click()
  const send = page.getByRole('button', { name: 'Open the claim' })
  await send.click()
  await page.getByText('Enter why it cannot wait.').waitFor()
  await page.getByLabel('Claim number').fill(claim.number)
  await page
    .getByRole('textbox', { name: 'Birth date of the patient' })
    .pressSequentially(usDate(claim.dob).replace(/\d\d(?=\d\d$)/, ''))
  await page.getByLabel('Why it cannot wait').fill('The hospital asks what he takes before surgery.')
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await send.click()
  await page.getByRole('heading', { level: 1, name: claim.last }).waitFor()
  await page.getByText('Emergency access until').waitFor()
  await page.getByRole('table', { name: 'Fills' }).getByRole('row').nth(1).waitFor()
  // Neither the address nor the title of the tab says who it is.
  expect(page.url()).not.toContain(claim.last)
  expect(await page.title()).not.toContain(claim.last)
  expect(await faultsOf(page, twoLooks)).toEqual([])
  await page.goto(`${portal.origin}/patients/NWM/${claim.sub}/${claim.id}/overview`)
  await page.getByText('This patient is not available').waitFor()
  expect(complaints.filter((line) => !line.includes('404'))).toEqual([])
})
