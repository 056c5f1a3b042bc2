import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyCall } from '#registry'
import type { AnyCall } from '#platform/calls/contract.ts'
import { startApi, type TestApi } from '../api.ts'
import { attempt, contents, pharmacy, send, sender, type Sender } from './attempt.ts'
import { openPrepared, type Prepared } from './prepared.ts'
import { sampleOf } from './samples.ts'

// The second wall, in the database, holds by itself.

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

const roles = ['rxdocket_app', 'rxdocket_reader']

/** Tables that belong to no carrier. `closed`: neither role has any right on it; `reference`: the same facts for everybody, read only; each reviewed by a person. */
const global: Record<string, { kind: 'closed' | 'reference' | 'own row'; why: string }> = {
  migration: { kind: 'reference', why: 'Which steps of the schema are done; readiness compares.' },
  master_carrier: { kind: 'reference', why: 'Code and name of every carrier; a person sees those they work for.' },
  app_user: {
    kind: 'own row',
    why: 'A person may work for several carriers; what they may do there is in user_carrier.',
  },
  session: { kind: 'closed', why: 'Only the functions of the door and of sign-in touch it.' },
  step_up: {
    kind: 'closed',
    why: 'Questions to a session for a proof; only the functions of the door and of sign-in touch it.',
  },
  login_event: { kind: 'closed', why: 'Written by the functions of sign-in.' },
  one_time: { kind: 'closed', why: 'Hashes of what works once in signing in; only its function touches it.' },
  sso_own_key: {
    kind: 'closed',
    why: 'Our own key towards carriers, sealed by the portal; only its functions read it.',
  },
  sso_assertion: { kind: 'closed', why: 'Hashes of assertions that were taken; only its function touches it.' },
  sso_relay: { kind: 'closed', why: 'A sign-on under way, before anybody is signed in; only its functions touch it.' },
  terms_acceptance: { kind: 'own row', why: 'Accepted once for all carriers; only appended to.' },
  registration_ticket: { kind: 'closed', why: 'Before anybody is registered; only its functions touch it.' },
  attempt: { kind: 'closed', why: 'Hashes of what was tried how often; only its function touches it.' },
  recovery_request: { kind: 'closed', why: 'Written the same for known and unknown; only its functions touch it.' },
  security_event: { kind: 'closed', why: 'Written by its function, read by operations.' },
  cursor_key: { kind: 'closed', why: 'What places in lists are sealed with; only its functions read it.' },
  feature_flag: { kind: 'reference', why: 'Names and defaults; what a carrier has is in feature_flag_override.' },
  saved_state: { kind: 'reference', why: 'Versions of the terms, the as-of date.' },
  pharmacy_route: { kind: 'reference', why: 'Says whose claim it is, before any carrier is known.' },
  drug: { kind: 'reference', why: 'Public facts.' },
  survey: { kind: 'reference', why: 'What everybody is asked after a contact.' },
  survey_question: { kind: 'reference', why: 'What everybody is asked after a contact.' },
  pharmacy: { kind: 'reference', why: 'Public directory.' },
  practitioner: { kind: 'reference', why: 'Public directory.' },
}
/** What of these the roles may write: column by column, and nothing else. */
const writable: Record<string, string[]> = {
  app_user: ['privacy_version', 'terms_accepted_at', 'terms_version', 'unsuccessful_attempts'],
}

const tenantTables = async (): Promise<string[]> =>
  (
    await rows<{ name: string }>(
      `select relname as name from pg_class c where relnamespace = 'public'::regnamespace
         and relkind in ('r', 'p', 'm', 'f') and exists (select from pg_attribute a where a.attrelid = c.oid
         and a.attname = 'mc') order by 1`,
    )
  )
    .map((row) => row.name)
    .filter((name) => !(name in global))

test('every table is behind forced row-level security that compares the carrier, or on the reviewed list', async () => {
  const found = await rows<{
    name: string
    forced: boolean
    policies: { roles: string[]; using: string | null; check: string | null }[]
  }>(`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
      coalesce((select jsonb_agg(jsonb_build_object('roles', p.roles, 'using', p.qual, 'check', p.with_check))
        from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname), '[]') as policies
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'm', 'f')`)
  const owner = (await rows<{ name: string }>('select current_user as name'))[0]!.name
  const open = found.filter(({ name, forced, policies }) => {
    if (name in global) return false
    const ours = policies.filter((policy) => policy.roles.join() !== owner) // the relay looks across carriers as the owner
    return (
      !forced ||
      ours.length === 0 ||
      !ours.every(
        ({ using, check }) =>
          [using, check].every((text) => text === null || text.includes('mc = app_mc()')) && (using ?? check) !== null,
      )
    )
  })
  expect(open.map(({ name }) => name)).toEqual([])
  expect(Object.keys(global).filter((name) => !found.some((table) => table.name === name))).toEqual([])
  // Every key of a tenant's table begins with the carrier, so that it can be spread by carrier.
  const keys = await rows<{ name: string; first: string | null }>(`
    select c.relname as name, (select a.attname from pg_index i join pg_attribute a on a.attrelid = c.oid
      and a.attnum = i.indkey[0] where i.indrelid = c.oid and i.indisprimary) as first
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`)
  expect(keys.filter(({ name, first }) => !(name in global) && first !== 'mc')).toEqual([])
})

test('policies let nothing else through: the words of each are reviewed', async () => {
  const plain = '(mc = app_mc())'
  const scoped = '((mc = app_mc()) AND app_sees(sub_carrier))'
  const odd = (
    await rows<{ tablename: string; policyname: string; of: string; qual: string; with_check: string | null }>(
      `select tablename, policyname, case when roles = array[current_user] then 'owner'
         else array_to_string(roles, ',') end as of, qual, with_check from pg_policies order by 1, 2`,
    )
  ).filter(
    ({ qual, with_check }) => !((qual === plain && with_check === plain) || (qual === scoped && with_check === scoped)),
  )
  expect(odd.map(({ tablename, policyname, of, qual }) => `${tablename}, ${policyname}, to ${of}: ${qual}`)).toEqual([
    'access_audit, viewing, to owner: true', // how much who looked at, counted for an alert
    'authorization_owner, clock, to owner: true', // whose owner has no account any more is found for every carrier
    'authorization_reroute, clock, to owner: true', // and which of those were looked at a moment ago
    'care_score, nightly, to owner: true', // what is due is found for every carrier
    "carrier_setting, second_factor, to owner: (key = 'secondFactorWaived'::text)", // sign-in asks before there is a carrier
    'carrier_sso, sign_in, to owner: true', // before anybody is signed in there is no carrier yet
    'claim_contact_note, survey, to owner: true', // who called has a code and no carrier: the contact says whose it is
    'claimant, texts, to owner: true', // a number that texts: whose it is, in all carriers
    'form_draft, mine, to rxdocket_app,rxdocket_reader: ((mc = app_mc()) AND (user_id = app_user()))', // what a person has typed is theirs alone
    'form_draft, sweep, to owner: true', // what is over is removed for everybody
    "formulary_item, carrier, to public: ((mc = app_mc()) OR (mc = ''::text))", // '' are the defaults of all carriers
    'invitation, registration, to owner: true', // before somebody is registered there is no carrier yet
    'lomn_request, answer, to owner: true', // a prescriber has a code and no carrier: the letter says whose it is
    'out_of_office, clock, to owner: true', // times away that begin or end are found for every carrier
    'outbox, relay, to owner: true', // what leaves the house is handed on for every carrier
    'outside_message, gateway, to owner: true', // a gateway speaks of a message: the message says whose it is
    'pharmacy_callback, calls, to owner: true', // what nobody took is found for every carrier
    'prior_auth, days, to owner: true', // what begins or ends by its date is found for every carrier
    'rx_authorization, carrier, to rxdocket_app,rxdocket_reader: ((mc = app_mc()) AND app_sees(sub_carrier) AND ((status_id <> 10) OR (owner_id = app_user())))', // a draft is its maker's alone
    'rx_authorization, clock, to owner: true', // what is due is found for every carrier
    'sms_campaign, texts, to owner: true', // STOP is said to a number, not to a carrier
    'sms_inbound, texts, to owner: true', // and the same text told again by the gateway is known
    'user_carrier, carrier, to public: ((mc = app_mc()) OR (user_id = app_user()))', // one's own carriers, to choose from
    'user_carrier, clock, to owner: true', // accounts that were closed, for the requests they leave
  ])
})

test('views and functions that cross the wall are known by name', async () => {
  const views = await rows<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'
       and not coalesce(reloptions::text like '%security_invoker=true%', false) order by 1`,
  )
  expect(views.map(({ name }) => name)).toEqual(['my_carriers'])
  const functions = await rows<{
    name: string
    path: string | null
    everybody: boolean
    reader: boolean
    app: boolean
  }>(`
    select p.proname as name, array_to_string(p.proconfig, ',') as path, has_function_privilege('public', p.oid, 'execute') as everybody,
      has_function_privilege('rxdocket_reader', p.oid, 'execute') as reader, has_function_privilege('rxdocket_app', p.oid, 'execute') as app
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef order by 1`)
  expect(functions.filter(({ path }) => path !== 'search_path=public, pg_temp')).toEqual([])
  expect(functions.filter(({ everybody }) => everybody)).toEqual([])
  expect(functions.filter(({ reader }) => reader).map(({ name }) => name)).toEqual([
    'enter',
    'my_session',
    'my_sessions',
    'open_cursor',
    'seal_cursor',
    'standings',
  ])
})

test('the roles own nothing, are nobody and may neither log in nor pass the wall', async () => {
  expect(
    await rows(
      `select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication, rolcanlogin, rolinherit
         from pg_roles where rolname = any($1) order by 1`,
      [roles],
    ),
  ).toEqual(
    roles.map((rolname) => ({
      rolname,
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      rolcanlogin: false,
      rolinherit: false,
    })),
  )
  expect(
    await rows(`select roleid::regrole::text as of from pg_auth_members where member::regrole::text = any($1)`, [
      roles,
    ]),
  ).toEqual([])
  expect(
    await rows(
      `select classid::regclass::text, objid from pg_shdepend where deptype = 'o' and refclassid = 'pg_authid'::regclass and refobjid::regrole::text = any($1)`,
      [roles],
    ),
  ).toEqual([])
})

/** Tries a statement as a role, in a transaction that is undone; answers PostgreSQL's code, 'done' when it went through. */
async function tryAs(role: string, text: string, carrier?: string): Promise<string> {
  await db().query('begin')
  try {
    await db().query(`set local role ${role}`)
    if (carrier !== undefined)
      await db().query(`select set_config('app.mc', $1, true), set_config('app.subs', '*', true)`, [carrier])
    await db().query(text)
    return 'done'
  } catch (error) {
    return String((error as { code?: string }).code)
  } finally {
    await db().query('rollback')
  }
}
const DENIED = '42501'

test('the roles cannot change the schema', async () => {
  for (const role of roles) {
    for (const text of [
      'create table loot (a int)',
      'create schema loot',
      'drop table access_audit',
      'alter table access_audit disable row level security',
      'alter table access_audit no force row level security',
      'drop policy carrier on access_audit',
      'create policy all_of_it on access_audit using (true)',
      'create function loot() returns int language sql as $$ select 1 $$',
      "create or replace function app_mc() returns text language sql as $$ select 'BBB' $$",
      'create extension if not exists dblink',
      'grant select on session to public',
      'alter role rxdocket_app superuser',
      'create role loot',
      'truncate access_audit',
      "copy (select 1) to program 'true'",
      "select pg_read_file('/etc/hostname')",
    ]) {
      expect([role, text, await tryAs(role, text)]).toEqual([
        role,
        text,
        text.includes('extension') ? expect.stringMatching(/^(42501|0A000|58P01)$/) : DENIED,
      ])
    }
  }
})

test('the reader writes nothing but the audit of what it read', async () => {
  const rights = await rows<{ name: string; rights: string }>(`
    select c.relname as name, concat_ws(' ', case
      when has_any_column_privilege('rxdocket_reader', c.oid, 'insert') then 'insert' end, case
      when has_any_column_privilege('rxdocket_reader', c.oid, 'update') then 'update' end,
      case when has_table_privilege('rxdocket_reader', c.oid, 'delete') then 'delete' end, case
        when has_table_privilege('rxdocket_reader', c.oid, 'truncate') then 'truncate' end) as rights
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')`)
  expect(rights.filter((row) => row.rights !== '')).toEqual([{ name: 'access_audit', rights: 'insert' }])
  const audit = "insert into access_audit (mc, actor, request_id, call) values ('AAA', 'x', gen_random_uuid(), 'x')"
  expect([
    await tryAs('rxdocket_reader', audit, 'AAA'),
    await tryAs('rxdocket_reader', audit, 'BBB'),
    await tryAs('rxdocket_reader', audit),
  ]).toEqual(['done', DENIED, DENIED])
})

test('what was written about the past stays: no update, no delete, no truncate', async () => {
  const columns = async (table: string) =>
    (
      await rows<{ name: string }>(
        `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
           and has_column_privilege('rxdocket_app', attrelid, attnum, 'update') order by 1`,
        [table],
      )
    ).map((row) => row.name)
  for (const table of [
    'access_audit',
    'authorization_event',
    'login_event',
    'terms_acceptance',
    'rph_recommendation',
    'security_event',
  ]) {
    expect([table, await columns(table)]).toEqual([table, []])
    expect([
      table,
      await tryAs('rxdocket_app', `delete from ${table}`, 'AAA'),
      await tryAs('rxdocket_app', `truncate ${table}`, 'AAA'),
    ]).toEqual([table, DENIED, DENIED])
  }
  expect(await columns('authorization_decision')).toEqual([
    'second_approver',
    'second_approver_name',
    'undone_at',
    'undone_by_name',
  ])
  expect(await tryAs('rxdocket_app', "update authorization_decision set note = 'other'", 'AAA')).toBe(DENIED)
  expect(await tryAs('rxdocket_app', 'update authorization_decision set undone_at = null', 'AAA')).toBe('done')
  expect(await tryAs('rxdocket_app', 'delete from authorization_decision', 'AAA')).toBe(DENIED)
  expect(await tryAs('rxdocket_app', "update authorization_event set event_text = 'other'", 'AAA')).toBe(DENIED)
  expect(await tryAs('rxdocket_app', "update access_audit set actor = 'other'", 'AAA')).toBe(DENIED)
  const truncatable = await rows(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and has_table_privilege('rxdocket_app', oid, 'truncate')`,
  )
  expect(truncatable).toEqual([])
})

test('of the tables that belong to no carrier, the roles may read reference and write only what is listed', async () => {
  for (const [table, { kind }] of Object.entries(global)) {
    for (const role of roles) {
      const updatable = await rows<{ name: string }>(
        `select attname as name from pg_attribute where attrelid = $2::regclass and attnum > 0 and not attisdropped
           and has_column_privilege($1, attrelid, attnum, 'update') order by 1`,
        [role, table],
      )
      expect([table, role, updatable.map((row) => row.name)]).toEqual([
        table,
        role,
        role === 'rxdocket_app' ? (writable[table] ?? []) : [],
      ])
      expect([table, role, await tryAs(role, `delete from ${table}`)]).toEqual([table, role, DENIED])
      const reads = (
        await rows<{ yes: boolean }>(`select has_any_column_privilege($1, $2::regclass, 'select') as yes`, [
          role,
          table,
        ])
      )[0]!.yes
      if (kind === 'closed') expect([table, role, reads]).toEqual([table, role, false])
    }
  }
})

test('a connection that forgot to say whose it is sees nothing and writes nothing', async () => {
  const filled: string[] = []
  for (const table of await tenantTables()) {
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
      expect([table, role, await tryAs(role, `insert into ${table} (mc) values ('AAA')`)]).toEqual([
        table,
        role,
        DENIED,
      ])
      // And one that works for one carrier writes nothing into another.
      expect([table, role, await tryAs(role, `insert into ${table} (mc) values ('AAA')`, 'BBB')]).toEqual([
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
  for (const call of everyCall.filter((one) => one.kind === 'read' && one.gate !== 'public')) {
    for (const person of [mine, ofSub1]) {
      const answer = await send(api, attempt(call, await sampleOf(call, prepared.same('AAA1')), by(call, person)))
      expect([call.name, answer.status < 500, foreign.exec(answer.text)?.[0]]).toEqual([call.name, true, undefined])
      if (person === ofSub1) expect([call.name, /Ortegatwo/.exec(answer.text)?.[0]]).toEqual([call.name, undefined])
    }
  }
  const before = await contents(api)
  for (const call of everyCall) {
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
  }
  expect(await contents(api)).toEqual(before)
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

test('without the second wall too, the same questions do show foreign rows: both walls are real', async () => {
  const bare = await startApi({ url: prepared.api.url, keep: true })
  switchFilterOff(bare, 'set role none')
  try {
    const mine = sender(await bare.signIn('adj.aaa'), 'AAA')
    const leaking: string[] = []
    for (const call of everyCall.filter((one) => one.kind === 'read' && one.gate === 'carrier')) {
      const answer = await send(bare, attempt(call, await sampleOf(call, prepared.same('AAA1')), mine))
      if (foreign.test(answer.text)) leaking.push(call.name)
    }
    expect(leaking).toEqual(expect.arrayContaining(['worklist.pending', 'worklist.search', 'worklist.export']))
    const theirs = await prepared.same('BBB1').request()
    for (const call of everyCall.filter(
      (one) => one.kind === 'read' && Object.values(one.ids).includes('rx_authorization'),
    )) {
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

test('twelve hundred requests of both carriers over four connections, with aborts in between, never meet', async () => {
  const api = await startApi({ url: prepared.api.url, keep: true })
  const { pools } = api.built.portal
  pools.app.options.max = 2
  pools.reader.options.max = 2
  const TIMES = 1200
  try {
    const people = {
      AAA: sender(await api.signIn('adj.aaa'), 'AAA'),
      BBB: sender(await api.signIn('adj.bbb'), 'BBB'),
    }
    const places = { AAA: prepared.same('AAA1'), BBB: prepared.same('BBB1') }
    const asked = everyCall.filter(
      (call) =>
        call.gate !== 'public' &&
        ![
          'session.acceptTerms',
          'session.chooseCarrier',
          'account.changePassword',
          'session.acceptTermsAgain',
        ].includes(call.name),
    )
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
        const answer = await send(api, made)
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
        const seen = (mc === 'AAA' ? foreign : /AAA1|AAA2|"AAA"/).exec(answer.text)
        if (seen) crossed.push(`${mc} ${call.name} ${answer.status} ${seen[0]}`)
        if (n % 150 === 149)
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
}, 120_000)
