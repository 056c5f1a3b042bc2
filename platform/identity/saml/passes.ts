import { createHash } from 'node:crypto'
import { encrypt, decrypt, type EncryptionKey } from '../../encryption/encrypt.ts'
import type { SentRequest } from './verify.ts'

// Encrypted values that pass through the browser between two addresses of the portal; only the portal can read or make
// them.

/** In a cookie, from our request to the carrier's answer. */
export type PendingSignOn = SentRequest & {
  returnTo: string
  /** RelayState sent along: a number without a meaning. */
  relayState: string
  /** Milliseconds since 1970 after which it is over. */
  until: number
}

/** In RelayState, from the address that received the answer to the hub that verifies it. */
export type Pass = {
  sentRequest: SentRequest | null
  /** Path of the portal to continue to. */
  returnTo: string
  /** When the request was sent that it answers, milliseconds since 1970; null when nobody asked. */
  begun: number | null
  /** The browser it was given to: SHA-256 of its cookie, base64url. */
  browser: string
  until: number
}

/** How long a sign-in at the carrier may take. */
export const pendingForMs = 600_000
/** How long the way from there to the hub may take: a minute to fetch it, and the post page. */
export const passForMs = 120_000

const pendingPurpose = 'single sign-on begun'
const passPurpose = 'pass to the hub'

export const encryptPending = (key: EncryptionKey, pending: PendingSignOn): string =>
  encrypt(key, JSON.stringify(pending), pendingPurpose)
export const encryptPass = (key: EncryptionKey, pass: Pass): string => encrypt(key, JSON.stringify(pass), passPurpose)

/** What the cookie says, when it is ours and still good. */
export const decryptPending = (
  key: EncryptionKey,
  encrypted: string | undefined,
  now: Date,
): PendingSignOn | undefined => open<PendingSignOn>(key, encrypted, pendingPurpose, now)

/** What the pass says, when it is ours and still good. */
export const decryptPass = (key: EncryptionKey, encrypted: string, now: Date): Pass | undefined =>
  open<Pass>(key, encrypted, passPurpose, now)

function open<T extends { until: number }>(
  key: EncryptionKey,
  encrypted: string | undefined,
  purpose: string,
  now: Date,
): T | undefined {
  const text = encrypted === undefined || encrypted.length > 8_000 ? null : decrypt(key, encrypted, purpose)
  const opened = text === null ? undefined : (JSON.parse(text) as T)
  return opened && now.getTime() <= opened.until ? opened : undefined
}

/** A browser's cookie as it is kept: its SHA-256, base64url. */
export const browserOf = (cookie: string): string => createHash('sha256').update(cookie).digest('base64url')
