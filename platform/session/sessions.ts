import { sql, type Sql } from '../database/sql.ts'

// How a session begins and ends, for both ways of signing in: the redirect through the identity provider
// (platform/session/sign-in.ts) and the exchange of a token. It is here because features may import the platform and not
// the reverse.

/** How long a session may idle: the prompt, then the logout. Seconds. */
export function idleLimits(
  limited: boolean,
  testMode: boolean,
): { promptAfter: number; logoutAfter: number; total: number } {
  if (testMode) return { promptAfter: 60, logoutAfter: 30, total: 90 }
  const promptAfter = limited ? 420 : 720
  return { promptAfter, logoutAfter: 180, total: promptAfter + 180 }
}

/**
 * Minutes a session may last at most: the provider's hint, never more than the portal's own cap. It is
 * limited when it is the hint that limits it; a hint of 0, like none, asks for no limit.
 */
export function sessionMinutes(hintMinutes: number | null, capHours: number): { minutes: number; limited: boolean } {
  const cap = capHours * 60
  if (hintMinutes === null || hintMinutes <= 0 || hintMinutes >= cap) return { minutes: cap, limited: false }
  return { minutes: Math.max(1, Math.ceil(hintMinutes)), limited: true }
}

export type Open = {
  id: string
  /** SHA-256 of the cookie; the cookie itself is kept nowhere. */
  hash: Uint8Array
  issuer: string
  subject: string
  idleSeconds: number
  minutes: number
  limited: boolean
  /** The provider's session. */
  sid: string | null
  idTokenEncrypted: string | null
  refreshTokenEncrypted: string | null
  /** When the refresh token is to be used, ISO 8601 UTC. */
  renewAt: string | null
  /** ISO 8601 UTC, as the provider says it. */
  authTime: string | null
  acr: string | null
  amr: readonly string[]
  /** Whether the token shows the second factor that is asked for; null where none is. */
  secondFactor: boolean | null
  /** The session this browser holds already: it ends. */
  held: Uint8Array | undefined
  /** The session held must be the same person's while it lives. */
  samePerson: boolean
  /** The carrier whose own identity provider vouched for the person: the session works there alone. */
  ssoMc?: string | null
  /** What works once, by its SHA-256, and until when it could be shown again. */
  once: { keyHash: Uint8Array; until: string } | undefined
  requestId: string
  ip: string
  userAgent: string
  /** Attempts to sign in that failed since the last one that did not, as far as the provider tells. */
  failures: number
  now: string
}
export type Opened = {
  user_id: string | null
  refusal: 'NOT_REGISTERED' | 'ACCOUNT_DISABLED' | 'SECOND_FACTOR_REQUIRED' | 'OTHER_PERSON' | 'USED_BEFORE' | null
}

/** Opens a session for the person of this issuer and subject, or says why not; either way it is on record. */
export const openSession = (
  of: Open,
): Sql<Opened> => sql<Opened>`select * from open_session(${of.id}, ${of.hash}, ${of.issuer}, ${of.subject}, ${of.idleSeconds}, ${of.minutes},
  ${of.limited}, ${of.sid}, ${of.idTokenEncrypted}, ${of.refreshTokenEncrypted}, ${of.renewAt}, ${of.authTime},
  ${of.acr}, ${of.amr}::text[], ${of.secondFactor}, ${of.held ?? null}, ${of.samePerson}, ${of.once?.keyHash ?? null},
  ${of.once?.until ?? null}, ${of.requestId}, ${of.ip}, ${of.userAgent}, ${of.failures}, ${of.now}, ${of.ssoMc ?? null})`

/**
 * Renews the session of this cookie for the same person at the same session of the provider; no row when that is not so.
 */
export const renewSession = (of: {
  hash: Uint8Array
  issuer: string
  subject: string
  sid: string | null
  minutes: number
  limited: boolean
  idleSeconds: number
  once: { keyHash: Uint8Array; until: string }
  now: string
}): Sql<{ expires_at: string; limited: boolean }> =>
  sql<{ expires_at: string; limited: boolean }>`select * from renew_session(${of.hash}, ${of.issuer}, ${of.subject},
  ${of.sid}, ${of.minutes}, ${of.limited}, ${of.idleSeconds}, ${of.once.keyHash}, ${of.once.until}, ${of.now})`

export type Ended = {
  session_id: string
  /** The carrier whose own identity provider the person came by. */
  sso_mc: string | null
  id_token_sealed: string | null
  refresh_token_sealed: string | null
}

/** Ends the session of this cookie; no row when there is none or it had ended. */
export const endSession = (hash: Uint8Array, reason: string, ip: string, now: string): Sql<Ended> =>
  sql<Ended>`select * from end_session(${hash}, ${reason}, ${ip}, ${now})`

/** Puts the session under another cookie; the old one is worth nothing at once. */
export const rotateSession = (old: Uint8Array, next: Uint8Array): Sql => sql`select rotate_session(${old}, ${next})`

/**
 * Ends what the provider says is over: one of its sessions, or all of a person; `known` unless it never was ours. A carrier's
 * provider ends none that another carrier vouched for.
 */
export const endSessionsOf = (
  of: { sid: string | null; issuer: string; subject: string | null; mc: string | null },
  now: string,
): Sql<{ known: boolean; ended: number }> =>
  sql<{
    known: boolean
    ended: number
  }>`select known, ended from end_sessions_of(${of.sid}, ${of.issuer}, ${of.subject}, ${of.mc}, ${now})`

/** When the person signed in last, as ISO 8601 UTC; no row for somebody not registered. */
export const lastLogin = (issuer: string, subject: string): Sql<{ last_login_at: string | null }> =>
  sql<{
    last_login_at: string | null
  }>`select last_login_at from last_login_of(${issuer}, ${subject})`

/** A session whose provider's tokens are to be renewed now; no row when they are not, or another process is at it. */
export const claimRenewal = (
  hash: Uint8Array,
  now: string,
): Sql<{ session_id: string; subject: string; sid: string | null; refresh_token_sealed: string }> =>
  sql<{
    session_id: string
    subject: string
    sid: string | null
    refresh_token_sealed: string
  }>`select * from claim_renewal(${hash}, ${now})`

/** Keeps what a renewal brought; what is null stays as it was. */
export const keepRenewal = (of: {
  sessionId: string
  refreshTokenEncrypted: string | null
  idTokenEncrypted: string | null
  renewAt: string
  /** From the beginning of the session. */
  minutes: number
}): Sql =>
  sql`select keep_renewal(${of.sessionId}, ${of.refreshTokenEncrypted}, ${of.idTokenEncrypted}, ${of.renewAt}, ${of.minutes})`

/** Ends a session whose provider renews it no more. */
export const endUnrenewed = (sessionId: string, requestId: string, now: string): Sql =>
  sql`select end_unrenewed(${sessionId}, ${requestId}, ${now})`

/**
 * Says, to whatever of this transaction writes down an acceptance, the hash of each text (`acceptedTexts` of
 * reference/legal.ts).
 */
export const tellTexts = (hashes: string): Sql => sql`select set_config('app.accepted_texts', ${hashes}, true)`
