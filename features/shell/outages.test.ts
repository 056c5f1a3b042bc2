import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { textNow } from '#testing/browser/settled.ts'
import { faultsOf } from '#testing/kit/axe.ts'
import { stopClock } from '#testing/kit/stop-clock.ts'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'

// Lost connections and server failures, in a real browser.

let portal: PortalInBrowser
beforeAll(async () => {
  portal = await startPortalInBrowser()
})
afterAll(() => portal.stop())

test('offline, the page says so within two seconds with the age of its data, sends nothing then or later, and recovers by itself', async () => {
  const id = (
    await portal.db.query<{ id: string }>(
      `select a.id from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id where c.claim_number = 'DEMO-015' and a.status_id = 20`,
    )
  ).rows[0]!.id
  const status = async () =>
    (await portal.db.query<{ s: number }>('select status_id as s from rx_authorization where id = $1', [id])).rows[0]!.s
  const at = portal.clock.now()
  const { page, context } = await portal.visitAs('lee.park', { mc: 'NWM', path: `/authorizations/request/${id}`, at })
  await page.getByText(/would pay/).waitFor()
  const note = page.getByLabel('Note')
  const send = page.locator('#confirm')
  const words = await textNow(send)
  const banner = page.getByRole('region', { name: 'No connection' })
  await note.fill('Typed before')

  // Two seconds of the page's clock, however long the machine takes for them.
  await stopClock(page)
  await context.setOffline(true)
  await context.clock.runFor(2000)
  await banner.waitFor()
  await context.clock.resume()
  await expect
    .poll(() => banner.innerText())
    .toMatch(
      /^You are offline\. What you see is from \d+:\d\d [AP]M and can still be read; nothing can be sent until you are back online\.$/,
    )
  await expect.poll(() => page.getByText(/would pay/).count()).toBe(1)
  await expect
    .poll(async () => [(await send.innerText()).trim(), await send.getAttribute('aria-disabled')])
    .toEqual(['You are offline', 'true'])
  expect(await faultsOf(page)).toEqual([])
  // By shortcut, click or Enter: nothing is sent, and nothing is queued.
  await note.fill('Typed in between')
  await page.keyboard.press('Control+Enter')
  await send.click({ force: true })
  await send.press('Enter')
  await expect.poll(() => send.evaluate((it) => it === document.activeElement)).toBe(true)
  await expect.poll(() => page.getByText(/^(NOT a|A)pproved(?!: \d)/).count()).toBe(0)

  await context.setOffline(false)
  await banner.waitFor({ state: 'detached' })
  await expect.poll(() => send.innerText()).toBe(words)
  await expect.poll(() => send.evaluate((it) => it === document.activeElement)).toBe(true)
  // Text typed meanwhile is saved automatically; the decision is not made automatically.
  const kept = () => portal.db.query('select from form_draft where subject_id = $1 and saved_at > $2', [id, back])
  const back = portal.clock.now().toISOString()
  await note.press('End')
  await note.pressSequentially('!')
  await expect.poll(async () => (await kept()).rowCount).toBe(1)
  await expect.poll(async () => [await status(), await note.inputValue()]).toEqual([20, 'Typed in between!'])
  // One click sends it.
  await send.click()
  await expect.poll(status).not.toBe(20)
  await context.close()
})

test('logging out with unsaved input is refused once; the second time it works, and the page says what was lost', async () => {
  const { rows } = await portal.db.query<{ id: string }>(
    `select a.id from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id where c.claim_number = 'DEMO-009' and a.status_id = 20`,
  )
  const { page, context } = await portal.visitAs('sam.okafor', { path: `/authorizations/request/${rows[0]!.id}` })
  await page.getByText(/would pay/).waitFor()
  await page.route(/\/api\/drafts\//, (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await page.getByLabel('Note').fill('Nobody will read this')
  const logOut = async () => {
    await page.getByRole('button', { name: /^Welcome, / }).click()
    await page.getByRole('menuitem', { name: 'Log Out' }).click()
  }
  await logOut()
  await page.getByText('You are still logged in.', { exact: true }).waitFor()
  await page
    .getByText(/What you typed last could not be saved\. Log out again to leave without it\.$/)
    .first()
    .waitFor()
  await expect.poll(() => page.getByLabel('Note').inputValue()).toBe('Nobody will read this')
  await logOut()
  await page.getByRole('heading', { name: 'Logout Successful.' }).waitFor()
  await page.getByText('What you typed could not be saved.', { exact: true }).waitFor()
  await context.close()
})

test('a server that cannot load the user: the page says what is safe, with a Support Id and a phone number, and retries with growing pauses', async () => {
  const away = (from: string, to: string) => portal.db.query(`alter function ${from}(bytea) rename to ${to}`)
  const trouble = (page: Page) => page.getByRole('heading', { name: 'Sorry, there is a problem' })
  const visit = await portal.visitAs('dana.ruiz', { at: portal.clock.now(), path: '/logout' })
  const { page, context, quiet } = visit
  await quiet()
  // The logout page asks for the session too, as late as it likes.
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/user/details') && request.frame().url().endsWith('/authorizations'))
      asked.push(request.url())
  })
  await away('my_session', 'my_session_away')
  // Stopped before the first failure: no pause of the page begins earlier.
  await stopClock(page)
  try {
    await page.goto(`${portal.origin}/authorizations`)
    // A page shows nothing new without a tick of its clock.
    const ticked = (shown: Locator) =>
      expect.poll(async () => (await context.clock.runFor(1), shown.isVisible())).toBe(true)
    await ticked(trouble(page))
    await page.getByText('What you decided, sent or saved before is safe.').waitFor()
    const support = (await textNow(page.locator('main dd').first())).trim()
    expect(portal.logged.some((line) => line.includes(support))).toBe(true)
    await expect.poll(() => page.getByRole('link', { name: '800-555-0142' }).getAttribute('href')).toMatch(/^tel:/)
    expect(asked).toHaveLength(1)
    // After 5 seconds, then after 10 more.
    const passed = async (seconds: number) => {
      await context.clock.runFor(seconds * 1000)
      await quiet()
      return asked.length
    }
    expect([await passed(4), await passed(2)]).toEqual([1, 2])
    await ticked(page.getByText(/Trying again automatically in (9|10) seconds/))
    expect([await passed(7), await passed(4)]).toEqual([2, 3])
    await context.clock.resume()
    expect(await faultsOf(page)).toEqual([])
  } finally {
    await away('my_session_away', 'my_session')
  }
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: /Authorization/ }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/authorizations')
  await context.close()
})

test('a user whose list does not load reads what the server said and whom to turn to', async () => {
  const { page, context } = await portal.visitAs('dana.ruiz', { path: '/home' })
  const problem = (message: string) => ({
    status: { code: 'INTERNAL', message },
    data: null,
    supportId: '00000000-0000-4000-8000-000000000000',
    fields: [],
  })
  for (const [body, shown] of [
    [
      JSON.stringify(problem('The list is being rebuilt.')),
      'The list is being rebuilt. Please try again or contact an RxDocket representative for assistance.',
    ],
    [JSON.stringify('Support Id: 7 of the gateway'), 'Support Id: 7 of the gateway'],
    ['', 'Please try again or contact a representative for assistance.'],
  ] as const) {
    await page.route(/\/authorizations\/list/, (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body }),
    )
    // The page does not bring the rows of a search.
    await page.goto(`${portal.origin}/authorizations?state=NY`)
    const failure = page.getByRole('alert').filter({ hasText: 'We could not load your requests' })
    await failure.getByText(shown, { exact: true }).waitFor()
    await expect.poll(() => failure.getByRole('button', { name: 'Try again' }).count()).toBe(1)
    await page.unroute(/\/authorizations\/list/)
  }
  await context.close()
})

test('Home, Data Extracts and Chat Support say each text of the error catalogue', async () => {
  const { page, context } = await portal.visitAs('sam.okafor', { mc: 'NWM', path: '/logout' })
  const fails = async (path: RegExp, message = 'The server is being restarted.') => {
    const body = { status: { code: 'INTERNAL', message }, data: null, supportId: null, fields: [] }
    await page.route(path, (route) => route.fulfill({ status: 500, json: body }))
  }
  const says = (words: string) => page.getByText(words, { exact: false }).first().waitFor()
  const restarted = /The server is being restarted\. Please try again or contact an RxDocket representative/

  // Home: each card fails by itself.
  const cards = [/\/authorizations\/escalated/, /\/adjusters\/recentPatients/, /\/myTeamAuthorization/]
  for (const path of cards) await fails(path)
  // Opened from a link, Home brings what the cards show.
  await page.goto(`${portal.origin}/accounts/profile`)
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  for (const title of [
    'Escalated requests could not be loaded',
    'Your recent patients could not be loaded',
    'Your team’s requests could not be loaded',
  ])
    await page.getByRole('alert').filter({ hasText: title }).getByText(restarted).waitFor()
  expect(await faultsOf(page)).toEqual([])
  for (const path of cards) await page.unroute(path)
  // A failure is a panel with a sign before its title; that of the recent patients can be closed.
  const failed = page.getByRole('alert').filter({ hasText: 'Your recent patients could not be loaded' })
  const drawn = failed.evaluate((it) => [
    getComputedStyle(it).borderTopStyle,
    getComputedStyle(it.querySelector('h2')!, '::before').content,
  ])
  expect(await drawn).toEqual(['solid', expect.stringContaining('!')])
  await failed.getByRole('button', { name: 'Close' }).press('Enter')
  await failed.waitFor({ state: 'detached' })

  // Data Extracts: what cannot be loaded, what is typed wrong, what cannot be downloaded.
  await fails(/\/reporting\/subjectareas/)
  await page.goto(`${portal.origin}/data-extract`)
  await says('Failed to get subject area information for data extract')
  await page.unroute(/\/reporting\/subjectareas/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await fails(/\/reporting\/\w+\/\w+\/parameters/)
  await page.getByLabel('Select Program').selectOption('NWM01')
  await page.getByRole('combobox', { name: /^Subject Area/ }).selectOption('Transactions')
  await says('Failed to get data extract parameters for subject area')
  await page.unroute(/\/reporting\/\w+\/\w+\/parameters/)
  await page.getByRole('button', { name: 'Try again' }).click()
  const available = page.getByRole('listbox', { name: 'Available Field(s)' })
  await available.getByRole('option', { name: 'Pharmacy NABP' }).dblclick()
  const typed = async (label: string | RegExp, text: string, words: string) => {
    await page.getByLabel(label).fill(text)
    await page.getByLabel(label).blur()
    await page.getByText(words, { exact: true }).waitFor()
  }
  await typed('Pharmacy NABP', '123', 'Minimum length: 7')
  await typed('Pharmacy NABP', '12345678', 'Maximum length: 7')
  await typed('Pharmacy NABP', 'ABCDEFG', 'Invalid characters. Allowed: 0-9')
  await page.getByLabel('Pharmacy NABP').fill('')
  await typed('Filled, from', '02/30/2026 12:00:00 AM', 'Invalid date')
  await page.getByLabel('Filled, to').fill('03/01/2026 12:00:00 AM')
  await page.getByLabel('Filled, to').blur()
  await typed('Filled, from', '03/02/2026 12:00:00 AM', 'Start date cannot be after end date')
  await says('End date cannot be before start date')
  await typed('Filled, from', '02/01/2025 12:00:00 AM', 'Date range selected must be limited to 1 year')
  await page.getByRole('button', { name: 'Filled: last 365 days' }).click()
  await page.getByText('A CSV file, data-extract-').waitFor()
  for (const [message, words] of [
    ['The disk is full.', 'Failed to download data extract: The disk is full.'],
    ['', 'Failed to download data extract'],
  ] as const) {
    await fails(/\/reporting\/_\w+\/extract$/, message)
    await page.locator('#main').evaluate((main) => main.scrollTo({ top: main.scrollHeight }))
    expect(await page.locator('#main').evaluate((main) => main.scrollTop)).toBeGreaterThan(0)
    await page.keyboard.press('Control+Enter')
    const failure = page.locator('[data-failed]')
    await failure.getByText(words, { exact: true }).waitFor()
    await expect.poll(() => failure.evaluate((it) => it === document.activeElement)).toBe(true)
    // From the end of a long form the page goes to its title, but for the margin above it.
    await expect.poll(() => page.locator('#main').evaluate((main) => main.scrollTop)).toBeLessThanOrEqual(20)
    await failure.getByRole('button', { name: 'Close' }).click()
    await page.unroute(/\/reporting\/_\w+\/extract$/)
  }

  // Chat: closed by the hour and by a holiday, no agent, no service.
  await page.getByRole('button', { name: 'Chat Support' }).press('Enter')
  const chat = page.getByRole('dialog', { name: 'Chat Support' })
  await chat.waitFor()
  for (const [answered, words] of [
    [{ ChatEnabled: 'Closed' }, 'Chat is currently closed. Please check back during normal business hours.'],
    [{ ChatEnabled: 'ClosedHoliday' }, 'Chat is currently closed. Please check back after the holidays.'],
    [
      { ChatEnabled: 'Busy', agentsThere: false },
      'No agents available for chat at this time. Please contact the provider at 800-555-',
    ],
  ] as const) {
    await page.route(/\/chat\/check$/, async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), ...answered, chat: null } })
    })
    await page.reload()
    await expect
      .poll(async () => (await chat.innerText()).replaceAll(/\s+/g, ' '), { timeout: 120_000 })
      .toContain(words)
    await page.unroute(/\/chat\/check$/)
  }
  await context.close()
})

test('a page whose change events were refused while the database was away asks for them again, and for what it missed', async () => {
  const { page, context } = await portal.visitAs('dana.ruiz', { path: '/logout' })
  await page.route(/\/api\/changes$/, (route) => route.fulfill({ status: 503, body: '' }))
  const refused = page.waitForResponse(/\/api\/changes$/)
  await page.goto(`${portal.origin}/home`)
  expect((await refused).status()).toBe(503)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.unroute(/\/api\/changes$/)
  await Promise.all([
    page.waitForResponse((answer) => answer.url().endsWith('/api/changes') && answer.status() === 200),
    page.waitForResponse(/\/authorizations\/count$/),
  ])
  await context.close()
})
