import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { earlierChanges } from './earlier-changes.ts'
import { ownHeaders } from './edge.ts'
import { paced } from './paced.ts'
import { Refused, refusalStatus, type RefusalCode } from '../calls/refusal.ts'
import type { Portal } from '../portal/portal.ts'
import { sessionHash } from '../session/cookies.ts'
import { askAlone } from '../database/pools.ts'
import { sql } from '../database/sql.ts'
import type { ActiveSession } from '../portal/revocation.ts'

const RETRY_MS = 1000
const BEAT_MS = 25_000
/** Browsers a second that hear of a change: each asks for what it shows (`npm run bench change-events`). */
const BROWSERS_A_SECOND = 40
/** Few browsers show these, and only those ask: they hear at once. */
const atOnce: readonly string[] = ['chat', 'presence']

/**
 * A topic that concerns one user only: nobody else's browser asks again. The user is left out of what is sent.
 */
const ofUser = '@'

type Subscriber = { userId: string; send: (topic: string) => void }

/**
 * Change events tell every open browser of a carrier which topic changed, never what changed: the browser asks again
 * through an ordinary call, where the ordinary rules apply. One listening connection a process, reconnecting by itself;
 * after a gap every browser gets one event, so that nothing is missed. All browsers at once would ask for more than the
 * database answers in a second: they hear one after the other, and what changes meanwhile is heard with it. An event of no
 * carrier is for the processes alone.
 */
export function serveChangeEvents(
  app: FastifyInstance,
  portal: Portal,
  /** A connection to listen on, not opened yet. */
  client: () => pg.Client,
  /** Something changed, of whichever carrier. */
  onChange: () => void = () => {},
): {
  /** Whether it hears of every change now. */
  hears(): boolean
  stop(): Promise<void>
} {
  const subscribers = new Map<string, Set<Subscriber>>()
  const rest = paced<Subscriber>(BROWSERS_A_SECOND, (to, topic) => to.send(topic))
  const earlier = earlierChanges()
  const publish = (mc: string, topic: string) => {
    earlier.keep(mc, topic)
    const [what = '', whose] = topic.split(ofUser)
    for (const to of subscribers.get(mc) ?? []) {
      if (whose !== undefined ? whose === to.userId : atOnce.includes(what)) to.send(what)
      else if (whose === undefined) rest.add(to, what)
    }
  }
  let listening: pg.Client | undefined
  let hears = false
  const streams = new Set<ServerResponse>()
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  const listen = async (again: boolean): Promise<void> => {
    if (stopped) return
    const next = client()
    listening = next
    const lost = () => {
      if (listening !== next || stopped) return
      listening = undefined
      hears = false
      onChange()
      timer = setTimeout(() => void listen(true), RETRY_MS)
    }
    next.on('error', lost)
    next.on('end', lost)
    next.on('notification', ({ payload = '' }) => {
      const at = payload.indexOf(':')
      publish(payload.slice(0, at), payload.slice(at + 1))
      onChange()
    })
    try {
      await next.connect()
      await next.query('listen changes')
      hears = true
      earlier.hearsFromNow()
      onChange()
      if (again) for (const mc of subscribers.keys()) publish(mc, 'everything')
    } catch {
      lost()
    }
  }
  void listen(false)

  app.get(
    `${portal.settings.apiBase}/changes`,
    { config: { plain: { name: 'changes', summary: 'Something changed: ask again', effect: 'session' } } },
    async (request, reply) => {
      const token = sessionHash(portal, request)
      if (!token) throw new Refused({ code: 'SESSION_REQUIRED' })
      const now = portal.clock.moved ? portal.clock.now().toISOString() : null
      portal.limits.take('changes', request, token)
      const giveBack = portal.limits.takeUnknownSession(request, token)
      const found = await askAlone(
        portal.pools.reader,
        sql<ActiveSession & { user_id: string }>`select session_id, user_id, mc, roles, sub_carriers
          from enter(${token}, null, false, 'carrier', null, 'changes', ${request.id}, ${request.ip}, false, ${now})`,
      ).catch(({ code, message }: { code?: string; message: string }) => {
        // Only authenticating decides that nobody is logged in: an unavailable database logs nobody out.
        const why = code === 'RX001' && message in refusalStatus ? (message as RefusalCode) : 'UNAVAILABLE'
        if (why !== 'SESSION_REQUIRED') giveBack()
        throw new Refused({ code: why })
      })
      const session = found[0]!
      giveBack()
      portal.limits.know(token, session.user_id)
      const release = portal.limits.hold('changes', request, token)
      const mc = String(session.mc)
      if (stopped) {
        release()
        throw new Refused({ code: 'UNAVAILABLE' })
      }
      reply.hijack()
      const out = reply.raw
      // The browser left while the session was checked: its close event has passed already.
      if (out.destroyed) return release()
      out.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
        ...ownHeaders(portal.cookies.secure),
      })
      // What the page was read before.
      const missed = earlier.of(mc).flatMap(([topic, age]) => {
        const [what = '', whose] = topic.split(ofUser)
        return whose === undefined || whose === session.user_id ? [[what, Math.floor(age)]] : []
      })
      out.write(`: listening\n\nevent: earlier\ndata: ${JSON.stringify(missed)}\n\n`)
      streams.add(out)
      const subscriber: Subscriber = {
        userId: session.user_id,
        send: (topic) => void out.write(`data: ${topic}\n\n`),
      }
      const ofCarrier = subscribers.get(mc) ?? new Set()
      subscribers.set(mc, ofCarrier.add(subscriber))
      // Keeps the connection from looking idle to whatever lies in between.
      const beat = setInterval(() => out.write(': beat\n\n'), BEAT_MS)
      // Ends with the session, and when the person's roles or carrier change.
      // The page asks at once what its user may still see.
      const letGo = portal.revocations.hold(session, ({ why }) =>
        why.code === 'UNAVAILABLE' ? out.end() : out.end('data: session\n\n'),
      )
      request.raw.on('close', () => {
        clearInterval(beat)
        letGo()
        release()
        streams.delete(out)
        ofCarrier.delete(subscriber)
        rest.forget(subscriber)
      })
    },
  )

  // A stream does not end by itself, and closing the server waits for running requests.
  app.addHook('preClose', async () => {
    stopped = true
    for (const stream of streams) stream.end()
  })
  return {
    hears: () => hears,
    stop: async () => {
      stopped = true
      rest.stop()
      clearTimeout(timer)
      await listening?.end().catch(() => {})
    },
  }
}
