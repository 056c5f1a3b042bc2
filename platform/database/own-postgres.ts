import pg from 'pg'
import { CannotStart } from '../cannot-start.ts'

const OLDEST = 15
const PATIENCE_MS = 1500

/**
 * Checks that the operator's own PostgreSQL answers, accepts our login, can be written and is new enough. `setting`: whose
 * address it is.
 */
export async function checkOwnPostgres(url: string, setting = 'DATABASE_URL'): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  })
  client.on('error', () => {})
  const where = new URL(url).host
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number; standby: boolean }>(
      `select current_setting('server_version_num')::int / 10000 as version, pg_is_in_recovery() as standby`,
    )
    const { version, standby } = rows[0] as { version: number; standby: boolean }
    if (version < OLDEST) {
      throw new CannotStart(`The PostgreSQL at ${where} is version ${version}: RxDocket needs ${OLDEST} or newer.`)
    }
    if (standby)
      throw new CannotStart(`The PostgreSQL at ${where} is a read-only standby: set ${setting} to the primary.`)
  } catch (reason) {
    if (reason instanceof CannotStart) throw reason
    throw new CannotStart(`The PostgreSQL of ${setting} at ${where} ${why(reason)}.`)
  } finally {
    await client.end().catch(() => {})
  }
}

function why(reason: unknown): string {
  const { code, message } = reason as { code?: string; message: string }
  const known: Record<string, string> = {
    ECONNREFUSED: 'is not running or not reachable: start it, or correct the address',
    ENOTFOUND: 'has a name nobody knows: correct the address',
    EAI_AGAIN: 'has a name nobody knows: correct the address',
    '28P01': 'refuses the user or the password: correct them',
    '28000': 'does not let this user in: correct the user, or allow it there',
    '3D000': 'has no such database: create it, or correct its name',
  }
  return (
    known[code ?? ''] ??
    `does not answer as it should (${(message || code || 'no reason given').replace(/\s+/g, ' ').replace(/\.$/, '')})`
  )
}
