import { hash as digestOf, randomInt, timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { codesOf } from '../calls/api-description.ts'
import type { AnswerOf, AnyCall, OutputOf, Service } from '../calls/contract.ts'
import { isRetryable, isUnavailable, Transaction, type Db } from '../database/pools.ts'
import { fileWay, type FileWay } from './file-answer.ts'
import { newId } from '../ids.ts'
import { cleanRoles, isRestricted, type Person } from '../session/person.ts'
import { limitHeaders } from './limits.ts'
import type { Portal } from './portal.ts'
import { refuse, Refused, refusalStatus, refusalText, type RefusalCode, type Refusal } from '../calls/refusal.ts'
import type { AuditNote, FileAnswer, Handler, OneTrip } from '../calls/handler.ts'
import { isSeen } from '../calls/handler.ts'
import { sql, type Sql } from '../database/sql.ts'
import { confirmed, withStepUp } from '../session/step-up.ts'
import { fromRequest, parseInput, routeOf } from '../calls/wire.ts'

/** What the registry knows of a route that is no call (pages, health, files of the browser build). */
export type PlainRoute = { name: string; summary: string; effect: 'public' | 'session' }

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: AnyCall
    plain?: PlainRoute
  }
}

type Entered = {
  user_id: string
  username: string
  name: string
  mc: string | null
  roles: string[]
  sub_carriers: string[] | null
  license_states: string[]
  approval_limit: number | null
  time_zone: string
  session_id: string
  expires_at: string
  idle_at: string
  now_at: string
}

/** Beside its file a form holds words and boundaries. */
const FORM_REST = 128 * 1024

/** Puts every call on the app. Boot fails when one lacks its handler; `onRoute` refuses what the registry does not know. */
export function serve(
  app: FastifyInstance,
  portal: Portal,
  calls: readonly AnyCall[],
  handlers: Record<string, Handler<AnyCall>>,
): void {
  for (const call of calls) {
    const handler = handlers[call.name]
    if (!handler) throw new Error(`The call ${call.name} has no handler.`)
    // One trip has written before anybody looked at what it found: only what touches one's own session may do that.
    if (
      typeof handler !== 'function' &&
      call.kind === 'act' &&
      !(call.gate === 'session' && call.line.startsWith('GET '))
    )
      throw new Error(`The act ${call.name} must look before it writes.`)
    if (call.stepUp && (typeof handler !== 'function' || call.kind !== 'act' || call.gate === 'public'))
      throw new Error(`The call ${call.name} cannot ask for a proof: it is no act of a session.`)
    for (const line of [call.line, ...call.also]) {
      const { method, url } = routeOf(line)
      app.route({
        method,
        url: `${portal.settings.apiBase}${url}`,
        config: { call },
        exposeHeadRoute: false,
        ...(call.form && { bodyLimit: call.form.maxBytes + FORM_REST }),
        handler: (request, reply) => answer(portal, call, handler, request, reply),
      })
    }
  }
  for (const name of Object.keys(handlers))
    if (!calls.some((call) => call.name === name)) throw new Error(`The handler ${name} has no call.`)
}

/** Refuses a route without its entry in the registry, at boot. */
export function watchRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { call, plain } = (route.config ?? {}) as { call?: AnyCall; plain?: PlainRoute }
    if (!call && !plain) throw new Error(`The route ${String(route.method)} ${route.url} has no entry in the registry.`)
    if (call && (!call.id || !call.summary || !call.gate || !call.phi || !call.limit))
      throw new Error(`The call ${call.name} lacks part of its entry.`)
  })
}

const hash = (text: string | Uint8Array): Buffer => digestOf('sha256', text, 'buffer')
/** For `JSON.stringify`: a file by its hash. */
const fileAsHash = (_name: string, value: unknown): unknown =>
  value instanceof Uint8Array ? hash(value).toString('hex') : value
const same = (a: string, b: string): boolean => timingSafeEqual(hash(a), hash(b))

export const cookieOf = (request: FastifyRequest, name: string): string | undefined => {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at !== -1 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return undefined
}

/** The session cookie's value as it lies in the database, or nothing. */
export function sessionHash(portal: Portal, request: FastifyRequest): Buffer | undefined {
  const token = cookieOf(request, portal.cookies.session)
  return token && token.length <= 128 ? hash(token) : undefined
}

/** The same of the cookie that binds a single sign-on under way to this browser. */
export function browserHash(portal: Portal, request: FastifyRequest): Buffer | undefined {
  const secret = cookieOf(request, portal.cookies.sso)
  return secret && secret.length <= 128 ? hash(secret) : undefined
}

/** The session cookie as it is sent: not readable by scripts, not sent cross-site, gone with the browser. */
export const sessionCookie = (portal: Portal, token: string | null): string =>
  `${portal.cookies.session}=${token ?? ''}; Path=/; HttpOnly; SameSite=${portal.cookies.sessionSite}${portal.cookies.secure ? '; Secure' : ''}${token === null ? '; Max-Age=0' : ''}`

/** Not GET: only from our own pages. Checked before the body is parsed. */
export function refuseForeign(portal: Portal, request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site } = request.headers
  // One of the two must say that it comes from here, and neither may say otherwise.
  const fromHere =
    (origin ?? site) !== undefined &&
    (origin === undefined || origin === portal.origin) &&
    (site === undefined || site === 'same-origin')
  if (request.headers['x-portal-request'] !== '1' || !fromHere) throw new Refused({ code: 'CROSS_SITE' })
}

async function answer(
  portal: Portal,
  call: AnyCall,
  handler: Handler<AnyCall>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const session = sessionHash(portal, request)
  portal.limits.take(call.limit, request, session)
  const input = parseInput(call, fromRequest(call, request))
  const letGo = portal.limits.hold(call.limit, request, session)
  const way = call.file === undefined ? undefined : fileWay(portal, call, request)
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const said =
          typeof handler === 'function'
            ? await runFunction(portal, call, handler, input, request, reply, way)
            : await runOneTrip(portal, call, handler, input, request, way)
        if (way && said && typeof said === 'object' && 'file' in said)
          return await way.send(reply, said as FileAnswer, call.file!)
        return said
      } catch (error) {
        // By now the call has given its connection back: noting the refusal needs one of its own.
        if (!isRetryable(error) || attempt >= 4)
          throw await explained(portal, call, request, await withStepUp(portal, call, input, session, error))
        await pause(attempt * randomInt(2, 20)) // whoever stood in each other's way do not meet again at once
      }
    }
  } finally {
    letGo()
    way?.done()
  }
}

/**
 * What the request shows at the door: the hash of a session; nothing where the token of a service is right. Whoever shows
 * no pass at all is turned away before anything of the request is read.
 */
export function passOf(portal: Portal, call: AnyCall, request: FastifyRequest): Buffer | undefined {
  if (call.gate === 'service') {
    const given = /^Bearer (.{1,200})$/.exec(request.headers.authorization ?? '')?.[1]
    if (!portal.settings.intakeToken || !given || !same(given, portal.settings.intakeToken))
      throw new Refused({ code: 'SESSION_REQUIRED' })
    return undefined
  }
  const token = sessionHash(portal, request)
  if (!token && call.gate !== 'public') throw new Refused({ code: 'SESSION_REQUIRED' })
  return token
}

/** A person did something since the last request; the door writes that into the session. Only our own pages can say so. */
const showsActivity = ({ headers }: FastifyRequest): boolean =>
  headers['x-user-activity'] === '1' && [undefined, 'same-origin'].includes(headers['sec-fetch-site'] as string)

/** The carrier a service's call is about; null where what it names is nobody's. */
function carrierOf(service: Service, input: Record<string, unknown>): Sql {
  if (service === 'pharmacy') {
    const { bin, pcn, insurance } = input as { bin?: string; pcn?: string; insurance?: { groupCode?: string } }
    return sql`mc_of_group(${bin ?? ''}, ${pcn ?? ''}, ${insurance?.groupCode ?? ''})`
  }
  return 'message' in service
    ? sql`mc_of_message(${input[service.message]})`
    : sql`mc_of_number(${input[service.number]})`
}

/** The statement that opens the door: a person's session, or a service's token. */
function door(portal: Portal, call: AnyCall, request: FastifyRequest, input: Record<string, unknown>): Sql<Entered> {
  const now = portal.clock.moved ? portal.clock.now().toISOString() : null
  const token = passOf(portal, call, request)
  if (call.service) {
    const mc = carrierOf(call.service, input)
    const actor = call.service === 'pharmacy' ? 'Pharmacy' : 'Gateway'
    return sql`select null as user_id, 'service' as username, ${actor}::text as name, mc, '{}'::text[] as roles, null as sub_carriers, '{}'::text[] as license_states,
      null as approval_limit, 'UTC' as time_zone, null as session_id, null as expires_at, null as idle_at, now_at
      from enter_service(${mc}, ${actor}, ${call.name}, ${request.id}, ${request.ip}, ${now})` as Sql<Entered>
  }
  const claimed = request.headers['x-master-carrier']
  return sql<Entered>`select * from enter(${token}, ${typeof claimed === 'string' ? claimed : null}, ${call.kind === 'act'}, ${call.gate}, ${call.roles ?? null},
    ${call.name}, ${request.id}, ${request.ip}, ${showsActivity(request)}, ${now})`
}

const personOf = (entered: Entered): Person & { sessionId: string; expiresAt: string; idleAt: string } => ({
  id: entered.user_id,
  username: entered.username,
  name: entered.name,
  mc: entered.mc ?? '',
  roles: cleanRoles(entered.roles),
  subCarriers: entered.sub_carriers,
  licenseStates: entered.license_states,
  approvalLimit: entered.approval_limit,
  timeZone: entered.time_zone,
  sessionId: entered.session_id,
  expiresAt: entered.expires_at,
  idleAt: entered.idle_at,
})

/** A carrier named anywhere in the request must be the session's own; another one is not there. */
function refuseOtherCarrier(call: AnyCall, input: Record<string, unknown>, mc: string): void {
  for (const name of call.carrier)
    if (input[name] !== undefined && input[name] !== mc) throw new Refused({ code: 'NOT_FOUND' })
}

/**
 * The same question the database asked at the door, of the roles as people write them: PostgreSQL trims blanks, a role may
 * end in a tab or a space of another alphabet, or be one nobody knows. A nurse changes only what a call gives
 * to nurses (P2 and notes).
 */
function refuseRestricted(call: AnyCall, person: Person): void {
  if (call.kind !== 'act' || call.gate !== 'carrier') return
  const onlyNurse = person.roles.every((role) => role === 'nurse_case_manager')
  if (isRestricted(person) || (onlyNurse && !call.roles?.includes('nurse_case_manager')))
    throw new Refused({ code: 'UPDATE_BLOCKED' })
}

const auditOf = (note: AuditNote | undefined): Sql =>
  sql`audit(${note?.claims ?? []}::uuid[], ${note?.type ?? null}, ${note?.id ?? null}, ${note?.detail === undefined ? null : JSON.stringify(note.detail)}::jsonb)`

/** What is written last beside the call's own statements, as one statement: the kept answer, the audit, the bells. */
function closing(kept: Sql | undefined, audit: Sql | undefined, changes: ReadonlySet<string>): Sql | undefined {
  const published = [...changes].map((topic) => sql`pg_notify('bell', app_mc() || ':' || ${topic})`)
  const [first, ...more] = audit ? [audit, ...published] : published
  if (!first) return kept
  const said = more.reduce((all, next) => sql`${all}, ${next}`, first)
  return kept ? sql`with kept as (${kept}) select ${said}` : sql`select ${said}`
}

/** A read asked in one go: door, questions, audit and commit travel together, one trip. */
async function runOneTrip(
  portal: Portal,
  call: AnyCall,
  handler: OneTrip<AnyCall>,
  input: Record<string, unknown>,
  request: FastifyRequest,
  way: FileWay | undefined,
) {
  if (call.gate === 'public') throw new Error(`${call.name} is public: it has no door to pass.`)
  const opening = door(portal, call, request, input)
  const now = portal.clock.now()
  const questions = handler.questions(input as never, { now, sessionHash: sessionHash(portal, request) })
  const acts = call.kind === 'act'
  const db = await Transaction.open(acts ? portal.pools.app : portal.pools.reader)
  let broken = false
  try {
    const audited = call.phi !== 'none'
    const writes = acts || audited || showsActivity(request)
    const sent = [db.command(writes ? 'begin' : 'begin read only'), db.all(opening)] as const
    const names = Object.keys(questions)
    const asked = names.map((name) => db.all(questions[name]!))
    const noted =
      audited && !names.some((name) => isSeen(questions[name]!)) ? [db.all(sql`select ${auditOf(undefined)}`)] : []
    const committed = db.command('commit')
    const settled = await Promise.allSettled([...sent, ...asked, ...noted, committed])
    for (const one of settled) if (one.status === 'rejected') throw one.reason
    const tag = await committed
    if (tag !== 'COMMIT') throw new Error('The transaction did not commit.')
    const entered = (settled[1] as PromiseFulfilledResult<Entered[]>).value[0]!
    if (entered.user_id) portal.limits.know(sessionHash(portal, request), entered.user_id)
    refuseOtherCarrier(call, input, entered.mc ?? '')
    if (entered.session_id) way?.entered(entered, db)
    const found = Object.fromEntries(
      names.map((name, at) => [name, (settled[2 + at] as PromiseFulfilledResult<unknown[]>).value]),
    )
    const output = await handler.answer(found as Record<string, never[]>, {
      input: input as never,
      person: personOf(entered),
      now,
      refuse,
      portal,
    })
    return call.file === undefined ? promised(call, output) : output
  } catch (error) {
    broken = isUnavailable(error)
    throw error
  } finally {
    db.release(broken)
  }
}

/** A handler that decides: it loads, asks the rules, queues its writes; the writes, the audit and the commit travel last, together. */
async function runFunction(
  portal: Portal,
  call: AnyCall,
  handler: Exclude<Handler<AnyCall>, OneTrip<AnyCall>>,
  input: Record<string, unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
  way: FileWay | undefined,
) {
  const now = portal.clock.now()
  const acts = call.kind === 'act'
  const isPublic = call.gate === 'public'
  // A public call has nobody whose key it could be; a file is not kept beside the key, it is made again.
  const key = acts && !isPublic && call.file === undefined ? request.headers['idempotency-key'] : undefined
  if (key !== undefined && (typeof key !== 'string' || !/^[\w-]{8,100}$/.test(key)))
    throw new Refused({
      code: 'VALIDATION',
      fields: [{ path: 'Idempotency-Key', code: 'invalid', message: 'Give 8 to 100 letters, digits, - or _.' }],
    })
  if (call.once && key === undefined)
    throw new Refused({
      code: 'VALIDATION',
      fields: [{ path: 'Idempotency-Key', code: 'required', message: 'Send an Idempotency-Key with this call.' }],
    })
  const opening = isPublic ? undefined : door(portal, call, request, input)
  const db = await Transaction.open(acts ? portal.pools.app : portal.pools.reader)
  const writes: Sql[] = []
  const changes = new Set<string>()
  let note: AuditNote | undefined
  let cookie: string | null | undefined
  let broken = false
  let finished = false
  try {
    const begun = db.command('begin')
    begun.catch(() => {})
    const entered = opening ? db.all(opening).then(([row]) => row) : Promise.resolve(undefined)
    entered.then(
      (row) => row?.session_id && way?.entered(row, db),
      () => {},
    )
    const bodyHash = key === undefined ? undefined : hash(JSON.stringify(input, fileAsHash))
    const claimed =
      key === undefined
        ? undefined
        : db.one(sql<{ mine: boolean }>`insert into idempotency (mc, user_id, call, key, body_hash)
      values (app_mc(), coalesce(app_user(), '00000000-0000-0000-0000-000000000000'), ${call.name}, ${key}, ${bodyHash}) on conflict do nothing returning true as mine`)
    const earlier =
      key === undefined
        ? undefined
        : db.one(sql<{ same: boolean; answer: unknown }>`select body_hash = ${bodyHash} as same, answer from idempotency
      where mc = app_mc() and user_id = coalesce(app_user(), '00000000-0000-0000-0000-000000000000') and call = ${call.name} and key = ${key}`)
    const proven = call.stepUp && db.one(confirmed(call, input))
    const confirm = async () => {
      if (proven && !(await proven)?.confirmed) throw new Refused({ code: 'STEP_UP_REQUIRED' })
    }
    proven?.catch(() => {})
    claimed?.catch(() => {})
    earlier?.catch(() => {})
    const who = async () => {
      const row = await entered
      if (!row) throw new Error(`${call.name} is public: nobody is asking.`)
      const person = personOf(row)
      refuseRestricted(call, person)
      refuseOtherCarrier(call, input, person.mc)
      return person
    }
    const outcome = await handler({
      input: input as never,
      db: db as Db,
      who,
      now,
      timeZone: zoneOf(request),
      requestId: request.id,
      ip: request.ip,
      userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
      screen: screenOf(request),
      sessionHash: sessionHash(portal, request),
      browserHash: browserHash(portal, request),
      newToken: () => {
        const token = Buffer.from(portal.random.bytes(32)).toString('base64url')
        return { token, hash: hash(token) }
      },
      cookie: (token) => void (cookie = token),
      confirm,
      newId: () => newId(now, portal.random),
      write: (statement) => void writes.push(statement),
      note: (given) => void (note = given),
      publishChange: (topic) => void changes.add(topic),
      refuse,
      portal,
    }).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    // The door speaks first: what failed behind a closed door failed because it was closed.
    const row = await entered
    if (row?.user_id) portal.limits.know(sessionHash(portal, request), row.user_id)
    if (row) refuseRestricted(call, personOf(row))
    if (row) refuseOtherCarrier(call, input, row.mc ?? '')
    if (claimed && !(await claimed)) {
      const before = (await earlier)!
      await db.command('rollback')
      finished = true
      if (!before.same || before.answer === null)
        throw new Refused({ code: before.same ? 'IN_PROGRESS' : 'IDEMPOTENCY_MISMATCH' })
      return before.answer
    }
    if ('error' in outcome) {
      if (outcome.error instanceof Refused && (outcome.error.why.failedSignIn || outcome.error.why.counted)) {
        await db.command('commit')
        finished = true
      }
      throw outcome.error
    }
    await confirm()
    if (acts && call.gate === 'carrier' && call.phi !== 'none' && !note)
      throw new Error(`${call.name} changed something and did not say for the audit what.`)
    const output = call.file === undefined ? promised(call, outcome.value) : outcome.value
    way?.check()
    const last: Promise<unknown>[] = writes.map((statement) => db.all(statement))
    const kept =
      key === undefined
        ? undefined
        : sql`update idempotency set answer = ${JSON.stringify(output)}::jsonb
      where mc = app_mc() and user_id = coalesce(app_user(), '00000000-0000-0000-0000-000000000000') and call = ${call.name} and key = ${key}`
    const end = closing(kept, !isPublic && (call.phi !== 'none' || note) ? auditOf(note) : undefined, changes)
    if (end) last.push(db.all(end))
    const committed = db.command('commit')
    const settled = await Promise.allSettled([...last, committed])
    for (const one of settled) if (one.status === 'rejected') throw one.reason
    if ((await committed) !== 'COMMIT') throw new Error('The transaction did not commit.')
    finished = true
    if (cookie !== undefined) reply.header('set-cookie', sessionCookie(portal, cookie))
    return output
  } catch (error) {
    broken = isUnavailable(error)
    if (!finished && !broken) await db.command('rollback').catch(() => void (broken = true))
    throw error
  } finally {
    db.release(broken)
  }
}

// Asking Intl costs more than the rest of the door, and browsers name a few dozen zones.
const knownZones = new Set<string>()
const MOST_ZONES = 1000

/** A tab may be older than the portal that answers it. */
const screenOf = (request: FastifyRequest): string | null => {
  const given = request.headers['x-screen-version']
  return typeof given === 'string' && /^[\w.+-]{1,40}$/.test(given) ? given : null
}

const zoneOf = (request: FastifyRequest): string | undefined => {
  const given = request.headers['x-time-zone']
  if (typeof given !== 'string' || given.length > 60) return undefined
  if (knownZones.has(given)) return given
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: given })
    if (knownZones.size < MOST_ZONES) knownZones.add(given)
    return given
  } catch {
    return undefined
  }
}

/** The answer as the contract promises it; what is not declared cannot leave, and a broken promise is our fault, not the caller's. */
function promised<C extends AnyCall>(call: C, output: OutputOf<C>): AnswerOf<C> {
  const parsed = call.output.safeParse(output)
  if (!parsed.success)
    throw new Error(
      `${call.name} broke its promise: ${(parsed.error as z.ZodError).issues
        .map((issue) => `${issue.path.join('.')} ${issue.code}`)
        .slice(0, 5)
        .join('; ')}`,
    )
  return parsed.data as AnswerOf<C>
}

/** Turns what PostgreSQL says at the door into our word, and keeps a trace of refusals. */
async function explained(portal: Portal, call: AnyCall, request: FastifyRequest, error: unknown): Promise<unknown> {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  const refusal =
    error instanceof Refused
      ? error
      : code === 'RX001' && message && message in refusalStatus
        ? new Refused({ code: message as RefusalCode })
        : undefined
  if (!refusal) return error
  // What the contract does not promise cannot leave: it is our fault, as an answer that breaks its promise is.
  if (!codesOf(call).has(refusal.why.code))
    return new Error(`${call.name} refused with ${refusal.why.code}, which its contract does not declare.`)
  const status = refusalStatus[refusal.why.code]
  if (refusal.why.failedSignIn)
    await portal.noteSecurity('authn_login_fail', request, call.name, { code: refusal.why.code })
  // A call without a session that names somebody's object can be used to guess at them as any other.
  if ((call.gate !== 'public' || Object.keys(call.ids).length > 0) && (status === 403 || status === 404)) {
    await portal.noteSecurity(
      status === 403 && refusal.why.code === 'CROSS_SITE' ? 'malicious_csrf' : 'authz_fail',
      request,
      call.name,
      { code: refusal.why.code },
    )
  }
  return refusal
}

/** The one shape of a refusal's answer; never a stack, a statement or the input. */
export function refusalBody(why: Refusal, supportId: string) {
  const message = why.message ?? refusalText[why.code] ?? why.code
  const instead = refusalStatus[why.code] === 500 ? `Support Id: ${supportId}` : null
  return {
    status: { code: why.code, message },
    data: why.current === undefined ? instead : why.current,
    supportId,
    fields: why.fields ?? (why.field === undefined ? [] : [{ path: why.field, code: why.code, message }]),
  }
}

// What Fastify refuses by itself, in our words.
const frameworkWords: Record<string, RefusalCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_ERR_MAX_PARAM_LENGTH: 'ADDRESS_TOO_LONG',
}

// What cannot be put on record is neither shown nor done: the statement fails with its audit, or the commit does.
function isUnrecorded(error: unknown): boolean {
  const { message, where, table } = (error ?? {}) as { message?: string; where?: string; table?: string }
  return [message, where, table].some((text) => text?.includes('access_audit'))
}

/** A browser on its way to one of the addresses of signing in, none of which is a call. */
const isNavigation = ({ method, url, headers, routeOptions }: FastifyRequest): boolean =>
  method === 'GET' &&
  routeOptions?.config.plain !== undefined &&
  !url.startsWith('/login/callback?failed=') && // it is where a refusal leads
  headers['sec-fetch-dest'] === 'document' &&
  headers['sec-fetch-mode'] === 'navigate'

/** Answers every error as a refusal of the contract; also what fails before a route is found. */
export function errorAnswer(
  portal: Portal,
): (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const send = (reply: FastifyReply, request: FastifyRequest, why: Refusal) => {
    const status = refusalStatus[why.code]
    if (why.limit) {
      const { call, plain } = request.routeOptions.config
      if (why.limit.first)
        void portal.noteSecurity('excess_rate_limit_exceeded', request, call?.name ?? plain?.name ?? 'none', {
          limit: why.limit.name,
        })
      reply.headers(limitHeaders(why.limit))
    } else if (status === 503 || status === 429) reply.header('retry-after', status === 503 ? '2' : '10')
    // Whoever came by a link or the address bar gets a page with the Support Id, not our JSON.
    if (isNavigation(request) && (status === 429 || status >= 500))
      return reply
        .code(303)
        .header('cache-control', 'no-store')
        .header('location', `/login/callback?failed=UNAVAILABLE&id=${request.id}`)
        .send()
    return reply
      .code(status)
      .header('cache-control', 'no-store')
      .header('content-type', 'application/json; charset=utf-8')
      .send(refusalBody(why, request.id))
  }
  return (error, request, reply) => {
    if (error instanceof Refused) return send(reply, request, error.why)
    const { code = '', statusCode } = error as { code?: string; statusCode?: number }
    if (isUnrecorded(error)) {
      portal.log.error({ requestId: request.id, code }, 'audit not written')
      return send(reply, request, { code: 'UNAVAILABLE' })
    }
    if (isUnavailable(error) || isRetryable(error)) {
      const { cause } = error as Error
      const message = safeMessage(cause instanceof Error ? cause : (error as Error))
      portal.log.warn({ requestId: request.id, code, message }, 'database unavailable')
      return send(reply, request, { code: 'UNAVAILABLE' })
    }
    const word = frameworkWords[code]
    if (word) return send(reply, request, { code: word })
    if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
      return send(reply, request, { code: statusCode === 404 ? 'NOT_FOUND' : 'VALIDATION' })
    portal.log.error(
      {
        requestId: request.id,
        route: request.routeOptions?.url,
        err: { type: (error as Error).name, code, message: safeMessage(error as Error), stack: (error as Error).stack },
      },
      'fault',
    )
    return send(reply, request, { code: 'INTERNAL' })
  }
}

// PostgreSQL puts values into some messages ("Key (email)=(...) already exists"); they stay out of the log.
const safeMessage = (error: Error): string =>
  error.message
    .replaceAll(/=\([^)]*\)/g, '=(…)')
    .replaceAll(/"[^"]{40,}"/g, '"…"')
    .slice(0, 500)
