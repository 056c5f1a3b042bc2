import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countNow, settled, whichOf } from '#testing/browser/settled.ts'
import { openJourney, type Journey } from './portal.ts'

// Twenty decisions in a row by an adjuster, and what they hand over: nothing falls between two people.

let journey: Journey
beforeAll(async () => {
  journey = await openJourney()
})
afterAll(() => journey.stop())

const idIn = (page: Page): string => /\/authorizations\/request\/([^?/]+)/.exec(page.url())?.[1] ?? ''

/**
 * Dana's pending requests: those she may approve alone and four, or three as the day's demo has them, with a code only a
 * pharmacist clears. Others are Lee's. Returns how many the pharmacist gets.
 */
async function twenty(): Promise<number> {
  const { rows } = await journey.db.query<{ id: string; safety: boolean }>(
    `with plain as (
       select a.id, exists (select from jsonb_array_elements(a.rejects) r where (r ->> 'safety')::boolean) as safety, a.estimated_cost
         from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
        where a.mc = 'NWM' and a.status_id = 20 and a.compound_code = 1 and a.reject_codes <> '{69}' and c.claim_number <> 'DEMO-014'
          and not exists (select from determination d where d.mc = a.mc and d.authorization_id = a.id)),
     handed as (select id, safety from plain where safety order by id limit 4)
     select * from handed union all (select id, safety from plain where not safety
       order by coalesce(estimated_cost, 0), id limit 20 - (select count(*) from handed))`,
  )
  const handed = rows.filter(({ safety }) => safety).length
  expect(rows.length).toBe(20)
  expect(handed).toBeGreaterThanOrEqual(3)
  // Where the injury is not accepted yet, each reason is chosen.
  await journey.db.query(`update wc_claim set compensability = 'ACCEPTED' where mc = 'NWM'`)
  await journey.db.query(
    `update authorization_owner o set user_id = u.id from app_user u, rx_authorization a
      where a.mc = o.mc and a.id = o.authorization_id and a.mc = 'NWM' and a.status_id < 30 and o.position = 1
        and u.username = case when a.id = any($1) then 'dana.ruiz' else 'lee.park' end`,
    [rows.map(({ id }) => id)],
  )
  // Nobody is led to a request they snoozed.
  await journey.db.query(`update rx_authorization set snoozed_until = null where mc = 'NWM' and id = any($1)`, [
    rows.map(({ id }) => id),
  ])
  return handed
}

test('an adjuster decides twenty requests at two keys each, a pharmacist those of them that only they may clear, and nothing is left', async () => {
  const handed = await twenty()
  const { page, complaints, context } = await journey.visitAs('dana.ruiz', { path: '/authorizations' })
  await page.getByRole('tab', { name: /^My pending\s*20$/ }).waitFor()
  let keys = 0
  const press = async (on: Page, key: string) => {
    keys += 1
    await on.keyboard.press(key)
  }
  await press(page, 'Enter')
  await page.waitForURL(/\/authorizations\/request\//)
  const decided: string[] = []
  for (let at = 0; at < 20; at += 1) {
    const id = idIn(page)
    expect(decided).not.toContain(id)
    decided.push(id)
    await page.locator('#confirm').waitFor()
    await press(page, 'a')
    await press(page, 'Control+Enter')
    if (at < 19) await page.waitForURL((url) => !url.pathname.includes(id))
  }
  expect(keys).toBe(41)
  const left = () =>
    journey.db.query<{ status: number; n: number }>(
      `select status_id as status, count(*)::int as n from rx_authorization where id = any($1) group by 1 order by 1`,
      [decided],
    )
  await expect
    .poll(async () => (await left()).rows, { timeout: 120_000 })
    .toEqual([
      { status: 22, n: handed },
      { status: 30, n: 20 - handed },
    ])
  await page.goto(`${journey.origin}/authorizations`)
  await page.getByRole('tab', { name: /^My pending\s*0$/ }).waitFor()
  await page.getByRole('tab', { name: new RegExp(`^Waiting on pharmacist\\s*${handed}$`) }).waitFor()

  // The pharmacist works from the queue.
  const pharmacist = await journey.visitAs('rita.chen', { mc: 'NWM', path: '/authorizations?view=clinical' })
  const rita = pharmacist.page
  await rita.getByRole('tab', { name: new RegExp(`^Clinical review\\s*${handed}$`), selected: true }).waitFor()
  await rita.keyboard.press('Enter')
  await rita.waitForURL(/\/authorizations\/request\//)
  let rejected = 0
  for (let at = 0; at < handed; at += 1) {
    const id = idIn(rita)
    expect(decided).toContain(id)
    await rita.locator('#confirm').waitFor()
    const codes = rita.getByRole('group', { name: 'Clear these safety rejects' }).getByRole('checkbox')
    const reason = rita.getByLabel(/^Reason for rejecting/)
    // Three drugs at once only a senior pharmacist may clear: that one is rejected.
    const three = rita.getByText(/^Opioid, benzodiazepine and muscle relaxant together/)
    const forSenior = await settled(rita, () => three.count())
    if (forSenior > 0) await rita.keyboard.press('r')
    if ((await whichOf(codes, reason)) === 1) {
      rejected += 1
      await reason.selectOption('Drug interaction or safety concern')
      await rita.getByLabel(/^Explain in plain language/).fill('Taken together these drugs slow breathing.')
    } else {
      for (let code = await countNow(codes); code > 0; code -= 1) await codes.nth(code - 1).check()
      await rita.getByLabel(/^I have weighed the risk/).check()
      const whys = rita.getByLabel(/^Why it is safe to fill/)
      for (let why = await countNow(whys); why > 0; why -= 1) await whys.nth(why - 1).fill('Spoke with the prescriber')
      await rita.getByLabel(/^Note/).fill('Dose and length checked')
    }
    await rita.keyboard.press('Control+Enter')
    if (at < handed - 1) await rita.waitForURL((url) => !url.pathname.includes(id))
  }
  await expect
    .poll(async () => (await left()).rows, { timeout: 120_000 })
    .toEqual([{ status: 30, n: 20 - rejected }, ...(rejected > 0 ? [{ status: 40, n: rejected }] : [])])
  expect(rejected).toBeLessThan(handed)
  await rita.goto(`${journey.origin}/authorizations?view=clinical`)
  await rita.getByRole('tab', { name: /^Clinical review\s*0$/ }).waitFor()
  await rita.getByRole('heading', { name: 'Nothing waits on a pharmacist' }).waitFor()
  await page.getByRole('tab', { name: /^Waiting on pharmacist\s*0$/ }).waitFor()
  expect([complaints, pharmacist.complaints]).toEqual([[], []])
  await context.close()
  await pharmacist.context.close()
})
