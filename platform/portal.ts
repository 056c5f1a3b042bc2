import { createHash, randomBytes } from 'node:crypto'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Clock } from './clock.ts'
import type { Pools } from './database.ts'
import type { PortalForHandlers } from './handler.ts'
import type { Random } from './ids.ts'
import type { Limits } from './limits.ts'
import type { Gateways } from './outside/gateways.ts'
import { sql } from './sql.ts'

export type PortalSettings = {
  /** Where the browser finds the portal: `http://localhost:3000`. */
  origin: string
  apiBase: string
  intakeToken: string | undefined
  /** Short session limits (bar G3). */
  testMode: boolean
  /** How long a decision can be undone, its outward effects held back (bar R-16). */
  undoSeconds: number
  /** Absolute limit of a session in hours (bar G2). */
  sessionHours: number
}

/** What the service layer is made of: everything that touches the machine is handed to it here. */
export interface Portal extends PortalForHandlers {
  readonly settings: PortalSettings
  readonly origin: string
  readonly clock: Clock & { readonly moved: boolean }
  readonly random: Random
  readonly pools: Pools
  readonly limits: Limits
  /** Mail, fax and text messages, or their local stand-ins. */
  readonly gateways: Gateways
  readonly log: FastifyBaseLogger
  readonly cookies: {
    readonly session: string
    readonly signIn: string
    readonly sso: string
    readonly secure: boolean
  }
  noteSecurity(event: string, request: FastifyRequest, call: string, detail?: unknown): Promise<void>
}

/** `__Host-` cookies where the origin is https; localhost over http gets plain names (Safari refuses the prefix there). */
export function cookieNames(origin: string): Portal['cookies'] {
  const secure = origin.startsWith('https:')
  return {
    session: secure ? '__Host-rxdocket' : 'rxdocket',
    signIn: secure ? '__Host-rxdocket-sign-in' : 'rxdocket-sign-in',
    sso: secure ? '__Host-rxdocket-sso' : 'rxdocket-sso',
    secure,
  }
}

export const machineRandom: Random = { bytes: (count) => new Uint8Array(randomBytes(count)) }

/** Writes a security event; a failure to write it is logged and never hides the refusal itself. */
export function securityNotes(pools: Pools, log: FastifyBaseLogger, sessionCookie: string): Portal['noteSecurity'] {
  return async (event, request, call, detail) => {
    const token = new RegExp(`(?:^|; )${sessionCookie}=([^;]+)`).exec(request.headers.cookie ?? '')?.[1]
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
