import { hash as digestOf } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { cookieIn, setCookieText } from '../portal/cookie-text.ts'
import type { Portal } from '../portal/portal.ts'

const hash = (text: string): Buffer => digestOf('sha256', text, 'buffer')

export const cookieOf = (request: FastifyRequest, name: string): string | undefined =>
  cookieIn(request.headers.cookie, name)

/** Of each request once: limits, authentication and answer ask for it one after the other. */
const sessions = new WeakMap<FastifyRequest, Buffer | null>()

/** The session cookie's value as it lies in the database, or nothing. */
export function sessionHash(portal: Portal, request: FastifyRequest): Buffer | undefined {
  let found = sessions.get(request)
  if (found === undefined) {
    const token = cookieOf(request, portal.cookies.session)
    sessions.set(request, (found = token && token.length <= 128 ? hash(token) : null))
  }
  return found ?? undefined
}

/** The same of the cookie that binds a single sign-on under way to this browser. */
export function browserHash(portal: Portal, request: FastifyRequest): Buffer | undefined {
  const secret = cookieOf(request, portal.cookies.sso)
  return secret && secret.length <= 128 ? hash(secret) : undefined
}

/** The session cookie as it is sent: not readable by scripts, not sent cross-site, gone with the browser. */
export const sessionCookie = (portal: Portal, token: string | null): string =>
  setCookieText({
    name: portal.cookies.session,
    value: token ?? '',
    sameSite: portal.cookies.sessionSite,
    secure: portal.cookies.secure,
    ...(token === null ? { maxAge: 0 } : {}),
  })
