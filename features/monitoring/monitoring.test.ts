import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { movedClock } from '#platform/dates/clock.ts'
import { openMonitoring } from '#platform/monitoring/monitoring.ts'
import { textNow } from '#testing/browser/settled.ts'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'

// What is sent to a monitoring service, as a collector receives it.

type Attribute = { key: string; value: { stringValue?: string; intValue?: string } }
type LogRecord = { body: { stringValue: string }; severityText: string; attributes: Attribute[] }
const received: { url: string; headers: IncomingHttpHeaders; text: string }[] = []
let collector: Server
let endpoint: string
let portal: PortalInBrowser
beforeAll(async () => {
  collector = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => (text += String(part)))
    request.on('end', () => {
      received.push({ url: request.url ?? '', headers: request.headers, text })
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, 'localhost')
  await once(collector, 'listening')
  endpoint = `http://localhost:${(collector.address() as AddressInfo).port}`
  portal = await startPortalInBrowser({
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector,x-team=desk',
    RXDOCKET_TRACES: 'on',
  })
})
afterAll(async () => {
  await portal.stop()
  collector.close()
})
beforeEach(() => void (received.length = 0))

/** Everything sent so far. */
async function records(): Promise<LogRecord[]> {
  await portal.started.portal.monitoring.stop()
  return received
    .filter(({ url }) => url === '/v1/logs')
    .flatMap(({ text }) =>
      (JSON.parse(text) as { resourceLogs: { scopeLogs: { logRecords: LogRecord[] }[] }[] }).resourceLogs.flatMap(
        ({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords),
      ),
    )
}
const named = (record: LogRecord | undefined) =>
  Object.fromEntries((record?.attributes ?? []).map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

test('a login error is reported from /login-error in words of the allow list, as an OpenTelemetry log record', async () => {
  await portal.db.query(`update feature_flag set enabled = true where key = 'loginErrorPage'`)
  const { page, context } = await portal.open()
  await page.goto(`${portal.origin}/login/callback?code=made-up&state=made-up`)
  await page.getByRole('heading', { name: 'Login did not work.' }).waitFor()
  const shown = (await textNow(page.locator('main dd').first())).trim()
  await expect.poll(() => portal.logged.some((line) => line.includes('login-error'))).toBe(true)
  const [record, ...more] = await records()
  expect(more).toEqual([])
  expect([record!.body.stringValue, record!.severityText]).toEqual(['page fault', 'WARN'])
  expect(named(record)).toEqual({
    'fault.kind': 'login-error',
    'fault.code': 'SIGN_IN_EXPIRED',
    'fault.support_id': shown,
    'request.id': expect.stringMatching(/^[\da-f-]{36}$/),
  })
  expect(received.find(({ url }) => url === '/v1/logs')).toMatchObject({
    url: '/v1/logs',
    headers: { 'x-team': 'desk', 'content-type': 'application/json' },
  })
  expect(received[0]!.text).not.toMatch(/made-up|http:|localhost|127\.0\.0/)
  await context.close()
})

test('each request is a span with its route, in the trace of its caller where it has one, and names nobody', async () => {
  const [trace, parent] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
  const headers = { traceparent: `00-${trace}-${parent}-01` }
  const { status } = await fetch(`${portal.origin}/api/legal/tou?secret=Maria`, { headers })
  await portal.started.portal.monitoring.stop()
  type Spans = { resourceSpans: { scopeSpans: { spans: Record<string, unknown>[] }[] }[] }
  const spans = received
    .filter(({ url }) => url === '/v1/traces')
    .flatMap(({ text }) => (JSON.parse(text) as Spans).resourceSpans[0]!.scopeSpans[0]!.spans)
  expect(spans.find(({ traceId }) => traceId === trace)).toMatchObject({
    parentSpanId: parent,
    spanId: expect.stringMatching(/^[\da-f]{16}$/),
    name: 'GET /api/legal/:kind',
    kind: 2,
    startTimeUnixNano: expect.stringMatching(/^\d{19}$/),
    endTimeUnixNano: expect.stringMatching(/^\d{19}$/),
    attributes: expect.arrayContaining([{ key: 'http.response.status_code', value: { intValue: String(status) } }]),
  })
  expect(received.map(({ text }) => text).join()).not.toContain('Maria')
})

test.each([
  ['free words', { kind: 'login-error', code: 'Jane Doe could not log in' }],
  ['an address', { kind: 'login-error', code: 'UNAVAILABLE', url: 'https://portal/patients/123' }],
  ['a name in place of an id', { kind: 'page-fault', code: 'Error', supportId: 'jane@carrier.example' }],
  ['an unknown kind', { kind: 'note', code: 'Error' }],
])('%s cannot be reported', async (_name, body) => {
  const answer = await fetch(`${portal.origin}/api/monitoring/faults`, {
    method: 'POST',
    headers: { 'x-portal-request': '1', origin: portal.origin, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(400)
  expect(await records()).toEqual([])
})

test('a user is distinguished only where the carrier agreed: once a login, by a hash, and by nothing else', async () => {
  const without = await portal.visitAs('dana.ruiz', { welcomed: false })
  await without.page.getByText('Welcome, Dana').first().waitFor()
  expect(await records()).toEqual([])
  await portal.db.query(
    `insert into feature_flag_override (mc, sub_carrier, key, enabled) values ('NWM', '*', 'monitorUsers', true)`,
  )
  const { page, context } = await portal.visitAs('dana.ruiz', { welcomed: false })
  await page.getByText('Welcome, Dana').first().waitFor()
  await page.reload()
  await page.getByText('Welcome, Dana').first().waitFor()
  const sent = await records()
  expect(sent.map(named)).toEqual([{ 'carrier.code': 'NWM', 'user.hash': expect.stringMatching(/^[\da-f]{32}$/) }])
  const { rows } = await portal.db.query<{ id: string; email: string; idp_subject: string }>(
    `select id, email, idp_subject from app_user where username = 'dana.ruiz'`,
  )
  for (const word of ['dana', 'ruiz', 'Dana', ...Object.values(rows[0]!)])
    expect(
      received.some(({ text }) => text.includes(word)),
      word,
    ).toBe(false)
  await without.context.close()
  await context.close()
})

const quiet = { info: () => {}, warn: () => {} } as never

test('The portal without a monitoring endpoint sends no report', async () => {
  const monitoring = openMonitoring({
    settings: { endpoint: undefined, headers: {} },
    key: 'k',
    version: '1',
    clock: movedClock(),
    log: quiet,
  })
  expect(monitoring.on).toBe(false)
  monitoring.tell('warn', 'page fault', { 'fault.kind': 'page-fault' })
  monitoring.identify('somebody', {})
  await monitoring.stop()
  expect(received).toEqual([])
})

test('values that are no id or word are left out; records for a collector that is down are dropped and counted', async () => {
  const lines: unknown[] = []
  const open = (to: string) =>
    openMonitoring({
      settings: { endpoint: to, headers: {} },
      key: 'k',
      version: '1',
      clock: movedClock(),
      log: { info: () => {}, warn: (fields: unknown) => void lines.push(fields) } as never,
    })
  const away = open('http://localhost:1')
  for (let at = 0; at < 3; at += 1) away.tell('info', 'page fault', { 'fault.code': 'Error' })
  await away.stop()
  expect(lines).toEqual([{ dropped: 3 }])
  const there = open(endpoint)
  there.tell('info', 'page fault', { ok: 'Error', name: 'Jane Doe', mail: 'jane@carrier.example', at: 5 })
  await there.stop()
  expect(received).toHaveLength(1)
  expect(received[0]!.text).toContain('"ok"')
  expect(received[0]!.text).not.toMatch(/Jane|jane/)
})
