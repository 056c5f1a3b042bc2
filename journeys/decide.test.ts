import { afterAll, beforeAll, expect, test } from 'vitest'
import { pictures } from '#testing/browser/pictures.ts'
import { faultsOf } from '#testing/kit/axe.ts'
import { usDate } from '#platform/dates/day.ts'
import { dayAt } from '#testing/new-york-day.ts'
import { lastClaim, openJourney, type Journey } from './portal.ts'

let journey: Journey
beforeAll(async () => {
  journey = await openJourney()
})
afterAll(() => journey.stop())

const decision = async (id: string) =>
  (await journey.db.query('select status_id, completed_by_name from rx_authorization where id = $1', [id])).rows[0] as
    | { status_id: number; completed_by_name: string }
    | undefined

test('an adjuster opens the most urgent request and approves it with the keyboard alone; the pharmacy submits again and is paid; the log tells it', async () => {
  const { page, complaints, context } = await journey.signIn('dana.ruiz')
  await page.getByRole('dialog', { name: /^Welcome back/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('g')
  await page.keyboard.press('u')
  await page.waitForURL(/\/authorizations\/request\//)
  const id = page.url().split('/').at(-1)!.split('?')[0]!
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByText(/would pay/).waitFor()
  await page.keyboard.press('a')
  await page.keyboard.press('Control+Enter')
  await page
    .getByText(/^Approved(?!: \d)/)
    .first()
    .waitFor()
  // The word comes first, the server's a moment later.
  await expect.poll(() => decision(id)).toEqual({ status_id: 30, completed_by_name: 'Dana Ruiz' })
  const claim = await lastClaim(journey, id)
  expect(await journey.submit(claim)).toMatchObject({ status: 'P', pricing: { paid: expect.any(Number) } })
  await page.goto(`${journey.origin}/authorizations/request/${id}`)
  for (const line of [/Request received from/, /Approved by Dana Ruiz/, /Fill 1 of/])
    await page.getByText(line).first().waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('two keys approve the request the list stands on, and the undo takes it back', async () => {
  const { page, complaints, context } = await journey.visitAs('dana.ruiz')
  await page.goto(`${journey.origin}/authorizations`)
  await page.getByRole('row', { selected: false }).or(page.locator('tbody [role=row]')).first().waitFor()
  // Down to one that an adjuster may approve alone: which stands where depends on the hour.
  const alone = await journey.db.query<{ id: string }>(
    `select id from rx_authorization where mc = 'NWM' and status_id = 20 and jsonb_array_length(rejects) = 1
       and rejects @> '[{"rejectCode": "75"}]'`,
  )
  const listed = await page
    .locator('tbody a[href*="/authorizations/request/"]')
    .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href')!.split('/').at(-1)!))])
  const down = listed.findIndex((one, at) => at > 0 && alone.rows.some((row) => row.id === one))
  expect(down).toBeGreaterThan(0)
  for (let row = 0; row < down; row += 1) await page.keyboard.press('j')
  await page.keyboard.press('a')
  await page.waitForURL(/\/authorizations\/request\//)
  const id = page.url().split('/').at(-1)!.split('?')[0]!
  await page
    .getByRole('button', { name: /^Approve / })
    .first()
    .waitFor()
  await page.keyboard.press('Control+Enter')
  await page
    .getByText(/^Approved(?!: \d)/)
    .first()
    .waitFor()
  // The word comes first, the server's a moment later.
  await expect.poll(() => decision(id)).toEqual({ status_id: 30, completed_by_name: 'Dana Ruiz' })
  await page.getByRole('button', { name: /^Undo/ }).first().click()
  await page
    .getByText(/undone|taken back|pending again/i)
    .first()
    .waitFor()
  await expect.poll(async () => (await decision(id))!.status_id).toBeLessThan(30)
  expect(complaints).toEqual([])
  await context.close()
})

test('two adjusters decide one request: the second sees who decided what and when, and keeps every word typed', async () => {
  const first = await journey.visitAs('dana.ruiz')
  const second = await journey.signIn('lee.park')
  await second.page.getByRole('dialog', { name: 'Select Carrier' }).waitFor()
  await second.page.getByRole('radio', { name: /Northwind/ }).check()
  await second.page.getByRole('button', { name: 'Submit' }).click()
  await second.page.getByRole('heading', { name: 'Authorizations' }).waitFor()
  const { rows } = await journey.db.query(
    `select a.id from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id where c.claim_number = 'DEMO-012' and a.status_id = 20`,
  )
  const url = `${journey.origin}/authorizations/request/${rows[0].id}`
  for (const { page } of [first, second]) {
    await page.goto(url)
    await page.getByText(/would pay/).waitFor()
  }
  await second.page.getByLabel('Note').fill('Spoke with the prescriber on Friday')
  await first.page.keyboard.press('a')
  await first.page.keyboard.press('Control+Enter')
  await first.page
    .getByText(/^Approved(?!: \d)/)
    .first()
    .waitFor()
  const conflict = second.page
    .getByText(/Dana Ruiz approved this/)
    .first()
    .waitFor()
  const approve = second.page.getByRole('button', { name: /^Approve .*until/ })
  await Promise.any([approve.click(), conflict]) // a change event may have taken the button away already
  await conflict
  await second.page.getByText('Spoke with the prescriber on Friday').first().waitFor()
  expect(await decision(rows[0].id)).toEqual({ status_id: 30, completed_by_name: 'Dana Ruiz' })
  await first.context.close()
  await second.context.close()
})

test('two adjusters on one request: one hands it over, the other reads who did, and has every entry again when it comes back', async () => {
  const { rows } = await journey.db.query<{ id: string }>(
    `select a.id from rx_authorization a join authorization_owner o on o.mc = a.mc and o.authorization_id = a.id and o.position = 1
        join app_user u on u.id = o.user_id
      where a.mc = 'NWM' and a.status_id = 20 and u.username = 'dana.ruiz' and a.reject_codes = '{75}' and a.compound_code = 1
        and not exists (select from determination d where d.mc = a.mc and d.authorization_id = a.id) order by a.statutory_due_at desc, a.id limit 1`,
  )
  const path = `/authorizations/request/${rows[0]!.id}`
  const [dana, lee] = [
    await journey.visitAs('dana.ruiz', { mc: 'NWM', path }),
    await journey.visitAs('lee.park', { mc: 'NWM', path }),
  ]
  const quantity = lee.page.getByLabel('Quantity per fill')
  await quantity.fill('15')
  await lee.page.getByLabel(/^Note/).fill('Half of it is at home')
  await lee.page.getByText(/^Draft saved/).waitFor()
  await dana.page.getByRole('button', { name: 'More actions' }).press('Enter')
  await dana.page.getByRole('menuitem', { name: 'Send to clinical review' }).press('Enter')
  await dana.page.getByRole('dialog').getByRole('textbox').fill('Is the dose known to you?')
  await dana.page.keyboard.press('Control+Enter')
  await lee.page.getByRole('heading', { name: 'With a pharmacist' }).waitFor()
  await lee.page.getByText(/^Dana Ruiz sent it on before you\. Your entries are saved/).waitFor()
  await pictures(lee.page, 'sent-on-before-you')

  await dana.page.goto(journey.origin + path)
  await dana.page.getByRole('button', { name: /^Take back/ }).click()
  await expect.poll(() => quantity.inputValue()).toBe('15')
  await expect.poll(() => lee.page.getByLabel(/^Note/).inputValue()).toBe('Half of it is at home')
  // What is decided meanwhile is set beside all that was typed.
  await dana.page.locator('#confirm').waitFor()
  await dana.page.keyboard.press('a')
  await dana.page.keyboard.press('Control+Enter')
  await lee.page.getByRole('heading', { name: /^Dana Ruiz approved this/ }).waitFor()
  for (const mine of ['Quantity per fill: 15', 'Note: Half of it is at home'])
    await lee.page.getByRole('listitem').filter({ hasText: mine }).waitFor()
  expect(await faultsOf(lee.page)).toEqual([])
  await pictures(lee.page, 'decided-before-you')
  await dana.context.close()
  await lee.context.close()
})

test('a supervisor records an order of the board: the adjuster who decides sees it, and the approval follows it', async () => {
  const { rows } = await journey.db.query(
    `select a.id from rx_authorization a join app_user u on u.username = 'dana.ruiz'
       join user_carrier k on k.mc = a.mc and k.user_id = u.id and (k.sub_carriers is null or a.sub_carrier = any(k.sub_carriers))
      where a.mc = 'NWM' and a.status_id = 20 and a.snoozed_until is null
        and not exists (select from wc_claim c where c.mc = a.mc and c.id = a.stratus_claim_id and c.claim_number like 'DEMO%')
        and not a.rejects @> '[{"safety": true}]' and not exists (select from determination d where d.mc = a.mc
          and d.authorization_id = a.id) order by a.statutory_due_at desc limit 1`,
  )
  const id = rows[0].id as string
  const url = `${journey.origin}/authorizations/request/${id}`
  const { page, complaints, context } = await journey.visitAs('sam.okafor')
  await page.goto(url)
  await page.getByRole('button', { name: 'More actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Record a determination' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record a determination' })
  await dialog.waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Workers’ Compensation Board')
  await dialog.getByRole('button', { name: 'Record' }).click()
  await dialog.getByText('Enter its number.').waitFor()
  await page.keyboard.type('G 123 4567') // the focus went where something is missing
  await page.keyboard.press('Tab')
  const typed = async (label: string, text: string) => {
    await dialog.getByRole('textbox', { name: new RegExp(`^${label}`) }).fill(text)
    await page.keyboard.press('Tab')
  }
  const us = (plus: number) => usDate(dayAt(journey.clock.now(), plus))
  await typed('Date of the determination', us(-3))
  await typed('First day', us(-2))
  await typed('Last day', us(40))
  await dialog.getByLabel('Which drugs').selectOption({ label: 'This exact strength (GPI 14)' })
  await typed('Max fills', '2')
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('textbox', { name: /^Max fills/ }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(/^The board certified this on/).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await page.getByRole('dialog', { name: 'Reviews and orders' }).getByText('In effect').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Withdraw' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()

  const adjuster = await journey.visitAs('dana.ruiz')
  await adjuster.page.goto(url)
  await adjuster.page.getByText(/Dates, drug level, fills and amounts are as determined/).waitFor()
  await expect
    .poll(() => adjuster.page.getByRole('textbox', { name: 'End date' }).getAttribute('readonly'))
    .not.toBeNull()
  await expect.poll(() => adjuster.page.getByRole('button', { name: 'Withdraw' }).count()).toBe(0)
  await adjuster.page.getByRole('button', { name: new RegExp(`^Approve .+ until ${us(40)}`) }).click()
  await expect.poll(() => decision(id)).toEqual({ status_id: 30, completed_by_name: 'Dana Ruiz' })
  const kept = await journey.db.query(
    'select p.max_fills, p.level, p.reason_id from prior_auth p where p.authorization_id = $1',
    [id],
  )
  expect(kept.rows).toEqual([{ max_fills: 2, level: 14, reason_id: 11 }])
  expect(adjuster.complaints).toEqual([])
  await adjuster.context.close()
})

test('a person who may only read sees everything and can change nothing', async () => {
  const { page, complaints, context } = await journey.visitAs('ann.boyd')
  await page
    .getByText(/view.only|read.only/i)
    .first()
    .waitFor()
  const { rows } = await journey.db.query(`select id from rx_authorization where mc = 'NWM' and status_id = 20 limit 1`)
  await page.goto(`${journey.origin}/authorizations/request/${rows[0].id}`)
  await page.getByRole('heading', { name: 'Clinical considerations' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: /approve|reject/i }).count()).toBe(0)
  // A Minnesota claim says that its price is compared, where the carrier has the flag.
  await journey.db.query(`update rx_authorization set juris_state = 'MN' where id = $1`, [rows[0].id])
  for (const enabled of [true, false]) {
    await journey.db.query(
      `insert into feature_flag_override (mc, key, enabled) values ('NWM', 'mn_mac', $1)
       on conflict (mc, sub_carrier, key) do update set enabled = excluded.enabled`,
      [enabled],
    )
    const answered = page.waitForResponse((answer) => answer.url().includes('/features?f=mn_mac'))
    await page.reload()
    await answered
    await page.getByText('Last paid fill').waitFor()
    await expect.poll(() => page.getByText('Minnesota claim.').count()).toBe(enabled ? 1 : 0)
  }
  expect(complaints).toEqual([])
  await context.close()
})

test('axe finds nothing on any screen, light and dark, wide and narrow', async () => {
  const { page, complaints, context } = await journey.visitAs('dana.ruiz')
  const { rows } = await journey.db.query(
    `select a.id from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
       where c.claim_number in ('DEMO-001', 'DEMO-004') and a.status_id between 20 and 39 order by c.claim_number`,
  )
  const decided = await journey.db.query(`select id from rx_authorization where mc = 'NWM' and status_id = 30 limit 1`)
  const paths = [
    '/home',
    '/authorizations',
    '/authorizations?tab=escalated',
    ...[...rows, ...decided.rows].map((row) => `/authorizations/request/${row.id}`),
    '/authorizations/request/00000000-0000-4000-8000-000000000000',
    '/no-such-page',
  ]
  for (const path of paths) {
    await page.goto(journey.origin + path)
    await page.getByRole('heading').first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(await faultsOf(page), path).toEqual([])
  }
  // A request that is not there is answered with 404, which the browser puts on its console itself.
  expect(complaints.filter((words) => !/404 \(Not Found\)/.test(words))).toEqual([])
  await context.close()
})

test('axe finds nothing before the session: login, the identity provider, the choice of a carrier', async () => {
  const { page } = await journey.open()
  await page.goto(`${journey.origin}/`)
  await page
    .getByRole('link', { name: /log in/i })
    .first()
    .waitFor()
  expect(await faultsOf(page), 'login').toEqual([])
  await page
    .getByRole('link', { name: /log in/i })
    .first()
    .click()
  await page.getByLabel('Username').fill('lee.park')
  expect(await faultsOf(page), 'identity provider').toEqual([])
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.getByRole('alert').first().waitFor()
  expect(await faultsOf(page), 'refused').toEqual([])
  await journey.signInOn(page, 'lee.park')
  await page.getByRole('dialog', { name: 'Select Carrier' }).waitFor()
  expect(await faultsOf(page), 'choice of a carrier').toEqual([])
  await page.context().close()
})

test('the worklist says when it has nothing to show and when it could not be read', async () => {
  const { page, context } = await journey.visitAs('dana.ruiz')
  await page.goto(`${journey.origin}/authorizations`)
  await page.locator('tbody [role=row]').first().waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('zzzz-nothing')
  await page.keyboard.press('Enter')
  await page
    .getByRole('heading', { name: /^No request was found|^No requests match/ })
    .first()
    .waitFor()
  expect(await faultsOf(page), 'no match').toEqual([])
  await page.clock.install()
  await page.route('**/api/masterCarrier/**', (route) => route.abort())
  await page.reload()
  // It asks three times more by itself, later each time.
  const again = page.getByRole('button', { name: /try again/i }).first()
  await expect.poll(async () => (await page.clock.runFor(1000), again.isVisible()), { timeout: 120_000 }).toBe(true)
  expect(await faultsOf(page), 'error').toEqual([])
  await context.close()
})
