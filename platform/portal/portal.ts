import { createHash, randomBytes } from 'node:crypto'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { PortalClock } from '../dates/clock.ts'
import type { Pools } from '../database/pools.ts'
import type { AnyCall } from '../calls/contract.ts'
import type { FileDrop } from '../calls/file-drop.ts'
import type { PortalForHandlers } from '../calls/handler.ts'
import type { Random } from '../ids.ts'
import { cookieIn } from './cookie-text.ts'
import type { ActAs } from '../calls/act-as.ts'
import type { Limits } from './limits.ts'
import type { Metrics } from '../monitoring/metrics.ts'
import type { Gateways } from '../gateways/gateways.ts'
import { sql, type Sql } from '../database/sql.ts'
import type { Revocations } from './revocation.ts'
import type { ServiceTokens, TokenOf } from './service-tokens.ts'

export type PortalSettings = {
  /** Where the browser finds the portal: `http://localhost:3000`. */
  origin: string
  apiBase: string
  /** What services that call prove themselves with. */
  serviceTokens: ServiceTokens
  /** Short session limits. */
  testMode: boolean
  /** How long a decision can be undone, its outward effects held back. */
  undoSeconds: number
  /** Absolute limit of a session in hours. */
  sessionHours: number
  /** It runs in a page, with made-up people. */
  demonstration?: true
  /** Which kind of cookies a sign-in uses; `default` unless given. */
  signInCookies?: CookieKind
  /** Proxies that may say on whose behalf they ask: addresses or networks (CIDR). None unless given. */
  proxies?: readonly string[]
  /** It runs on a database that a newer version has changed. */
  newerDatabase?: boolean
  /** Approvals of groups without Auto-PA wait for people to key them; otherwise a stand-in does, at once. */
  keyedByPeople?: boolean
}

/**
 * The three sign-in configurations: how far the cookies of a sign-in under way and of a session
 * travel with requests that other sites begin.
 */
export const cookieKinds = ['default', 'cookie-storage', 'cookie-everywhere'] as const
export type CookieKind = (typeof cookieKinds)[number]

/** What the names of roles mean, which only the features know. */
type RoleRules = {
  /** Trimmed, lower-cased, each once, unknown ones dropped. */
  clean(raw: readonly string[]): string[]
  /** Whether somebody with these roles may read what needs an audit. */
  mayRead(held: readonly string[]): boolean
  /** Whether somebody with these roles may carry out this act of the working pages. */
  mayAct(held: readonly string[], call: AnyCall): boolean
}

/** A kind of service that calls with a token instead of a session. */
export type ServiceKind = {
  /** Whose token it is. */
  token: TokenOf
  /** What the audit calls it. */
  actor: string
  /** The carrier its input is about, from this field where the contract names one; null where what it names is nobody's. */
  carrier(input: Record<string, unknown>, field: string | undefined): Sql
}

/** What the service layer is made of: everything that touches the machine is handed to it here. */
export interface Portal extends PortalForHandlers {
  readonly settings: PortalSettings
  readonly origin: string
  readonly clock: PortalClock
  readonly random: Random
  readonly pools: Pools
  readonly limits: Limits
  readonly metrics: Metrics
  readonly roles: RoleRules
  readonly actAs: ActAs
  /** By the kinds that contracts name. */
  readonly services: Readonly<Record<string, ServiceKind>>
  /** Stops what is on its way to somebody who may not have it any more. */
  readonly revocations: Revocations
  /** Mail, fax and text messages, or their local stand-ins. */
  readonly gateways: Gateways
  /** Where files of schedules are left for their carriers. */
  readonly fileDrop: FileDrop
  readonly log: FastifyBaseLogger
  readonly cookies: {
    readonly session: string
    readonly signIn: string
    readonly sso: string
    readonly secure: boolean
    /** SameSite of the session. */
    readonly sessionSite: 'Lax' | 'Strict'
    /** SameSite of a sign-in under way at the identity provider. */
    readonly signInSite: 'None' | 'Lax'
  }
  noteSecurity(event: string, request: FastifyRequest, call: string, detail?: unknown): Promise<void>
}

/** `__Host-` cookies where the origin is https; localhost over http gets plain names (Safari refuses the prefix there). */
export function cookieNames(origin: string, kind: CookieKind = 'default'): Portal['cookies'] {
  const secure = origin.startsWith('https:')
  return {
    session: secure ? '__Host-rxdocket' : 'rxdocket',
    signIn: secure ? '__Host-rxdocket-sign-in' : 'rxdocket-sign-in',
    sso: secure ? '__Host-rxdocket-sso' : 'rxdocket-sso',
    secure,
    // Strict stays away from links of other sites; the callback page, which needs no session, is the hop into ours.
    sessionSite: kind === 'cookie-everywhere' ? 'Strict' : 'Lax',
    // A provider may answer by a form of its own site, which Lax leaves behind; browsers want None to be Secure.
    signInSite: kind === 'default' && secure ? 'None' : 'Lax',
  }
}

export const machineRandom: Random = { bytes: (count) => new Uint8Array(randomBytes(count)) }

/** Writes a security event; a failure to write it is logged and never hides the refusal itself. */
export function securityNotes(pools: Pools, log: FastifyBaseLogger, sessionCookie: string): Portal['noteSecurity'] {
  return async (event, request, call, detail) => {
    const token = cookieIn(request.headers.cookie, sessionCookie)
    const hash = token ? createHash('sha256').update(token).digest() : null
    const { text, values } =
      sql`select note_security_event(${event}, ${hash}, ${call}, ${request.id}, ${request.ip}, ${JSON.stringify(detail ?? {})}::jsonb)`
    await pools.app
      .query(text, values as unknown[])
      .catch((error: Error) =>
        log.error({ requestId: request.id, code: (error as { code?: string }).code }, 'security event not written'),
      )
  }
}
