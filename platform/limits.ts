import type { FastifyRequest } from 'fastify'
import type { Clock } from './clock.ts'
import type { Limit } from './contract.ts'
import { Refused } from './refusal.ts'

/** Calls one session may make a minute, by class (bar S-132, domain 5.0.4 Q). */
export const perMinute: Record<Limit, number> = {
  read: 600,
  search: 120,
  write: 120,
  export: 10,
  trial: 60,
  telemetry: 60,
  intake: 6000,
  signIn: 1200,
}

/**
 * A brake on runaway clients, per session and class. It is kept by each process for itself, since a trip to the database
 * for every call would cost more than what it protects (docs/decisions/0005); what must hold exactly is kept in the database.
 */
export function limits(clock: Clock, factor = 1) {
  const windows = new Map<string, { minute: number; count: number }>()
  return {
    take(limit: Limit, request: FastifyRequest, session: Uint8Array | undefined): void {
      const minute = Math.floor(clock.now().getTime() / 60_000)
      const key = `${limit} ${session ? Buffer.from(session).toString('base64') : request.ip}`
      let window = windows.get(key)
      if (!window || window.minute !== minute) {
        if (windows.size > 50_000) windows.clear()
        window = { minute, count: 0 }
        windows.set(key, window)
      }
      window.count += 1
      if (window.count > perMinute[limit] * factor) throw new Refused({ code: 'RATE_LIMIT' })
    },
  }
}
export type Limits = ReturnType<typeof limits>
