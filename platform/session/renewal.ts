import { addMs, SECOND_MS } from '../dates/instant.ts'
import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { claimRenewal, endUnrenewed, keepRenewal, sessionMinutes } from './sessions.ts'
import type { Sql } from '../database/sql.ts'
import type { RelyingParty } from '../identity/relying-party.ts'
import { encrypt, decrypt, type EncryptionKey } from '../encryption/encrypt.ts'

export type RenewalOptions = {
  party: Pick<RelyingParty, 'renew' | 'revoke'>
  key: EncryptionKey
  pool: () => Pool
  log: Pick<FastifyBaseLogger, 'warn'>
  /** Seconds before its end at which a token is renewed. */
  earlySeconds: number
}

export type Renewal = {
  /** A refresh token encrypted for the database. */
  encrypted(refreshToken: string): string
  /** When tokens that last so long are to be renewed, ISO 8601 UTC; null when the provider does not say how long. */
  renewAt(now: Date, expiresInSeconds: number | null): string | null
  /** Renews the tokens of this session when it is time and no other process is at it. Never rejects. */
  renew(sessionHash: Uint8Array, now: Date, sessionHours: number): Promise<void>
  /** Tells the provider that this encrypted token is not needed any more. Never rejects. */
  revoke(encrypted: string): Promise<void>
}

const purpose = 'refresh token of a session'
const soonestSeconds = 30
const tryAgainSeconds = 30

/**
 * Renews the provider's tokens of a session some time before they end. They are stored encrypted with the session; one
 * process at a time renews a session. While the provider cannot be reached nothing changes; when it refuses the token its
 * session has ended, and ours ends too.
 */
export function createRenewal({ party, key, pool, log, earlySeconds }: RenewalOptions): Renewal {
  const ask = async <Row>({ text, values }: Sql<Row>): Promise<Row | undefined> =>
    (await pool().query(text, values as unknown[])).rows[0] as Row | undefined
  const inSeconds = (now: Date, seconds: number) => addMs(now, seconds * SECOND_MS)
  const encrypted = (refreshToken: string) => encrypt(key, refreshToken, purpose)
  const renewAt = (now: Date, expiresInSeconds: number | null) =>
    expiresInSeconds === null ? null : inSeconds(now, Math.max(expiresInSeconds - earlySeconds, soonestSeconds))

  async function renewClaimed(sessionHash: Uint8Array, now: Date, sessionHours: number): Promise<void> {
    const claim = await ask(claimRenewal(sessionHash, now.toISOString()))
    if (!claim) return
    const { session_id: sessionId, refresh_token_sealed: stored, ...of } = claim
    const unchanged = { sessionId, refreshTokenEncrypted: null, idTokenEncrypted: null, minutes: sessionHours * 60 }
    const refreshToken = decrypt(key, stored, purpose)
    // Encrypted with a key that is gone (another RXDOCKET_KEY): the session goes on without renewal.
    if (refreshToken === null) return void (await ask(keepRenewal({ ...unchanged, renewAt: inSeconds(now, 86_400) })))
    const renewed = await party.renew(refreshToken, of)
    if (renewed.ok) {
      await ask(
        keepRenewal({
          sessionId,
          refreshTokenEncrypted: renewed.refreshToken === null ? null : encrypted(renewed.refreshToken),
          idTokenEncrypted: renewed.idToken === null ? null : encrypt(key, renewed.idToken, idTokenPurpose),
          renewAt: renewAt(now, renewed.expiresInSeconds ?? 3600)!,
          minutes: sessionMinutes(renewed.refreshHintMinutes, sessionHours).minutes,
        }),
      )
      return
    }
    log.warn({ sessionId, code: renewed.code, detail: renewed.detailForLog }, 'tokens not renewed')
    if (renewed.code === 'OVER') await ask(endUnrenewed(sessionId, randomUUID(), now.toISOString()))
    else await ask(keepRenewal({ ...unchanged, renewAt: inSeconds(now, tryAgainSeconds) }))
  }

  const quietly = (what: string) => (error: unknown) =>
    log.warn({ code: (error as { code?: string }).code ?? (error as Error).name }, what)

  return {
    encrypted,
    renewAt,
    renew: (sessionHash, now, sessionHours) =>
      renewClaimed(sessionHash, now, sessionHours).catch(quietly('tokens not renewed')),
    revoke: async (encrypted) => {
      const refreshToken = decrypt(key, encrypted, purpose)
      if (refreshToken !== null) await party.revoke(refreshToken).catch(quietly('refresh token not revoked'))
    },
  }
}

/** The purpose an ID token is encrypted for. */
export const idTokenPurpose = 'id token of a session'
