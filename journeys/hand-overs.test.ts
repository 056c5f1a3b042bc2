import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bound } from '#testing/bounds.ts'
import { countNow, settled, whichOf } from '#testing/browser/settled.ts'
import { keyboardOf } from './keyboard.ts'
import { openJourney, type Journey } from './portal.ts'

// Decisions in a row by an adjuster, and what they hand over to each of those who answer: nothing falls between two people.

let journey: Journey
beforeAll(async () => {
  journey = await openJourney()
})
afterAll(() => journey.stop())

const idIn = (page: Page): string => /\/authorizations\/request\/([^?/]+)/.exec(page.url())?.[1] ?? ''

/** How many are decided in a row: twenty, a sample of them in a usual run. */
const inARow = bound(11, 20)

/**
 * Dana's pending requests: those she may approve alone and four, or three as the day's demo has them, with a code only a
 * pharmacist clears; one of them costs more than she may approve, one goes to a reviewer, one to a supervisor. Others are
 * Lee's, who reviews. Returns how many the pharmacist gets, and which three go to whom.
 */
async function decisionsOfADay(): Promise<{ handed: number; second: string; review: string; question: string }> {
  const { rows } = await journey.db.query<{ id: string; safety: boolean; codes: string }>(
    `with plain as (
       select a.id, exists (select from jsonb_array_elements(a.rejects) r where (r ->> 'safety')::boolean) as safety, a.estimated_cost,
           array_to_string(a.reject_codes, ' ') as codes
         from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
        where a.mc = 'NWM' and a.status_id = 20 and a.compound_code = 1 and a.reject_codes <> '{69}' and c.claim_number <> 'DEMO-014'
          and not exists (select from determination d where d.mc = a.mc and d.authorization_id = a.id)),
     handed as (select id, safety, codes from plain where safety order by id limit 4)
     select * from handed union all (select id, safety, codes from plain where not safety and coalesce(estimated_cost, 0) < 2500
       order by codes <> '75', coalesce(estimated_cost, 0), id limit $1 - (select count(*) from handed))`,
    [inARow],
  )
  const handed = rows.filter(({ safety }) => safety).length
  expect(rows.length).toBe(inARow)
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
  // A reviewer clears codes about the drug.
  const [review, second, question] = rows.filter(({ codes }) => codes === '75').map(({ id }) => id) as [
    string,
    string,
    string,
  ]
  expect(question).toBeDefined()
  await journey.db.query('update rx_authorization set estimated_cost = 9000 where id = $1', [second])
  await journey.db.query(`update carrier_setting set value = 'true' where mc = 'NWM' and key = 'urRequirements'`)
  await journey.db.query(
    `update user_carrier w set roles = '{ur_reviewer}', license_states = (
         select array_agg(distinct a.juris_state) from rx_authorization a where a.mc = 'NWM')
       from app_user u where u.id = w.user_id and w.mc = 'NWM' and u.username = 'lee.park'`,
  )
  return { handed, second, review, question }
}
const inMenu = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'More actions' }).press('Enter')
  await page.getByRole('menuitem', { name: item }).press('Enter')
}

test('an adjuster decides a day’s requests at two keys each; pharmacist, reviewer, second approver and supervisor finish what they get from their own queue, and nothing is left', async () => {
  const { handed, second, review, question } = await decisionsOfADay()
  const { page, complaints, context } = await journey.visitAs('dana.ruiz', { path: '/authorizations' })
  const pointers = [(await keyboardOf(page)).pointers]
  await page.getByRole('tab', { name: new RegExp(`^My pending\\s*${inARow}$`) }).waitFor()
  let keys = 0
  const press = async (on: Page, key: string) => {
    keys += 1
    await on.keyboard.press(key)
  }
  await press(page, 'Enter')
  await page.waitForURL(/\/authorizations\/request\//)
  const decided: string[] = []
  for (let at = 0; at < inARow; at += 1) {
    const id = idIn(page)
    expect(decided).not.toContain(id)
    decided.push(id)
    await page.locator('#confirm').waitFor()
    if (id === review || id === question) {
      await inMenu(page, id === review ? 'Send to utilization review' : 'Ask a supervisor')
      await page.getByRole('dialog').getByRole('textbox').fill('Is this within the guideline?')
      await page.keyboard.press('Control+Enter')
    } else {
      await press(page, 'a')
      await press(page, 'Control+Enter')
    }
    if (at < inARow - 1) await page.waitForURL((url) => !url.pathname.includes(id))
  }
  // One key opened the first.
  expect(keys).toBe(1 + 2 * (inARow - 2))
  const left = () =>
    journey.db.query<{ status: number; n: number }>(
      `select status_id as status, count(*)::int as n from rx_authorization where id = any($1) group by 1 order by 1`,
      [decided],
    )
  await expect
    .poll(async () => (await left()).rows, { timeout: 120_000 })
    .toEqual([
      { status: 22, n: handed },
      { status: 23, n: 1 },
      { status: 25, n: 1 },
      { status: 26, n: 1 },
      { status: 30, n: inARow - handed - 3 },
    ])
  await page.goto(`${journey.origin}/authorizations`)
  await page.getByRole('tab', { name: /^My pending\s*0$/ }).waitFor()
  await page.getByRole('tab', { name: new RegExp(`^Waiting on pharmacist\\s*${handed}$`) }).waitFor()

  // The pharmacist works from the queue.
  const pharmacist = await journey.visitAs('rita.chen', { mc: 'NWM', path: '/authorizations?view=clinical' })
  const rita = pharmacist.page
  pointers.push((await keyboardOf(rita)).pointers)
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
    const three = rita.getByText(/^Opioid, benzodiazepine and muscle relaxant taken together/)
    const forSenior = await settled(rita, () => three.count())
    if (forSenior > 0) await rita.keyboard.press('r')
    if ((await whichOf(codes, reason)) === 1) {
      rejected += 1
      await reason.selectOption('Drug interaction or safety concern')
      await rita.getByLabel(/^Explain in plain language/).fill('Taken together these drugs slow breathing.')
    } else {
      for (let code = await countNow(codes); code > 0; code -= 1) await codes.nth(code - 1).press('Space')
      await rita.getByLabel(/^I have weighed the risk/).press('Space')
      const whys = rita.getByLabel(/^Why it is safe to fill/)
      for (let why = await countNow(whys); why > 0; why -= 1) await whys.nth(why - 1).fill('Spoke with the prescriber')
      await rita.getByLabel(/^Note/).fill('Dose and length checked')
    }
    await rita.keyboard.press('Control+Enter')
    if (at < handed - 1) await rita.waitForURL((url) => !url.pathname.includes(id))
  }
  await expect
    .poll(async () => (await left()).rows, { timeout: 120_000 })
    .toEqual([
      { status: 23, n: 1 },
      { status: 25, n: 1 },
      { status: 26, n: 1 },
      { status: 30, n: inARow - rejected - 3 },
      ...(rejected > 0 ? [{ status: 40, n: rejected }] : []),
    ])
  expect(rejected).toBeLessThan(handed)
  await rita.goto(`${journey.origin}/authorizations?view=clinical`)
  await rita.getByRole('tab', { name: /^Clinical review\s*0$/ }).waitFor()
  await rita.getByRole('heading', { name: 'Nothing waits on a pharmacist' }).waitFor()
  await page.getByRole('tab', { name: /^Waiting on pharmacist\s*0$/ }).waitFor()

  // The reviewer certifies, the second approver confirms, the supervisor decides: each from their own queue.
  const reviewer = await journey.visitAs('lee.park', { mc: 'NWM', path: '/authorizations?view=review' })
  const supervisor = await journey.visitAs('sam.okafor', { mc: 'NWM', path: '/authorizations?view=second' })
  for (const { page: one } of [reviewer, supervisor]) pointers.push((await keyboardOf(one)).pointers)
  for (const [on, view, id] of [
    [reviewer.page, 'review', review],
    [supervisor.page, 'second', second],
    [supervisor.page, 'questions', question],
  ] as const) {
    await on.goto(`${journey.origin}/authorizations?view=${view}`)
    await on.locator(`tbody a[href*="${id}"]`).press('Enter')
    await on
      .getByRole('region', { name: 'Handed over' })
      .getByText(/^Dana Ruiz /)
      .waitFor()
    await on.locator('#confirm').waitFor()
    await on.keyboard.press('a')
    await on.keyboard.press('Control+Enter')
    await expect
      .poll(async () => (await journey.db.query('select status_id from rx_authorization where id = $1', [id])).rows)
      .toEqual([{ status_id: 30 }])
  }
  expect((await left()).rows).toEqual([
    { status: 30, n: inARow - rejected },
    ...(rejected > 0 ? [{ status: 40, n: rejected }] : []),
  ])
  await page.goto(`${journey.origin}/authorizations`)
  await page.getByRole('tab', { name: /^My pending\s*0$/ }).waitFor()
  for (const visit of [pharmacist, reviewer, supervisor]) {
    expect(visit.complaints).toEqual([])
    await visit.context.close()
  }
  expect(pointers.flat()).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})
