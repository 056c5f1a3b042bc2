import { Writable } from 'node:stream'
import Fastify from 'fastify'
import pg from 'pg'
import { onTestFailed, onTestFinished } from 'vitest'
import type { AnswerOf, AnyCall, InputOf } from '#platform/calls/contract.ts'
import { clockOf, movedClock, type PortalClock } from '#platform/dates/clock.ts'
import { toRequest } from '#platform/calls/wire.ts'
import { oneToken, type ServiceTokens } from '#platform/portal/service-tokens.ts'
import { buildPortal, type BuildOptions, type Built } from '../app.ts'
import { dropDatabase, freshDatabase, loginsOf, longTimeouts } from './database.ts'
import { isoDatesIn } from './plain-words.ts'
import { createSession, testEncryptionKey } from './session.ts'

export const ORIGIN = 'http://localhost:3000'
export const INTAKE_TOKEN = 'test-intake-token'

export type Answer<T = unknown> = {
  status: number
  body: T
  headers: Record<string, unknown>
  text: string
  bytes: Buffer
}
export type Refusal = {
  status: { code: string; message: string }
  data: unknown
  supportId: string
  fields: { path: string; code: string; message: string }[]
}

export type TestApi = {
  url: string
  built: Built
  clock: ReturnType<typeof movedClock>
  /** A connection as the owner of the tables, which row-level security does not limit: to arrange data and to check it. */
  db: pg.Client
  /** A signed-in user: inserts the session that signing in would make. */
  signIn(username: string, mc?: string | null): Promise<Visitor>
  /** Calls of the pharmacy system, with its service token. */
  service: {
    ask<C extends AnyCall>(call: C, input: InputOf<C>, options?: AskOptions): Promise<Answer<AnswerOf<C> & Refusal>>
  }
  anonymous: Visitor
  /** Every log line written so far. */
  logged: string[]
  /** Stops it and drops the database that was made for it; called by the test when `keep` is set. */
  close(): Promise<void>
}
type AskOptions = { headers?: Record<string, string | undefined>; key?: string; carrier?: string | null }
export type Visitor = {
  cookie: string | undefined
  ask<C extends AnyCall>(call: C, input: InputOf<C>, options?: AskOptions): Promise<Answer<AnswerOf<C> & Refusal>>
  /** A raw request with this visitor's cookie. */
  raw(request: {
    method: string
    url: string
    headers?: Record<string, string>
    payload?: string | Buffer | FormData
  }): Promise<Answer>
}

/** Starts the server over a database of the test's own; calls go through HTTP without a port. It stops when the test ends, unless `keep`. */
export async function startApi(
  options: {
    url?: string
    /** The template of its database; the empty schema by default. */
    from?: 'fixtures'
    limitFactor?: number
    testMode?: boolean
    undoSeconds?: number
    keep?: boolean
    /** Calls log in as the owner of the tables, as no portal does: shows what the database keeps from them otherwise. */
    asOwner?: boolean
    database?: BuildOptions['database']
    /** Tokens of the services; one opens everything unless given. */
    serviceTokens?: ServiceTokens
    /** The portal's clock, where it is another than the one the test moves. */
    portalClock?: (moved: ReturnType<typeof movedClock>, url: string) => PortalClock
    random?: BuildOptions['random']
  } = {},
): Promise<TestApi> {
  const url = options.url ?? (await freshDatabase(options.keep, options.from))
  const clock = movedClock()
  const logged: string[] = []
  const sink = new Writable({ write: (chunk, _encoding, done) => (logged.push(String(chunk)), done()) })
  const { log } = Fastify({ logger: { level: 'info', stream: sink } })
  const built = buildPortal({
    databaseUrl: options.asOwner ? url : loginsOf(url).databaseUrl,
    database: options.database ?? longTimeouts,
    encryptionKey: testEncryptionKey,
    version: 'test',
    log,
    limitFactor: options.limitFactor ?? 1000,
    ...(options.random && { random: options.random }),
    clock: options.portalClock?.(clock, url) ?? clockOf(clock),
    settings: {
      origin: ORIGIN,
      apiBase: '/api',
      serviceTokens: options.serviceTokens ?? oneToken(INTAKE_TOKEN),
      testMode: options.testMode ?? false,
      undoSeconds: options.undoSeconds ?? 10,
      sessionHours: 12,
    },
  })
  await built.app.ready()
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  const close = async () => {
    await db.end()
    await built.stop()
    if (options.keep && options.url === undefined) await dropDatabase(url)
  }
  if (!options.keep) {
    onTestFinished(close)
    // The answer of a 500 or 503 does not say why; the log does.
    onTestFailed(() => console.error(logged.filter((line) => JSON.parse(line).level >= 40).join('')))
  }

  const visitor = (cookie: string | undefined, mc: string | null | undefined): Visitor => {
    const raw: Visitor['raw'] = async ({ method, url: path, headers = {}, payload }) => {
      const reply = await built.app.inject({
        method: method as 'GET',
        url: path,
        headers: { ...(cookie ? { cookie } : {}), ...headers },
        ...(payload !== undefined && { payload: payload as string }), // a form is sent as a browser sends it
      })
      const type = String(reply.headers['content-type'] ?? '')
      return {
        status: reply.statusCode,
        headers: reply.headers,
        text: reply.payload,
        bytes: reply.rawPayload,
        body: type.includes('json') ? (JSON.parse(reply.payload) as unknown) : reply.payload,
      }
    }
    return {
      cookie,
      raw,
      ask: async (call, input, { headers = {}, key, carrier = mc } = {}) => {
        const { method, url: path, body } = toRequest(call, input as Record<string, unknown>)
        const sent: Record<string, string> = {
          'x-portal-request': '1',
          origin: ORIGIN,
          ...(carrier ? { 'x-master-carrier': carrier } : {}),
          ...(key ? { 'idempotency-key': key } : {}),
        }
        if (typeof body === 'string') sent['content-type'] = 'application/json'
        for (const [name, value] of Object.entries(headers))
          if (value === undefined) delete sent[name]
          else sent[name] = value
        const answer = await raw({ method, url: path, headers: sent, ...(body !== undefined && { payload: body }) })
        const dates = isoDatesIn(answer.body)
        if (dates.length > 0) throw new Error(`An answer of ${method} ${path} says: ${dates.join(' | ')}`)
        return answer as never
      },
    }
  }

  return {
    url,
    built,
    clock,
    db,
    logged,
    close,
    anonymous: visitor(undefined, undefined),
    signIn: async (username, mc) => {
      const chosen =
        mc === undefined
          ? (
              await db.query(
                'select uc.mc from user_carrier uc join app_user u on u.id = uc.user_id where u.username = $1 order by uc.is_default desc, uc.mc limit 1',
                [username],
              )
            ).rows[0]?.mc
          : mc
      const token = await createSession(db, username, chosen ?? null, { now: clock.now(), idle: 900 })
      return visitor(`${built.portal.cookies.session}=${token}`, (chosen as string | null | undefined) ?? null)
    },
    service: {
      ask: (call, input, asked = {}) =>
        visitor(undefined, undefined).ask(call, input, {
          ...asked,
          headers: { authorization: `Bearer ${INTAKE_TOKEN}`, ...asked.headers },
        }),
    },
  }
}
