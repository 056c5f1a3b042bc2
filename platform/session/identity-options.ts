import type { Pool } from 'pg'
import type { FastifyBaseLogger } from 'fastify'
import type { SecondFactor } from '../identity/second-factor.ts'
import type { Fetch } from '../identity/outbound.ts'

/** What the sign-in with an identity provider (OpenID Connect) needs to know. */
export type IdentityOptions = {
  /** Where the browser finds the portal: `http://localhost:3000`. */
  origin: string
  /** The provider, exactly as it writes itself in its tokens. */
  issuer: string
  /** What people's records call this provider, when that is not its address: the demo provider's changes with the port. */
  issuerName?: string
  clientId: string
  clientSecret: string
  /** What it is asked for; `openid profile email` unless set. */
  scopes?: readonly string[]
  /** Audience of access tokens meant for us; the portal's origin and `/api` unless set. */
  audience?: string | undefined
  /** Claim with the longest session in minutes. */
  hintClaim?: string | undefined
  /** The second factor a token must show; none is asked for when absent. */
  secondFactor?: SecondFactor | undefined
  /** Seconds before its end at which the provider's token is renewed; a minute unless set. */
  renewEarlySeconds?: number
  /** The portal's database; asked for when first needed, since the portal is built after its identity. */
  pool: () => Pool
  log: Pick<FastifyBaseLogger, 'warn'>
  /** 32 bytes that encrypt what passes through the browser. */
  key: Uint8Array
  /** Patterns of the pages a sign-in may return to. */
  returnPaths: readonly string[]
  /** How often somebody failed to sign in to this account since then, where the provider tells. */
  failuresSince?: (subject: string, sinceIso: string) => Promise<number>
  /** The carrier whose own identity provider vouched for somebody, as this provider's `amr` tells it. */
  carrierIn?: (amr: readonly string[]) => string | null
  fetch?: Fetch
  /** The provider's time, for its tokens; the portal's own clock may be moved. */
  now?: () => Date
}
