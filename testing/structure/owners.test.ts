import { expect, test } from 'vitest'
import { filesOf, isTest, textOf } from './source.ts'
import { writesIn } from './sql-writes.ts'
import { textsOf } from './syntax.ts'

/*
 * A table is written (insert, update, delete, merge, truncate, copy) by one owner: a feature, in files that lie directly in its
 * folder and end in sql.ts, or a folder of the platform or of demo/. Others call the statement the owner exports. Read here is
 * the SQL in the texts of features/, platform/, reference/, demo/ and tools/; the commands of tools/ own no table, and what they
 * and others write in a table of somebody else is named below.
 */

type Write = { table: string; owner: string; file: string }

/** A carrier, its plan, people and claims. */
const setUp = [
  'access_audit',
  'claim_icd',
  'claimant',
  'client_group',
  'drug',
  'eligibility_span',
  'employer',
  'formulary_item',
  'invitation',
  'master_carrier',
  'outbox',
  'outside_message',
  'pharmacy',
  'pharmacy_route',
  'practitioner',
  'sub_carrier',
  'wc_claim',
]

/** What writes a table it does not own, exactly, each with the reason. */
const others: Readonly<Record<string, { tables: readonly string[]; reason: string }>> = {
  'demo/identity-provider/demo-mail.ts': {
    tables: ['app_user'],
    reason: 'the stand-in reports a changed password, which a provider of a customer does by its own call',
  },
  'tools/carrier-settings/command.ts': {
    tables: ['access_audit', 'carrier_setting'],
    reason: 'an operator sets what no screen sets, and it is audited',
  },
  'tools/carriers/command.ts': {
    tables: setUp,
    reason: 'an operator sets up a carrier from its files before it has users, and it is audited',
  },
  'tools/flags/command.ts': {
    tables: ['access_audit', 'feature_flag', 'feature_flag_override', 'feature_flag_user', 'security_event'],
    reason: 'an operator switches a function on or off, and it is audited',
  },
  'tools/saml/command.ts': {
    tables: ['app_user', 'carrier_sso', 'carrier_sso_person'],
    reason: "an operator sets up a carrier's single sign-on",
  },
  'tools/demo/data.ts': {
    tables: ['carrier_setting', 'feature_flag'],
    reason: 'the demo without a server comes with settings and flags of its own',
  },
  'tools/sessions/command.ts': {
    tables: ['security_event', 'session'],
    reason: 'an operator ends sessions, and it is audited',
  },
}

const migrations = filesOf('database/migrations/*.sql').map(textOf)
const sources = filesOf('{features,platform,reference,demo,tools}/**/*.{ts,tsx,mjs}').filter((file) => !isTest(file))
const sql = sources.map((file) => {
  const text = textOf(file)
  const writes = /\b(?:update|insert|delete|merge|copy|truncate|create)\b/i.test(text)
  return { file, texts: writes ? textsOf(file, text) : [] }
})

const tables = new Set(
  [...migrations, ...sql.flatMap(({ texts }) => texts)].flatMap((text) =>
    [...text.matchAll(/\bcreate (?:unlogged )?table (?:if not exists )?"?([\w.]+)/gi)].map(([, table]) =>
      table!.toLowerCase(),
    ),
  ),
)

const ownerOf = (file: string): string =>
  /^features\/([^/]+)|^[^/]+\/[^/]+/.exec(file)!.slice(0, 2).reverse().find(Boolean)!
const isHome = (file: string): boolean => /^features\/[^/]+\/(?:[\w-]+-)?sql\.ts$|^(?:platform|demo)\//.test(file)
const tablesIn = (text: string): string[] => writesIn(text).flatMap(({ table }) => (tables.has(table) ? [table] : []))

const writes: Write[] = sql.flatMap(({ file, texts }) =>
  [...new Set(texts.flatMap(tablesIn))].map((table) => ({ table, owner: ownerOf(file), file })),
)
const isNamed = ({ file, table }: Write): boolean => others[file]?.tables.includes(table) === true

test('every table is written by one owner', () => {
  const owners = new Map<string, Set<string>>()
  for (const write of writes.filter((it) => !isNamed(it)))
    owners.set(write.table, (owners.get(write.table) ?? new Set()).add(write.owner))
  const shared = [...owners]
    .filter(([, names]) => names.size > 1)
    .map(([table, names]) => `${table}: ${[...names].sort().join(' ')}`)
  expect(shared.sort()).toEqual([])
})

test('tables are written only by the sql.ts files of features, by the platform and by demo', () => {
  const elsewhere = writes
    .filter((it) => !isHome(it.file) && !isNamed(it))
    .map(({ table, file }) => `${file}: ${table}`)
  expect(elsewhere.sort()).toEqual([])
})

test('a file that is named above still writes each table it is named for', () => {
  const named = Object.entries(others).flatMap(([file, { tables: its }]) => its.map((table) => `${file}: ${table}`))
  const written = new Set(writes.map(({ table, file }) => `${file}: ${table}`))
  expect(named.filter((it) => !written.has(it))).toEqual([])
})

test.each([
  ['insert into outbox select 1', 'outbox'],
  ['INSERT INTO OUTBOX select 1', 'outbox'],
  ['update prior_auth p set status_id = 1', 'prior_auth'],
  ['update only prior_auth set status_id = 1', 'prior_auth'],
  ['update public."prior_auth" as p set status_id = 1', 'prior_auth'],
  ['with gone as (delete from prior_auth where true) select', 'prior_auth'],
  ['delete from only "prior_auth"', 'prior_auth'],
  ['truncate prior_auth cascade', 'prior_auth'],
  ['truncate table only prior_auth, outbox', 'prior_auth outbox'],
  ['merge into prior_auth p using x on true when matched then delete', 'prior_auth'],
  ['copy prior_auth (mc, id) from stdin', 'prior_auth'],
  ['copy public.prior_auth from stdin', 'prior_auth'],
])('a write is found in: %s', (statement, table) => {
  expect(tablesIn(statement).join(' ')).toBe(table)
})

test.each([
  'select 1 from a for update',
  'on conflict do update set x = 1',
  'select updated_at from a',
  'copy prior_auth to stdout',
  'Copy claim number',
])('no write is found in: %s', (statement) => expect(tablesIn(statement)).toEqual([]))
