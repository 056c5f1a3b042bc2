import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { stopClock } from '#testing/kit/stop-clock.ts'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'

let portal: PortalInBrowser
type Visit = Awaited<ReturnType<PortalInBrowser['visitAs']>>
beforeAll(async () => {
  portal = await startPortalInBrowser()
  // The first page of a process waits for more than its data: later ones are tested.
  await vi.waitUntil(async () => (await htmlFor('dana.ruiz', '/authorizations')).answers, { timeout: 120_000 })
})
afterAll(() => portal.stop())

const opened = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' }
/** The HTML of a page for this visitor, as the browser asks for it. */
async function htmlFor(username: string | null, path: string, headers: Record<string, string> = {}) {
  const { context } = await (username === null ? portal.open() : portal.visitAs(username, { path: '/livez' }))
  const reply = await context.request.get(`${portal.origin}${path}`, {
    maxRedirects: 0,
    headers: { ...opened, ...headers },
  })
  const text = await reply.text()
  const found = /<script type="application\/json" id="first-answers">(.*?)<\/script>/s.exec(text)?.[1]
  const answers = found === undefined ? undefined : (JSON.parse(found) as { call: string; answer: unknown }[])
  const { status, kept } = { status: reply.status(), kept: reply.headers()['cache-control'] }
  await context.close()
  return { status, text, kept, answers }
}

test('a signed-in user who opens the worklist gets its first rows, the counts and who they are in the page, kept nowhere', async () => {
  const { rows } = await portal.db.query(`select count(*)::int as n from access_audit where call = 'worklist.list'`)
  const { answers, kept } = await htmlFor('dana.ruiz', '/authorizations')
  expect(kept).toBe('no-store')
  expect(answers!.map(({ call }) => call)).toEqual([
    'session.details',
    'settings.extractSubCarriers',
    'settings.client',
    'worklist.counts',
    'outOfOffice.list',
    'savedViews.list',
    'settings.features',
    'worklist.list',
    'worklist.list', // the patients at a counter
  ])
  // The rows were disclosed: the audit says so.
  const after = await portal.db.query(`select count(*)::int as n from access_audit where call = 'worklist.list'`)
  expect(after.rows[0].n - rows[0].n).toBe(2)
})

test('a page whose address names nothing there is, or a text, brings nothing of a patient', async () => {
  const { rows } = await portal.db.query<{ id: string; claim: string; sub: string }>(
    `select id, stratus_claim_id as claim, sub_carrier as sub from rx_authorization where mc = 'CSC' limit 1`,
  )
  const { id, claim, sub } = rows[0]!
  for (const path of [
    '/authorizations?by=Au&q=guess',
    '/authorizations?view=unknown',
    '/profile',
    // Another carrier's, one that is not there, and one spelled as no page of the portal spells it.
    `/authorizations/request/${id}`,
    `/patients/CSC/${sub}/${claim}/overview`,
    `/authorizations/request/${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}`,
    '/authorizations/request/guess',
    `/patients/NWM/NWM01/${claim}`,
    '/patients/NWM/NWM01/guess/overview',
  ]) {
    const { answers } = await htmlFor('dana.ruiz', path)
    expect(answers!.map(({ call }) => call)).not.toContain('worklist.list')
    expect(JSON.stringify(answers)).not.toMatch(/claim|dateOfBirth|drug|guess/i)
  }
})

/** An open request of Dana's that she may approve. */
const ownRequest = async () =>
  (
    await portal.db.query<{ id: string; claim: string; sub: string; spelled: string }>(
      `select a.id, a.stratus_claim_id as claim, a.sub_carrier as sub, upper(a.id::text) as spelled from rx_authorization a
         join app_user u on u.id = a.owner_id
        where u.username = 'dana.ruiz' and a.status_id = 20 and a.mc = 'NWM' order by a.reference_number limit 1`,
    )
  ).rows[0]!

test('a request, a patient and Home bring what they show first, and a request spelled otherwise brings nothing', async () => {
  const { id, claim, sub, spelled } = await ownRequest()
  const calls = async (path: string) => (await htmlFor('dana.ruiz', path)).answers!.map(({ call }) => call)
  expect(await calls(`/authorizations/request/${id}`)).toEqual(
    expect.arrayContaining([
      'authorizations.one',
      'history.story',
      'history.eventLog',
      'evidence.of',
      'medications.beside',
    ]),
  )
  for (const path of [`/patients/NWM/${sub}/${claim}`, `/patients/NWM/${sub}/${claim}/overview`])
    expect(await calls(path)).toEqual(
      expect.arrayContaining(['patients.profile', 'worklist.search', 'timeline.ofClaim', 'priorAuths.history']),
    )
  const documents = await calls(`/patients/NWM/${sub}/${claim}/documents`)
  expect(documents).toContain('patients.profile')
  expect(documents).not.toContain('worklist.search')
  expect(await calls('/home')).toEqual(expect.arrayContaining(['worklist.escalated', 'patients.recent']))
  expect(await calls(`/authorizations/request/${spelled}`)).not.toContain('authorizations.one')
})

test('the style sheets of a page come as one, which has what each of them has', async () => {
  const { text } = await htmlFor('dana.ruiz', '/home')
  const links = [...text.matchAll(/<link rel="stylesheet"([^>]*) href="([^"]+)"/g)]
  const addresses = (unwanted: boolean) =>
    links.filter(([, attributes]) => attributes!.includes('disabled') === unwanted).map(([, , address]) => address!)
  const read = async (address: string) => {
    const reply = await fetch(`${portal.origin}${address}`)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
    return reply.text()
  }
  expect(addresses(false)).toHaveLength(2) // that of every page, and its own
  expect(addresses(true).length).toBeGreaterThan(3)
  const whole = await read(addresses(false)[1]!)
  for (const address of addresses(true)) expect(whole).toContain(await read(address))
})

test('somebody signed out, another site, a script and a page loaded ahead get no data', async () => {
  expect(await htmlFor(null, '/authorizations')).toMatchObject({ status: 302, answers: undefined })
  expect(await htmlFor(null, '/login')).toMatchObject({ status: 200, answers: undefined })
  expect(
    await htmlFor(null, '/authorizations', { cookie: `${portal.started.portal.cookies.session}=made-up` }),
  ).toMatchObject({ status: 200, answers: undefined })
  const others: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
    { 'sec-fetch-dest': 'iframe' },
    { 'sec-purpose': 'prefetch' },
  ]
  for (const headers of others)
    expect(await htmlFor('dana.ruiz', '/authorizations', headers)).toMatchObject({
      status: 200,
      answers: undefined,
    })
})

test('a name with markup in it stays a name in the page', async () => {
  await portal.db.query(`update app_user set first_name = '</script><b>' where username = 'dana.ruiz'`)
  const { text, answers } = await htmlFor('dana.ruiz', '/home')
  expect(text).not.toContain('</script><b>')
  expect(answers![0]!.answer).toMatchObject({ firstName: '</script><b>' })
  await portal.db.query(`update app_user set first_name = 'Dana' where username = 'dana.ruiz'`)
})

/**
 * The worklist in a new browser, its clock stopped: what waits for the first page to have had its time is not asked yet.
 * A server that was too busy sent the page without its data: then another is opened.
 */
async function openWithData(): Promise<Visit & { asked: string[] }> {
  for (;;) {
    const visit = await portal.visitAs('dana.ruiz', { at: portal.clock.now(), path: '/livez' })
    await stopClock(visit.page)
    const asked: string[] = []
    visit.context.on('request', (request) => void asked.push(new URL(request.url()).pathname))
    // Asked for, and silent: a change by a job of the server would have everything fetched again.
    await visit.context.route('**/api/changes', () => {})
    const reply = await visit.page.goto(`${portal.origin}/authorizations`)
    if ((await reply!.text()).includes('id="first-answers"')) return { ...visit, asked }
    await visit.context.close()
  }
}

test('a signed-in user who opens the worklist sees its rows after at most 18 requests, none of them for what the page brought', async () => {
  const { page, context, complaints, quiet, asked } = await openWithData()
  await page.locator('tbody tr a').first().waitFor()
  await quiet()
  await page.clock.runFor(1000)
  await page.getByRole('complementary', { name: /^Preview/ }).waitFor()
  await quiet()
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(18)
  expect(asked.filter((path) => /details|clientSettings|subCarriers|features$|count$|list$/.test(path))).toEqual([])

  // The code of a request's page comes after that, so that a row opens without waiting for it.
  const ofRequest = /assets\/(authorization|request)-.*js$/
  expect(asked.filter((path) => ofRequest.test(path))).toEqual([])
  const code = page.waitForResponse((response) => ofRequest.test(response.url()))
  await page.clock.runFor(2000)
  await (await code).finished()
  await quiet()
  await page.clock.resume()
  const known = asked.length
  await page.locator('tbody tr a').first().press('Enter')
  await page.waitForURL(/[0-9a-f-]{36}/)
  await page.getByRole('heading', { level: 1, name: 'Authorization Requests' }).waitFor({ state: 'detached' })
  await page
    .getByRole('button', { name: /^Approve/ })
    .first()
    .waitFor()
  expect(asked.slice(known).filter((path) => ofRequest.test(path))).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

test('a tab whose page brought the rows of one carrier is refused once the session changed to another', async () => {
  const { page, context, quiet } = await portal.visitAs('lee.park', { mc: 'NWM', path: '/authorizations' })
  await page.getByRole('heading', { level: 1, name: 'Authorization Requests' }).waitFor()
  await quiet()
  const refused = page.waitForResponse((response) => response.status() === 409)
  await portal.db.query(
    `update session set mc = 'CSC' where user_id = (select id from app_user where username = 'lee.park')`,
  )
  await page.keyboard.press('Alt+5')
  expect(await (await refused).json()).toMatchObject({ status: { code: 'CARRIER_CHANGED' } })
  await page.getByText('Now working in').first().waitFor({ state: 'attached' })
  await context.close()
})
