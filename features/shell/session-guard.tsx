import { useEffect } from 'react'
import type { Clock } from '#platform/dates/clock.ts'
import type { User } from '#features/sign-in/contract.ts'
import { SessionPrompts } from './session-prompts.tsx'
import type { Session } from './use-session.ts'
import { limitsOf, useSessionWatch } from './use-session-watch.ts'

type SessionGuardProps = {
  clock: Clock
  user: User
  session: Session
  /** Whether the session may be over, as far as this tab knows; `unreachable`: and the server cannot confirm it. */
  onOver: (over: false | 'checking' | 'unreachable') => void
  onLogout: () => void
}

/**
 * Watches the session in this tab and shows its prompts. Loaded after the first screen: nothing is due in the first
 * minute.
 */
export function SessionGuard({ clock, user, session, onOver, onLogout }: SessionGuardProps) {
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
