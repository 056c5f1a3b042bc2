import { createHash, randomUUID } from 'node:crypto'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { expect, test } from 'vitest'
import { adjudicate } from '#features/adjudication/rules.ts'
import type { ClaimRequest } from '#features/adjudication/claim-request.ts'
import type { SnapshotRow } from '#features/snapshots/sql.ts'
import { snapshot, toSnapshot } from '#features/snapshots/sql.ts'
import { sql } from '#platform/database/sql.ts'
import { freshDatabase, pastDemoAsOf as asOf } from '../../testing/database.ts'
import { faultsOf } from './checks.ts'
import { field } from './copy.ts'
import { loadDemo } from './load.ts'
import { demoSeed } from './sizes.ts'
import { worldOf } from './world.ts'

async function connected<Answer>(url: string, work: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** SHA-256 of every table as COPY writes it, in the order in which the rows lie. */
const fingerprints = (url: string): Promise<Record<string, string>> =>
  connected(url, async (client) => {
    const names = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migration' order by relname`,
    )
    const found: Record<string, string> = {}
    for (const { name } of names.rows) {
      const hash = createHash('sha256')
      for await (const chunk of client.query(copyTo(`copy "${name}" to stdout`))) hash.update(chunk as Buffer)
      found[name] = hash.digest('hex')
    }
    return found
  })

test('the same seed, size and as-of date make the same bytes in every table, and another seed others', async () => {
  const [one, two] = [await freshDatabase(), await freshDatabase(false, 'past_demo')]
  const lines: string[] = []
  const first = await loadDemo(one, { size: 'test', asOf, log: (line) => lines.push(line) })
  expect(first.rows).toBeGreaterThan(5_000)
  expect(first.accounts).toHaveLength(14)
  expect(lines.some((line) => line.startsWith('rx_transaction: '))).toBe(true)
  expect(await connected(one, faultsOf)).toEqual([])
  const prints = await fingerprints(one)
  expect(await fingerprints(two)).toEqual(prints)
  const claimants = (seed: number) =>
    worldOf({ size: 'test', seed, asOf, issuer: 'demo' }).tables.find(({ name }) => name === 'claimant')!.rows
  expect(JSON.stringify(claimants(1))).not.toBe(JSON.stringify(claimants(demoSeed)))
})

test('of two who load a world at once one waits, finds it there and says so', async () => {
  const url = await freshDatabase()
  const load = () => loadDemo(url, { size: 'test', asOf })
  const outcomes = await Promise.allSettled([load(), load()])
  const refused = outcomes.filter((one) => one.status === 'rejected')
  expect(refused).toMatchObject([
    { reason: { name: 'CannotStart', message: expect.stringContaining('holds data already') } },
  ])
})

test('a database that holds data already is left alone', async () => {
  const url = await freshDatabase()
  await connected(url, (client) =>
    client.query(`insert into master_carrier (mc, id, name) values ('AAA', 1, 'Here first')`),
  )
  await expect(loadDemo(url, { size: 'test', asOf })).rejects.toThrow('holds data already')
  const { rows } = await connected(url, (client) => client.query('select mc from master_carrier'))
  expect(rows).toEqual([{ mc: 'AAA' }])
})

test('an owner who may not bypass row-level security can load, and it holds again afterwards', async () => {
  const url = await freshDatabase()
  const owner = `seeder_${randomUUID().slice(0, 8)}`
  const forced = () =>
    connected(
      url,
      async (client) => (await client.query(`select relname from pg_class where relforcerowsecurity order by 1`)).rows,
    )
  await connected(url, async (client) => {
    await client.query(`create role ${owner} nologin`)
    await client.query(`grant all on schema public to ${owner}`)
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')`,
    )
    for (const { name } of rows) await client.query(`alter table "${name}" owner to ${owner}`)
  })
  const before = await forced()
  const as = new URL(url)
  as.searchParams.set('options', `-c role=${owner}`)
  const { rows } = await loadDemo(as.toString(), { size: 'test', asOf })
  expect(rows).toBeGreaterThan(5_000)
  expect(await forced()).toEqual(before)
  await connected(url, async (client) => {
    await client.query(`reassign owned by ${owner} to current_user`)
    await client.query(`drop owned by ${owner}`)
    await client.query(`drop role ${owner}`)
  })
})

test('what the intake reads from the loaded database brings the engine to the same answer', async () => {
  const url = await freshDatabase(false, 'past_demo')
  await connected(url, async (client) => {
    const open = await client.query<{
      id: string
      mc: string
      claim: string
      received: Date
      codes: string[]
      mme: string | null
      cost: string | null
      request: ClaimRequest
    }>(
      `select a.id, a.mc, a.stratus_claim_id as claim, x.submitted_at as received, a.reject_codes as codes,
         a.mme_after as mme, a.estimated_cost as cost, x.request
         from rx_authorization a join rx_transaction x on x.mc = a.mc and x.id = a.trigger_transaction_id
        where a.status_id between 20 and 29 and a.resubmission_count = 0 order by a.id`,
    )
    expect(open.rows.length).toBeGreaterThan(30)
    for (const row of open.rows) {
      await client.query(`select set_config('app.mc', $1, false), set_config('app.subs', '*', false)`, [row.mc])
      const ndcs = row.request.compound?.ingredients.map((one) => one.productId) ?? []
      const query = snapshot({
        claim: sql`select * from wc_claim where mc = app_mc() and id = ${row.claim}`,
        groupCode: sql`${row.request.insurance?.groupCode ?? ''}::text`,
        nabp: sql`${row.request.pharmacyNabp ?? ''}::text`,
        npi: sql`${row.request.prescriber?.npi ?? ''}::text`,
        ndc: sql`${row.request.prescription?.productId ?? ''}::text`,
        ingredientNdcs: ndcs,
        dateOfService: sql`${row.request.dateOfService}::date`,
      })
      const { rows } = await client.query<SnapshotRow>(query.text, query.values as unknown[])
      const found = adjudicate(row.request, toSnapshot(rows[0]!, row.received.toISOString()), { mode: 'LIVE' })
      expect(found.codes, row.id).toEqual(row.codes)
      expect(found.pricing?.paid ?? found.facts.estimatedCost).toBe(row.cost === null ? null : Number(row.cost))
      expect(found.facts.mme === null ? null : Math.round(found.facts.mme.after * 10) / 10).toBe(
        row.mme === null ? null : Number(row.mme),
      )
      // The request is open by now, so the same claim again would join it.
      expect(found.pending).toMatchObject({ verdict: 'JOIN', authorizationId: row.id })
    }
  })
})

test.each([
  [null, 'text', '\\N'],
  ['a\tb\\c\nd', 'text', 'a\\tb\\\\c\\nd'],
  [true, 'boolean', 't'],
  [12.5, 'numeric(12,2)', '12.5'],
  [['x', 'with "quotes" and \\'], 'text[]', '{"x","with \\\\"quotes\\\\" and \\\\\\\\"}'],
  [[3, 4], 'integer[]', '{3,4}'],
  [[], 'uuid[]', '{}'],
  [['a'], 'jsonb', '["a"]'],
  [{ text: 'line\nbreak' }, 'jsonb', '{"text":"line\\\\nbreak"}'],
])('COPY writes %j of %s as %s', (value, type, text) => {
  expect(field(value, type)).toBe(text)
})
