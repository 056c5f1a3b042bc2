import type { Portal } from './portal.ts'
import { Refused } from '../calls/refusal.ts'
import { sql } from '../database/sql.ts'

// What is still on its way when somebody is disabled, logged out or given another place stops, on every process.

/** How often what is on its way asks whether it may go on. The bar is ten seconds, a statement under way takes up to five. */
const EVERY_MS = 2000
/** Without an answer for so long, nobody can say that it may: it stops. */
const UNKNOWN_MS = 8000

/** A session and its person's place, as the door tells them: roles trimmed and in lower case, null sub-carriers = all. */
export type Standing = { session_id: string; mc: string | null; roles: string[]; sub_carriers: string[] | null }

export type Standings = {
  /** Calls `onLost` once, when this session ends or its person may do something else here than they might; answers how to let go. */
  hold(standing: Standing, onLost: (why: Refused) => void): () => void
  stop(): void
}

const listed = (list: readonly string[] | null): string => (list === null ? '*' : list.toSorted().join(','))
const placeOf = ({ mc, roles, sub_carriers }: Standing): string =>
  mc ? `${mc}|${listed(roles)}|${listed(sub_carriers)}` : ''

/**
 * Watches the sessions of answers that are on their way. One statement asks for all of them at once, of the database, so that
 * what another process did counts here as well.
 */
export function watchRevocations(portal: Pick<Portal, 'pools' | 'clock' | 'log'>): Standings {
  type Watched = { sessionId: string; place: string; onLost: (why: Refused) => void }
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
    const asked = [...watched]
    const at = performance.now()
    try {
      const now = portal.clock.moved ? portal.clock.now().toISOString() : null
      const { text, values } =
        sql`select session_id, mc, roles, sub_carriers from standings(${[...new Set(asked.map((one) => one.sessionId))]}::uuid[], ${now})`
      const { rows } = await portal.pools.reader.query<Standing>(text, values as unknown[])
      known = at
      const live = new Map(rows.map((row) => [row.session_id, placeOf(row)]))
      for (const one of asked) {
        const place = live.get(one.sessionId)
        if (place === undefined) lose(one, new Refused({ code: 'SESSION_REVOKED' }))
        else if (one.place !== place) lose(one, new Refused({ code: 'CONFLICT', message: CHANGED }))
      }
    } catch (error) {
      portal.log.warn({ code: (error as { code?: string }).code }, 'standings not known')
      if (performance.now() - known > UNKNOWN_MS)
        for (const one of asked) lose(one, new Refused({ code: 'UNAVAILABLE' }))
    } finally {
      asking = false
    }
  }
  const stop = () => {
    clearInterval(timer)
    timer = undefined
  }
  return {
    hold(standing, onLost) {
      const one: Watched = { sessionId: standing.session_id, place: placeOf(standing), onLost }
      if (watched.size === 0) {
        known = performance.now()
        timer = setInterval(() => void look(), EVERY_MS).unref()
      }
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
