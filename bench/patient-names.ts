/**
 * `node bench/patient-names.ts [claims in thousands] [rounds]`: what finding a patient costs among 20,000 claims of one carrier and among 1,000,000
 * (or as many as given), 3,000 last names some of which are far more common than others: the statement of the search alone, as a connection of the portal
 * runs it, in turns. Prints a table for bench/growth.md.
 */
import pg from 'pg'
import { found } from '#features/patients/search-sql.ts'
import { readSearch } from '#features/patients/rules.ts'
import { startEmbedded } from '#platform/database/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'
import { planning } from '#platform/database/pools.ts'
import { idOf, loadFixtures, type Drug } from '#testing/fixtures.ts'
import { idFrom } from '#testing/many-workers.ts'
import { drugs } from '#reference/drugs.ts'
import { formularyDefaults } from '#reference/formulary-defaults.ts'
import { median } from './quantile.ts'

const SMALL = 20_000
/** Different values of each kind of search. */
const VALUES = 7
const [thousands = 1000, rounds = 20] = process.argv.slice(2).map(Number)
const LARGE = thousands * 1000
if (!(LARGE > SMALL && LARGE <= 5_000_000 && rounds >= 3))
  throw new TypeError('Use: node bench/patient-names.ts [thousand claims, 21 to 5000] [rounds, at least 3]')

const began = performance.now()
const tell = (line: string) =>
  console.error(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${line}`)

const starts = ['Ba', 'Co', 'De', 'Fi', 'Go', 'Ha', 'Jo', 'Ke', 'La', 'Mo', 'Ne', 'Pa', 'Ro', 'Su', 'Wi']
const middles = 'rb ld ns mm tt nd rk ll sh ck rt rl st lk gg pp ng rd mb rv'.split(' ')
const ends = ['er', 'man', 'son', 'ley', 'ton', 'ard', 'ell', 'ing', 'ow', 'ez']
/** The last names, the most common first: neighbors in this order begin differently. */
const names = ends.flatMap((end) => middles.flatMap((middle) => starts.map((start) => start + middle + end)))
const FIRST_NAMES = ['Ana', 'Ben', 'Carla', 'Dmitri', 'Elena', 'Frank', 'Grace', 'Hugo', 'Ines', 'Jack']
const STATES = 'AL AZ CA CO CT FL GA IL IN MA MI MN NC NJ NV NY OH PA TX VA'.split(' ')

/** People with a claim each: how often a name occurs falls with its place, so that the first has one in eight of all. */
async function fill(url: string, count: number): Promise<void> {
  await migrate(url)
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  await loadFixtures(db, {
    drugs: drugs as unknown as Drug[],
    formulary: formularyDefaults as unknown as Record<string, unknown>[],
  })
  await db.query(`set work_mem = '256MB'`)
  await db.query('set session_replication_role = replica') // a million rows, none of which needs a check
  await db.query('select setseed(0.5)')
  await db.query(
    `create temp table person as select n, ${idFrom(`'person ' || n`)} as id,
        ($2::text[])[1 + floor(power(cardinality($2::text[]), random()))::int - 1] as last, ($3::text[])[1 + n % 10] as first,
        date '1940-01-01' + floor(random() * 22000)::int as dob, date '2015-01-01' + floor(random() * 4000)::int as doi,
        ($4::text[])[1 + floor(random() * 20)::int] as state, case when n % 10 = 0 then 'AAA2' else 'AAA1' end as sub, random() < 0.8 as covered
       from generate_series(1, $1::int) n`,
    [count, names, FIRST_NAMES, STATES],
  )
  await db.query(
    `insert into claimant (mc, id, patient_id, first_name, last_name, last_folded, first_folded, dob)
       select 'AAA', id, 'PB' || n, first, last, lower(last), lower(first), dob from person`,
  )
  await db.query(
    `insert into last_name_variant (mc, variant, last_folded)
       select 'AAA', v, n.last from (select distinct lower(last) as last from person) n, name_variants(n.last) v`,
  )
  tell('people')
  await db.query(
    `insert into wc_claim (mc, id, sub_carrier, group_code, claimant_id, esi_claim_id, client_claim_id, claim_number, subscriber_number, doi,
       juris_state, compensability, status)
       select 'AAA', id, sub, sub || 'GRP', id, 'EB' || n, 'CB' || n, 'B' || n, 'SB' || n, doi, state, 'ACCEPTED', 'OPEN' from person`,
  )
  await db.query(
    `insert into claim_name (mc, stratus_claim_id, sub_carrier, last_folded, first_folded, dob, doi, juris_state, covered)
       select 'AAA', id, sub, lower(last), lower(first), dob, doi, state,
         datemultirange(daterange(doi, case when not covered then doi + 365 end, '[]')) from person`,
  )
  tell('claims')
  await db.query(
    `insert into eligibility_span (mc, id, stratus_claim_id, effective_date, term_date)
       select 'AAA', id, id, doi, case when not covered then doi + 365 end from person`,
  )
  await db.query('vacuum analyze')
  tell(`${count} claims are there`)
  await db.end()
}

const day = (n: number, from: string, days: number): string =>
  new Date(Date.parse(from) + ((n * 7919) % days) * 86_400_000).toISOString().slice(0, 10)
const name = (n: number) => names[n % names.length]!
/** One search of each kind and round: `n` is the round. Names 20 to 60 fill a page in both databases. */
const searches: Record<string, (n: number) => { read: ReturnType<typeof readSearch>; subs?: string }> = {
  'claim number': (n) => ({ read: readSearch('C', `B${n * 97 + 11}`) }),
  'patient id': (n) => ({ read: readSearch('M', `PB${n * 97 + 11}`) }),
  'last name and birth date': (n) => ({
    read: readSearch('N', name(n), { dob: day(n, '1940-01-01', 22000) }),
  }),
  'start of a last name and birth date': (n) => ({
    read: readSearch('N', name(n).slice(0, 2), { dob: day(n, '1940-01-01', 22000) }),
  }),
  'start of a last name and date of injury': (n) => ({
    read: readSearch('N', name(n).slice(0, 2), { doi: day(n, '2015-01-01', 4000) }),
  }),
  'last name of many': (n) => ({ read: readSearch('N', name(20 + n)) }),
  'last name of few': (n) => ({ read: readSearch('N', name(1000 + n)) }),
  'last name of many and start of a first name': (n) => ({
    read: readSearch('N', `${name(20 + n)}, ${FIRST_NAMES[n % 10]!.slice(0, 2)}`),
  }),
  'last name one letter off': (n) => ({ read: readSearch('N', name(20 + n).replace(/^(.)(.)/, '$2$1')) }),
  'start of a last name, two letters': (n) => ({ read: readSearch('N', name(n).slice(0, 2)) }),
  'start of a last name, four letters': (n) => ({ read: readSearch('N', name(n).slice(0, 4)) }),
  'start of a last name and state': (n) => ({
    read: readSearch('N', name(n).slice(0, 2), { state: STATES[n % 20]! }),
  }),
  'start of a last name, covered': (n) => ({ read: readSearch('N', name(n).slice(0, 2), { covered: true }) }),
  'last name of many, not covered': (n) => ({ read: readSearch('N', name(20 + n), { covered: false }) }),
  'last name of many, as a user of one program of ten': (n) => ({
    read: readSearch('N', name(20 + n)),
    subs: 'AAA2',
  }),
}

async function open(url: string): Promise<pg.Client> {
  const db = new pg.Client({
    connectionString: url,
    options: `-c role=rxdocket_reader -c timezone=UTC ${planning}`,
  })
  await db.connect()
  db.on('error', () => {}) // the fault that ended it is reported by the waiting caller
  await db.query(
    `select set_config('app.mc', 'AAA', false), set_config('app.user', $1, false), set_config('app.zone', 'America/New_York', false),
      set_config('app.now', '', false)`,
    [idOf('adj.aaa')],
  )
  return db
}

const statements = new Map<string, string>()
const nameOf = (text: string): string => {
  const known = statements.get(text) ?? `s${statements.size}`
  statements.set(text, known)
  return known
}
type Plan = { 'QUERY PLAN': [{ Plan: Record<string, number> }] }
const postgres = await startEmbedded({ log: () => {}, fast: true })
try {
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  admin.on('error', () => {})
  const worlds: pg.Client[] = []
  for (const [world, count] of [
    ['small', SMALL],
    ['large', LARGE],
  ] as const) {
    await admin.query(`create database ${world}`)
    const url = new URL(postgres.url)
    url.pathname = `/${world}`
    await fill(url.href, count)
    worlds.push(await open(url.href))
  }
  const count = (many: number): string => Math.round(many).toLocaleString('en-US')
  console.log(`| search | found | ms | ratio | pages read | ratio |\n| --- | ---: | ---: | ---: | ---: | ---: |`)
  for (const [by, of] of Object.entries(searches)) {
    const taken: number[][] = [[], []]
    const pages: number[][] = [[], []]
    const hits: number[][] = [[], []]
    // Each is asked once before it is measured: what is counted is the work, not the first read from the disk.
    for (let round = -VALUES; round < rounds; round += 1) {
      const { read, subs = '*' } = of((round + VALUES) % VALUES)
      if ('problem' in read) throw new Error(read.problem)
      const { text, values } = found(read.search, { page: 0, size: 25 })
      for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) {
        const db = worlds[at]!
        await db.query(`select set_config('app.subs', $1, false)`, [subs])
        const start = performance.now()
        const { rows } = await db.query({ name: nameOf(text), text, values: values as unknown[] })
        const ms = performance.now() - start
        if (round < 0) continue
        taken[at]!.push(ms)
        hits[at]!.push((rows[0]?.total as number | undefined) ?? 0)
        const plan = await db.query<Plan>({
          name: nameOf(`plan ${text}`),
          text: `explain (analyze, buffers, timing off, format json) ${text}`,
          values: values as unknown[],
        })
        const top = plan.rows[0]!['QUERY PLAN'][0].Plan
        pages[at]!.push(top['Shared Hit Blocks']! + top['Shared Read Blocks']!)
      }
    }
    const [a, b] = taken.map(median) as [number, number]
    const [few, many] = pages.map(median) as [number, number]
    const [some, more] = hits.map(median) as [number, number]
    console.log(
      `| ${by} | ${count(some)} → ${count(more)} | ${a.toFixed(1)} → ${b.toFixed(1)} | ${(b / a).toFixed(2)} | ${count(few)} → ${count(many)} | ${(many / few).toFixed(2)} |`,
    )
  }
  for (const world of worlds) await world.end()
  await admin.end()
} finally {
  await postgres.stop()
}
