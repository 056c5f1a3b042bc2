import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import type { Row, Table } from './copy.ts'
import { copyInto } from './copy.ts'
import type { Frame, WorldOptions } from './frame.ts'
import { frameOf } from './frame.ts'
import type { Made } from './load-worker.ts'
import { Progress } from './progress.ts'
import type { Aside } from './set-aside.ts'
import { asideOf, guardsOf, putBack, setAside } from './set-aside.ts'
import { slicesOf, tablesOfSlices } from './slices.ts'
import { forcedOf, LoadedAlready, LOADING, noteTable, seedState, settled, setSequences } from './tables.ts'

// The scale world is too large for one transaction, one processor and one memory: workers make slice after slice, each
// in a transaction of its own, and what is done is noted down in the database. Keys and indexes are made at the end.

/** What triggers keep beside the tables of slices, while theirs were away: names of patients, figures of requests. Again it changes nothing. */
const followedByTriggers = [
  `insert into last_name_variant (mc, variant, last_folded)
     select n.mc, v, n.last_folded from (select distinct mc, last_folded from claimant) n, name_variants(n.last_folded) v on conflict do nothing`,
  `insert into last_name_word (mc, word, last_folded)
     select distinct n.mc, w, n.last_folded from (select distinct mc, last_name, last_folded from claimant) n, name_words(n.last_name) w
      where not starts_with(n.last_folded, w) on conflict do nothing`,
  `insert into claim_name (mc, stratus_claim_id, sub_carrier, last_folded, first_folded, dob, doi, juris_state, covered)
     select c.mc, c.id, c.sub_carrier, t.last_folded, t.first_folded, t.dob, c.doi, c.juris_state, coalesce(s.days, '{}')
       from wc_claim c join claimant t on t.mc = c.mc and t.id = c.claimant_id
         left join (select mc, stratus_claim_id, range_agg(daterange(effective_date, term_date, '[]')) as days from eligibility_span group by 1, 2) s
           on s.mc = c.mc and s.stratus_claim_id = c.id
       on conflict do nothing`,
  `select keep_turnaround(array_agg(a.mc), array_agg(a.id)) from rx_authorization a where a.status_id >= 20
     group by a.mc, a.request_received_at::date`,
]

type Options = { log: (line: string) => void; workers?: number | undefined; signal?: AbortSignal | undefined }

/** Fills an empty, migrated database with the scale world, or goes on where that was broken off; answers the rows. */
export async function loadScale(databaseUrl: string, wanted: WorldOptions, options: Options): Promise<number> {
  const { log, signal } = options
  const workers = Math.max(1, options.workers ?? availableParallelism())
  const client = await connected(databaseUrl)
  try {
    await client.query('select pg_advisory_lock($1)', [LOADING])
    if ((await seedState(client)) === 'loaded') throw new LoadedAlready()
    let frame = frameOf(wanted)
    const world = await started(client, wanted, frame, log)
    if (world !== wanted) frame = frameOf(world)
    const slices = slicesOf(frame)
    await loadFrame(client, frame.tables)
    const done = await notes(client, 'slice')
    const waiting = slices.filter(({ index }) => !done.has(String(index)))
    const progress = new Progress(log, 'fills', frame.targets.transactions * (waiting.length / slices.length))
    if (waiting.length < slices.length)
      log(`${slices.length - waiting.length} of ${slices.length} parts are there already.`)
    await tellAll(
      waiting.map(({ index }) => index),
      Math.min(workers, waiting.length),
      { databaseUrl, world, signal },
      (made) =>
        progress.add(made.fills, `part ${slices.length - waiting.length + progress.steps + 1} of ${slices.length}`),
    )
    signal?.throwIfAborted()
    await finish(client, databaseUrl, workers, { log, signal })
    const { rows } = await client.query<{ rows: string }>(
      `select sum((what->>'rows')::bigint) as rows from ${noteTable} where kind in ('slice', 'frame')`,
    )
    await client.query(`drop table ${noteTable}`)
    log('Gathering statistics')
    await client.query('vacuum (analyze)')
    return Number(rows[0]!.rows)
  } finally {
    await client.end()
  }
}

export async function connected(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  // A crash of the machine costs the last parts, which are then made again.
  await client.query(`${settled}; set synchronous_commit to off; set maintenance_work_mem to '512MB'`)
  return client
}

/** Notes of one kind: their items and what they say. */
async function notes(client: pg.Client, kind: string): Promise<Map<string, Row>> {
  const { rows } = await client.query<{ item: string; what: Row }>(
    `select item, what from ${noteTable} where kind = $1`,
    [kind],
  )
  return new Map(rows.map(({ item, what }) => [item, what]))
}

/** Prepares the tables; or finds a load that was broken off and answers which world that was to be. */
async function started(
  client: pg.Client,
  wanted: WorldOptions,
  frame: Frame,
  log: (line: string) => void,
): Promise<WorldOptions> {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('${noteTable}') is not null as there`)
  if (rows[0]!.there) {
    const before = (await notes(client, 'world')).get('')! as unknown as Omit<WorldOptions, 'asOf'> & { asOf: string }
    const same = (['size', 'fraction', 'seed', 'issuer'] as const).every((key) => before[key] === wanted[key])
    if (same) {
      log(`Going on with the world of ${before.asOf}.`)
      return { ...wanted, asOf: new Date(before.asOf) }
    }
    log('Another world was begun here; it is removed.')
    await client.query('begin')
    // The versions of the terms came with a migration and stay.
    await client.query(`delete from saved_state where key like 'seed%' or key = 'as_of'`)
    const all = [...frame.tables.map(({ name }) => name), ...tablesOfSlices(frame)].filter(
      (name) => name !== 'saved_state',
    )
    await client.query(`truncate ${all.map((name) => `"${name}"`).join(', ')} restart identity cascade`)
    await client.query(`delete from ${noteTable} where kind in ('slice', 'frame')`)
    await client.query(`update ${noteTable} set what = $1 where kind = 'world'`, [JSON.stringify(wanted)])
    await client.query('commit')
    return wanted
  }
  const guards = await guardsOf(client)
  const forced = await forcedOf(client)
  await client.query('begin')
  await client.query(
    `create table ${noteTable} (kind text not null, item text not null, what jsonb not null, primary key (kind, item))`,
  )
  const note = (kind: string, what: unknown) =>
    client.query(`insert into ${noteTable} values ($1, '', $2)`, [kind, JSON.stringify(what)])
  await note('world', wanted)
  await note('guards', { guards })
  await note('forced', { forced })
  for (const name of forced) await client.query(`alter table "${name}" no force row level security`)
  await setAside(client, tablesOfSlices(frame))
  await client.query('commit')
  return wanted
}

async function loadFrame(client: pg.Client, tables: readonly Table[]): Promise<void> {
  if ((await notes(client, 'frame')).size > 0) return
  await client.query('begin')
  let rows = 0
  for (const table of tables) rows += await copyInto(client, table)
  await client.query(`insert into ${noteTable} values ('frame', '', $1)`, [JSON.stringify({ rows })])
  await client.query('commit')
}

/** Workers take slice after slice until none is left; the first failure ends all of them. */
async function tellAll(
  indexes: readonly number[],
  count: number,
  { signal, ...task }: { databaseUrl: string; world: WorldOptions; signal: AbortSignal | undefined },
  done: (made: Made) => void,
): Promise<void> {
  const left = [...indexes]
  const pool = Array.from(
    { length: count },
    () => new Worker(new URL('./load-worker.ts', import.meta.url), { workerData: task }),
  )
  try {
    await Promise.all(
      pool.map(
        (worker) =>
          new Promise<void>((resolve, reject) => {
            const next = (): void => {
              const index = signal?.aborted ? undefined : left.shift()
              worker.postMessage(index ?? null)
            }
            worker.on('message', (made: Made | 'ready') => {
              if (made !== 'ready') done(made)
              next()
            })
            worker.on('error', reject)
            worker.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`A worker ended with ${code}.`))))
          }),
      ),
    )
  } finally {
    await Promise.all(pool.map((worker) => worker.terminate()))
  }
}

/** Makes keys and indexes, tables side by side, then references, and compares the guards with those before the load. */
async function finish(
  client: pg.Client,
  databaseUrl: string,
  workers: number,
  { log, signal }: Options,
): Promise<void> {
  const aside = await asideOf(client)
  const kinds: readonly Aside['kind'][] = ['key', 'index', 'foreign', 'trigger']
  const inOrder = aside.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
  const progress = new Progress(log, 'keys, indexes and references', aside.length)
  const byTable = [
    ...Map.groupBy(
      inOrder.filter((one) => one.kind === 'key' || one.kind === 'index'),
      (one) => one.on,
    ).values(),
  ].sort((a, b) => b.length - a.length)
  const builder = async (): Promise<void> => {
    const own = await connected(databaseUrl)
    try {
      for (let table = byTable.shift(); table; table = byTable.shift()) {
        for (const one of table) {
          signal?.throwIfAborted()
          await putBack(own, one)
          progress.add(1, one.name)
        }
      }
    } finally {
      await own.end()
    }
  }
  await Promise.all(Array.from({ length: Math.min(workers, 4) }, builder))
  for (const one of inOrder.filter(({ kind }) => kind === 'foreign' || kind === 'trigger')) {
    signal?.throwIfAborted()
    await putBack(client, one)
    progress.add(1, one.name)
  }
  for (const statement of followedByTriggers) await client.query(statement)
  await setSequences(client)
  const { forced } = (await notes(client, 'forced')).get('') as { forced: string[] }
  for (const name of forced) await client.query(`alter table "${name}" force row level security`)
  const { guards } = (await notes(client, 'guards')).get('') as { guards: string[] }
  const now = new Set(await guardsOf(client))
  const missing = guards.filter((line) => !now.has(line))
  if (missing.length > 0 || now.size !== guards.length) {
    throw new Error(`The tables are not as they were before the load: ${missing.join('; ') || 'something was added'}.`)
  }
}
