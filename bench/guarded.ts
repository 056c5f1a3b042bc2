/**
 * The same statements and guarantees as the portal's, on a bare `pg`: the session is checked and the carrier opened in the database, walls
 * of rows are on, what is shown is in the audit, a repeat finds the first answer. Only what the portal does around it is left out.
 */
import pg from 'pg'
import { handlers as details } from '#features/authorization-detail/handlers.ts'
import { handlers as decisions } from '#features/decisions/handlers.ts'
import { handlers as sessions } from '#features/sign-in/handlers.ts'
import { handlers as lists } from '#features/worklist/handlers.ts'
import type { AnyCall } from '#platform/calls/contract.ts'
import { isSeen, type OneTrip } from '#platform/calls/handler.ts'
import { refuse } from '#platform/calls/refusal.ts'
import { columnTypes, planning } from '#platform/database/pools.ts'
import { sql, type Sql } from '#platform/database/sql.ts'
import { auditOf } from '#platform/database/unit-of-work.ts'
import { claimKey } from '#platform/http/idempotency.ts'
import { askedOf, barePortal, CONNECTIONS, dbOn, type Bare, type Decides, type Input } from './bare.ts'
import type { Person } from './data.ts'
import { scenarios, type Scenario } from './scenarios.ts'

/** Connections of the role the portal has for such a call. */
export function guardedPool(databaseUrl: string, scenario: Scenario): pg.Pool {
  const role = scenarios[scenario].call.kind === 'act' ? 'rxdocket_app' : 'rxdocket_reader'
  return new pg.Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS,
    pipeline: true,
    types: columnTypes,
    options: `-c role=${role} -c timezone=UTC ${planning}`,
  } as pg.PoolConfig)
}

const reads: Partial<Record<Scenario, OneTrip<AnyCall>>> = {
  user: sessions['session.details'] as OneTrip<AnyCall>,
  worklist: lists['worklist.search'] as OneTrip<AnyCall>,
  card: details['authorizations.one'] as OneTrip<AnyCall>,
}
const approve = decisions['decision.approve'] as Decides

/** Who asks, as the portal asks it before anything else. */
const opening = ({ name, kind, gate, own }: AnyCall, { sessionHash }: Bare, who: Person, requestId: string): Sql =>
  sql`select * from enter(${sessionHash}, ${who.mc}, ${kind === 'act' && !own}, ${gate}, ${null}, ${name}, ${requestId}, ${'127.0.0.1'},
    ${false}, ${null})`

/** The answer of a call from one connection, in as many trips as the portal's. */
export async function guardedAnswer(
  scenario: Scenario,
  bare: Bare,
  who: Person,
  client: pg.PoolClient,
  asked: { input: Input; requestId: string; key: string | undefined },
): Promise<unknown> {
  const call: AnyCall = scenarios[scenario].call
  const { input, requestId, key } = asked
  const db = dbOn(client)
  const entered = opening(call, bare, who, requestId)
  const read = reads[scenario]
  const now = new Date()
  if (read) {
    const questions = Object.entries(read.questions(input as never, { now, sessionHash: bare.sessionHash }))
    const audit =
      call.phi !== 'none' && !questions.some(([, query]) => isSeen(query)) ? [sql`select ${auditOf(undefined)}`] : []
    const [, , ...answers] = await Promise.all([
      client.query('begin'),
      db.all(entered),
      ...[...questions.map(([, query]) => query), ...audit].map((query) => db.all(query)),
      client.query('commit'),
    ])
    const found = Object.fromEntries(questions.map(([name], at) => [name, answers[at]]))
    return read.answer(found as never, { input: input as never, person: bare.person, now, refuse, portal: barePortal })
  }
  const writes: Sql[] = []
  const first = [client.query('begin'), db.all(entered)]
  const record = claimKey(db as never, call, key!, input)
  const [output, earlier] = await Promise.all([
    approve(askedOf(bare, db, input, writes)),
    record.earlierAnswer(),
    ...first,
  ])
  if (earlier) throw new Error('Each request is approved once.')
  const audit = auditOf({ type: 'rx_authorization', id: String(input['id']) })
  const changed = sql`pg_notify('changes', app_mc() || ':worklist')`
  await Promise.all([
    ...writes.map((statement) => db.all(statement)),
    db.all(sql`with kept as (${record.keep(output)}) select ${audit}, ${changed}`),
    client.query('commit'),
  ])
  return output
}
