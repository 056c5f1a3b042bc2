import type { FastifyRequest } from 'fastify'
import type { Clock } from '../dates/clock.ts'
import type { Limit } from '../calls/contract.ts'
import { Refused, type LimitMet } from '../calls/refusal.ts'
import { networkOf } from './network-of.ts'

/** So many calls in so many seconds, and so many at the same moment. */
export type Budget = {
  calls: number
  seconds: number
  running?: number
  /** Counted by the address alone: neither a session nor a new cookie is a budget of its own. */
  byAddress?: true
  /**
   * Each kind of call has this budget for itself, and only what was done counts: a refused call is given back. Tries count
   * in this class.
   */
  tries?: Limit
}

/**
 * What one user may ask, by class. A session nobody has used yet in this process is counted by itself and, with all others
 * like it, by its address; a caller without a session by the address alone, which a whole office may share: signing in has
 * room for one. `address` is what one address may ask in all, of whatever route, beside the users this process knows.
 * `madeUpSessions` is how many session cookies that the database does not have one address may try: each costs a trip to
 * the database. `changes` is for streams of change events, a few of which a user may have open at a time.
 */
export const budgets: Record<Limit | 'signInOfOne' | 'address' | 'madeUpSessions' | 'changes', Budget> = {
  read: { calls: 600, seconds: 60 },
  search: { calls: 120, seconds: 60 }, // 60 of the list: each asks for its rows and for its filters
  write: { calls: 120, seconds: 60 },
  export: { calls: 60, seconds: 3600, running: 1, tries: 'search' }, // one a minute of each kind (docs/decisions/0385)
  figures: { calls: 60, seconds: 60, running: 4 },
  trial: { calls: 60, seconds: 60 }, // 30 of the list: the form asks again at every change event (docs/decisions/0020)
  telemetry: { calls: 60, seconds: 60 },
  intake: { calls: 6000, seconds: 60 },
  draft: { calls: 120, seconds: 60 },
  upload: { calls: 20, seconds: 60 },
  statusCheck: { calls: 20, seconds: 3600, byAddress: true },
  directory: { calls: 1200, seconds: 60 },
  signIn: { calls: 1200, seconds: 60 },
  signInOfOne: { calls: 20, seconds: 60 },
  address: { calls: 12_000, seconds: 60 },
  madeUpSessions: { calls: 600, seconds: 60 },
  changes: { calls: 60, seconds: 60, running: 12 },
}

/**
 * Budgets of a class that the unknown sessions of one address have together: a new cookie for each call is no new budget.
 */
export const UNKNOWN_SESSIONS = 10

/** Windows kept, and how many more there are for all who come when those are taken. */
const MOST = 50_000
const SHARED = 1024

type Window = { since: number; until: number; count: number }

/**
 * A limit on runaway clients, per person and class. It is kept by each process for itself, since a trip to the database for
 * every call would cost more than what it protects (docs/decisions/0005); what must hold exactly is kept in the database.
 */
export function limits(clock: Clock, factor = 1) {
  const windows = new Map<string, Window>()
  const people = new Map<string, string>()
  const running = new Map<string, number>()
  let swept = 0

  /** A bound on memory: when it is full, newcomers share windows with others of their part of all networks. */
  function windowOf(key: string, shared: string, seconds: number, now: number): Window {
    const over = ({ since, until }: Window) => now < since || now >= until
    const found = windows.get(key)
    if (found && !over(found)) return found
    if (!found && windows.size >= MOST) {
      // Expired windows are removed once a second at most, so that a full table stays cheap.
      if (Math.abs(now - swept) >= 1000) {
        swept = now
        for (const [old, window] of windows) if (over(window)) windows.delete(old)
      }
      if (windows.size >= MOST && key !== shared) return windowOf(shared, shared, seconds, now)
    }
    const fresh = { since: now, until: now + seconds * 1000, count: 0 }
    windows.set(key, fresh)
    return fresh
  }

  function count(name: keyof typeof budgets, who: string, ip: string, times = 1): Window {
    const { calls, seconds } = budgets[name]
    const now = clock.now().getTime()
    const window = windowOf(`${name} ${who}`, `${name} many ${partOf(ip)}`, seconds, now)
    window.count += 1
    const allowed = calls * times * factor
    if (window.count <= allowed) return window
    const waitSeconds = Math.max(1, Math.ceil((window.until - now) / 1000))
    refuse({ name, calls: allowed, seconds, waitSeconds, first: window.count === allowed + 1 })
  }

  /** Counts a call of a class, or of one kind in it; answers how to take that back. */
  function countCall(
    limit: Limit | 'changes',
    kind: string,
    request: FastifyRequest,
    session: Uint8Array | undefined,
  ): () => void {
    const ip = ipOf(request)
    const { byAddress }: Budget = budgets[limit]
    const counted: Window[] = []
    // The address first: a session that was made up leaves no window of its own behind once the address has had enough.
    if (!byAddress && session && !people.has(keyOf(session)))
      counted.push(count(limit, `${kind}unknown ${ip}`, ip, UNKNOWN_SESSIONS))
    counted.push(count(limit, `${kind}${byAddress ? ip : whoIs(request, session)}`, ip))
    return () => {
      for (const window of counted) window.count -= 1
    }
  }

  function hold(limit: Limit | 'changes', request: FastifyRequest, session: Uint8Array | undefined): () => void {
    const { running: most, calls, seconds }: Budget = budgets[limit]
    if (most === undefined) return () => {}
    const key = `${limit} ${whoIs(request, session)}`
    const now = running.get(key) ?? 0
    if (now >= most * factor) refuse({ name: limit, calls, seconds, waitSeconds: 5, first: false }, true)
    running.set(key, now + 1)
    return () => {
      const left = (running.get(key) ?? 1) - 1
      if (left > 0) running.set(key, left)
      else running.delete(key)
    }
  }

  const whoIs = (request: FastifyRequest, session: Uint8Array | undefined): string => {
    if (!session) return ipOf(request)
    const key = keyOf(session)
    return people.get(key) ?? key
  }

  return {
    /** Counts a call before anything of it is read, and refuses the one too many. */
    take(limit: Limit | 'changes', request: FastifyRequest, session: Uint8Array | undefined): void {
      const { tries }: Budget = budgets[limit]
      countCall(tries ?? limit, '', request, session)
    },
    /**
     * Lets a call in that was read: it takes a place where few may run at the same time, and counts where what is done
     * counts. Answers how to leave; a call that was refused does not count.
     */
    enter(
      limit: Limit,
      call: string,
      request: FastifyRequest,
      session: Uint8Array | undefined,
    ): (how: 'done' | 'refused') => void {
      const release = hold(limit, request, session)
      const { tries }: Budget = budgets[limit]
      if (tries === undefined) return release
      try {
        const takeBack = countCall(limit, `${call} `, request, session)
        return (how) => {
          if (how === 'refused') takeBack()
          release()
        }
      } catch (error) {
        release()
        throw error
      }
    },
    /**
     * Counts any request by its address, before anything else of it is read. Users this process knows have budgets of their
     * own.
     */
    takeAddress(request: FastifyRequest, session: Uint8Array | undefined): void {
      if (!session || !people.has(keyOf(session))) count('address', ipOf(request), ipOf(request))
    },
    /**
     * Before the database is asked about a session this process has not seen: takes one of the tries of its address.
     * Answers how to give it back, once the session has turned out to be one.
     */
    takeUnknownSession(request: FastifyRequest, session: Uint8Array | undefined): () => void {
      if (!session || people.has(keyOf(session))) return () => {}
      const window = count('madeUpSessions', ipOf(request), ipOf(request))
      return () => void (window.count -= 1)
    },
    /** Counts a sign-in of this person, whatever the browser. */
    takeSignIn(person: string, request: FastifyRequest): void {
      count('signInOfOne', person, ipOf(request))
    },
    /** Counts this session as its user from now on: several sessions share one budget. */
    know(session: Uint8Array | undefined, userId: string): void {
      if (!session) return
      const key = keyOf(session)
      if (people.has(key)) return
      if (people.size >= MOST) people.delete(people.keys().next().value!)
      people.set(key, userId)
    },
    /** Takes one of the few places for calls that run long; answers how to give it back. */
    hold,
  }
}
export type Limits = ReturnType<typeof limits>

/** Addresses are counted by the network they belong to; one whose connection is gone has none any more. */
const ipOf = ({ ip }: FastifyRequest): string => networkOf((ip as string | undefined) ?? '')

/** One of `SHARED` parts of all networks; networks of one site (48 bits of IPv6) fall into one. */
function partOf(network: string): number {
  const site = network.includes(':') ? network.split(':', 3).join(':') : network
  let part = 0
  for (let at = 0; at < site.length; at += 1) part = (part * 31 + site.charCodeAt(at)) % SHARED
  return part
}

/** A request has one hash of its session, and is counted several times. */
const keys = new WeakMap<Uint8Array, string>()
function keyOf(session: Uint8Array): string {
  let key = keys.get(session)
  if (key === undefined) keys.set(session, (key = Buffer.from(session).toString('base64')))
  return key
}

function refuse(limit: LimitMet, isRunning = false): never {
  throw new Refused({ code: 'RATE_LIMIT', limit, message: limitWords(limit, isRunning) })
}

/** What a user reads: what there was too much of, and when it works again. */
function limitWords({ name, calls, waitSeconds }: LimitMet, isRunning: boolean): string {
  const when = `Try again in ${waitWords(waitSeconds)}.`
  if (name === 'export')
    return isRunning
      ? 'Another file is still being made for you. Try again when it is done.'
      : `You have exported ${calls} files of this kind within an hour. ${when}`
  return `${isRunning ? 'Too many requests at the same time.' : 'Too many requests.'} ${when}`
}

/** "40 seconds", "12 minutes": never shorter than it takes. */
export function waitWords(seconds: number): string {
  const of = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
  return seconds < 60 ? of(seconds, 'second') : of(Math.ceil(seconds / 60), 'minute')
}

/**
 * The headers of a refusal for too many requests: when to try again, and what is allowed (RateLimit header fields for
 * HTTP).
 */
export const limitHeaders = ({ name, calls, seconds, waitSeconds }: LimitMet): Record<string, string> => ({
  'retry-after': String(waitSeconds),
  ratelimit: `"${name}";r=0;t=${waitSeconds}`,
  'ratelimit-policy': `"${name}";q=${calls};w=${seconds}`,
})
