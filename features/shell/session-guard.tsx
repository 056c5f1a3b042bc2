import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { Clock } from '#platform/dates/clock.ts'
import type { User } from '#features/sign-in/contract.ts'
import { FIRST_LOADS_MS } from '#platform/browser/use-settled.ts'
import { showUsualHints, type Hint } from '#platform/ui/keys/hints.ts'
import { followChanges } from './changes.ts'
import { SessionPrompts } from './session-prompts.tsx'
import type { Session } from './use-session.ts'
import { limitsOf, useSessionWatch } from './use-session-watch.ts'

type SessionGuardProps = {
  clock: Clock
  user: User
  session: Session
  /** The user works for a carrier: it was chosen, and no terms wait. */
  isWorking: boolean
  /** Whether the session may be over, as far as this tab knows; `unreachable`: and the server cannot confirm it. */
  onOver: (over: false | 'checking' | 'unreachable') => void
  onLogout: () => void
}

/**
 * Watches the session in this tab, shows its prompts, and follows what others change. Loaded after the first screen: nothing is due in the first
 * minute.
 */
export function SessionGuard({ clock, user, session, isWorking, onOver, onLogout }: SessionGuardProps) {
  const cache = useQueryClient()
  useEffect(() => (isWorking ? followChanges(cache) : undefined), [cache, isWorking])
  useCountedPages(clock, isWorking)
  useEffect(() => showUsualHints(isWorking ? anywhere : []), [isWorking])
  const { shown, onStay, onWarned } = useSessionWatch(clock, user, session)
  const { warnBefore, logoutAfter } = limitsOf(user)
  const over = shown.kind === 'checking' && (shown.offline ? 'unreachable' : 'checking')
  useEffect(() => onOver(over), [over, onOver])
  return (
    <SessionPrompts
      shown={shown}
      warnBefore={warnBefore}
      logoutAfter={logoutAfter}
      onStay={onStay}
      onWarned={onWarned}
      onLogout={onLogout}
    />
  )
}

/** Keys of every screen. */
const anywhere: readonly Hint[] = [
  { keys: ['Ctrl', 'K'], does: 'Find' },
  { keys: ['?'], does: 'All shortcuts' },
]

const LOAD_AGAIN_MS = 60_000

/** Counts the pages that are opened in this tab, for operations. What counts is loaded when nothing else is. */
function useCountedPages(clock: Clock, isWorking: boolean): void {
  const [path] = useLocation()
  const [collected, setCollected] = useState<Awaited<ReturnType<typeof loadCollector>>>()
  useEffect(() => {
    if (!isWorking) return
    let made: Awaited<ReturnType<typeof loadCollector>> | undefined
    let over = false
    let timer: ReturnType<typeof setTimeout>
    const begin = (wait: number) => {
      timer = setTimeout(() => {
        loadCollector(clock).then(
          (loaded) => {
            made = loaded
            if (over) loaded.stop()
            else setCollected(loaded)
          },
          // Without a connection its code cannot be loaded.
          () => !over && begin(LOAD_AGAIN_MS),
        )
      }, wait)
    }
    begin(FIRST_LOADS_MS)
    return () => {
      over = true
      clearTimeout(timer)
      made?.stop()
    }
  }, [clock, isWorking])
  useEffect(() => collected?.opened(path), [collected, path])
}

async function loadCollector(clock: Clock) {
  const { collectActions } = await import('#features/monitoring/user-actions.ts')
  return collectActions(clock)
}
