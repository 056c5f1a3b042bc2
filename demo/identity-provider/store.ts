import { generateKeyPair } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { calculateJwkThumbprint, type JWK } from 'jose'
import type { Pool, PoolClient } from 'pg'

// An arbitrary number: the advisory lock held while the schema or the first key is prepared.
const setupLock = 5_210_417

/** Creates the schema `demo_idp` where it is missing; several processes may do so at once. */
export async function ensureDemoProviderSchema(pool: Pool): Promise<void> {
  const text = await readFile(new URL('./schema.sql', import.meta.url), 'utf8')
  await inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [setupLock])
    await client.query(text)
  })
}

/** The keys the provider signs with, newest first; the first one is made when there is none. */
export async function signingKeys(pool: Pool): Promise<JWK[]> {
  const stored = await readKeys(pool)
  if (stored.length > 0) return stored
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const bare = privateKey.export({ format: 'jwk' }) as JWK
  const jwk = { ...bare, alg: 'RS256', use: 'sig', kid: await calculateJwkThumbprint(bare) }
  return inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [setupLock])
    await client.query(
      `insert into demo_idp.signing_key (kid, jwk)
       select $1, $2 where not exists (select from demo_idp.signing_key)`,
      [jwk.kid, JSON.stringify(jwk)],
    )
    return readKeys(client)
  })
}

async function readKeys(db: Pool | PoolClient): Promise<JWK[]> {
  const { rows } = await db.query<{ jwk: string }>('select jwk from demo_idp.signing_key order by created_at desc, kid')
  return rows.map(({ jwk }) => JSON.parse(jwk) as JWK)
}

/** Removes what has expired, and failed attempts older than 90 days. Answers how many rows went. */
export async function sweep(pool: Pool): Promise<number> {
  const payloads = await pool.query('delete from demo_idp.payload where expires_at < now()')
  await pool.query('delete from demo_idp.carrier_handle where expires_at < now()')
  await pool.query('delete from demo_idp.recovery where expires_at < now()')
  await pool.query(`delete from demo_idp.recovery_ask where at < now() - interval '1 day'`)
  const failures = await pool.query(`delete from demo_idp.sign_in_failure where failed_at < now() - interval '90 days'`)
  return (payloads.rowCount ?? 0) + (failures.rowCount ?? 0)
}

/** Runs the work in one transaction on one connection. */
export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    const undone = await client.query('rollback').then(
      () => true,
      () => false,
    )
    client.release(!undone)
    throw error
  }
}
