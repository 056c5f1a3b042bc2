import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { ask, CallFailed, tab } from '#platform/browser/call.ts'
import { sincePage, takeFirst } from '#platform/browser/first-answers.ts'
import { keepings } from '#platform/browser/unsaved-work.ts'
import { later } from '#platform/dates/instant.ts'
import type { Clock } from '#platform/dates/clock.ts'
import type { LoggedOut } from '#platform/browser/logged-out-words.ts'
import { registrationPaths } from '#platform/session/registration-paths.ts'
import { keepSsoFlag } from '#platform/browser/sso-marks.ts'
import { tellTabs } from '#platform/browser/tabs.ts'
import { announce } from '#platform/ui/display/announce.ts'
import { session, type User } from '#features/sign-in/contract.ts'

type Loaded =
  | { state: 'loading' }
  | { state: 'failed'; error: CallFailed }
  /** The session is over and the page is being left, or locked: nothing of the session is shown. */
  | { state: 'leaving'; lock?: ReactNode }
  | { state: 'ready'; user: User; receivedAt: Date }

export type Session = {
  loaded: Loaded
  /** The session is being ended: the page cannot be used. */
  over: boolean
  /**
   * Asks the server again who is signed in and in which carrier; another tab may have changed it. `whenOver`: what the
   * logout page says when without a session. `landing`: the page to show when the carrier changed.
   */
  reload: (options?: { whenOver?: LoggedOut; landing?: string }) => Promise<void>
  /** Logs out. Rejects when the server cannot be reached; then nothing has changed. */
  end: (why: LoggedOut) => Promise<void>
}

const endings: Partial<Record<string, LoggedOut>> = {
  SESSION_IDLE: 'idle',
  SESSION_EXPIRED: 'expired',
  SESSION_REVOKED: 'revoked',
}

/** Why a code of the server ends the session; the session that another tab of this browser ended was not ended elsewhere. */
const endingOf = (code: string): LoggedOut | undefined => {
  const why = endings[code]
  return why === 'revoked' ? (tab.leavingAs ?? why) : why
}

// The code that ends a session is loaded with the session watch, since there may be no connection when it is needed.
const leavingPart = () => import('./leaving.tsx')

/** Loads the signed-in user, for any carrier of this tab. */
function whoIsIt(): Promise<User> {
  const shown = tab.carrier
  tab.carrier = undefined
  const details = ask(session.details, { isLogin: true }, { background: true })
  tab.carrier = shown
  return details
}

/** The tab works as this user, in this user's carrier. */
function workAs(user: User): void {
  keepSsoFlag(user.ssoUser)
  tab.carrier = user.masterCarrier?.code
  tab.changing = undefined
}

/** The user who came with the page, if it brought one. */
function broughtUser(clock: Clock): Loaded {
  const user = takeFirst(session.details, { isLogin: true })
  if (!user) return { state: 'loading' }
  workAs(user)
  return { state: 'ready', user, receivedAt: later(clock.now(), -sincePage()) }
}

/** The session of this tab: loaded, synchronized with the other tabs, and ended. */
export function useSession(clock: Clock): Session {
  const [brought] = useState(() => broughtUser(clock))
  const [loaded, setLoaded] = useState(brought)
  const [over, setOver] = useState(false)
  const current = useRef(brought.state === 'ready' ? brought.user : undefined)
  const leaving = useRef(false)
  const asking = useRef(false)
  const cache = useQueryClient()
  const [, navigate] = useLocation()

  const { reload, end, out } = useMemo(() => {
    const go = (away: () => void) => {
      leaving.current = true
      setLoaded({ state: 'leaving' })
      away()
    }

    const wayOut = (why: LoggedOut) => ({
      why,
      user: current.current!,
      clock,
      again: () => {
        leaving.current = false
        setOver(false)
        return reload({ landing: location.pathname + location.search })
      },
    })

    /** The session is over: nothing of it is shown any more. */
    const out = (why: LoggedOut) =>
      go(() => {
        leavingPart().then(
          ({ leave }) => setLoaded({ state: 'leaving', lock: leave(wayOut(why)) }),
          () => location.replace('/logout'),
        )
      })

    const reload: Session['reload'] = async ({ whenOver = 'user', landing = '/home' } = {}) => {
      if (leaving.current) return
      asking.current = true
      try {
        const user = await whoIsIt().finally(() => (asking.current = false))
        // As of the answer: of two questions at once, the second finds the change already made.
        const before = current.current
        const receivedAt = clock.now()
        // Another user signed in in this browser: nothing of the former one may stay.
        if (before && before.id !== user.id) {
          keepings.forEach((keeping) => keeping.forget())
          return go(() => location.replace('/home'))
        }
        current.current = user
        workAs(user)
        if (before?.masterCarrier && before.masterCarrier.code !== user.masterCarrier?.code) {
          cache.clear()
          navigate(landing, { replace: true })
          if (user.masterCarrier) announce(`Now working in ${user.masterCarrier.name}.`)
        }
        // Facts sent once per login are kept while the page is open.
        const once = before && { lastLogin: before.lastLogin, unsuccessfulAttempts: before.unsuccessfulAttempts }
        setLoaded({ state: 'ready', user: user.lastLogin === null ? { ...user, ...once } : user, receivedAt })
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error
        if (leaving.current) return
        const before = current.current
        // A user who has to register first sees only the form.
        if (error.code === 'REGISTRATION_REQUIRED') return go(() => location.replace(registrationPaths.finish))
        if (error.status !== 401) return before ? undefined : setLoaded({ state: 'failed', error })
        if (before) return out(endingOf(error.code) ?? whenOver)
        const { pathname, search } = location
        go(() =>
          location.replace(pathname === '/' ? '/login' : `/login?referrer=${encodeURIComponent(pathname + search)}`),
        )
      }
    }

    const end: Session['end'] = async (why) => {
      if (leaving.current) return
      leaving.current = true
      setOver(true)
      try {
        const { signOut } = await leavingPart()
        setLoaded({ state: 'leaving', lock: await signOut(wayOut(why)) })
      } catch (error) {
        leaving.current = false
        setOver(false)
        throw error
      }
    }
    return { reload, end, out }
  }, [cache, clock, navigate])

  useEffect(() => {
    // Not within the effect: it may set the state.
    if (brought.state !== 'ready') queueMicrotask(() => void reload())
  }, [brought, reload])

  useEffect(() => {
    tab.onSessionEnd = (code) => {
      if (leaving.current || tab.endsHere || !current.current) return
      const why = endingOf(code)
      // The cookie may just have been exchanged for another one: ask the server before leaving.
      if (why === undefined) {
        if (!asking.current) void reload()
        return
      }
      // The other tabs learn of it without a call of their own.
      tellTabs({ kind: 'signed-out', why })
      if (endings[code] === 'revoked') return out(why)
      setLoaded({ state: 'leaving' })
      end(why).catch(() => out(why))
    }
    tab.onGate = () => {
      if (!asking.current && !tab.endsHere) void reload()
    }
    return () => {
      tab.onSessionEnd = () => {}
      tab.onGate = () => {}
    }
  }, [reload, end, out])

  return { loaded, over, reload, end }
}
