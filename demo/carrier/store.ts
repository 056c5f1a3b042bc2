import { DAY_MS, later } from '#platform/dates/instant.ts'
import { readFile } from 'node:fs/promises'
import type { Pool } from 'pg'
import { hashPassword, isPassword } from '../identity-provider/passwords.ts'
import { inTransaction } from '../identity-provider/store.ts'
import { newSelfSigned, type KeyWithCertificate } from '#platform/encryption/self-signed.ts'

// An arbitrary number: the advisory lock held while the schema or the key is prepared.
const setupLock = 5_210_418
/** Creates the schema `demo_carrier` and its key where they are missing; several processes may do so at once. */
export async function prepareDemoCarrier(pool: Pool, now: Date): Promise<KeyWithCertificate> {
  const text = await readFile(new URL('./schema.sql', import.meta.url), 'utf8')
  return inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [setupLock])
    await client.query(text)
    const { rows } = await client.query<KeyWithCertificate>(
      'select private_key as "privateKey", certificate from demo_carrier.signing_key',
    )
    if (rows[0]) return rows[0]
    const dates = { from: later(now, -DAY_MS), to: later(now, 3650 * DAY_MS) }
    const made = await newSelfSigned({ commonName: 'Demo carrier', ...dates })
    await client.query('insert into demo_carrier.signing_key (id, private_key, certificate) values (1, $1, $2)', [
      made.privateKey,
      made.certificate,
    ])
    return made
  })
}

/** A person who works at the demo carrier. */
export type NewEmployee = { username: string; password: string; nameId: string }

/** Adds employees whose usernames are not taken. */
export async function addEmployees(pool: Pool, employees: readonly NewEmployee[]): Promise<void> {
  for (const { username, password, nameId } of employees) {
    const { rowCount } = await pool.query('select from demo_carrier.employee where username = $1', [username])
    if (rowCount !== 0) continue
    await pool.query(
      'insert into demo_carrier.employee (username, password_hash, name_id) values ($1, $2, $3) on conflict do nothing',
      [username, await hashPassword(password), nameId],
    )
  }
}

const allowedFailures = 5

/** The name of an employee with this password; after five wrong ones the account waits five minutes. */
export async function employeeOf(
  pool: Pool,
  typed: string,
  password: string,
): Promise<{ nameId: string } | 'wrong' | 'wait'> {
  const username = typed.normalize('NFKC').trim().toLowerCase().replaceAll('\0', '')
  // Counted before the password is checked, so that concurrent guesses are all counted.
  const { rows } = await pool.query<{ hash: string; nameId: string; failures: number }>(
    `update demo_carrier.employee set failed_at = clock_timestamp(),
       failures = case when failed_at > clock_timestamp() - interval '5 minutes' then failures + 1 else 1 end
     where username = $1 returning password_hash as hash, name_id as "nameId", failures`,
    [username],
  )
  const found = rows[0]
  if (found && found.failures > allowedFailures) return 'wait'
  const right = await isPassword(found?.hash ?? null, password)
  if (!found || !right) return 'wrong'
  await pool.query('update demo_carrier.employee set failures = 0 where username = $1', [username])
  return { nameId: found.nameId }
}
