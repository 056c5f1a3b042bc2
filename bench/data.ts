import { Writable } from 'node:stream'
import Fastify from 'fastify'
import pg from 'pg'
import { decision } from '#features/decisions/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { clockOf, movedClock } from '#platform/dates/clock.ts'
import type { AnyCall, InputOf } from '#platform/calls/contract.ts'
import { migrate } from '#platform/database/migrate.ts'
import { cookieNames } from '#platform/portal/portal.ts'
import { toRequest } from '#platform/calls/wire.ts'
import { drugs } from '#reference/drugs.ts'
import { formularyDefaults } from '#reference/formulary-defaults.ts'
import { buildPortal } from '../app.ts'
import type { ClaimOptions } from '#testing/pharmacy-claim.ts'
import { addManyWorkers, claimOfWorker, claimIdOfWorker, idFrom } from '#testing/many-workers.ts'
import { oneToken } from '#platform/portal/service-tokens.ts'
import { createSession, testEncryptionKey } from '../testing/session.ts'
import { loadFixtures, type Drug } from '#testing/fixtures.ts'

export const ORIGIN = 'http://localhost:3000'
const INTAKE_TOKEN = 'bench-intake'
export const portalSettings = {
  origin: ORIGIN,
  apiBase: '/api',
  serviceTokens: oneToken(INTAKE_TOKEN),
  testMode: false,
  undoSeconds: 10,
  sessionHours: 12,
}

/** Rows of the two carriers: AAA is read, BBB is decided, so that the one does not disturb the other. */
const usual = { open: 1000, done: 6000, claims: 1500, fillsPerClaim: 12, toApprove: 8400 }
export type Sizes = typeof usual

export type Person = { cookie: string; userId: string; mc: string }
export type Data = {
  databaseUrl: string
  /** Reads AAA. */
  reader: Person
  /** Decides in BBB. */
  decider: Person
  /** Open requests of AAA, to be looked at. */
  open: string[]
  /** Open requests of BBB, each to be approved once. */
  toApprove: string[]
}

/** Fills an empty database: the fixture world, one request of each carrier that came about as in life, and copies of them. */
export async function makeData(databaseUrl: string, sizes: Sizes = usual): Promise<Data> {
  await migrate(databaseUrl)
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  db.on('error', () => {}) // the fault that ended it is reported by the waiting caller
  await loadFixtures(db, {
    drugs: drugs as unknown as Drug[],
    formulary: formularyDefaults as unknown as Record<string, unknown>[],
  })
  await db.query(`set session_replication_role = replica`) // copies of what was checked need no check
  await addManyWorkers(db, sizes.claims, 'AAA1')
  await addManyWorkers(db, sizes.toApprove, 'BBB1')
  const person = async (username: string, mc: string): Promise<Person> => ({
    mc,
    cookie: `${cookieNames(ORIGIN).session}=${await createSession(db, username, mc)}`,
    userId: (await db.query<{ id: string }>('select id from app_user where username = $1', [username])).rows[0]!.id,
  })
  const [reader, decider] = [await person('adj.aaa', 'AAA'), await person('adj.bbb', 'BBB')]
  const [openOne, doneOne, otherOne] = await lifelike(databaseUrl, reader)
  await copies(db, {
    of: openOne!,
    sub: 'AAA1',
    workers: sizes.claims,
    count: sizes.open,
    word: 'open',
    from: 1_000_000,
  })
  await copies(db, {
    of: doneOne!,
    sub: 'AAA1',
    workers: sizes.claims,
    count: sizes.done,
    word: 'done',
    from: 2_000_000,
  })
  await copies(db, {
    of: otherOne!,
    sub: 'BBB1',
    workers: sizes.toApprove,
    count: sizes.toApprove,
    word: 'toApprove',
    from: 3_000_000,
  })
  await history(db, openOne!, sizes)
  await db.query(
    'select keep_turnaround(array_agg(mc), array_agg(id)) from rx_authorization where status_id >= 20 group by mc',
  )
  await db.query('vacuum analyze')
  const ids = async (word: string, count: number) =>
    (
      await db.query<{ id: string }>(`select ${idFrom(`'${word} ' || n`)} as id from generate_series(1, $1::int) n`, [
        count,
      ])
    ).rows.map((row) => row.id)
  const data = {
    databaseUrl,
    reader,
    decider,
    open: await ids('open', sizes.open),
    toApprove: await ids('toApprove', sizes.toApprove),
  }
  await db.end()
  return data
}

/** Two requests of AAA, one of them approved, and one of BBB, through the portal itself. */
async function lifelike(databaseUrl: string, reader: Person): Promise<string[]> {
  const { log } = Fastify({
    logger: { level: 'warn', stream: new Writable({ write: (_chunk, _encoding, done) => done() }) },
  })
  const built = buildPortal({
    databaseUrl,
    encryptionKey: testEncryptionKey,
    version: 'bench',
    log,
    clock: clockOf(movedClock()),
    settings: portalSettings,
  })
  await built.app.ready()
  const ask = async <C extends AnyCall>(call: C, input: InputOf<C>, headers: Record<string, string>) => {
    const { method, url, body = '' } = toRequest(call, input as Record<string, unknown>)
    const reply = await built.app.inject({
      method,
      url,
      headers: { ...headers, 'content-type': 'application/json' },
      payload: body,
    })
    if (reply.statusCode !== 200) throw new Error(`${call.name}: ${reply.payload}`)
    return reply.json() as { authorizationId: string }
  }
  const raise = async (n: number, sub: ClaimOptions['sub']) =>
    (await ask(transactions.intake, claimOfWorker(n, { sub }), { authorization: `Bearer ${INTAKE_TOKEN}` }))
      .authorizationId
  const raised = [await raise(1, 'AAA1'), await raise(2, 'AAA1'), await raise(1, 'BBB1')]
  await ask(
    decision.approve,
    { id: raised[1]!, version: 1 },
    { cookie: reader.cookie, origin: ORIGIN, 'x-portal-request': '1' },
  )
  await built.stop()
  return raised
}

/** `from` is where their reference numbers begin. */
type Copies = { of: string; sub: ClaimOptions['sub']; workers: number; count: number; word: string; from: number }

/** Copies a request with everything that belongs to it; copy `n` belongs to worker `n` of the crowd, over and over. */
async function copies(db: pg.Client, { of, sub, workers, count, word, from }: Copies): Promise<void> {
  const id = idFrom(`'${word} ' || n`)
  const claim = claimIdOfWorker(sub, `(n % ${workers} + 1)`)
  const copy = async (table: string, change: string, where = 't.authorization_id = $1'): Promise<void> => {
    await db.query(
      `insert into ${table} select copy.* from ${table} t, generate_series(1, $2::int) n,
         jsonb_populate_record(null::${table}, to_jsonb(t) || jsonb_build_object(${change})) copy where ${where}`,
      [of, count],
    )
  }
  // Spread over three weeks of receipt and of time left.
  await copy(
    'rx_authorization',
    `'id', ${id}, 'reference_number', lpad((${from} + n)::text, 12, '0'), 'stratus_claim_id', ${claim}, 'last_transaction_id', null,
     'request_received_at', t.request_received_at - n % 500 * interval '1 hour', 'statutory_due_at', t.statutory_due_at + n % 500 * interval '1 hour',
     'completed_at', t.completed_at - n % 500 * interval '1 hour', 'juris_state', (array['FL', 'CA', 'TX', 'NY', 'IL'])[n % 5 + 1]`,
    't.id = $1',
  )
  await copy(
    'authorization_owner',
    `'authorization_id', ${id}, 'completed_at', t.completed_at - n % 500 * interval '1 hour'`,
  )
  const idIn = (table: string) => idFrom(`'${word} ${table} ' || n`)
  for (const table of ['authorization_decision', 'pharmacy_callback'])
    await copy(table, `'id', ${idIn(table)}, 'authorization_id', ${id}`)
  await copy(
    'prior_auth',
    `'id', ${idIn('prior_auth')}, 'authorization_id', ${id}, 'stratus_claim_id', ${claim}, 'override_ref', 'PA' || lpad((${from} + n)::text, 10, '0')`,
  )
  await copy('decision_record', `'authorization_id', ${id}, 'decision_id', ${idIn('authorization_decision')}`)
  await db.query(
    `insert into authorization_event (mc, authorization_id, event_code, event_text, actor_type, actor_id, actor_name,
       at, old_status_id, new_status_id, internal, detail)
     select t.mc, ${id}, t.event_code, t.event_text, t.actor_type, t.actor_id, t.actor_name, t.at, t.old_status_id, t.new_status_id, t.internal, t.detail
       from authorization_event t, generate_series(1, $2::int) n where t.authorization_id = $1`,
    [of, count],
  )
}

/** A year of paid fills for every worker of AAA: what a decision is made on. */
async function history(db: pg.Client, like: string, sizes: Sizes): Promise<void> {
  await db.query(
    `insert into rx_transaction select copy.* from rx_transaction x, generate_series(1, $2::int) n,
       generate_series(1, $3::int) m, jsonb_populate_record(null::rx_transaction,
       to_jsonb(x) || jsonb_build_object('id', ${idFrom(`'fill ' || n || ' ' || m`)}, 'tcn', lpad((n * 100 + m)::text, 18, '0'),
       'reference_number', lpad((n * 100 + m)::text, 12, '0'), 'stratus_claim_id', ${claimIdOfWorker('AAA1')},
       'authorization_id', null, 'status', 'P', 'paid_amount', 84.5, 'reject_codes', '[]'::jsonb,
       'fill_date', x.fill_date - 30 * m, 'mme_per_day', case when m % 2 = 0 then 20 + m end, 'request', null, 'result', null)) copy
      where x.authorization_id = $1`,
    [like, sizes.claims, sizes.fillsPerClaim],
  )
}
