import { expect, test } from 'vitest'
import { filesOf, isTest, textOf } from './source.ts'
import { columnsSet, writesIn } from './sql-writes.ts'
import { textsOf } from './syntax.ts'

/*
 * rx_authorization.status_id is written by two statements, the update and the insert of features/authorizations/lifecycle-sql.ts,
 * which lifecycle.ts alone uses: it asks the transition table first. Read here is the SQL in the texts of every source file
 * that is no test, and in migrations. What copies whole tables and takes their names as a value is named below.
 */

const home = 'features/authorizations/lifecycle-sql.ts'
const sources = filesOf('**/*.{ts,tsx,mts,js,mjs,cjs}').filter((file) => !isTest(file))

/** Files that write tables by names they are given, each with the reason. */
const byName: Readonly<Record<string, string>> = {
  'bench/data.ts': 'makes copies of an authorization with everything that belongs to it',
  'database/seed/copy.ts': 'copies the rows of the demo data into empty tables',
  'database/seed/load-scale.ts': 'empties the tables before it fills them, and keeps its own notes',
  'database/seed/load-worker.ts': 'keeps notes of what was loaded in a table of its own',
  'database/seed/set-aside.ts': 'keeps notes of what was set aside in a table of its own',
  'demo/page/load-data.ts': 'puts the rows of whole tables into the database of the demonstration without a server',
}

/** The statements of a text that write the status: updates that set it or any columns they are given, and inserts. */
const statusWrites = (sql: string): string[] =>
  writesIn(sql)
    .filter(({ table }) => table === 'rx_authorization')
    .filter(
      ({ verb, rest }) =>
        ['insert', 'merge', 'copy'].includes(verb) ||
        (verb === 'update' && columnsSet(rest).some((column) => column === 'status_id' || column.startsWith('${'))),
    )
    .map(({ verb, rest }) => `${verb} ${rest.replaceAll(/\s+/g, ' ').slice(0, 60)}`)

/** Reading a syntax tree takes time: only files with the verb of a write are read closely. */
const sqlOf = (file: string): string[] => {
  const text = textOf(file)
  return /\b(?:update|insert|merge|copy|truncate)\b/i.test(text) ? textsOf(file, text) : []
}
const statements = sources.map((file) => ({ file, sql: sqlOf(file) }))

test('only one update and one insert write the status of an authorization', () => {
  const found = statements.flatMap(({ file, sql }) => sql.flatMap(statusWrites).map((it) => `${file}: ${it}`))
  expect(found.map((it) => it.replace(/ .*/, ''))).toEqual([`${home}:`, `${home}:`])
})

test('no migration writes the status of an authorization', () => {
  const found = filesOf('database/migrations/*.sql').flatMap((file) =>
    statusWrites(textOf(file)).map((it) => `${file}: ${it}`),
  )
  expect(found).toEqual([])
})

test('a file that writes a table by a name it is given is named here', () => {
  const found = statements.filter(({ sql }) => sql.flatMap(writesIn).some(({ table }) => table.includes('$')))
  expect(found.map(({ file }) => file)).toEqual(Object.keys(byName))
})

test('only lifecycle.ts uses the statements that write the status', () => {
  const users = sources.filter((file) => /\blifecycle-sql\b/.test(textOf(file)) && file !== home)
  expect(users).toEqual(['features/authorizations/lifecycle.ts'])
})

test.each([
  'update rx_authorization set status_id = 30 where id = 1',
  'update rx_authorization a\n  set version = 1, status_id = $1 from x where true',
  'update rx_authorization set version = (select max(v) from b where c), status_id = 30',
  'update rx_authorization set (version, status_id) = (1, 30)',
  'update rx_authorization set (status_id) = (select 30)',
  'update rx_authorization set "status_id" = 30',
  'UPDATE RX_AUTHORIZATION SET STATUS_ID = 30',
  'update only rx_authorization set status_id = 30',
  'update "rx_authorization" set status_id = 30',
  'update public.rx_authorization as x set status_id = 30',
  'update public."rx_authorization" "x" set status_id = 30',
  'update rx_authorization set ${assigned} where id = 1',
  'with a as (update rx_authorization set status_id = 30 returning id) select 1',
  'insert into rx_authorization select * from y',
  'insert into rx_authorization (id, status_id) values (1, 30)',
  'INSERT INTO public."rx_authorization" values (1)',
  'merge into rx_authorization a using b on a.id = b.id when matched then update set status_id = 30',
  'copy rx_authorization (id, status_id) from stdin',
  'copy "rx_authorization" from stdin',
])('a second statement is found: %s', (statement) => {
  expect(statusWrites(statement)).toHaveLength(1)
})

test.each([
  'update rx_authorization set owner_id = 1 where status_id = 20',
  'update rx_authorization a set note = (select status_id from b where true) where a.id = 1',
  'update rx_authorization set seen_status_id = 3 where id = 1',
  'copy rx_authorization to stdout',
  'select 1 from rx_authorization for update',
])('an update that only reads the status is none: %s', (statement) => {
  expect(statusWrites(statement)).toEqual([])
})

test.each([
  "const a = 'update rx_authorization ' + 'set status_id = 30'",
  "const a = ['update rx_authorization', 'set status_id = 30'].join(' ')",
  'const a = sql`with x as (${other}) update rx_authorization set status_id = ${to}`',
  'const done = (to: number) => sql`status_id = ${to}`\nconst a = sql`update rx_authorization set ${done(30)} where id = 1`',
])('a statement is read however it is put together: %s', (code) => {
  expect(textsOf('a.ts', code).flatMap(statusWrites)).toHaveLength(1)
})
