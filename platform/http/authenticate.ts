import type { FastifyRequest } from 'fastify'
import type { AnyCall } from '../calls/contract.ts'
import { Refused } from '../calls/refusal.ts'
import { sql, type Sql } from '../database/sql.ts'
import type { Person } from '../calls/person.ts'
import { sessionHash } from '../session/cookies.ts'
import type { Portal } from '../portal/portal.ts'
import { feedTokensOf, isOneOf, tokensOf } from '../portal/service-tokens.ts'

/** The token a service shows. */
const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer (.{1,200})$/.exec(headers.authorization ?? '')?.[1]

/** Who calls, as the database answers it. */
export type Authenticated = {
  user_id: string
  username: string
  name: string
  mc: string | null
  roles: string[]
  sub_carriers: string[] | null
  license_states: string[]
  approval_limit: number | null
  time_zone: string
  session_id: string
  expires_at: string
  idle_at: string
  now_at: string
}

/**
 * The credential of a request: the hash of its session cookie; nothing where the token of a service is right. A request
 * without any is refused before its body is read.
 */
export function credentialOf(portal: Portal, call: AnyCall, request: FastifyRequest): Buffer | undefined {
  if (call.service) {
    const given = bearerOf(request)
    if (!given || !isOneOf(given, tokensOf(portal.settings.serviceTokens, portal.services[call.service.kind]!.token)))
      throw new Refused({ code: 'SESSION_REQUIRED' })
    return undefined
  }
  const token = sessionHash(portal, request)
  if (!token && call.gate !== 'public') throw new Refused({ code: 'SESSION_REQUIRED' })
  return token
}

/**
 * The user was active since the last request; authenticating records that in the session. Only the portal's own pages can
 * report it.
 */
export const showsActivity = ({ headers }: FastifyRequest): boolean =>
  headers['x-user-activity'] === '1' && [undefined, 'same-origin'].includes(headers['sec-fetch-site'] as string)

/**
 * The first statement of a call: checks the session (or takes the carrier a service names), opens the transaction to that
 * carrier, and answers who calls. It raises `RX001` with the refusal's code.
 */
export function authenticate(
  portal: Portal,
  call: AnyCall,
  request: FastifyRequest,
  input: Record<string, unknown>,
): Sql<Authenticated> {
  const now = portal.clock.moved ? portal.clock.now().toISOString() : null
  const token = credentialOf(portal, call, request)
  if (call.service) {
    const service = portal.services[call.service.kind]!
    const { actor } = service
    const mc = isOfOtherCarrier(portal, call, request, input) ? null : service.carrier(input, call.service.field)
    return sql`select null as user_id, 'service' as username, ${actor}::text as name, mc, '{}'::text[] as roles, null as sub_carriers,
      '{}'::text[] as license_states,
      null as approval_limit, 'UTC' as time_zone, null as session_id, null as expires_at, null as idle_at, now_at
      from enter_service(${mc}, ${actor}, ${call.name}, ${request.id}, ${request.ip}, ${now})` as Sql<Authenticated>
  }
  const claimed = request.headers['x-master-carrier']
  return sql<Authenticated>`select * from enter(${token}, ${typeof claimed === 'string' ? claimed : null}, ${call.kind === 'act' && !call.own}, ${call.gate},
    ${call.kind === 'act' ? null : (call.roles ?? null)},
    ${call.name}, ${request.id}, ${request.ip}, ${showsActivity(request)}, ${now})`
}

/** Whether a carrier's feed names another carrier than its token is of: to that token, no such carrier is there. */
function isOfOtherCarrier(
  portal: Portal,
  call: AnyCall,
  request: FastifyRequest,
  input: Record<string, unknown>,
): boolean {
  const { kind, field } = call.service!
  if (portal.services[kind]!.token !== 'feed') return false
  return !isOneOf(bearerOf(request) ?? '', feedTokensOf(portal.settings.serviceTokens, input[field ?? '']))
}

/** The person of a session, as handlers see them. */
export const personOf = (
  portal: Portal,
  row: Authenticated,
): Person & { sessionId: string; expiresAt: string; idleAt: string } => ({
  id: row.user_id,
  username: row.username,
  name: row.name,
  mc: row.mc ?? '',
  roles: portal.roles.clean(row.roles),
  subCarriers: row.sub_carriers,
  licenseStates: row.license_states,
  approvalLimit: row.approval_limit,
  timeZone: row.time_zone,
  sessionId: row.session_id,
  expiresAt: row.expires_at,
  idleAt: row.idle_at,
})

/** A carrier named anywhere in the request must be the session's own; for another one the answer is 404. */
export function refuseOtherCarrier(call: AnyCall, input: Record<string, unknown>, mc: string): void {
  for (const name of call.carrier)
    if (input[name] !== undefined && input[name] !== mc) throw new Refused({ code: 'NOT_FOUND' })
}

/** Data that needs an audit is read by somebody with a role the portal knows; a membership without one opens nothing of it. */
export function refuseWithoutRole(portal: Portal, call: AnyCall, person: Person): void {
  if (call.gate === 'carrier' && call.phi !== 'none' && !call.service && !portal.roles.mayRead(person.roles))
    throw new Refused({ code: 'NOT_ALLOWED' })
}

/**
 * The check that `authenticate` makes in the database, made again with the roles as they are written: PostgreSQL trims
 * blanks only, a role may end in a tab or another kind of space, or be unknown. The roles an act is limited to come after
 * it, so that who may change nothing always learns that.
 */
export function refuseRestricted(portal: Portal, call: AnyCall, person: Person): void {
  if (call.gate !== 'carrier') return
  const isAct = call.kind === 'act'
  if (isAct && !portal.roles.mayAct(person.roles, call)) throw new Refused({ code: 'UPDATE_BLOCKED' })
  refuseWithoutRole(portal, call, person)
  if (isAct && call.roles && !call.roles.some((role) => person.roles.includes(role)))
    throw new Refused({ code: 'NOT_ALLOWED' })
}
