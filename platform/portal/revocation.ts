import type { Portal } from './portal.ts'
import { Refused } from '../calls/refusal.ts'
import { sql } from '../database/sql.ts'

// An answer still being sent stops, on every process, when its user is disabled, logged out or given other rights.

/** How often sessions of open answers and pages are checked: what was taken away is off a screen within two seconds. */
const EVERY_MS = 1000
/** When the check itself has failed for so long, open answers stop. */
const UNKNOWN_MS = 8000

/** A session and its user's rights, as authenticated: roles trimmed and in lower case, null sub-carriers = all. */
export type ActiveSession = { session_id: string; mc: string | null; roles: string[]; sub_carriers: string[] | null }

export type Revocations = {
  /** Calls `onLost` once, when this session ends or its person may do something else here than they might; answers how to let go. */
  hold(session: ActiveSession, onLost: (why: Refused) => void): () => void
  stop(): void
}

const listed = (list: readonly string[] | null): string => (list === null ? '*' : list.toSorted().join(','))
const placeOf = ({ mc, roles, sub_carriers }: ActiveSession): string =>
  mc ? `${mc}|${listed(roles)}|${listed(sub_carriers)}` : ''

/**
 * Watches the sessions of answers that are on their way. One statement asks for all of them at once, of the database, so that
 * what another process did counts here as well.
 */
export function watchRevocations(portal: Pick<Portal, 'pools' | 'clock' | 'log'>): Revocations {
  type Watched = { sessionId: string; place: string; since: number; onLost: (why: Refused) => void }
  const watched = new Set<Watched>()
  let timer: NodeJS.Timeout | undefined
  let known = 0
  let asking = false

  const lose = (one: Watched, why: Refused) => {
    if (watched.delete(one)) one.onLost(why)
  }
  const look = async () => {
    if (asking || watched.size === 0) return
    asking = true
    const waiting = [...watched]
    const at = performance.now()
    try {
      const now = portal.clock.moved ? portal.clock.now().toISOString() : null
      const { text, values } =
        sql`select session_id, mc, roles, sub_carriers from standings(${[...new Set(waiting.map((one) => one.sessionId))]}::uuid[], ${now})`
      const { rows } = await portal.pools.reader.query<ActiveSession>(text, values as unknown[])
      known = at
      const live = new Map(rows.map((row) => [row.session_id, placeOf(row)]))
      for (const one of waiting) {
        const place = live.get(one.sessionId)
        if (place === undefined) lose(one, new Refused({ code: 'SESSION_REVOKED' }))
        else if (one.place !== place) lose(one, new Refused({ code: 'CONFLICT', message: CHANGED }))
      }
    } catch (error) {
      portal.log.warn({ code: (error as { code?: string }).code }, 'sessions not checked')
      for (const one of waiting)
        if (performance.now() - Math.max(known, one.since) > UNKNOWN_MS) lose(one, new Refused({ code: 'UNAVAILABLE' }))
    } finally {
      asking = false
    }
  }
  const stop = () => {
    clearInterval(timer)
    timer = undefined
  }
  return {
    hold(session, onLost) {
      const one: Watched = {
        sessionId: session.session_id,
        place: placeOf(session),
        since: performance.now(),
        onLost,
      }
      if (watched.size === 0) timer = setInterval(() => void look(), EVERY_MS).unref()
      watched.add(one)
      return () => {
        watched.delete(one)
        if (watched.size === 0) stop()
      }
    },
    stop,
  }
}

const CHANGED = 'What you may see here was changed meanwhile. Ask again to get what you may see now.'
