import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { encryptionKeyFrom } from '#platform/encryption/encrypt.ts'

/** Encrypts the fields of test databases, the same in every process. */
export const testEncryptionKey = encryptionKeyFrom('what encrypts fields of a test database')

/** Inserts the session that signing in would make; returns the value of its cookie. */
export async function createSession(db: pg.Client, username: string, mc: string, now = new Date()): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.query(
    `insert into session (id, token_hash, user_id, mc, started_at, expires_at, idle_seconds, last_activity_at, auth_time)
     select $1, $2, id, $3, $4, $4::timestamptz + interval '12 hours', 36000, $4, $4 from app_user where username = $5`,
    [randomUUID(), createHash('sha256').update(token).digest(), mc, now, username],
  )
  return token
}
