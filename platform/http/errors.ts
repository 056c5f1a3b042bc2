import type { FastifyReply, FastifyRequest } from 'fastify'
import { codesOf } from '../calls/api-description.ts'
import type { AnyCall } from '../calls/contract.ts'
import { Refused, refusalStatus, refusalText, type RefusalCode, type Refusal } from '../calls/refusal.ts'
import { isRetryable, isUnavailable } from '../database/pools.ts'
import { limitHeaders } from '../portal/limits.ts'
import type { Portal } from '../portal/portal.ts'

/**
 * An error as a refusal where it is one, also when PostgreSQL raised it while authenticating; refusals of access are
 * logged.
 */
export async function explained(
  portal: Portal,
  call: AnyCall,
  request: FastifyRequest,
  error: unknown,
): Promise<unknown> {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  const refusal =
    error instanceof Refused
      ? error
      : code === 'RX001' && message && message in refusalStatus
        ? new Refused({ code: message as RefusalCode })
        : undefined
  if (!refusal) return error
  // A refusal that the contract does not declare is answered as a fault, as an answer outside its schema is.
  if (!codesOf(call).has(refusal.why.code))
    return new Error(`${call.name} refused with ${refusal.why.code}, which its contract does not declare.`)
  const status = refusalStatus[refusal.why.code]
  if (refusal.why.failedSignIn)
    await portal.noteSecurity('authn_login_fail', request, call.name, { code: refusal.why.code })
  // A public call that names an object can be used to guess ids, so its refusals are logged too.
  if ((call.gate !== 'public' || Object.keys(call.ids).length > 0) && (status === 403 || status === 404)) {
    await portal.noteSecurity(
      status === 403 && refusal.why.code === 'CROSS_SITE' ? 'malicious_csrf' : 'authz_fail',
      request,
      call.name,
      { code: refusal.why.code },
    )
  }
  return refusal
}

/** When to try again after a 503. */
export const RETRY_AFTER_SECONDS = '2'

/** The one format of a refusal; it never has a stack, a statement or the input. */
export function refusalBody(why: Refusal, supportId: string) {
  const message = why.message ?? refusalText[why.code] ?? why.code
  const instead = refusalStatus[why.code] === 500 ? `Support Id: ${supportId}` : null
  return {
    status: { code: why.code, message },
    data: why.current === undefined ? instead : why.current,
    supportId,
    fields: why.fields ?? (why.field === undefined ? [] : [{ path: why.field, code: why.code, message }]),
  }
}

// What Fastify refuses by itself, in our words.
const frameworkWords: Record<string, RefusalCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_ERR_MAX_PARAM_LENGTH: 'ADDRESS_TOO_LONG',
}

// What cannot be audited is neither shown nor done: the statement or the commit fails with its audit.
function isUnrecorded(error: unknown): boolean {
  const { message, where, table } = (error ?? {}) as { message?: string; where?: string; table?: string }
  return [message, where, table].some((text) => text?.includes('access_audit'))
}

/** A browser on its way to one of the addresses of signing in, none of which is a call. */
const isNavigation = ({ method, url, headers, routeOptions }: FastifyRequest): boolean =>
  method === 'GET' &&
  routeOptions?.config.plain !== undefined &&
  !url.startsWith('/login/callback?failed=') && // it is where a refusal leads
  headers['sec-fetch-dest'] === 'document' &&
  headers['sec-fetch-mode'] === 'navigate'

/** Answers every error as a refusal of the contract; also what fails before a route is found. */
export function errorAnswer(
  portal: Portal,
): (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const send = (reply: FastifyReply, request: FastifyRequest, why: Refusal) => {
    const status = refusalStatus[why.code]
    if (why.limit) {
      const { call, plain } = request.routeOptions.config
      if (why.limit.first)
        void portal.noteSecurity('excess_rate_limit_exceeded', request, call?.name ?? plain?.name ?? 'none', {
          limit: why.limit.name,
        })
      reply.headers(limitHeaders(why.limit))
    } else if (status === 503 || status === 429)
      reply.header('retry-after', status === 503 ? RETRY_AFTER_SECONDS : '10')
    // A user who came by a link or the address bar gets a page with the Support Id, not our JSON.
    if (isNavigation(request) && (status === 429 || status >= 500))
      return reply
        .code(303)
        .header('cache-control', 'no-store')
        .header('location', `/login/callback?failed=UNAVAILABLE&id=${request.id}`)
        .send()
    return reply
      .code(status)
      .header('cache-control', 'no-store')
      .header('content-type', 'application/json; charset=utf-8')
      .send(refusalBody(why, request.id))
  }
  return (error, request, reply) => {
    if (error instanceof Refused) return send(reply, request, error.why)
    const { code = '', statusCode } = error as { code?: string; statusCode?: number }
    if (isUnrecorded(error)) {
      portal.log.error({ requestId: request.id, code }, 'audit not written')
      return send(reply, request, { code: 'UNAVAILABLE' })
    }
    if (isUnavailable(error) || isRetryable(error)) {
      const { cause } = error as Error
      const message = safeMessage(cause instanceof Error ? cause : (error as Error))
      portal.log.warn({ requestId: request.id, code, message }, 'database unavailable')
      return send(reply, request, { code: 'UNAVAILABLE' })
    }
    const word = frameworkWords[code]
    if (word) return send(reply, request, { code: word })
    if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
      return send(reply, request, { code: statusCode === 404 ? 'NOT_FOUND' : 'VALIDATION' })
    portal.log.error(
      {
        requestId: request.id,
        route: request.routeOptions?.url,
        err: { type: (error as Error).name, code, message: safeMessage(error as Error), stack: (error as Error).stack },
      },
      'fault',
    )
    return send(reply, request, { code: 'INTERNAL' })
  }
}

// PostgreSQL puts values into some messages ("Key (email)=(...) already exists"); they stay out of the log.
const safeMessage = (error: Error): string =>
  error.message
    .replaceAll(/=\([^)]*\)?/g, '=(…)') // also one that never ends
    .replaceAll(/"[^"]{40,}"/g, '"…"')
    .slice(0, 500)
