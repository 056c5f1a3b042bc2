import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { encryptionKeyFrom } from '#platform/encryption/encrypt.ts'

/** Encrypts the fields of test databases, the same in every process. */
export const testEncryptionKey = encryptionKeyFrom('what encrypts fields of a test database')

type SessionOptions = {
  now?: Date
  /** Seconds it may idle, minutes it lasts. */
  idle?: number
  minutes?: number
  limited?: boolean
  /** The dialog with the last sign-in was already shown. */
  welcomed?: boolean
}

/** Inserts the session that signing in would make; `mc` is null where no carrier is chosen. Returns the value of its cookie. */
export async function createSession(
  db: pg.Pool | pg.Client,
  username: string,
  mc: string | null,
  { now = new Date(), idle = 36_000, minutes = 720, limited = false, welcomed = false }: SessionOptions = {},
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest()
  const { rowCount } = await (db as pg.Client).query(
    `insert into session (id, token_hash, user_id, mc, started_at, expires_at, idle_seconds, limited, last_activity_at, login_shown, auth_time)
     select $1, $2, id, $3, $4, $4::timestamptz + make_interval(mins => $5), $6, $7, $4, $8, $4 from app_user where username = $9`,
    [randomUUID(), hash, mc, now, minutes, idle, limited, welcomed, username],
  )
  if (rowCount !== 1) throw new Error(`There is no user ${username}.`)
  return token
}
