import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyCall } from '#registry'
import type { AnyCall } from '#platform/calls/contract.ts'
import { startApi, type TestApi } from '../api.ts'
import { bound, sample } from '../bounds.ts'
import { attempt, pharmacy, send, sender, wordsOf, type Sender } from './attempt.ts'
import { changingNothing, drawn, together } from './drawn.ts'
import { openPrepared } from './prepared.ts'
import type { Prepared } from './place.ts'
import { sampleOf } from './samples.ts'
import { DENIED, roles, tenantTables, tryAs } from './tables.ts'

// Row-level security keeps carriers apart even where a statement forgets to.

let prepared: Prepared
const db = () => prepared.api.db
const rows = async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await db().query<T>(text, values)).rows

/** Statements as they reached the database without the application's own filter. */
const sent = new Set<string>()
// The carrier's own line in the list of carriers is not a tenant's row: that comparison stays.
const withoutFilter = (text: string): string =>
  text
    .replaceAll(/(\bmaster_carrier (?:m )?where )?(?<![\w.])(?:[a-z_]+\.)?mc = app_mc\(\)/g, (whole, own?: string) =>
      own ? whole : 'true',
    )
    .replaceAll(/(?<![\w.])(?:[a-z_]+\.)?mc in \('', app_mc\(\)\)/g, 'true')
    .replaceAll(/\bapp_sees\([a-z_.]+\)/g, 'true')

/**
 * Switches the filter of the application off: every statement of these connections loses its comparisons with the
 * session's carrier and sub-carriers before it is sent. What then still keeps carriers apart is the database alone.
 */
function switchFilterOff(api: TestApi, first?: string): void {
  for (const pool of [api.built.portal.pools.app, api.built.portal.pools.reader]) {
    pool.on('connect', (client) => {
      const query = client.query.bind(client) as (...args: unknown[]) => unknown
      if (first) void query(first)
      const bare = (text: string) => {
        const changed = withoutFilter(text)
        if (changed !== text) sent.add(changed)
        return changed
      }
      client.query = ((what: string | { text: string }, ...rest: unknown[]) =>
        query(
          typeof what === 'string' ? bare(what) : { ...what, text: bare(what.text) },
          ...rest,
        )) as typeof client.query
    })
  }
}

beforeAll(async () => {
  prepared = await openPrepared()
  switchFilterOff(prepared.api)
  for (const sub of ['AAA1', 'AAA2', 'BBB1'] as const)
    for (const call of everyCall) await sampleOf(call, prepared.same(sub))
  await db().query(
    'update rx_authorization set escalated = true, escalation_level = 1 where status_id between 20 and 29',
  )
})
afterAll(() => prepared.close())

test('a connection without a carrier set reads nothing and writes nothing', async () => {
  const filled: string[] = []
  for (const table of await tenantTables(db())) {
    const all = (await rows<{ n: number }>(`select count(*)::int as n from ${table} where mc <> ''`))[0]!.n
    if (all > 0) filled.push(table)
    for (const role of roles) {
      for (const setting of ['', "set local app.mc = ''; set local app.subs = '*';"]) {
        await db().query('begin')
        try {
          await db().query(`${setting} set local role ${role}`)
          const readable = (
            await rows<{ yes: boolean }>(`select has_table_privilege(current_user, $1::regclass, 'select') as yes`, [
              table,
            ])
          )[0]!.yes
          if (readable)
            expect([
              table,
              role,
              (await rows<{ n: number }>(`select count(*)::int as n from ${table} where mc <> ''`))[0]!.n,
            ]).toEqual([table, role, 0])
        } finally {
          await db().query('rollback')
        }
      }
      expect([table, role, await tryAs(db(), role, `insert into ${table} (mc) values ('AAA')`)]).toEqual([
        table,
        role,
        DENIED,
      ])
      // And one that works for one carrier writes nothing into another.
      expect([table, role, await tryAs(db(), role, `insert into ${table} (mc) values ('AAA')`, 'BBB')]).toEqual([
        table,
        role,
        DENIED,
      ])
    }
  }
  expect(filled.length).toBeGreaterThan(12)
})

const by = (call: AnyCall, person: Sender): Sender => (call.gate === 'service' ? pharmacy : person)
const foreign = /ZZBBBCANARY|BBB1/

test("with the application's filter switched off, row-level security alone lets no foreign row through", async () => {
  const { api } = prepared
  const [mine, ofSub1] = [sender(await api.signIn('adj.aaa'), 'AAA'), sender(await api.signIn('adj.sub1'), 'AAA')]
  const reads = everyCall.filter((one) => one.kind === 'read' && one.gate !== 'public')
  await together(reads, async (call) => {
    for (const person of [mine, ofSub1]) {
      const answer = await send(api, attempt(call, await sampleOf(call, prepared.same('AAA1')), by(call, person)))
      expect([call.name, answer.status < 500, foreign.exec(wordsOf(answer))?.[0]]).toEqual([call.name, true, undefined])
      if (person === ofSub1) expect([call.name, /Ortegatwo/.exec(answer.text)?.[0]]).toEqual([call.name, undefined])
    }
  })
  const nameOf = (call: AnyCall) => call.name
  await changingNothing(api, everyCall, nameOf, async (call) => {
    for (const [field, table] of Object.entries(call.ids)) {
      const input = await sampleOf(call, prepared.same('AAA1'))
      const many = Array.isArray(input[field])
      for (const [other, person] of [
        ['BBB1', mine],
        ['AAA2', ofSub1],
      ] as const) {
        if (call.gate === 'service' && other === 'AAA2') continue
        const id = await prepared.idIn(table, prepared.same(other))
        const answer = await send(api, attempt(call, { ...input, [field]: many ? [id] : id }, by(call, person)))
        expect([call.name, field, other, answer.status]).toEqual([call.name, field, other, many ? 200 : 404])
        expect([call.name, /ZZBBBCANARY|Ortegatwo/.exec(answer.text)?.[0]]).toEqual([call.name, undefined])
      }
    }
  })
  // Nothing is left of the filter where it decides what is found; what remains stamps the carrier on rows that are written.
  const left = [...sent].filter((text) =>
    /app_mc\(\)|app_sees\(/.test(
      text.replaceAll(
        /(values\s*\(|select )app_mc\(\)|app_mc\(\) \|\| ':'|master_carrier (m )?where (m\.)?mc = app_mc\(\)/g,
        '',
      ),
    ),
  )
  expect(left).toEqual([])
  expect(sent.size).toBeGreaterThan(30)
})

test('without row-level security as well, the same calls do show foreign rows: both protections work', async () => {
  const bare = await startApi({ url: prepared.api.url, keep: true, asOwner: true })
  switchFilterOff(bare, 'set role none')
  try {
    const mine = sender(await bare.signIn('adj.aaa'), 'AAA')
    const leaking: string[] = []
    const lists = ['worklist.pending', 'worklist.search', 'worklist.export']
    for (const call of everyCall.filter(({ name }) => lists.includes(name))) {
      const answer = await send(bare, attempt(call, await sampleOf(call, prepared.same('AAA1')), mine))
      if (foreign.test(answer.text)) leaking.push(call.name)
    }
    expect(leaking.toSorted()).toEqual(lists.toSorted())
    const theirs = await prepared.same('BBB1').request()
    // Where a claim is named first, the request has to be of that claim.
    const ofRequests = everyCall.filter(
      ({ kind, ids }) => kind === 'read' && Object.values(ids)[0] === 'rx_authorization',
    )
    for (const call of drawn(ofRequests, 12, 'without protection')) {
      const [field] = Object.keys(call.ids) as [string]
      const input = await sampleOf(call, prepared.same('AAA1'))
      expect([
        call.name,
        (await send(bare, attempt(call, { ...input, [field]: Array.isArray(input[field]) ? [theirs] : theirs }, mine)))
          .status,
      ]).toEqual([call.name, 200])
    }
  } finally {
    await bare.close()
  }
})

test('hundreds of requests of both carriers over four connections, with aborts in between, never meet', async () => {
  const api = await startApi({ url: prepared.api.url, keep: true })
  const { pools } = api.built.portal
  pools.app.options.max = 2
  pools.reader.options.max = 2
  const TIMES = bound(400, 1200)
  try {
    const people = {
      AAA: sender(await api.signIn('adj.aaa'), 'AAA'),
      BBB: sender(await api.signIn('adj.bbb'), 'BBB'),
    }
    const places = { AAA: prepared.same('AAA1'), BBB: prepared.same('BBB1') }
    const all = everyCall.filter(
      (call) =>
        call.gate !== 'public' &&
        ![
          'session.acceptTerms',
          'session.chooseCarrier',
          'account.changePassword',
          'session.acceptTermsAgain',
        ].includes(call.name),
    )
    const asked = sample(all, TIMES / 2, 'both carriers')
    const began = (await rows<{ at: string }>('select clock_timestamp() as at'))[0]!.at
    const crossed: string[] = []
    const statuses: Record<number, number> = {}
    let at = 0
    const go = async () => {
      for (let n = at; n < TIMES; n = at) {
        at += 1
        const mc = n % 2 === 0 ? 'AAA' : 'BBB'
        const call = asked[Math.floor(n / 2) % asked.length]!
        const other = mc === 'AAA' ? 'BBB' : 'AAA'
        const input = await sampleOf(call, places[mc])
        const person = by(call, people[mc])
        // Every seventh ends badly inside the transaction: a session nobody has, another tab's carrier, an id of the other side.
        const bad = n % 7
        const [field] = Object.keys(call.ids)
        const from =
          bad === 0
            ? { ...person, cookie: person.cookie && `${person.cookie}x` }
            : bad === 1
              ? { ...person, carrier: other }
              : person
        const what =
          bad === 2 && field !== undefined && !Array.isArray(input[field])
            ? { ...input, [field]: await prepared.idIn(call.ids[field]!, places[other]) }
            : input
        const made = attempt(call, what, from)
        if (call.kind === 'act' && n % 5 === 0) made.headers['idempotency-key'] = `same-key-${n % 3}`
        // A file whose connection to the database ends while it is sent breaks off: no answer, so nothing is in it.
        const answer = await send(api, made).catch((error: unknown) => {
          if (call.file === undefined || !String(error).includes('destroyed before completion')) throw error
        })
        if (!answer) continue
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
        const seen = (mc === 'AAA' ? foreign : /AAA1|AAA2|"AAA"/).exec(wordsOf(answer))
        if (seen) crossed.push(`${mc} ${call.name} ${answer.status} ${seen[0]}`)
        if (n % 100 === 99)
          await db().query(
            `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
               and usename = current_user and pid <> pg_backend_pid() and state <> 'idle' limit 2`,
          )
      }
    }
    await Promise.all(Array.from({ length: 12 }, go))
    expect(crossed).toEqual([])
    expect(statuses[500]).toBeUndefined()
    expect(statuses[200]).toBeGreaterThan(TIMES / 4)
    // And on record it is the same: nobody is written down as having seen a claim of the other carrier.
    const audit = await rows<{ n: number; wrong: number }>(
      `
      select count(*)::int as n, count(*) filter (where w.mc <> x.mc)::int as wrong from access_audit x,
        unnest(x.claim_ids) as claim(id) join wc_claim w on w.id = claim.id where x.at >= $1`,
      [began],
    )
    expect([audit[0]!.n > TIMES / 4, audit[0]!.wrong]).toEqual([true, 0])
  } finally {
    await api.close()
  }
})
