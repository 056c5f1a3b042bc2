import type { FastifyRequest } from 'fastify'
import { Refused } from '../calls/refusal.ts'
import type { Portal } from '../portal/portal.ts'

/** Not GET: only from our own pages. Checked before the body is parsed. */
export function refuseCrossSite(portal: Portal, request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site } = request.headers
  // One of the two headers must name our origin, and neither may name another.
  const fromHere =
    (origin ?? site) !== undefined &&
    (origin === undefined || origin === portal.origin) &&
    (site === undefined || site === 'same-origin')
  if (request.headers['x-portal-request'] !== '1' || !fromHere) throw new Refused({ code: 'CROSS_SITE' })
}
