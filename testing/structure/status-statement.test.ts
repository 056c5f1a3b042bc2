import { expect, test } from 'vitest'
import { filesOf, isTest, textOf } from './source.ts'

/*
 * rx_authorization.status_id is written by two statements, the update and the insert of features/authorizations/lifecycle-sql.ts,
 * which lifecycle.ts alone uses: it asks the transition table first. Read here is the SQL of everything that ships and of the
 * demo data (which copies its rows in); migrations run once and before anybody uses them.
 */

const home = 'features/authorizations/lifecycle-sql.ts'
const sources = filesOf('{features,platform,demo,reference,database,tools}/**/*.{ts,tsx}').filter(
  (file) => !isTest(file),
)

/** The statements of a text that write the status: updates that set it, and inserts of whole rows. */
function statusWrites(text: string): string[] {
  const updates = [...text.matchAll(/\bupdate\s+rx_authorization\b[\s\S]*?(?=\bwhere\b|`)/gi)].filter(([statement]) =>
    /\bstatus_id\s*=/.test(statement),
  )
  const inserts = [...text.matchAll(/\binsert\s+into\s+rx_authorization\b|\bmerge\s+into\s+rx_authorization\b/gi)]
  return [...updates, ...inserts].map(([statement]) => statement.replaceAll(/\s+/g, ' ').slice(0, 60))
}

test('only one update and one insert write the status of an authorization', () => {
  const found = sources.flatMap((file) => statusWrites(textOf(file)).map((statement) => `${file}: ${statement}`))
  expect(found.map((it) => it.split(':')[0])).toEqual([home, home])
})

test('only lifecycle.ts uses the statements that write the status', () => {
  const users = sources.filter((file) => /lifecycle-sql\.ts'/.test(textOf(file)))
  expect(users).toEqual(['features/authorizations/lifecycle.ts'])
})

test.each([
  'update rx_authorization set status_id = 30 where id = 1',
  'update rx_authorization a\n  set version = 1, status_id = $1 from x where true',
  'insert into rx_authorization select * from y',
])('a second statement is found: %s', (statement) => {
  expect(statusWrites(statement)).toHaveLength(1)
})

test('an update that reads the status is none', () => {
  expect(statusWrites('update rx_authorization set owner_id = 1 where status_id = 20')).toEqual([])
})
