import type { Pool, PoolClient } from 'pg'
import { hashPassword } from './passwords.ts'
import { inTransaction } from './store.ts'

/** An account to add. Without a password it can sign in through single sign-on only. */
export type NewDemoAccount = {
  username: string
  password: string | null
  email: string
  name: string
  /** The subject of its tokens; a random one when left out. */
  subject?: string
  /** Longest session in minutes as the portal learns it, 0 for no limit. */
  refreshHint?: number
  mustChangePassword?: boolean
}

export type DemoAccount = {
  subject: string
  username: string
  passwordHash: string | null
  email: string
  name: string
  refreshHint: number | null
  mustChangePassword: boolean
}

const columns = `subject, username, password_hash as "passwordHash", email, name, refresh_hint as "refreshHint",
  must_change_password as "mustChangePassword"`

/** Adds the accounts whose usernames are not taken, and answers how many. One password shared by many is hashed once. */
export async function addDemoAccounts(pool: Pool, wanted: readonly NewDemoAccount[]): Promise<number> {
  const { rows: taken } = await pool.query<{ name: string }>(
    'select lower(username) as name from demo_idp.account where lower(username) = any($1)',
    [wanted.map(({ username }) => canonicalUsername(username))],
  )
  const names = new Set(taken.map(({ name }) => name))
  const accounts = wanted.filter(({ username }) => !names.has(canonicalUsername(username)))
  if (accounts.length === 0) return 0
  const hashes = new Map<string, string>()
  for (const { password } of accounts) {
    if (password !== null && !hashes.has(password)) hashes.set(password, await hashPassword(password))
  }
  const rows = accounts.map((account) => ({
    subject: account.subject ?? null,
    username: account.username.trim(),
    password_hash: account.password === null ? null : hashes.get(account.password),
    email: account.email,
    name: account.name,
    refresh_hint: account.refreshHint ?? null,
    must_change_password: account.mustChangePassword ?? false,
  }))
  const { rowCount } = await pool.query(
    `insert into demo_idp.account
       (subject, username, password_hash, email, name, sso_only, refresh_hint, must_change_password)
     select coalesce(subject, gen_random_uuid()::text), username, password_hash, email, name, password_hash is null,
       refresh_hint, must_change_password
     from json_to_recordset($1::json) as row (subject text, username text, password_hash text, email text, name text,
       refresh_hint integer, must_change_password boolean)
     on conflict do nothing`,
    [JSON.stringify(rows)],
  )
  return rowCount ?? 0
}

/** A username as it is compared: trimmed, composed and in lower case. */
export const canonicalUsername = (typed: string): string => typed.normalize('NFKC').trim().toLowerCase()

/** The account of that username, whatever its case. */
export async function accountNamed(pool: Pool, username: string): Promise<DemoAccount | undefined> {
  const name = canonicalUsername(username)
  if (name.includes('\0')) return undefined // PostgreSQL takes no such text
  const text = `select ${columns} from demo_idp.account where lower(username) = $1`
  return (await pool.query<DemoAccount>(text, [name])).rows[0]
}

/** The account of that subject. */
export async function accountOf(pool: Pool, subject: string): Promise<DemoAccount | undefined> {
  return (await pool.query<DemoAccount>(`select ${columns} from demo_idp.account where subject = $1`, [subject]))
    .rows[0]
}

/** Has a new password chosen at the next sign-in and ends the provider's sessions of the account; false without one. */
export async function demandNewPassword(pool: Pool, subject: string): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      'update demo_idp.account set must_change_password = true where subject = $1 and not sso_only',
      [subject],
    )
    if (rowCount === 0) return false
    await endSessions(client, subject)
    return true
  })
}

/** Ends the provider's sessions of the account, whatever browser holds them. */
export async function endSessions(db: Pool | PoolClient, subject: string): Promise<void> {
  await db.query(`delete from demo_idp.payload where account_id = $1 and model in ('Session', 'Grant')`, [subject])
}

/** Stores the password the person chose. */
export async function setPassword(pool: Pool, subject: string, password: string): Promise<void> {
  const hash = await hashPassword(password)
  const text = 'update demo_idp.account set password_hash = $2, must_change_password = false where subject = $1'
  await pool.query(text, [subject, hash])
}
