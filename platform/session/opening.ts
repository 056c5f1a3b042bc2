import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Transaction } from '../database/pools.ts'
import { encrypt, type EncryptionKey } from '../encryption/encrypt.ts'
import { showsSecondFactor } from '../identity/second-factor.ts'
import type { SignedIn } from '../identity/sign-in-result.ts'
import { newId } from '../ids.ts'
import type { Portal } from '../portal/portal.ts'
import { sessionHash } from './cookies.ts'
import type { IdentityOptions } from './identity-options.ts'
import { invitationWithdrawn, openRegistration } from './registration-ticket.ts'
import { idTokenPurpose, type Renewal } from './renewal.ts'
import { endSession, idleLimits, lastLogin, openSession, sessionMinutes, type Opened } from './sessions.ts'

/** The value of the session's cookie, or why there is none. `registers`: it is a ticket to register with. */
type Came = { token: string; registers: boolean } | { refusal: NonNullable<Opened['refusal']> | 'INVITATION_WITHDRAWN' }

export type Opening = {
  /** Opens the session of somebody the provider signed in; what this browser held before ends. */
  signedIn: (portal: Portal, request: FastifyRequest, who: SignedIn) => Promise<Came>
  /** Opens the session of somebody a carrier's own identity provider vouched for: it works at that carrier alone. */
  vouched: (
    portal: Portal,
    request: FastifyRequest,
    who: { issuer: string; subject: string; mc: string; authTime: string },
  ) => Promise<Came>
}

export function openingOf({
  issuerName,
  secondFactor,
  failuresSince,
  carrierIn,
  key,
  renewal,
}: Pick<IdentityOptions, 'secondFactor' | 'failuresSince' | 'carrierIn'> & {
  issuerName: string
  key: EncryptionKey
  renewal: Pick<Renewal, 'encrypted' | 'renewAt'>
}): Opening {
  const inTransaction = async <Result>(portal: Portal, work: (db: Transaction) => Promise<Result>): Promise<Result> => {
    const db = await Transaction.open(portal.pools.app)
    let finished = false
    try {
      await db.command('begin')
      const result = await work(db)
      await db.command('commit')
      finished = true
      return result
    } finally {
      if (!finished) await db.command('rollback').catch(() => {})
      db.release(!finished)
    }
  }

  /** What every new session has, however its person came. */
  const freshSession = (portal: Portal, request: FastifyRequest, hintMinutes: number | null, token: string) => {
    const at = portal.clock.now()
    const { minutes, limited } = sessionMinutes(hintMinutes, portal.settings.sessionHours)
    return {
      id: newId(at, portal.random),
      hash: hashOf(token),
      idleSeconds: idleLimits(limited, portal.settings.testMode).total,
      minutes,
      limited,
      held: sessionHash(portal, request),
      samePerson: false,
      once: undefined,
      requestId: request.id,
      ip: request.ip,
      userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
      now: at.toISOString(),
    }
  }

  const signedIn: Opening['signedIn'] = async (portal, request, who) => {
    const token = randomBytes(32).toString('base64url')
    const fresh = freshSession(portal, request, who.refreshHintMinutes, token)
    const idTokenEncrypted = encrypt(key, who.idToken, idTokenPurpose)
    return inTransaction(portal, async (db): Promise<Came> => {
      // A user who has to register first gets a ticket for that and no session.
      const { email, emailVerified, name, subject } = who
      const { hash, held, now } = fresh
      const asked = { hash, issuer: issuerName, subject, email, emailVerified, name, idTokenEncrypted, ip: request.ip }
      if ((await db.one(openRegistration({ ...asked, started: now, requestId: request.id, now })))?.registers) {
        if (held) await db.one(endSession(held, 'replaced', request.ip, now))
        return { token, registers: true }
      }
      const before = failuresSince && (await db.one(lastLogin(issuerName, subject)))
      const failures =
        before && failuresSince ? await failuresSince(subject, before.last_login_at ?? new Date(0).toISOString()) : 0
      const opened = await db.one(
        openSession({
          ...fresh,
          issuer: issuerName,
          subject,
          sid: who.sid,
          idTokenEncrypted,
          refreshTokenEncrypted: who.refreshToken === null ? null : renewal.encrypted(who.refreshToken),
          renewAt: who.refreshToken === null ? null : renewal.renewAt(portal.clock.now(), who.expiresInSeconds),
          authTime: who.authTime,
          acr: who.acr,
          amr: who.amr,
          secondFactor: showsSecondFactor(secondFactor, who),
          ssoMc: carrierIn?.(who.amr) ?? null,
          failures,
        }),
      )
      if (opened?.refusal === 'NOT_REGISTERED' && email !== null && emailVerified) {
        const invitation = await db.one(invitationWithdrawn(email))
        if (invitation?.withdrawn) return { refusal: 'INVITATION_WITHDRAWN' }
      }
      return opened?.refusal ? { refusal: opened.refusal } : { token, registers: false }
    })
  }

  const vouched: Opening['vouched'] = async (portal, request, { issuer, subject, mc, authTime }) => {
    const token = randomBytes(32).toString('base64url')
    return inTransaction(portal, async (db): Promise<Came> => {
      const opened = await db.one(
        openSession({
          ...freshSession(portal, request, null, token),
          issuer,
          subject,
          sid: null,
          idTokenEncrypted: null,
          refreshTokenEncrypted: null,
          renewAt: null,
          authTime,
          acr: null,
          amr: ['saml'],
          // How users authenticate is their organization's decision.
          secondFactor: null,
          ssoMc: mc,
          failures: 0,
        }),
      )
      return opened?.refusal ? { refusal: opened.refusal } : { token, registers: false }
    })
  }

  return { signedIn, vouched }
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
