import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { freshDatabase, loginsOf } from '#testing/database.ts'
import { checkPortalLogin, checkRoles } from './portal-login.ts'

// The login of the connections that answer calls: what it may become, and which logins are refused.

const DENIED = '42501'
const connected = async (connectionString: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}
/** The SQL state a statement is refused with, or what it answers. */
const outcome = (client: pg.Client, text: string): Promise<unknown> =>
  client.query(text).then(
    ({ rows }) => rows,
    (error: { code?: string }) => error.code,
  )

test('the login of calls has no right of its own, and becomes nobody but the two roles', async () => {
  const url = await freshDatabase(false, 'fixtures')
  const owner = await connected(url)
  const { rows: tables } = await owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss') order by 1`,
  )
  expect(tables.length).toBeGreaterThan(100)
  const superuser = new URL(url).username
  const login = await connected(`${loginsOf(url).databaseUrl}?options=${encodeURIComponent('-c role=rxdocket_reader')}`)
  // A statement that leaves the role of its connection meets the login, not the owner.
  await login.query('set role none')
  for (const { name } of tables)
    expect([name, await outcome(login, `select from ${name} limit 1`)]).toEqual([name, DENIED])
  for (const command of [
    'create table mine (id int)',
    'alter table app_user disable row level security',
    'create role another',
    `set role ${superuser}`,
    `set session authorization ${superuser}`,
  ])
    expect([command, await outcome(login, command)]).toEqual([command, DENIED])
  await login.query('set role rxdocket_app')
  expect(await outcome(login, 'select id from app_user')).toEqual([])
  expect(await outcome(login, 'select key from idempotency')).toEqual([])
})

test('people are found by those who share a carrier with them, and by themselves', async () => {
  const url = await freshDatabase(false, 'fixtures')
  const owner = await connected(url)
  const { rows: all } = await owner.query<{ mc: string; users: string[] }>(
    'select mc, array_agg(user_id::text order by user_id) as users from user_carrier group by mc order by mc',
  )
  const login = await connected(loginsOf(url).databaseUrl)
  const seenFrom = async (mc: string, user = ''): Promise<string[]> => {
    await login.query('begin')
    await login.query('set local role rxdocket_reader')
    await login.query(`select set_config('app.mc', $1, true), set_config('app.user', $2, true)`, [mc, user])
    const { rows } = await login.query<{ id: string }>('select id::text from app_user order by id')
    await login.query('rollback')
    return rows.map(({ id }) => id)
  }
  expect(all.length).toBeGreaterThan(1)
  for (const { mc, users } of all) expect(await seenFrom(mc)).toEqual(users)
  expect(await seenFrom('')).toEqual([])
  expect(await seenFrom('', all[0]!.users[0])).toEqual([all[0]!.users[0]])
})

test('a database that was restored without the rights of the roles is refused', async () => {
  const url = await freshDatabase()
  await checkRoles(url)
  const owner = await connected(url)
  await owner.query('revoke select on app_user from rxdocket_reader')
  await expect(checkRoles(url)).rejects.toThrow(
    'The database gives rxdocket_reader no rights: it was restored without them. Make the roles, then restore it (docs/guide/backup.md).',
  )
})

describe('a login an operator made', () => {
  let url: string
  let login: string
  let owner: pg.Client
  beforeEach(async () => {
    url = await freshDatabase()
    owner = await connected(url)
    login = `login_${randomBytes(6).toString('hex')}`
  })
  const made = async (words: string): Promise<void> => {
    await owner.query(`create role ${login} login password 'theirs' ${words}`)
    onTestFinished(async () => {
      await owner.query(`drop owned by ${login}`)
      await owner.query(`drop role ${login}`)
    })
  }
  const address = (): string => {
    const own = new URL(url)
    own.username = login
    own.password = 'theirs'
    return own.toString()
  }

  test('is given the two roles, once and again', async () => {
    await made('noinherit')
    await checkPortalLogin(url, address())
    await checkPortalLogin(url, address())
    const client = await connected(address())
    for (const role of ['rxdocket_reader', 'rxdocket_app'])
      expect(await outcome(client, `set role ${role}`)).toEqual([])
  })

  test.each([
    ['superuser', 'is a superuser'],
    ['bypassrls', 'may pass row-level security'],
    ['createrole', 'may make and change roles'],
  ])('that is made with %s is refused: it %s', async (words, fault) => {
    await made(words)
    await expect(checkPortalLogin(url, address())).rejects.toThrow(`The login ${login} of DATABASE_URL ${fault}.`)
  })

  test('that owns the tables, or may become their owner, is refused', async () => {
    await made('noinherit')
    const proprietor = `owner_${randomBytes(6).toString('hex')}`
    await owner.query(`create role ${proprietor} nologin`)
    await owner.query(`alter table migration owner to ${proprietor}`)
    onTestFinished(async () => {
      await owner.query(`reassign owned by ${proprietor} to current_user`)
      await owner.query(`drop role ${proprietor}`)
    })
    await owner.query(`grant ${proprietor} to ${login}`)
    const refused = `The login ${login} of DATABASE_URL owns the tables or may become their owner.`
    await expect(checkPortalLogin(url, address())).rejects.toThrow(refused)
    await owner.query(`revoke ${proprietor} from ${login}`)
    await owner.query(`alter table migration owner to ${login}`)
    await expect(checkPortalLogin(url, address())).rejects.toThrow(refused)
  })

  test('that is not there is named', async () => {
    await expect(checkPortalLogin(url, address())).rejects.toThrow(`The login ${login} of DATABASE_URL does not exist.`)
  })
})
