import { sql, type Sql } from '../database/sql.ts'

// The ticket of a first-time registration, for both ways of signing in: the redirect through the identity provider (platform/session/sign-in.ts)
// and a token a client shows (features/registration). Like sessions it lies here because a feature may use the platform.

export type Registering = {
  /** SHA-256 of the cookie or token that stands for the ticket. */
  hash: Uint8Array
  issuer: string
  subject: string
  email: string | null
  /** The provider checked that the address is theirs; else no invitation is looked for. */
  emailVerified: boolean
  name: string | null
  /** From when the thirty minutes count, ISO 8601 UTC. */
  started: string
  idTokenEncrypted: string | null
  requestId: string
  ip: string
  now: string
}

/** Opens the ticket, or finds the one there is, for somebody who has to register first; false for everybody else. */
export const openRegistration = (of: Registering): Sql<{ registers: boolean }> => sql<{
  registers: boolean
}>`select open_registration(${of.hash}, ${of.issuer}, ${of.subject}, ${of.email}, ${of.emailVerified}, ${of.name},
  ${of.started}, ${of.idTokenEncrypted}, ${of.requestId}, ${of.ip}, ${of.now}) as registers`

/** Whether the last invitation of an address was withdrawn. */
export const invitationWithdrawn = (email: string): Sql<{ withdrawn: boolean }> =>
  sql<{ withdrawn: boolean }>`select invitation_withdrawn(${email}) as withdrawn`

export type Ticket = {
  state: 'OPEN' | 'EXPIRED'
  issuer: string
  subject: string
  email: string
  expires_at: string
  carriers: string[]
}

/** The ticket of this hash, unless it was used; `carriers` are the names of those that invited the person. */
export const registrationOf = (hash: Uint8Array, now: string): Sql<Ticket> =>
  sql<Ticket>`select * from registration_of(${hash}, ${now})`
