import { expect, test } from 'vitest'
import { filesOf, productFiles, textOf } from './source.ts'

/*
 * A table is written (insert into, update, delete from, merge into, copy) by the statements of one feature, in files that lie
 * directly in its folder and end in sql.ts. Other features call that feature's exported statement. Read here is the SQL text of
 * features/; rows locked by `for update of` are not written, and `do update set` belongs to the insert before it.
 */

type Write = { table: string; feature: string; file: string }

const tables = new Set(
  filesOf('database/migrations/*.sql').flatMap((file) =>
    [...textOf(file).matchAll(/\bcreate (?:unlogged )?table (?:if not exists )?(\w+)/g)].map(([, table]) => table!),
  ),
)
const verbs =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|copy)\s+(\w+)\b|\bupdate\s+(\w+)(?:\s+(?:as\s+)?\w+)?\s+set\b/g
const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1')

const writesIn = (text: string): string[] =>
  [...withoutComments(text).matchAll(verbs)]
    .map(([, one, other]) => (one ?? other)!)
    .filter((table) => tables.has(table))

const writes: Write[] = productFiles
  .filter((file) => /^features\/[^/]+\/.*\.ts$/.test(file))
  .flatMap((file) => writesIn(textOf(file)).map((table) => ({ table, feature: file.split('/')[1]!, file })))

test('every table is written by one feature', () => {
  const owners = new Map<string, Set<string>>()
  for (const { table, feature } of writes) owners.set(table, (owners.get(table) ?? new Set()).add(feature))
  const shared = [...owners]
    .filter(([, features]) => features.size > 1)
    .map(([table, features]) => `${table}: ${[...features].sort().join(' ')}`)
  expect(shared.sort()).toEqual([])
})

test('tables are written only by files that lie directly in a feature and end in sql.ts', () => {
  const elsewhere = new Set(
    writes
      .filter(({ file }) => !/^features\/[^/]+\/(?:[\w-]+-)?sql\.ts$/.test(file))
      .map(({ table, file }) => `${file}: ${table}`),
  )
  expect([...elsewhere].sort()).toEqual([])
})

test.each([
  ['insert into outbox select 1', 'outbox'],
  ['update prior_auth p set status_id = 1', 'prior_auth'],
  ['with gone as (delete from prior_auth where true) select', 'prior_auth'],
])('a write is found in: %s', (statement, table) => {
  expect(writesIn(statement)).toEqual([table])
})

test.each(['select 1 from a for update', 'on conflict do update set x = 1', 'select updated_at from a'])(
  'no write is found in: %s',
  (statement) => expect(writesIn(statement)).toEqual([]),
)
