import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, type TestBrowser } from '#testing/browser/browser.ts'
import { axeViolations } from '#testing/kit/axe.ts'
import { giveTextConsent } from '#testing/text-consent.ts'
import { dropDatabase, freshDatabase } from '#testing/database.ts'
import { oneToken } from '#platform/portal/service-tokens.ts'
import { INTAKE_TOKEN, startApi, type TestApi } from '#testing/api.ts'
import { idOf } from '#testing/fixtures.ts'
import { openAnswering } from './answering.ts'
import { createDemoMailbox, DEMO_MAILBOX, mailboxAllowed, openDemoMailbox, type DemoMailbox } from './demo-mailbox.ts'
import { linked } from './pages.ts'
import { ownHeaders } from '#platform/http/edge.ts'

const origin = 'https://portal.example'
const log = { error: (details: object) => void faults.push(details) }
const faults: object[] = []
let database: string
let pool: pg.Pool
let mailbox: DemoMailbox
let browser: TestBrowser
let portal: TestApi
let url: string
const server = createServer((request, response) => mailbox.handler(request, response))

type Sent = {
  name: string
  mc?: string
  channel?: string
  to?: string
  address?: string
  subject?: string
  body?: string
  at: string
  status?: string
}
const send = (sent: readonly Sent[]) =>
  pool.query(
    `insert into outside_message (mc, id, channel, address, recipient, subject, body, created_at, status)
     select mc, id, channel, address, recipient, subject, body, created_at, status from jsonb_populate_recordset(null::outside_message, $1)`,
    [
      JSON.stringify(
        sent.map((one) => ({
          mc: one.mc ?? 'AAA',
          id: idOf(one.name),
          channel: one.channel ?? 'MAIL',
          address: one.address ?? `${one.name.replaceAll(' ', '.')}@carrier.example`,
          recipient: one.to ?? 'Adj aaa',
          subject: one.subject ?? one.name,
          body: one.body ?? '',
          created_at: one.at,
          status: one.status ?? 'SENT',
        })),
      ),
    ],
  )
const get = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(`${url}${path}`, init)
  return { status: answer.status, headers: answer.headers, html: await answer.text() }
}
const subjects = (html: string) => [...html.matchAll(/<li>.*?<a href="[^"]*">([^<]*)<\/a>/gs)].map((found) => found[1])
const older = (html: string) => /href="\/demo-mailbox([^"]*)" rel="next"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
const hostile = `<script>alert(1)</script>"'><img src=x onerror=alert(2)>`

beforeAll(async () => {
  database = await freshDatabase(true, 'fixtures')
  pool = new pg.Pool({ connectionString: database, max: 4 })
  await send([
    {
      name: 'letter',
      at: '2026-11-20T15:00:00Z',
      to: 'Dr. Ansel Hawthorne',
      subject: 'Letter asked',
      body: `Open it:\n${origin}/letters/answer?code=abc-123.\nElsewhere: https://evil.example/x and javascript:alert(1)\nThanks & bye`,
    },
    {
      name: 'fax',
      channel: 'FAX',
      at: '2026-11-20T15:00:00Z',
      to: 'Clinic',
      address: '8135550151',
      subject: 'Fax of four pages',
    },
    {
      name: 'text',
      channel: 'SMS',
      at: '2026-11-21T15:00:00Z',
      to: 'the patient',
      address: '8135550144',
      subject: '',
      body: 'Your prescription was approved.',
    },
    {
      name: 'theirs',
      mc: 'BBB',
      at: '2026-11-22T15:00:00Z',
      to: 'ZZBBBCANARY Clerk',
      subject: 'Of the other carrier',
      status: 'FAILED',
    },
    {
      name: 'hostile',
      at: '2026-11-19T15:00:00Z',
      to: hostile,
      subject: hostile,
      body: `${hostile}\n${origin}/x"onmouseover="alert(3)`,
    },
  ])
  await pool.query(
    `insert into pharmacy_message (mc, id, nabp, at, reference_number, rx_number, body)
      values ('AAA', $1, '1043391', '2026-11-21T16:00:00Z', '004417733920', '701001', $2)`,
    [
      idOf('pharmacy'),
      JSON.stringify({
        outcome: 'APPROVED',
        text: 'Approved. Please submit the claim again.',
        startDate: '2026-11-21',
        priorAuthRef: 'PA0000000001',
      }),
    ],
  )
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening))
  url = `http://localhost:${(server.address() as AddressInfo).port}${DEMO_MAILBOX}`
  portal = await startApi({ url: database, keep: true })
  const answering = openAnswering({
    origin: await portal.built.app.listen({ port: 0, host: 'localhost' }),
    apiBase: '/api',
    serviceTokens: oneToken(INTAKE_TOKEN),
  })
  mailbox = createDemoMailbox({ origin, pool, brand: 'RxDocket', log, answering })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  server.closeAllConnections()
  server.close()
  await pool.end()
  await portal.close()
  await dropDatabase(database)
})

const demo = {
  production: false,
  seed: 'demo' as const,
  identityProvider: undefined,
  gateways: { smtpUrl: undefined, faxUrl: undefined, smsUrl: undefined, postUrl: undefined },
}
test.each([
  ['a plain start', demo, true],
  ['production', { ...demo, production: true }, false],
  ['a mail server', { ...demo, gateways: { ...demo.gateways, smtpUrl: 'smtps://mail.example' } }, false],
  ['a fax service', { ...demo, gateways: { ...demo.gateways, faxUrl: 'https://fax.example' } }, false],
  ['a mailing house', { ...demo, gateways: { ...demo.gateways, postUrl: 'https://post.example' } }, false],
  ['a text message service', { ...demo, gateways: { ...demo.gateways, smsUrl: 'https://sms.example' } }, false],
  ['no demo data', { ...demo, seed: 'none' as const }, false],
  ['an identity provider of its own', { ...demo, identityProvider: { issuer: 'https://idp.example' } as never }, false],
])('with %s the mailbox is there: %#', (_what, settings, expected) => {
  expect(mailboxAllowed(settings)).toBe(expected)
})

test('somebody’s own data are shown to nobody, whatever the settings say', async () => {
  const open = () =>
    openDemoMailbox({
      settings: { ...demo, origin, serviceTokens: oneToken(INTAKE_TOKEN) },
      apiBase: '/api',
      pool,
      brand: 'RxDocket',
      log,
    })
  expect(await open()).toBeUndefined()
  await pool.query(`insert into saved_state values ('seed_size', '"test"')`)
  expect(await open()).toBeDefined()
  await pool.query(`delete from saved_state where key = 'seed_size'`)
})

test('every message of every carrier is listed, newest first, by kind and by recipient', async () => {
  const all = await get('')
  expect(all.status).toBe(200)
  expect(subjects(all.html)).toEqual([
    'Of the other carrier',
    'Request 004417733920',
    'Your prescription was approved.',
    // Two of the same moment stand in the order of their ids.
    ...(idOf('letter') > idOf('fax') ? ['Letter asked', 'Fax of four pages'] : ['Fax of four pages', 'Letter asked']),
    "&lt;script&gt;alert(1)&lt;/script&gt;&quot;'&gt;&lt;img src=x onerror=alert(2)&gt;",
  ])
  expect(all.html).toContain('Failed')
  expect(subjects((await get('?channel=FAX')).html)).toEqual(['Fax of four pages'])
  expect(subjects((await get('?channel=PHARMACY')).html)).toEqual(['Request 004417733920'])
  expect(subjects((await get('?to=hawthorne')).html)).toEqual(['Letter asked'])
  expect(subjects((await get('?to=%25')).html)).toEqual([])
  expect(subjects((await get('?channel=NOTHING&to=')).html)).toHaveLength(6)
  expect((await get('?to=nobody')).html).toContain('No message is like that.')
})

test('a message is read whole: as text, with links to the portal and to nowhere else', async () => {
  const { html, status } = await get(`/AAA/${idOf('letter')}?channel=MAIL`)
  expect(status).toBe(200)
  expect(html).toContain(
    `<a href="${origin}/letters/answer?code=abc-123" rel="noreferrer">${origin}/letters/answer?code=abc-123</a>.`,
  )
  expect(html).toContain('https://evil.example/x and javascript:alert(1)')
  expect(html).not.toContain('href="https://evil')
  expect(html).toContain('Thanks &amp; bye')
  expect(html).toContain('href="/demo-mailbox?channel=MAIL">Back to all messages')
  const page = (await get(`/AAA/${idOf('pharmacy')}`)).html
  expect(page).toContain('Approved. Please submit the claim again.\n\nOutcome: APPROVED\nRequest: 004417733920')
  expect(page).toContain('Meridian Pharmacy #112')
})

test('whatever a message says, no mark of it becomes markup and no script may run', async () => {
  const { html, headers } = await get(`/AAA/${idOf('hostile')}`)
  expect(html).not.toMatch(/<(script|img)|<[^>]+ on\w+=/i)
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  )
  expect([headers.get('x-content-type-options'), headers.get('cache-control'), headers.get('x-frame-options')]).toEqual(
    ['nosniff', 'no-store', 'DENY'],
  )
  const { 'content-security-policy': _, ...own } = ownHeaders(true)
  expect(Object.fromEntries(headers)).toMatchObject(own)
  fc.assert(
    fc.property(
      fc
        .array(
          fc.oneof(
            fc.constantFrom('<', '>', '"', "'", '&', `${origin}/a?b=`, 'https://evil.example/', '\n', ' '),
            fc.string(),
          ),
        )
        .map((parts) => parts.join('')),
      (text) => {
        const made = linked(text, origin)
        const outside = made.replaceAll(/<a href="https:\/\/portal\.example[^"<>]*" rel="noreferrer">[^<>]*<\/a>/g, '')
        expect(outside).not.toMatch(/[<>"]/)
      },
    ),
  )
})

test('the list is read on by place: nothing twice, nothing lost, though new messages come in between', async () => {
  const at = (minute: number) =>
    new Date(Date.parse('2025-01-01T00:00:00Z') + Math.floor(minute / 3) * 60_000).toISOString()
  await send(
    Array.from({ length: 120 }, (_, index) => ({
      name: `many ${index}`,
      mc: index % 2 ? 'AAA' : 'BBB',
      to: 'Many',
      at: at(index),
    })),
  )
  const first = await get('?to=many')
  await send([{ name: 'many later', to: 'Many', at: '2026-11-25T00:00:00Z' }])
  const second = await get(older(first.html)!)
  const third = await get(older(second.html)!)
  const seen = [first, second, third].flatMap(({ html }) => subjects(html))
  expect(new Set(seen)).toEqual(new Set(Array.from({ length: 120 }, (_, index) => `many ${index}`)))
  expect([first, second, third].map(({ html }) => subjects(html).length)).toEqual([50, 50, 20])
  expect(older(third.html)).toBeUndefined()
  expect(subjects((await get('?to=many&before=nonsense')).html)[0]).toBe('many later')
  await pool.query(`delete from outside_message where recipient = 'Many'`)
})

test('what is not there is not found, and nothing can be sent', async () => {
  for (const path of [
    '/AAA/x',
    `/AAA/${idOf('theirs')}`,
    `/BBB/${idOf('letter')}`,
    `/AAA/${idOf('letter')}/pages`,
    '/AAA',
    '/../etc',
  ])
    expect([path, (await get(path)).status]).toEqual([path, 404])
  for (const method of ['POST', 'PUT', 'DELETE']) expect((await get('', { method })).status).toBe(405)
  expect((await get('', { method: 'HEAD' })).html).toBe('')
  expect(faults).toEqual([])
})

test('a text is answered as its worker: STOP goes the way a gateway sends it, only from the page of the text', async () => {
  const post = (path: string, text: string, headers: Record<string, string> = { origin }) =>
    get(path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ text }),
    })
  const address = `/AAA/${idOf('text')}/answer`
  // The person with this number in the fixture world receives text messages.
  await giveTextConsent(portal.db, '8135550144', { which: "t.patient_id = 'PAAA11'" })
  expect((await get(`/AAA/${idOf('text')}`)).html).toContain('Answer as the patient')
  expect((await get(`/AAA/${idOf('fax')}`)).html).not.toContain('Answer as the patient')
  const foreign = [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }, {}] as Record<
    string,
    string
  >[]
  for (const headers of foreign) expect((await post(address, 'STOP', headers)).status).toBe(403)
  expect((await post(address, '')).status).toBe(400)
  expect((await post(address, 'x'.repeat(161))).status).toBe(400)
  expect((await post(address, 'x'.repeat(5000))).status).toBe(400)
  expect((await post(`/AAA/${idOf('fax')}/answer`, 'STOP')).status).toBe(404)
  expect((await post(`/BBB/${idOf('text')}/answer`, 'STOP')).status).toBe(404)
  expect((await get(address)).status).toBe(404)
  const state = async () =>
    (await pool.query(`select state from sms_campaign where mobile = '8135550144' and until is null`)).rows
  expect(await state()).toEqual([{ state: 2 }])
  const { status, html } = await post(address, ' Stop ')
  expect([status, html.includes('has arrived')]).toEqual([200, true])
  expect(await state()).toEqual([{ state: 3 }])
  await pool.query(`delete from outside_message where template = 'stopped'`)
  await pool.query(`update claimant set mobile = null where patient_id = 'PAAA11'`)
  await pool.query(`update sms_campaign set until = now() where mobile = '8135550144'`)
  expect((await post(address, 'STOP')).status).toBe(502)
  expect(faults).toEqual([])
})

test.each((['light', 'dark'] as const).flatMap((colorScheme) => [1440, 390].map((width) => ({ colorScheme, width }))))(
  'list and message, $colorScheme, $width px: no axe violation, no complaint, no sideways scroll',
  async ({ colorScheme, width }) => {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 844 } })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    const looked = async (path: string) => {
      await page.goto(`${url}${path}`)
      // axe is a script of the test's own; the page itself allows none.
      expect(await axeViolations(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      if (process.env.SHOTS)
        await page.screenshot({
          path: `${process.env.SHOTS}/mailbox${path.replaceAll(/\W+/g, '-').slice(0, 12)}-${colorScheme}-${width}.png`,
          fullPage: true,
        })
    }
    await looked('')
    await looked('?to=nobody')
    await looked(`/AAA/${idOf('letter')}`)
    await looked(`/AAA/${idOf('text')}`)
    await looked(`/AAA/${idOf('hostile')}`)
    // By keyboard: kind, recipient, the button, then the messages one by one.
    await page.goto(url)
    for (const expected of ['channel', 'to', 'BUTTON', 'A']) {
      await page.keyboard.press('Tab')
      await expect
        .poll(() => page.evaluate(() => document.activeElement!.id || document.activeElement!.tagName))
        .toBe(expected)
    }
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Of the other carrier' }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  },
)
