/**
 * `node bench/turnaround.ts [requests]`: the figures of a year and pages of their lists among so many requests of one carrier, beside the same
 * among a tenth of them, as statements; and the pages of 8 KB each reads. The claims are as many as a carrier of a million has requests for: one
 * in five claims has one a year.
 */
import pg from 'pg'
import { migrate } from '#platform/database/migrate.ts'
import { startEmbedded } from '#platform/database/embedded-postgres.ts'
import { planning } from '#platform/database/pools.ts'
import type { Sql } from '#platform/database/sql.ts'
import { counted, requestsOf } from '#features/turnaround/sql.ts'
import { makeData } from './data.ts'
import { median } from './quantile.ts'

const requests = Number(process.argv[2] ?? 200_000)
const ROUNDS = 7

type World = { name: string; db: pg.Client; to: string }

/** A database with the figures of so many requests of a year; the requests themselves are few. */
async function make(server: string, name: string, count: number): Promise<World> {
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  await migrate(url.href)
  const data = await makeData(url.href, { open: 300, done: 1000, claims: 400, fillsPerClaim: 1, toApprove: 1 })
  const owner = new pg.Client({ connectionString: url.href })
  await owner.connect()
  await owner.query('set session_replication_role = replica')
  // Received over a year, of all states, decided by 300 people; every tenth still open, rejected, or answered late.
  await owner.query(
    `insert into request_turnaround select mc, gen_random_uuid(), sub_carrier, (array['FL','CA','TX','NY','IL','OH','PA','GA','NC','MI'])[n % 10 + 1],
        md5('person ' || n % 300)::uuid, now() - n::float8 / $1 * interval '364 days', due_at, (array['approved','approved','approved','approved','approved',
        'approved','partial','denied','withdrawn','deemed'])[n % 10 + 1], n % 12 = 0, false, false, false,
        case when n % 10 < 8 then 1 + 100 * random() end, null
       from (select t.* from request_turnaround t where kind = 'approved' limit 1) t, generate_series(1, $1::int) n`,
    [count],
  )
  await owner.query('vacuum analyze request_turnaround')
  await owner.end()
  const db = new pg.Client({
    connectionString: url.href,
    options: `-c role=rxdocket_reader -c timezone=UTC ${planning}`,
  })
  await db.connect()
  await db.query(
    `select set_config('app.mc', 'AAA', false), set_config('app.user', $1, false), set_config('app.subs', '*', false),
      set_config('app.zone', 'America/New_York', false), set_config('app.now', '', false)`,
    [data.reader.userId],
  )
  return { name, db, to: new Date().toISOString().slice(0, 10) }
}

const day = (from: string, days: number): string =>
  new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10)
const year = ({ to }: World) => ({ from: day(to, -364), to })
const list = (world: World, more: Partial<Parameters<typeof requestsOf>[0]>, page: number): Sql =>
  requestsOf({ ...year(world), by: 'state', figure: 'received', key: undefined, ...more }, 50, page * 50)
const asked: Record<string, (world: World) => Sql> = {
  'a year by state': (world) => counted(year(world).from, world.to, 'state'),
  'a year by person': (world) => counted(year(world).from, world.to, 'person'),
  'a year by week': (world) => counted(year(world).from, world.to, 'week'),
  '7 days by state': (world) => counted(day(world.to, -6), world.to, 'state'),
  'page 1 of all received': (world) => list(world, {}, 0),
  'page 40 of a state': (world) => list(world, { key: 'FL' }, 39),
}

type Explained = [{ 'Execution Time': number; Plan: Record<string, number> }]
async function run({ db }: World, { text, values }: Sql): Promise<{ ms: number; pages: number }> {
  const { rows } = await db.query<{ 'QUERY PLAN': Explained }>({
    text: `explain (analyze, buffers, timing off, format json) ${text}`,
    values: values as unknown[],
  })
  const [{ Plan: plan, 'Execution Time': ms }] = rows[0]!['QUERY PLAN']
  return { ms, pages: plan['Shared Hit Blocks']! + plan['Shared Read Blocks']! }
}

const postgres = await startEmbedded({ log: () => {}, fast: true })
try {
  const worlds = [await make(postgres.url, 'small', requests / 10), await make(postgres.url, 'large', requests)]
  console.log(
    `| asked of ${requests / 10} and ${requests} requests | ms | ratio | pages | |\n| --- | ---: | ---: | ---: | ---: |`,
  )
  for (const [name, of] of Object.entries(asked)) {
    const found = worlds.map(() => [] as { ms: number; pages: number }[])
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [at, world] of worlds.entries()) found[at]!.push(await run(world, of(world)))
    const [small, large] = found.map((all) => median(all.map(({ ms }) => ms))) as [number, number]
    const pages = found.map((all) => all.at(-1)!.pages.toLocaleString('en-US')).join(' | ')
    console.log(`| ${name} | ${small.toFixed(1)} to ${large.toFixed(1)} | ${(large / small).toFixed(1)} | ${pages} |`)
  }
  for (const { db } of worlds) await db.end()
} finally {
  await postgres.stop()
}
