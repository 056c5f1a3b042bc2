import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askAlone, columnTypes, isRetryable, Transaction } from '#platform/database/pools.ts'
import { sql } from '#platform/database/sql.ts'
import { to } from './copy.ts'
import { Client, openDatabase, Pool } from './pg.ts'
import type pg from 'pg'

let lite: PGlite
let commits = 0
const pool = (role: string) =>
  new Pool({ options: `-c role=${role} -c timezone=UTC`, types: columnTypes }) as unknown as pg.Pool

beforeAll(async () => {
  lite = await PGlite.create()
  await lite.exec(`create role clerk; create table note (id int primary key, mc text, at timestamptz, words text[], cost numeric, tag bytea);
    create table drawn (number int constraint number_drawn unique); grant all on note, drawn to clerk;
    alter table note enable row level security; create policy own on note using (mc = current_setting('app.mc', true))`)
  openDatabase(lite, () => (commits += 1))
})
afterAll(() => lite.close())

test('in a page a transaction has the role of its pool, sees the rows of its carrier, and gets values as on a server', async () => {
  const db = await Transaction.open(pool('clerk'))
  const at = '2026-03-01T10:00:00.500Z'
  const sent = [
    db.command('begin'),
    db.all(sql`select set_config('app.mc', ${'NWM'}, true)`),
    db.all(
      sql`insert into note values (${1}, 'NWM', ${at}, ${['a "b"', 'c\\d', '']}, ${12.5}, ${new Uint8Array([1, 255])})`,
    ),
    db.one(
      sql`select current_user as who, at, words, cost, tag, count(*) over () as seen, ${null}::text as none from note`,
    ),
    db.command('commit'),
  ]
  const [, , , row, ended] = await Promise.all(sent)
  expect(row).toEqual({
    who: 'clerk',
    at,
    words: ['a "b"', 'c\\d', ''],
    cost: 12.5,
    tag: Buffer.from([1, 255]),
    seen: 1,
    none: null,
  })
  expect([ended, commits]).toEqual(['COMMIT', 1])
  db.release()
  expect(await askAlone(pool('clerk'), sql`select id from note`)).toEqual([])
  expect(await askAlone(pool('postgres'), sql`select current_user as who, id from note`)).toEqual([
    { who: 'postgres', id: 1 },
  ])
})

test('in a page what follows a refused statement fails with the same error, nothing is committed, and a connection given back open is rolled back', async () => {
  const first = await Transaction.open(pool('clerk'))
  const second = Transaction.open(pool('clerk')) // waits for its turn
  await first.command('begin')
  await first.all(sql`insert into drawn values (${7})`)
  const twice = await first.all(sql`insert into drawn values (${7})`).catch((error: unknown) => error)
  expect(twice).toMatchObject({ code: '23505', constraint: 'number_drawn' })
  expect(isRetryable(twice)).toBe(true)
  await expect(first.all(sql`select 1`)).rejects.toBe(twice)
  expect(await first.command('commit')).toBe('ROLLBACK')
  await first.command('begin')
  await first.all(sql`insert into drawn values (${8})`)
  first.release()
  const db = await second
  expect(await db.all(sql`select number from drawn`)).toEqual([])
  db.release()
})

test('in a page a listener hears a notification once its transaction has committed', async () => {
  const client = new Client()
  const heard: string[] = []
  client.on('notification', ({ payload = '' }) => heard.push(payload))
  await client.query('listen changes')
  await askAlone(pool('clerk'), sql`select pg_notify('changes', ${'NWM:worklist'})`)
  await askAlone(pool('clerk'), sql`select 1`)
  expect(heard).toEqual(['NWM:worklist'])
})

test('in a page the rows of a statement are read as CSV, and a statement that fails fails the reader', async () => {
  const client = await new Pool({ types: columnTypes } as never).connect()
  const read = async (text: string) => {
    const parts: string[] = []
    for await (const part of client.query(to(`copy (${text}) to stdout with (format csv, force_quote *)`)))
      parts.push(String(part))
    return parts.join('')
  }
  expect(await read(`select n, 'it''s "x"' from generate_series(1, 2) n`)).toBe(
    '"1","it\'s ""x"""\n"2","it\'s ""x"""\n',
  )
  await expect(read('select 1 / 0')).rejects.toMatchObject({ code: '22012' })
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  client.release()
})
