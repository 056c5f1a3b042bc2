import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApi } from '../api.ts'
import { startFixtureApi } from '../fixture-api.ts'
import { DENIED, globalTables, roles, tryAs } from './tables.ts'

// What the database roles may do: row-level security, rights, ownership.

let api: TestApi
beforeAll(async () => void (api = await startFixtureApi({ keep: true })))
afterAll(() => api.close())

const db = () => api.db
const rows = async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await db().query<T>(text, values)).rows

/** What of these the roles may write: column by column, and nothing else. */
const writable: Record<string, string[]> = {
  app_user: ['privacy_version', 'terms_accepted_at', 'terms_version', 'unsuccessful_attempts'],
}
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
    if (name in globalTables) return false
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
  expect(Object.keys(globalTables).filter((name) => !found.some((table) => table.name === name))).toEqual([])
  // Every key of a tenant's table begins with the carrier, so that it can be spread by carrier.
  const keys = await rows<{ name: string; first: string | null }>(`
    select c.relname as name, (select a.attname from pg_index i join pg_attribute a on a.attrelid = c.oid
      and a.attnum = i.indkey[0] where i.indrelid = c.oid and i.indisprimary) as first
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`)
  expect(keys.filter(({ name, first }) => !(name in globalTables) && first !== 'mc')).toEqual([])
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
  expect(
    odd.map(
      ({ tablename, policyname, of, qual }) => `${tablename}, ${policyname}, to ${of}: ${qual.replaceAll(/\s+/g, ' ')}`,
    ),
  ).toEqual([
    'access_audit, viewing, to owner: true', // how much who looked at, counted for an alert
    'app_user, accounts, to owner: true', // accounts are made and found by functions of the owner
    // People of the carrier, and oneself.
    'app_user, carrier, to rxdocket_app,rxdocket_reader: ((id = app_user()) OR (EXISTS ( SELECT FROM user_carrier w ' +
      'WHERE ((w.mc = app_mc()) AND (w.user_id = app_user.id)))))',
    'authorization_owner, clock, to owner: true', // whose owner has no account any more is found for every carrier
    'authorization_reroute, clock, to owner: true', // and which of those were looked at a moment ago
    'care_score, nightly, to owner: true', // what is due is found for every carrier
    "carrier_setting, notice_days, to owner: (key = 'noticeDays'::text)", // how long each carrier keeps notices, for the clock
    "carrier_setting, second_factor, to owner: (key = 'secondFactorWaived'::text)", // sign-in asks before there is a carrier
    // A setting of the whole carrier is read by all who may see settings.
    "carrier_setting_change, carrier, to public: ((mc = app_mc()) AND ((sub_carrier = '*'::text) OR app_sees(sub_carrier)))",
    'carrier_sso, sign_in, to owner: true', // before anybody is signed in there is no carrier yet
    'carrier_sso_person, sign_in, to owner: true', // nor one of the person it vouches for
    'chat_agent, clock, to owner: true', // whose agent is gone is found for every carrier
    // A chat about a claim is for its user and those who see the claim; its messages and notes are seen with it.
    'chat_message, carrier, to public: ((mc = app_mc()) AND ' +
      '(EXISTS ( SELECT FROM chat_session s WHERE ((s.mc = chat_message.mc) AND (s.id = chat_message.chat_id)))))',
    'chat_note, carrier, to public: ((mc = app_mc()) AND (EXISTS ( SELECT FROM chat_session s WHERE ((s.mc = chat_note.mc) AND (s.id = chat_note.chat_id)))))',
    'chat_session, carrier, to public: ((mc = app_mc()) AND ((user_id = app_user()) OR (sub_carrier IS NULL) OR app_sees(sub_carrier)))',
    'chat_session, clock, to owner: true', // and the chats that agent had
    'claim_contact_note, survey, to owner: true', // who called has a code and no carrier: the contact says whose it is
    'claimant, texts, to owner: true', // a number that texts: whose it is, in all carriers
    'data_extract_schedule, clock, to owner: true', // what is due is found for every carrier
    'emergency_access, carrier, to public: (mc = app_mc())', // a claim is opened for oneself alone
    // A file of no program in particular is on the list of every account manager.
    // One's own guesses, which only the functions of emergency access read.
    'emergency_guess, carrier, to public: (mc = app_mc())',
    // Who took a file is asked about it, also without the program any more.
    'export_question, carrier, to public: ((mc = app_mc()) AND ((user_id = app_user()) OR (sub_carrier IS NULL) OR app_sees(sub_carrier)))',
    'export_record, carrier, to public: ((mc = app_mc()) AND ((sub_carrier IS NULL) OR app_sees(sub_carrier)))',
    // A flag of the whole carrier or of a user is read by all account managers.
    "feature_flag_change, carrier, to public: ((mc = app_mc()) AND ((sub_carrier = '*'::text) OR app_sees(sub_carrier)))",
    'form_draft, mine, to rxdocket_app,rxdocket_reader: ((mc = app_mc()) AND (user_id = app_user()))', // what a person has typed is theirs alone
    'form_draft, sweep, to owner: true', // what is over is removed for everybody
    "formulary_item, carrier, to public: ((mc = app_mc()) OR (mc = ''::text))", // '' are the defaults of all carriers
    'invitation, registration, to owner: true', // before somebody is registered there is no carrier yet
    'lomn_request, answer, to owner: true', // a prescriber has a code and no carrier: the letter says whose it is
    'notice_waiting, fresh, to owner: fresh', // whose e-mail nobody thought of yet is found for every carrier
    'out_of_office, clock, to owner: true', // times away that begin or end are found for every carrier
    'outbox, relay, to owner: true', // messages to the outside are relayed for every carrier
    'outside_message, gateway, to owner: true', // a gateway speaks of a message: the message says whose it is
    'pharmacy_callback, calls, to owner: true', // what nobody took is found for every carrier
    'prior_auth, days, to owner: true', // what begins or ends by its date is found for every carrier
    'recent_patient, own, to public: ((mc = app_mc()) AND (user_id = app_user()))', // whom a user viewed last is for them alone
    // A year of requests is counted in one statement: the programs of the caller are read once.
    'request_turnaround, carrier, to public: ((mc = app_mc()) AND CASE WHEN ( SELECT app_sees_all() AS app_sees_all) THEN true ELSE (sub_carrier = ANY (( SELECT app_subs() AS app_subs)::text[])) END)',
    // All programs or some is asked once a statement; a draft is its maker's alone.
    'rx_authorization, carrier, to rxdocket_app,rxdocket_reader: ((mc = app_mc()) AND CASE WHEN ( SELECT app_sees_all() AS app_sees_all) THEN true ELSE app_sees(sub_carrier) END AND ((status_id <> 10) OR (owner_id = app_user())))',
    'rx_authorization, clock, to owner: true', // what is due is found for every carrier
    // The programs of the caller are read once a statement.
    'rx_transaction, carrier, to public: ((mc = app_mc()) AND CASE WHEN ( SELECT app_sees_all() AS app_sees_all) THEN true ELSE (sub_carrier = ANY (( SELECT app_subs() AS app_subs)::text[])) END)',
    'scim_token, directory, to owner: true', // a directory shows a token and no carrier: the token says whose it is
    'sms_campaign, texts, to owner: true', // STOP is said to a number, not to a carrier
    'sms_inbound, texts, to owner: true', // and a text the gateway delivers twice is recognized
    // One's own carriers, to choose from; in a session that a carrier vouched for, that one.
    "user_carrier, carrier, to public: ((mc = app_mc()) OR ((user_id = app_user()) AND (mc = COALESCE(NULLIF(current_setting('app.sso_mc'::text, true), ''::text), mc))))",
    'user_carrier, clock, to owner: true', // accounts that were closed, for the requests they leave
    'user_notification, sweep, to owner: true', // notices that were kept long enough are removed for everybody
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
    'carrier_view',
    'carrier_views',
    'claim_exports', // ids of files that had a claim in them; who asks has seen the claim
    'claims_of_export', // how many claims a file had something of, no id
    'colleague_sessions',
    'counts_of_my_carriers',
    'enter',
    'enter_service',
    'my_session',
    'my_sessions',
    'open_cursor',
    'opened_since',
    'operations_figures',
    'patient_views',
    'request_exports',
    'seal_cursor',
    'standings',
    'work_at',
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

test('the portal’s database roles cannot change the schema', async () => {
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
      expect([role, text, await tryAs(db(), role, text)]).toEqual([
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
    await tryAs(db(), 'rxdocket_reader', audit, 'AAA'),
    await tryAs(db(), 'rxdocket_reader', audit, 'BBB'),
    await tryAs(db(), 'rxdocket_reader', audit),
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
      await tryAs(db(), 'rxdocket_app', `delete from ${table}`, 'AAA'),
      await tryAs(db(), 'rxdocket_app', `truncate ${table}`, 'AAA'),
    ]).toEqual([table, DENIED, DENIED])
  }
  expect(await columns('authorization_decision')).toEqual([
    'second_approver',
    'second_approver_name',
    'undone_at',
    'undone_by_name',
  ])
  expect(await tryAs(db(), 'rxdocket_app', "update authorization_decision set note = 'other'", 'AAA')).toBe(DENIED)
  expect(await tryAs(db(), 'rxdocket_app', 'update authorization_decision set undone_at = null', 'AAA')).toBe('done')
  expect(await tryAs(db(), 'rxdocket_app', 'delete from authorization_decision', 'AAA')).toBe(DENIED)
  expect(await tryAs(db(), 'rxdocket_app', "update authorization_event set event_text = 'other'", 'AAA')).toBe(DENIED)
  expect(await tryAs(db(), 'rxdocket_app', "update access_audit set actor = 'other'", 'AAA')).toBe(DENIED)
  const truncatable = await rows(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and has_table_privilege('rxdocket_app', oid, 'truncate')`,
  )
  expect(truncatable).toEqual([])
})

test('of the tables that belong to no carrier, the roles may read reference and write only what is listed', async () => {
  for (const [table, { kind }] of Object.entries(globalTables)) {
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
      expect([table, role, await tryAs(db(), role, `delete from ${table}`)]).toEqual([table, role, DENIED])
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
