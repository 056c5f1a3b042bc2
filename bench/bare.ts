/** The same statements and the same shaping as the portal's handlers, on a bare `pg`: no authentication, no row security, no audit of reads. */
import { refuse } from '#platform/calls/refusal.ts'
import { createHash } from 'node:crypto'
import pg from 'pg'
import { factsOf } from '#features/authorizations/facts-sql.ts'
import { handlers as decisions } from '#features/decisions/handlers.ts'
import { toDetail } from '#features/authorization-detail/detail.ts'
import { decisionSettingRows, settingsBySubCarrier, toAuthRow } from '#features/worklist/row.ts'
import { readSearch, readSort, sortText } from '#features/worklist/rules.ts'
import * as listSql from '#features/worklist/sql.ts'
import { handlers as sessions } from '#features/sign-in/handlers.ts'
import { columnTypes, type Db } from '#platform/database/pools.ts'
import type { AnyCall } from '#platform/calls/contract.ts'
import type { Caller, OneTrip, PortalForHandlers } from '#platform/calls/handler.ts'
import { newId } from '#platform/ids.ts'
import { machineRandom } from '#platform/portal/portal.ts'
import { sql, type Sql } from '#platform/database/sql.ts'
import type { Person } from './data.ts'
import { portalSettings } from './data.ts'
import type { Scenario } from './scenarios.ts'

export type Bare = { pool: pg.Pool; person: Caller; sessionHash: Uint8Array }

/** As many connections as the portal has for one kind of call. */
export const CONNECTIONS = 8

/** Connections of the owner, past every wall, each fixed to one person and carrier. */
export async function openBare(databaseUrl: string, who: Person): Promise<Bare> {
  const fixed = {
    mc: who.mc,
    user: who.userId,
    subs: '*',
    actor: 'Bench',
    session: '',
    call: 'bench',
    ip: '127.0.0.1',
    request: who.userId,
  }
  const options = Object.entries(fixed).map(([name, value]) => `-c app.${name}=${value}`)
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS,
    pipeline: true,
    types: columnTypes,
    options: `-c timezone=UTC ${options.join(' ')}`,
  } as pg.PoolConfig)
  const { rows } = await pool.query(
    `select u.id, u.username, u.name, c.mc, c.roles, c.sub_carriers as "subCarriers",
       c.license_states as "licenseStates", c.approval_limit as "approvalLimit", u.time_zone as "timeZone",
       s.id as "sessionId", s.expires_at as "expiresAt", s.expires_at as "idleAt"
     from app_user u join user_carrier c on c.user_id = u.id and c.mc = $2 join session s on s.user_id = u.id where u.id = $1`,
    [who.userId, who.mc],
  )
  return {
    pool,
    person: rows[0] as Caller,
    sessionHash: createHash('sha256').update(who.cookie.split('=')[1]!).digest(),
  }
}

const names = new Map<string, string>()
const nameOf = (text: string): string => {
  let name = names.get(text)
  if (name === undefined) names.set(text, (name = `b${names.size}`))
  return name
}

const send = async <Row>(client: pg.PoolClient, { text, values }: Sql<Row>): Promise<Row[]> =>
  (await client.query({ text, values: values as unknown[], name: nameOf(text) })).rows as Row[]

export const dbOn = (client: pg.PoolClient): Db => ({
  all: (query) => send(client, query),
  one: async (query) => (await send(client, query))[0],
})

/** The default list of the worklist page. */
const slice = (): listSql.Slice => {
  const { search } = readSearch({})
  const { sorting } = readSort(undefined, search!.stage)
  return { search: search!, sorting: sorting!, size: 25, page: 0, after: null }
}

export type Input = Record<string, unknown>
export type Decides = (asked: unknown) => Promise<unknown>
const approve = decisions['decision.approve'] as Decides
const details = sessions['session.details'] as OneTrip<AnyCall>
export const barePortal = { settings: portalSettings } as unknown as PortalForHandlers

/** What a handler is handed, as far as these two use it; its writes are kept in `writes`. */
export const askedOf = (bare: Bare, db: Db, input: Input, writes: Sql[]) => {
  const now = new Date()
  return {
    input,
    db,
    now,
    sessionHash: bare.sessionHash,
    who: async () => bare.person,
    newId: () => newId(now, machineRandom),
    write: (statement: Sql) => void writes.push(statement),
    note: () => {},
    refuse,
    publishChange: () => {},
    portal: barePortal,
  }
}

const questionsOf = (bare: Bare): Record<string, Sql> =>
  details.questions({}, { now: new Date(), sessionHash: bare.sessionHash })

/** The answer of a call from one connection, one trip for a read and two for an act. */
export async function bareAnswer(
  scenario: Scenario,
  bare: Bare,
  client: pg.PoolClient,
  input: Input,
): Promise<unknown> {
  const db = dbOn(client)
  const now = new Date()
  const { person } = bare
  if (scenario === 'user') {
    const asked = Object.entries(questionsOf(bare))
    const found = await Promise.all(asked.map(async ([name, query]) => [name, await db.all(query)] as const))
    return details.answer(Object.fromEntries(found) as never, { input: {}, person, now, refuse, portal: barePortal })
  }
  if (scenario === 'card')
    return toDetail((await db.one(factsOf([String(input['id'])])))!, person, now, barePortal.settings.undoSeconds)
  if (scenario === 'worklist') {
    const { search, sorting, size, page, after } = slice()
    const [rows, total, set] = await Promise.all([
      db.all(listSql.page({ search, sorting, size, page, after })),
      db.one(listSql.total(search)),
      db.all(decisionSettingRows()),
    ])
    const context = { now, person, settings: settingsBySubCarrier(set) }
    const found = total!.total
    return {
      content: rows.map((row) => toAuthRow(row, context)),
      page,
      size,
      sort: sortText(sorting),
      totalElements: found,
      totalPages: Math.ceil(found / size),
      totalIsExact: true,
      next: null,
    }
  }
  const writes: Sql[] = []
  const begun = client.query('begin')
  const [output] = await Promise.all([approve(askedOf(bare, db, input, writes)), begun])
  const audit = sql`select audit('{}', 'rx_authorization', ${String(input['id'])}, null)`
  await Promise.all([
    ...writes.map((statement) => send(client, statement)),
    send(client, audit),
    client.query('commit'),
  ])
  return output
}

/** The statements of a call as they travel, without anything around them. */
export type Plan = { reads: Sql[]; writes: Sql[] }

/** Runs a call once, undone at the end, to learn its statements. */
export async function planOf(scenario: Scenario, bare: Bare, client: pg.PoolClient, input: Input): Promise<Plan> {
  const plan: Plan = { reads: [], writes: [] }
  const real = dbOn(client)
  const db: Db = {
    all: (query) => (plan.reads.push(query as Sql), real.all(query)),
    one: (query) => (plan.reads.push(query as Sql), real.one(query)),
  }
  if (scenario === 'card') plan.reads = [factsOf([String(input['id'])]) as Sql]
  else if (scenario === 'worklist')
    plan.reads = [listSql.page(slice()), listSql.total(slice().search), decisionSettingRows()] as Sql[]
  else if (scenario === 'user') plan.reads = Object.values(questionsOf(bare))
  else {
    await client.query('begin')
    await approve(askedOf(bare, db, input, plan.writes))
    await client.query('rollback')
  }
  return plan
}

/** Sends a plan: reads in one trip, writes with their audit and commit in a second. */
export async function runPlan({ reads, writes }: Plan, client: pg.PoolClient): Promise<void> {
  if (writes.length === 0) return void (await Promise.all(reads.map((statement) => send(client, statement))))
  await Promise.all([client.query('begin'), ...reads.map((statement) => send(client, statement))])
  const audit = sql`select audit('{}', 'rx_authorization', ${'bench'}, null)`
  await Promise.all([
    ...writes.map((statement) => send(client, statement)),
    send(client, audit),
    client.query('commit'),
  ])
}
