/**
 * `node bench/growth.ts [times] [rounds] [requests, patients or claims]`: what the same calls cost in a database of 20,000 fills and in one that is some times
 * larger (25 by default), asked in turns in one run, so that a busy machine disturbs both alike, and how many pages each read. Prints a table for bench/growth.md.
 */
import { cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { authorizations } from '#features/authorizations/contract.ts'
import { completeStatuses } from '#features/authorizations/statuses.ts'
import { history } from '#features/history/contract.ts'
import { session } from '#features/sign-in/contract.ts'
import { worklist } from '#features/worklist/contract.ts'
import type { AnyCall } from '#platform/calls/contract.ts'
import { toRequest } from '#platform/calls/wire.ts'
import { startEmbedded } from '#platform/database/embedded-postgres.ts'
import { idFrom } from '#testing/many-workers.ts'
import { makeData, ORIGIN, type Data } from './data.ts'
import { patientCalls, workersOf, type Worker } from './patient-calls.ts'
import { startHelper, type Helper } from './process.ts'
import { median } from './quantile.ts'

const [times = 25, rounds = 40] = process.argv.slice(2).map(Number)
if (!(times >= 2 && times <= 500 && rounds >= 3))
  throw new TypeError('Use: node bench/growth.ts [2 to 500] [rounds, at least 3] [requests, patients or claims]')
const which = process.argv[4]
const LAST_PAGE = 300
/** Open requests are those of a carrier's people, so they do not grow; the history does, or the claims alone. */
const sizesOf = (of: number) =>
  which === 'claims'
    ? { open: 300, done: 1900, claims: 20_000 * of, fillsPerClaim: 1, toApprove: 10 }
    : { open: 300, done: 1900 * of, claims: 400 * of, fillsPerClaim: 50, toApprove: 10 }
const OWNERS = 40

type World = {
  name: string
  data: Data
  portal: Helper
  port: number
  deep: number
  claims: number
  cursor: string
  workers: Worker[]
}

const began = performance.now()
const tell = (line: string) =>
  console.error(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${line}`)

/** Completed requests belong to many owners, as in life. */
async function spreadOwners(databaseUrl: string): Promise<void> {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  const owner = idFrom(`'owner ' || n`)
  await db.query(
    `insert into app_user (id, username, email, first_name, last_name, terms_version, privacy_version)
      select ${owner}, 'owner' || n, 'owner' || n || '@carrier.example', 'O', 'Wner' || n, '3.0', '6.0' from generate_series(1, $1::int) n`,
    [OWNERS - 1],
  )
  await db.query(
    `insert into user_carrier (mc, user_id, roles) select 'AAA', ${owner}, '{adjuster}' from generate_series(1, $1::int) n`,
    [OWNERS - 1],
  )
  await db.query(
    `update authorization_owner o set user_id = ${owner}
       from (select mc, id, row_number() over (order by id) % $1::int as n from rx_authorization where mc = 'AAA' and status_id >= 30) a
      where a.n > 0 and o.mc = a.mc and o.authorization_id = a.id`,
    [OWNERS],
  )
  await db.query('vacuum analyze')
  await db.end()
}

async function ask(
  world: World,
  call: AnyCall,
  input: Record<string, unknown>,
): Promise<{ ms: number; answer: unknown }> {
  const { method, url, body } = toRequest(call, input)
  const start = performance.now()
  const response = await fetch(`http://127.0.0.1:${world.port}${url}`, {
    method,
    headers: {
      cookie: world.data.reader.cookie,
      origin: ORIGIN,
      'x-portal-request': '1',
      'x-master-carrier': 'AAA',
      'x-time-zone': 'America/New_York',
      'accept-encoding': 'identity',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: body as string }),
  })
  const text = await response.text()
  const ms = performance.now() - start
  if (!response.ok) throw new Error(`${call.name} in ${world.name}: ${response.status} ${text.slice(0, 300)}`)
  return { ms, answer: JSON.parse(text) as unknown }
}

/** How often a call is asked while the pages it reads are counted. */
const COUNTED_CALLS = 10
/** The pages of 8 KB that each world's database has read so far, from memory or from the disk. */
async function readSoFar(db: pg.Client): Promise<number[]> {
  const { rows } = await db.query<{ datname: string; pages: string }>(
    'select datname, blks_hit + blks_read as pages from pg_stat_database where datname = any($1)',
    [worlds.map(({ name }) => name)],
  )
  return worlds.map(({ name }) => Number(rows.find(({ datname }) => datname === name)!.pages))
}
/** The pages a call reads. A session writes down what it read once a second, when a call of its ends. */
async function pagesOf(db: pg.Client, name: string): Promise<number[]> {
  const [call, input] = calls[name]!
  const inEach = async (round: number) => {
    for (const world of worlds) await ask(world, call, input(world, round))
  }
  await pause(1100)
  await inEach(0)
  const before = await readSoFar(db)
  for (let round = 1; round < COUNTED_CALLS; round += 1) await inEach(round)
  await pause(1100)
  await inEach(COUNTED_CALLS)
  return (await readSoFar(db)).map((pages, at) => Math.round((pages - before[at]!) / COUNTED_CALLS))
}

const done = { mc: 'AAA', size: 25, authStatuses: completeStatuses }
type Calls = Record<string, [AnyCall, (world: World, round: number) => Record<string, unknown>]>
const requestCalls: Calls = {
  'session look-up': [session.details, () => ({})],
  'counts of the dashboard': [worklist.counts, () => ({ mc: 'AAA' })],
  'all pending, page 1': [worklist.search, () => ({ mc: 'AAA', page: 0, size: 25 })],
  'all pending by name, page 1': [
    worklist.search,
    () => ({ mc: 'AAA', page: 0, size: 25, sort: 'claimantLastName,asc' }),
  ],
  'my pending, page 1': [worklist.search, () => ({ mc: 'AAA', page: 0, size: 25, caseOwners: ['me'] })],
  'completed, page 1': [worklist.search, () => ({ ...done, page: 0 })],
  // The same page in both; the one after a cursor lies as far on as there are pages, up to 300.
  'completed, page 75, by its number': [worklist.search, () => ({ ...done, page: worlds[0]!.deep })],
  'completed, a page far on, from the page before': [
    worklist.search,
    (world) => ({ ...done, page: world.deep, after: world.cursor }),
  ],
  'completed by name, page 1': [worklist.search, () => ({ ...done, page: 0, sort: 'claimantLastName,asc' })],
  'my completed, page 1': [worklist.search, () => ({ ...done, page: 0, caseOwners: ['me'] })],
  'open and completed, page 1': [worklist.search, () => ({ ...done, authStatuses: [20, 30], page: 0 })],
  'a last name': [
    worklist.search,
    // A name that one worker has in either: names of the larger world that start the same would be a longer answer.
    ({ claims }, n) => ({
      mc: 'AAA',
      page: 0,
      size: 25,
      authSearchKey: 'N',
      authSearchValue: `quill${claims / 2 + n}`,
    }),
  ],
  'values of the filters': [worklist.filterOptions, () => ({ masterCarrier: 'AAA' })],
  'one request': [authorizations.one, (world, n) => ({ id: world.data.open[n % world.data.open.length] })],
  'event log of a request': [
    history.eventLog,
    (world, n) => ({ stratusAuthId: world.data.open[n % world.data.open.length] }),
  ],
  'history of a request': [
    history.story,
    (world, n) => ({ stratusAuthId: world.data.open[n % world.data.open.length] }),
  ],
}
const ofPatients: Calls = Object.fromEntries(
  Object.entries(patientCalls).map(([name, [call, input]]) => [
    name,
    [call, ({ workers }, n) => input(workers[n % workers.length]!)],
  ]),
)
const calls: Calls = {
  ...((which === undefined || which === 'requests') && requestCalls),
  ...(which !== 'requests' && ofPatients),
}

const postgres = await startEmbedded({ log: () => {}, fast: true })
const worlds: World[] = []
try {
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  for (const [name, of] of [
    ['small', 1],
    ['large', times],
  ] as const) {
    tell(`making the ${name} database`)
    await admin.query(`create database ${name}`)
    const url = new URL(postgres.url)
    url.pathname = `/${name}`
    const sizes = sizesOf(of)
    const data = await makeData(url.href, sizes)
    await spreadOwners(url.href)
    const portal = await startHelper('portal.ts', data)
    const world = {
      name,
      data,
      portal,
      port: await portal.ask<number>('port'),
      deep: Math.min(LAST_PAGE, Math.floor(sizes.done / 25) - 1),
      claims: sizes.claims,
      cursor: '',
      workers: await workersOf(url.href, data.reader.userId),
    }
    worlds.push(world)
    const before = await ask(world, worklist.search, { ...done, page: world.deep - 1 })
    world.cursor = (before.answer as { next: string }).next
  }
  const taken: Record<string, number[][]> = {}
  for (let round = 0; round < rounds + 5; round += 1) {
    if (round % 10 === 0) tell(`round ${round}`)
    for (const [name, [call, input]] of Object.entries(calls))
      for (const world of round % 2 === 0 ? worlds : worlds.toReversed()) {
        const { ms } = await ask(world, call, input(world, round))
        // The first rounds warm up the connections, the compiled code and the prepared statements.
        if (round >= 5) ((taken[name] ??= [[], []])[worlds.indexOf(world)] ??= []).push(ms)
      }
  }
  const pages: Record<string, number[]> = {}
  for (const name of Object.keys(calls)) pages[name] = await pagesOf(admin, name)
  await admin.end()
  const count = (many: number): string => many.toLocaleString('en-US')
  const fills = (of: number): string => count(sizesOf(of).claims * sizesOf(of).fillsPerClaim)
  const requests = (of: number): string => `${count(sizesOf(of).claims)} claims, ${count(sizesOf(of).done)}`
  console.log(
    `${cpus().length} × ${cpus()[0]!.model.trim()}, Node ${process.versions.node}, PostgreSQL 18 without fsync; medians of ${rounds} calls in turns, through HTTP.\n`,
  )
  console.log(
    `| call | ${fills(1)} fills, ${requests(1)} requests (ms) | ${fills(times)} fills, ${requests(times)} requests (ms) | ratio | pages read | |\n| --- | ---: | ---: | ---: | ---: | ---: |`,
  )
  for (const [name, [small, large]] of Object.entries(taken)) {
    const [a, b] = [median(small!), median(large!)]
    const [few, many] = pages[name]!
    console.log(
      `| ${name} | ${a.toFixed(1)} | ${b.toFixed(1)} | ${(b / a).toFixed(2)} | ${count(few!)} | ${count(many!)} |`,
    )
  }
} finally {
  for (const { portal } of worlds) await portal.end().catch(() => {})
  await postgres.stop()
}
