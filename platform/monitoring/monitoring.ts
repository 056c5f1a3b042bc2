import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../dates/clock.ts'

export type MonitoringSettings = {
  /** Where an OpenTelemetry collector takes OTLP over HTTP, without a slash at the end; absent means nothing is sent. */
  endpoint: string | undefined
  /** Headers the collector asks for. */
  headers: Readonly<Record<string, string>>
  /** Whether each request is sent there as a trace, too. */
  traces?: boolean
}

/** Words and numbers a record may carry. What looks like anything else is left out of it. */
type Attributes = Readonly<Record<string, string | number>>

export type Monitoring = {
  /** Whether records leave this machine. */
  readonly on: boolean
  /** Puts a fault on record: in the log, and at the collector where there is one. Never waits, never throws. */
  tell(level: 'info' | 'warn', event: string, attributes: Attributes): void
  /** A user, told apart by nothing but a hash; for the collector only. Call it only where the carrier agreed. */
  identify(userId: string, attributes: Attributes): void
  /** A request that was answered, as a span of its caller's trace or of one of its own; only where traces are on. */
  span(request: SpanOf): void
  /** Sends what waits. */
  stop(): Promise<void>
}

type SpanOf = {
  method: string
  /** The template of the route, never an address. */
  route: string
  status: number
  ms: number
  requestId: string
  /** W3C Trace Context of the caller (https://www.w3.org/TR/trace-context/), where there is one. */
  traceparent: string | undefined
}
type Span = { startMs: number; endMs: number; trace: string; id: string; parent: string | undefined; of: SpanOf }
type Waiting = { at: string; severity: number; text: string; attributes: Attributes }

const MOST_WAITING = 1000
const MOST_AT_ONCE = 100
const SEND_EVERY_MS = 5000
const SEND_TAKES_MS = 5000

// Ids, words and route names; no blanks, no @, no quotes: a name, a mail address or a sentence does not fit.
const isPlain = (value: string | number): boolean => typeof value === 'number' || /^[\w.:/{}-]{1,80}$/.test(value)
const plain = (attributes: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([name, value]) => /^[\w.]{1,60}$/.test(name) && isPlain(value)))

/**
 * Sends faults to a monitoring service: log records in OTLP/HTTP JSON, which any OpenTelemetry collector takes. Off unless
 * an endpoint is set. Records wait in memory, a thousand at most; when the collector is slow or unavailable, further
 * records are dropped and counted.
 */
export function openMonitoring(options: {
  settings: MonitoringSettings
  /** Keys the hash of people; another installation has other hashes. */
  key: string
  version: string
  clock: Clock
  log: FastifyBaseLogger
}): Monitoring {
  const { settings, key, version, clock, log } = options
  const { endpoint, headers } = settings
  const waiting: Waiting[] = []
  const spans: Span[] = []
  let dropped = 0
  let sending: Promise<void> | undefined

  const put = (severity: number, text: string, attributes: Attributes) => {
    if (endpoint === undefined) return
    if (waiting.length >= MOST_WAITING) dropped += 1
    else waiting.push({ at: `${clock.now().getTime()}000000`, severity, text, attributes: plain(attributes) })
  }

  const post = async (path: string, body: unknown, count: number): Promise<void> => {
    if (count === 0) return
    try {
      const answer = await fetch(`${endpoint}${path}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(SEND_TAKES_MS),
      })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(String(answer.status))
    } catch {
      dropped += count
    }
  }
  const send = async (): Promise<void> => {
    const batch = waiting.splice(0, MOST_AT_ONCE)
    const traced = spans.splice(0, MOST_WAITING)
    await post('/v1/logs', otlp(batch, version), batch.length)
    await post('/v1/traces', otlpTraces(traced, version), traced.length)
    if (dropped > 0) log.warn({ dropped }, 'records for monitoring were dropped')
    dropped = 0
  }

  const sendSoon = () => {
    sending ??= send().finally(() => (sending = undefined))
    return sending
  }
  const timer = endpoint === undefined ? undefined : setInterval(() => void sendSoon(), SEND_EVERY_MS)
  timer?.unref()

  return {
    on: endpoint !== undefined,
    tell: (level, event, attributes) => {
      log[level](plain(attributes), event)
      put(level === 'warn' ? 13 : 9, event, attributes)
    },
    identify: (userId, attributes) =>
      put(9, 'user identified', {
        ...attributes,
        'user.hash': createHmac('sha256', key).update(userId).digest('hex').slice(0, 32),
      }),
    span: (of) => {
      if (endpoint === undefined || settings.traces !== true) return
      if (spans.length >= MOST_WAITING) return void (dropped += 1)
      const [, trace, parent] = /^00-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}$/.exec(of.traceparent ?? '') ?? []
      const endMs = clock.now().getTime()
      spans.push({
        startMs: endMs - of.ms,
        endMs,
        trace: trace ?? randomBytes(16).toString('hex'),
        id: randomBytes(8).toString('hex'),
        parent,
        of,
      })
    },
    stop: async () => {
      clearInterval(timer)
      await sending
      await send()
    },
  }
}

const list = (attributes: Attributes) =>
  Object.entries(attributes).map(([name, value]) => ({
    key: name,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))
const resourceOf = (version: string) => ({
  attributes: list({ 'service.name': 'rxdocket', 'service.version': version }),
})
const nanos = (ms: number): string => `${BigInt(Math.round(ms * 1000)) * 1000n}`
const SERVER_SPAN = 2
const FAILED_SPAN = 2

/** The body of an OTLP/HTTP export of spans in its JSON encoding. */
const otlpTraces = (spans: readonly Span[], version: string) => ({
  resourceSpans: [
    {
      resource: resourceOf(version),
      scopeSpans: [
        {
          scope: { name: 'rxdocket' },
          spans: spans.map(({ startMs, endMs, trace, id, parent, of }) => ({
            traceId: trace,
            spanId: id,
            ...(parent !== undefined && { parentSpanId: parent }),
            name: `${of.method} ${of.route}`,
            kind: SERVER_SPAN,
            startTimeUnixNano: nanos(startMs),
            endTimeUnixNano: nanos(endMs),
            attributes: list({
              'http.request.method': of.method,
              'http.route': of.route,
              'http.response.status_code': of.status,
              'request.id': of.requestId,
            }),
            ...(of.status >= 500 && { status: { code: FAILED_SPAN } }),
          })),
        },
      ],
    },
  ],
})

/** The body of an OTLP/HTTP export of log records in its JSON encoding. */
function otlp(batch: readonly Waiting[], version: string) {
  return {
    resourceLogs: [
      {
        resource: resourceOf(version),
        scopeLogs: [
          {
            scope: { name: 'rxdocket' },
            logRecords: batch.map(({ at, severity, text, attributes }) => ({
              timeUnixNano: at,
              observedTimeUnixNano: at,
              severityNumber: severity,
              severityText: severity >= 13 ? 'WARN' : 'INFO',
              body: { stringValue: text },
              attributes: list(attributes),
            })),
          },
        ],
      },
    ],
  }
}
