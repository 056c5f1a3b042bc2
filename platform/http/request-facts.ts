import type { FastifyRequest } from 'fastify'
import { isZoneName } from '../dates/zone-name.ts'

// Checking a zone with Intl costs more than the rest of authenticating, and browsers send a few dozen zones, so results are
// cached.
const knownZones = new Set<string>()
const MOST_ZONES = 1000

/** Version of the screens this tab runs: it may be older than the portal that answers. */
export const screenOf = (request: FastifyRequest): string | null => {
  const given = request.headers['x-screen-version']
  return typeof given === 'string' && /^[\w.+-]{1,40}$/.test(given) ? given : null
}

/** The time zone the browser says it is in (IANA), where it is one. */
export const zoneOf = (request: FastifyRequest): string | undefined => {
  const given = request.headers['x-time-zone']
  if (typeof given !== 'string') return undefined
  if (knownZones.has(given)) return given
  if (!isZoneName(given)) return undefined
  if (knownZones.size < MOST_ZONES) knownZones.add(given)
  return given
}
