import { sql, type Sql } from './sql.ts'

// How a session begins and ends, for both doors: the redirect through the identity provider (platform/sign-in.ts) and
// the exchange of a token (A09). It lies here because a feature may use the platform and not the other way round.

/** How long a session may idle: the prompt, then the logout (ruling 8, bar G3). Seconds. */
export function idleLimits(
  limited: boolean,
  testMode: boolean,
): { promptAfter: number; logoutAfter: number; total: number } {
  if (testMode) return { promptAfter: 60, logoutAfter: 30, total: 90 }
  const promptAfter = limited ? 420 : 720
  return { promptAfter, logoutAfter: 180, total: promptAfter + 180 }
}

/** Hours a session may last at most: the provider's hint in minutes, never more than the portal's own cap (bar G2). */
export function sessionHours(hintMinutes: number | null, capHours: number): { hours: number; limited: boolean } {
  if (hintMinutes === null || hintMinutes <= 0) return { hours: capHours, limited: false }
  return { hours: Math.min(capHours, Math.max(1, Math.ceil(hintMinutes / 60))), limited: hintMinutes < capHours * 60 }
}

export type Open = {
  id: string
  /** SHA-256 of the cookie; the cookie itself is kept nowhere (bar S-040). */
  hash: Uint8Array
  issuer: string
  subject: string
  idleSeconds: number
  hours: number
  limited: boolean
  sid: string | null
  idTokenSealed: string | null
  /** ISO 8601 UTC, as the provider says it. */
  authTime: string | null
  ip: string
  userAgent: string
  /** Attempts to sign in that failed since the last one that did not, as far as the provider tells. */
  failures: number
  now: string
}
export type Opened = { user_id: string | null; refusal: 'NOT_REGISTERED' | 'ACCOUNT_DISABLED' | null }

/** Opens a session for the person of this issuer and subject, or says why not; either way it is on record. */
export const openSession = (
  of: Open,
): Sql<Opened> => sql<Opened>`select * from open_session(${of.id}, ${of.hash}, ${of.issuer}, ${of.subject}, ${of.idleSeconds}, ${of.hours},
  ${of.limited}, ${of.sid}, ${of.idTokenSealed}, ${of.authTime}, ${of.ip}, ${of.userAgent}, ${of.failures}, ${of.now})`

/** Ends the session of this cookie; no row when there is none or it had ended. */
export const endSession = (
  hash: Uint8Array,
  reason: string,
  now: string,
): Sql<{ session_id: string; sso_user: boolean }> =>
  sql<{
    session_id: string
    sso_user: boolean
  }>`select session_id, sso_user from end_session(${hash}, ${reason}, ${now})`

/** Ends what the provider says is over: one of its sessions, or all of a person (bar S-009). Answers how many. */
export const endSessionsOf = (
  of: { sid: string | null; issuer: string; subject: string | null },
  now: string,
): Sql<{ ended: number }> =>
  sql<{ ended: number }>`select end_sessions_of(${of.sid}, ${of.issuer}, ${of.subject}, ${now}) as ended`

/** When the person signed in last, as ISO 8601 UTC; no row for somebody not registered. */
export const lastLogin = (issuer: string, subject: string): Sql<{ last_login_at: string | null }> =>
  sql<{
    last_login_at: string | null
  }>`select last_login_at from app_user where idp_issuer = ${issuer} and idp_subject = ${subject}`
