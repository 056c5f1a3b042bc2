/** Signing in without an identity provider: a visitor of the demonstration chooses who to be. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Transaction } from '#platform/database/pools.ts'
import { newId } from '#platform/ids.ts'
import type { Portal } from '#platform/portal/portal.ts'
import { idleLimits, openSession, sessionMinutes } from '#platform/session/sessions.ts'

/** What people's records call their identity provider (database/seed). */
const ISSUER = 'demo'

/** Opens a session for the person of this subject; answers the session cookie, or nothing where nobody has it. */
export async function signInAs(portal: Portal, subject: string, userAgent: string): Promise<string | undefined> {
  const at = portal.clock.now()
  const token = randomBytes(32).toString('base64url')
  const { minutes, limited } = sessionMinutes(null, portal.settings.sessionHours)
  const db = await Transaction.open(portal.pools.app)
  try {
    await db.command('begin')
    const opened = await db.one(
      openSession({
        id: newId(at, portal.random),
        hash: createHash('sha256').update(token).digest(),
        issuer: ISSUER,
        subject,
        idleSeconds: idleLimits(limited, portal.settings.testMode).total,
        minutes,
        limited,
        sid: null,
        idTokenEncrypted: null,
        refreshTokenEncrypted: null,
        renewAt: null,
        authTime: at.toISOString(),
        acr: null,
        amr: [],
        secondFactor: null,
        held: undefined,
        samePerson: false,
        once: undefined,
        requestId: randomUUID(),
        ip: '127.0.0.1',
        userAgent,
        failures: 0,
        now: at.toISOString(),
      }),
    )
    await db.command('commit')
    return opened && opened.refusal === null ? `${portal.cookies.session}=${token}` : undefined
  } finally {
    db.release()
  }
}
