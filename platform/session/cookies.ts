import { hash as digestOf } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Portal } from '../portal/portal.ts'

const hash = (text: string): Buffer => digestOf('sha256', text, 'buffer')

export const cookieOf = (request: FastifyRequest, name: string): string | undefined => {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at !== -1 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return undefined
}

/** The session cookie's value as it lies in the database, or nothing. */
export function sessionHash(portal: Portal, request: FastifyRequest): Buffer | undefined {
  const token = cookieOf(request, portal.cookies.session)
  return token && token.length <= 128 ? hash(token) : undefined
}

/** The same of the cookie that binds a single sign-on under way to this browser. */
export function browserHash(portal: Portal, request: FastifyRequest): Buffer | undefined {
  const secret = cookieOf(request, portal.cookies.sso)
  return secret && secret.length <= 128 ? hash(secret) : undefined
}

/** The session cookie as it is sent: not readable by scripts, not sent cross-site, gone with the browser. */
export const sessionCookie = (portal: Portal, token: string | null): string =>
  `${portal.cookies.session}=${token ?? ''}; Path=/; HttpOnly; SameSite=${portal.cookies.sessionSite}${portal.cookies.secure ? '; Secure' : ''}${token === null ? '; Max-Age=0' : ''}`
