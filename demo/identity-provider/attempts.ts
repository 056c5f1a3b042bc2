import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { canonicalUsername } from './accounts.ts'
import { inTransaction } from './store.ts'

/** An attempt that may go on, or how long to wait. */
export type Attempt = { ok: true; id: string } | { ok: false; waitSeconds: number }

const allowedFailures = 5
const windowSeconds = 300

/**
 * Counts an attempt to sign in as failed before the password is checked, so that concurrent guesses are limited like
 * sequential ones. After five failures within five minutes the username has to wait, whether it exists or not.
 */
export async function beginAttempt(pool: Pool, username: string): Promise<Attempt> {
  const name = canonicalUsername(username)
  const hash = createHash('sha256').update(name).digest('hex')
  const stored = name.replaceAll('\0', '') // PostgreSQL takes no such text; the hash still tells them apart
  return inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [hash])
    const { rows } = await client.query<{ wait: number; failures: number }>(
      `select count(*)::int as failures,
         coalesce(ceil(extract(epoch from min(failed_at) - clock_timestamp()) + $2::int), 0)::int as wait
       from (
         select failed_at from demo_idp.sign_in_failure
         where username_hash = $1 and failed_at > clock_timestamp() - make_interval(secs => $2::int)
           and failed_at > coalesce(
             (select last_sign_in_at from demo_idp.account where lower(username) = $3), '-infinity')
         order by failed_at desc limit $4
       ) as recent`,
      [hash, windowSeconds, stored, allowedFailures],
    )
    const { failures = 0, wait = 0 } = rows[0] ?? {}
    if (failures >= allowedFailures) return { ok: false, waitSeconds: Math.max(1, wait) }
    const { rows: added } = await client.query<{ id: string }>(
      `insert into demo_idp.sign_in_failure (username_hash, subject)
       values ($1, (select subject from demo_idp.account where lower(username) = $2))
       returning id::text`,
      [hash, stored],
    )
    return { ok: true, id: added[0]?.id ?? '' }
  })
}

/** The password was right: this attempt and earlier ones no longer count as failures. */
export async function attemptSucceeded(pool: Pool, id: string, subject: string): Promise<void> {
  await pool.query(
    `with good as (delete from demo_idp.sign_in_failure where id = $1)
     update demo_idp.account set last_sign_in_at = clock_timestamp() where subject = $2`,
    [id, subject],
  )
}

/** How often somebody failed to sign in to this account since then (ISO 8601), for the last-login notice. */
export async function failuresSince(pool: Pool, subject: string, since: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from demo_idp.sign_in_failure where subject = $1 and failed_at > $2::timestamptz',
    [subject, since],
  )
  return rows[0]?.count ?? 0
}
