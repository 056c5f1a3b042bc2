import { PerformanceObserver } from 'node:perf_hooks'
import { expect, onTestFinished, test, vi } from 'vitest'
import { returnPaths } from '#registry'
import { openMetrics } from '#platform/monitoring/metrics.ts'
import { serveMetrics } from '#platform/monitoring/metrics-server.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { worklist } from '#features/worklist/contract.ts'
import { monitoring } from './contract.ts'
import { countedPages, pageOf } from './rules.ts'

/** `name{labels} value` lines of the text format of Prometheus. */
const seriesOf = (body: string): Map<string, number> =>
  new Map(
    body
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )

test('metrics count requests by route, what users did, connections and the work of each carrier, and name nobody', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  await raiseAuthorization(api, { sub: 'BBB1', at: 1 })
  await api.db.query(`update rx_authorization set escalated = true, escalation_level = 1 where id = $1`, [id])
  const adjuster = await api.signIn('adj.aaa')
  for (let n = 0; n < 3; n += 1) await adjuster.ask(worklist.counts, { mc: 'AAA' })
  const at = '2026-01-31T15:00:00Z'
  const { body } = await adjuster.ask(monitoring.actions, {
    actions: [
      { action: 'page.opened', target: 'authorizations', at, durationMs: 120, context: { width: 'desktop' } },
      { action: 'page.opened', target: 'authorizations', at },
    ],
  })
  expect(body).toEqual({ success: true, accepted: 2 })
  const { metrics } = api.built.portal
  const server = await serveMetrics(metrics, { host: '127.0.0.1', port: 0 })
  try {
    const address = `http://127.0.0.1:${(server.address() as { port: number }).port}`
    const answer = await fetch(`${address}/metrics`)
    const text = await answer.text()
    const series = seriesOf(text)
    expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4')
    const count = [...series].filter(
      ([name]) => name.startsWith('rxdocket_http_requests_total') && name.includes('authorizations/count'),
    )
    expect(count.map(([, value]) => value)).toEqual([3])
    expect(series.get('rxdocket_user_actions_total{action="page.opened",target="authorizations"}')).toBe(2)
    expect(series.get('rxdocket_user_action_duration_seconds_count{action="page.opened"}')).toBe(1)
    expect(series.get('rxdocket_requests_pending{carrier="AAA"}')).toBe(1)
    expect(series.get('rxdocket_requests_escalated{carrier="AAA"}')).toBe(1)
    expect(series.get('rxdocket_requests_escalated{carrier="BBB"}')).toBe(0)
    expect(series.get('rxdocket_oldest_pending_request_seconds{carrier="AAA"}')).toBeGreaterThan(0)
    expect(series.has('rxdocket_database_connections{pool="reader",state="in_use"}')).toBe(true)
    expect(series.has('nodejs_eventloop_lag_p99_seconds')).toBe(true)
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|@|Ortega|adj\.aaa/)
    expect(series.size).toBeLessThan(5000)
    expect((await fetch(`${address}/api/user/details`)).status).toBe(404)
    expect((await fetch(`${address}/metrics`, { method: 'POST' })).status).toBe(404)
    const { port } = server.address() as { port: number }
    await expect(serveMetrics(metrics, { host: '127.0.0.1', port })).rejects.toThrow(
      `RXDOCKET_METRICS_PORT: port ${port} of 127.0.0.1 cannot be opened (EADDRINUSE).`,
    )
  } finally {
    server.close()
  }
  const wrong = { action: 'page.opened', target: 'Jane Doe', at } as never
  expect((await adjuster.ask(monitoring.actions, { actions: [wrong] })).status).toBe(400)
})

test('figures that cannot be read are counted, and the other metrics are answered', async () => {
  const metrics = openMetrics()
  metrics.watchFigures({ requests_pending: 'Open requests.' }, () => Promise.reject(new Error('no database')))
  const { body } = await metrics.text()
  expect(seriesOf(body).get('rxdocket_figures_failed_total')).toBe(1)
})

test('many portals of one process measure it once, and each says what it measured', async () => {
  openMetrics()
  const observe = vi.spyOn(PerformanceObserver.prototype, 'observe')
  onTestFinished(() => observe.mockRestore())
  const [first, second] = [openMetrics(), openMetrics()]
  expect(observe).not.toHaveBeenCalled()
  first.answered('GET', '/api/user/details', 200, 0.1)
  const requests = 'rxdocket_http_requests_total{method="GET",route="/api/user/details",status="2xx"}'
  for (const [metrics, answered] of [
    [first, 1],
    [second, undefined],
  ] as const) {
    const series = seriesOf((await metrics.text()).body)
    expect(series.has('nodejs_eventloop_lag_p99_seconds')).toBe(true)
    expect(series.get(requests)).toBe(answered)
  }
})

test('every page counts under the first word of its address, and nothing else of it is kept', () => {
  const first = [...new Set(returnPaths.map((path) => path.split('/')[1]!))]
  expect(first.filter((word) => !(countedPages as readonly string[]).includes(word))).toEqual([])
  expect(pageOf('/patients/NWM/NW1/5f0c/overview')).toBe('patients')
  expect(pageOf('/Maria/Ortega')).toBe('other')
})
