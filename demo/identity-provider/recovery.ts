import { createHash, randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { accountOf, canonicalUsername, endSessions, setPassword, type DemoAccount } from './accounts.ts'
import { inTransaction } from './store.ts'

/** What the demo provider needs from the portal it runs in to reset passwords by mail. */
export type Recovery = {
  /** Sends a mail to the person of an account. */
  send: (mail: { subject: string; to: string; title: string; text: string }) => Promise<void>
  /** What arrived at an address, newest first; absent where mail really leaves the portal. */
  mailbox?: ((address: string) => Promise<readonly Mail[]>) | undefined
  /** The person of this subject has a new password. */
  changed?: ((subject: string) => Promise<void>) | undefined
}
export type Mail = { at: string; title: string; text: string }

const minutes = 30
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * True while neither the username (5 an hour) nor the address (20 an hour) is over its limit, whether the username exists
 * or not.
 */
export async function mayAsk(pool: Pool, username: string, ip: string): Promise<boolean> {
  const keys = [`name ${canonicalUsername(username)}`, `ip ${ip}`].map((key) =>
    createHash('sha256').update(key).digest('hex'),
  )
  return inTransaction(pool, async (client) => {
    for (const key of keys.toSorted())
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [key])
    const { rows } = await client.query<{ free: boolean }>(
      `select count(*) filter (where key_hash = $1) < 5 and count(*) filter (where key_hash = $2) < 20 as free
       from demo_idp.recovery_ask where key_hash = any($3) and at > clock_timestamp() - interval '1 hour'`,
      [...keys, keys],
    )
    if (!rows[0]?.free) return false
    await client.query('insert into demo_idp.recovery_ask (key_hash) select unnest($1::text[])', [keys])
    return true
  })
}

/** Sends the way to a new password, in place of an earlier one. Nothing happens for an account without a password. */
export async function sendRecovery(
  { pool, issuer, brand, recovery }: { pool: Pool; issuer: string; brand: string; recovery: Recovery },
  account: DemoAccount | undefined,
): Promise<void> {
  if (!account || account.passwordHash === null) return
  const token = randomBytes(32).toString('base64url')
  await pool.query(
    `insert into demo_idp.recovery (hash, subject, expires_at) values ($1, $2, now() + make_interval(mins => $3))
     on conflict (subject) do update set hash = excluded.hash, expires_at = excluded.expires_at`,
    [hashOf(token), account.subject, minutes],
  )
  const text = `Hello ${account.name},

Somebody asked for a new password for your ${brand} account. If it was you, choose one here:

${issuer}/new-password/${token}

The link works once, within ${minutes} minutes. If it was not you, do nothing: your password stays as it is.
`
  await recovery.send({ subject: account.subject, to: account.email, title: 'Choose a new password', text })
}

/**
 * The account of a link while it is valid; reading it does not use it up, since mail programs open links before people do.
 */
export async function recovering(pool: Pool, token: string): Promise<DemoAccount | undefined> {
  if (!/^[\w-]{43}$/.test(token)) return undefined
  const text = 'select subject from demo_idp.recovery where hash = $1 and expires_at > now()'
  const subject = (await pool.query<{ subject: string }>(text, [hashOf(token)])).rows[0]?.subject
  return subject === undefined ? undefined : accountOf(pool, subject)
}

/** Sets the password a link was for, once, and ends every session of the account; false when the link is no longer good. */
export async function recover(pool: Pool, token: string, account: DemoAccount, password: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    'delete from demo_idp.recovery where hash = $1 and subject = $2 and expires_at > now()',
    [hashOf(token), account.subject],
  )
  if (rowCount === 0) return false
  await setPassword(pool, account.subject, password)
  await endSessions(pool, account.subject)
  // Failed attempts with the old password no longer count.
  await pool.query('update demo_idp.account set last_sign_in_at = clock_timestamp() where subject = $1', [
    account.subject,
  ])
  return true
}
